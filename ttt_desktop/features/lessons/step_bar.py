"""How far a lesson is: a bar for each step, those that were seen filled."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import S1
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.theme import ThemeManager

_HIGH = 6
"""The height of a bar, in pixels."""


class StepBar(QWidget):
    """A row of bars: green before the present step, the accent's colour at it."""

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme, self._place, self._count = theme, 0, 1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_place(self, place: int, count: int) -> None:
        """Show at which of so many steps one is; the first is 0."""
        self._place, self._count = place, count
        self.update()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(8 * _HIGH, _HIGH)

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        theme, painter = self._theme.theme, QPainter(self)
        wide = (self.width() - S1 * (self._count - 1)) / self._count
        for place in range(self._count):
            column = self._count - 1 - place if self.isRightToLeft() else place
            box = QRectF(column * (wide + S1), 0, wide, _HIGH)
            colour = theme.accent if place == self._place else theme.board
            rounded(painter, box, _HIGH / 2, theme.right if place < self._place else colour)
        painter.end()
