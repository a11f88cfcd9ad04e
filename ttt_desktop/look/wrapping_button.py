"""A button whose text goes over several lines where one is not wide enough."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton

from ttt_desktop.guard import handler, virtual
from ttt_desktop.look.theme import SPACE


class WrappingButton(QPushButton):
    """A button that is never wider than the column that it stands in.

    Args:
        text: what it says; it is broken between words.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._whole = text
        self.setAccessibleName(text)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        metrics = self.fontMetrics()
        longest = max(map(metrics.horizontalAdvance, self._whole.split()), default=0)
        return QSize(longest + 4 * SPACE, super().minimumSizeHint().height())

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self.setText("\n".join(self._lines(event.size().width() - 4 * SPACE)))

    def _lines(self, width: int) -> list[str]:
        lines: list[str] = []
        for word in self._whole.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.fontMetrics().horizontalAdvance(longer) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines
