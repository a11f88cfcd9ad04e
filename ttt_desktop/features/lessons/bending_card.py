"""A card whose parts stand beside each other, or below each other where there is little room."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import S4
from ttt_desktop.look.parts import Card
from ttt_desktop.look.theme import ThemeManager

_BESIDE_FROM = 560
"""From which width on its parts stand beside each other, in pixels at the usual text size."""


class BendingCard(Card):
    """A row of parts that bends.

    Args:
        theme: the look.
        parts: from the left.
        wide: the one of them that takes the room that is left.
    """

    def __init__(self, theme: ThemeManager, parts: Iterable[QWidget], wide: QWidget) -> None:
        super().__init__(theme, row=True, gap=S4)
        self._look, self._parts = theme, tuple(parts)
        for part in self._parts:
            self.box.addWidget(part, int(part is wide))

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        # Of the bent form: the row's own would keep the page from being narrower.
        widest = max(part.minimumSizeHint().width() for part in self._parts)
        return QSize(widest + 2 * S4, super().minimumSizeHint().height())

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        is_row = event.size().width() >= self._look.px(_BESIDE_FROM)
        direction = QBoxLayout.Direction
        self.box.setDirection(direction.LeftToRight if is_row else direction.TopToBottom)
        super().resizeEvent(event)
