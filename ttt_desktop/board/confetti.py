"""A handful of paper marks that fall beside the board when a person has won or solved a puzzle."""

from __future__ import annotations

import random

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, QVariantAnimation, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from ttt_desktop.look.guard import handler
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.measures import CONFETTI_MS
from ttt_desktop.look.theme import ThemeManager

_PIECES = 28
_SIZE = 22.0


class Confetti(QWidget):
    """Falling marks, over a part of the window but for the board; clicks go through it.

    Args:
        over: what the marks fall over.
        board: lies in it, and stays free of them.
    """

    def __init__(self, theme: ThemeManager, over: QWidget, board: QWidget) -> None:
        super().__init__(over)
        self._theme = theme
        self._over, self._board = over, board
        self._mark = 0
        self._pieces: list[tuple[float, float, float, float]] = []
        self._fall = QVariantAnimation(self, duration=CONFETTI_MS, startValue=0.0, endValue=1.0)
        self._fall.valueChanged.connect(self._moved)
        self._fall.finished.connect(self.hide)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def throw(self, mark: int) -> None:
        """Let marks of the winner fall."""
        chance = random.Random()
        self._mark = mark
        self._pieces = [
            (chance.random(), chance.uniform(-0.5, 0.0), chance.uniform(0.7, 1.3),
             chance.uniform(-180, 180))
            for _ in range(_PIECES)
        ]  # fmt: skip
        self.setGeometry(self._over.rect())
        self.show()
        self.raise_()
        self._fall.start()

    def _squares(self) -> QRegion:
        """Return where the board is."""
        corner = self.mapFromGlobal(self._board.mapToGlobal(QPoint(0, 0)))
        return QRegion(QRect(corner, self._board.size()))

    @Slot(object)
    def _moved(self, _value: object) -> None:
        self.update()

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        share: float = self._fall.currentValue()
        painter = QPainter(self)
        painter.setClipRegion(QRegion(self.rect()).subtracted(self._squares()))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(min(1.0, (1.0 - share) * 3))
        theme = self._theme.theme
        ink = mark_colour(theme, self._mark)
        for across, start, speed, turn in self._pieces:
            middle = QPointF(across * self.width(), (start + share * 1.3 * speed) * self.height())
            painter.save()
            painter.translate(middle)
            painter.rotate(turn * share)
            side = _SIZE * speed
            place = QRectF(-side / 2, -side / 2, side, side)
            draw_mark(painter, place, self._mark, ink, look=theme.look)
            painter.restore()
        painter.end()
