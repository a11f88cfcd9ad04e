"""Where a class's files are dropped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QRectF, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QFont,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import CAPTION, CARD_CORNER, LEAD, S2, S4
from ttt_desktop.look.parts import Words
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.work_page import row_of


def class_among(dragged: QMimeData) -> Path | None:
    """Return the one folder or zip that is dragged; None where it is something else."""
    paths = [Path(url.toLocalFile()) for url in dragged.urls() if url.isLocalFile()]
    if len(paths) != 1 or not (paths[0].is_dir() or paths[0].suffix.lower() == ".zip"):
        return None
    return paths[0]


class DropZone(QFrame):
    """A frame that takes a folder or a zip; below what it says lie the buttons that ask for them.

    Args:
        theme: the look.
        platforms: whose exports it takes.
        below: what lies in it under that.

    Signals:
        dropped(Path): a folder or zip was dropped.
    """

    dropped = Signal(object)

    def __init__(
        self, theme: ThemeManager, platforms: Sequence[str], below: Sequence[QWidget]
    ) -> None:
        super().__init__()
        self._theme, self._is_over = theme, False
        self.setAcceptDrops(True)
        title = Words(
            theme, tr("Drop a folder or zip of hand-ins"), LEAD, QFont.Weight.DemiBold, wrap=True
        )
        about = Words(
            theme, tr("Just as you downloaded it: a learning platform's zip, or a folder with a "
                      "Python file, a zip or a folder for each student."),
            CAPTION, colour="muted", wrap=True,
        )  # fmt: skip
        chips = [_Platform(theme, platform) for platform in platforms]
        column = QVBoxLayout(self)
        column.setContentsMargins(S4, S4, S4, S4)
        column.setSpacing(S2)
        for part in (title, about, row_of(*chips, gap=S2), *below):
            column.addWidget(part)

    @handler
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: D102
        if class_among(event.mimeData()) is None:
            event.ignore()
            return
        event.acceptProposedAction()
        self._light(True)

    @handler
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: D102
        self._light(False)

    @handler
    def dropEvent(self, event: QDropEvent) -> None:  # noqa: D102
        self._light(False)
        path = class_among(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self.dropped.emit(path)

    def _light(self, is_over: bool) -> None:
        self._is_over = is_over
        self.update()

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        theme, painter = self._theme.theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = theme.colour("accent" if self._is_over else "edge")
        painter.setPen(QPen(line, 2, Qt.PenStyle.DashLine))
        painter.setBrush(theme.colour("accent_soft" if self._is_over else "window"))
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(box, CARD_CORNER, CARD_CORNER)
        painter.end()


class _Platform(Words):
    """A platform's name, on a small round ground."""

    def __init__(self, theme: ThemeManager, name: str) -> None:
        super().__init__(theme, name, CAPTION, QFont.Weight.Medium, "muted")
        self._look = theme
        self.setContentsMargins(S2, 3, S2, 3)

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, box = QPainter(self), QRectF(self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._look.theme.colour("sunken"))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.end()
        super().paintEvent(event)
