"""A small drawn X or O, beside a name or a sentence."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ttt_desktop.look.colours import STONES
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.theme import ThemeManager


class MarkBadge(QWidget):
    """A mark as large as the letters beside it, in its colour.

    Args:
        mark: PLAYERX, PLAYERO, or EMPTY for none.
        lines: its height in lines of text.
    """

    def __init__(self, mark: int, theme: ThemeManager, lines: float = 1.9) -> None:
        super().__init__()
        self._mark = mark
        self._theme = theme
        self._lines = lines
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyle)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        side = round(self.fontMetrics().height() * self._lines)
        return QSize(side, side)

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme.theme
        # A stone fills nearly all of its square, a drawn mark leaves a wide margin.
        inset = -self.width() * (0.0 if theme.look == STONES else 0.12)
        cell = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        draw_mark(painter, cell, self._mark, mark_colour(theme, self._mark), look=theme.look)
        painter.end()

    @Slot()
    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()
