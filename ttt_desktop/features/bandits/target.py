"""What is thrown at: a square with a quarter of a circle and its darts, or a wall of games."""

from __future__ import annotations

from math import ceil, sqrt

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.search.darts import SEEN, Seen
from ttt_desktop.features.bandits.throwing import PI, Thrower
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager

_LEAST, _USUAL = 120, 200
_DART, _DARTS_ACROSS = 2.0, 140
"""The radius of a dart, in pixels, and how many radii lie across a small square at least."""
_GAMES_A_ROW = 20
_AT_ONCE = 300
"""Throws that are painted in one go."""


class Target(QWidget):
    """The first thrower's throws, as many of them as are kept to be seen.

    Hits are filled discs in one colour, misses crosses in another.

    Args:
        thrower: whose throws are shown.
    """

    def __init__(self, thrower: Thrower, theme: ThemeManager) -> None:
        super().__init__()
        self._thrower = thrower
        self._theme = theme
        self._drawn: QPixmap | None = None
        self._shown: tuple[object, int] = (None, 0)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setSizePolicy(policy)
        thrower.changed.connect(self.refresh)
        theme.changed.connect(self._forget)
        self.refresh()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(_USUAL, _USUAL)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(_LEAST, _LEAST)

    def refresh(self) -> None:
        """Show what has been thrown by now."""
        seen = self._thrower.throwing.seen
        hits, misses = sum(hit for *_, hit in seen), sum(not hit for *_, hit in seen)
        if self._thrower.what == PI:
            self.setAccessibleName(tr("The square with the quarter of a circle"))
            sentence = tr("{hits} darts inside the quarter, {misses} outside.", hits=f"{hits:,}",
                      misses=f"{misses:,}")  # fmt: skip
        else:
            self.setAccessibleName(tr("The games, row by row"))
            sentence = tr("X won {hits} games, and {misses} it did not.", hits=f"{hits:,}",
                      misses=f"{misses:,}")  # fmt: skip
        if len(seen) == SEEN:
            sentence = tr("The first {count}: {facts}", count=f"{SEEN:,}", facts=sentence)
        self.setAccessibleDescription(sentence)
        self.setToolTip(sentence)
        self.update()

    def _forget(self) -> None:
        self._drawn = None
        self.update()

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._forget()

    # --- painting -------------------------------------------------------------------------

    @property
    def _box(self) -> QRectF:
        side = max(1.0, min(self.width(), self.height()) - SPACE)
        return QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        throwing = self._thrower.throwing
        if self._drawn is None or self._shown[0] is not throwing:
            self._begin()
        assert self._drawn is not None
        begun = self._shown[1]
        new = throwing.seen[begun : begun + _AT_ONCE]
        if new:  # what is there already stays: thousands of darts are never painted at once
            painter = QPainter(self._drawn)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for number, throw in enumerate(new, start=begun):
                self._draw_throw(painter, throw, number)
            painter.end()
            self._shown = throwing, begun + len(new)
            if self._shown[1] < len(throwing.seen):
                self.update()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._drawn)
        painter.end()

    def _begin(self) -> None:
        """Paint what is there before the first throw."""
        ratio = self.devicePixelRatioF()
        self._drawn = QPixmap(self.size() * ratio)
        self._drawn.setDevicePixelRatio(ratio)
        self._drawn.fill(Qt.GlobalColor.transparent)
        self._shown = self._thrower.throwing, 0
        theme, box = self._theme.theme, self._box
        painter = QPainter(self._drawn)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("edge"), 1.0))
        painter.setBrush(theme.colour("surface"))
        painter.drawRect(box)
        if self._thrower.what == PI:
            quarter = QPainterPath(box.bottomLeft())
            side = box.width()
            circle = QRectF(box.left() - side, box.top(), 2 * side, 2 * side)
            quarter.arcTo(circle, 0, 90)
            quarter.closeSubpath()
            painter.setBrush(theme.colour("window"))
            painter.setPen(QPen(theme.colour("ink"), 1.5))
            painter.drawPath(quarter)
        painter.end()

    def _draw_throw(self, painter: QPainter, seen: Seen, number: int) -> None:
        across, up, hit = seen
        box = self._box
        if self._thrower.what == PI:
            place = QPointF(box.left() + across * box.width(), box.bottom() - up * box.height())
            self._draw_mark(painter, place, min(_DART, box.width() / _DARTS_ACROSS), hit)
            return
        per_row = max(_GAMES_A_ROW, ceil(sqrt(SEEN)))
        cell = box.width() / per_row
        row, column = divmod(number, per_row)
        place = QPointF(box.left() + (column + 0.5) * cell, box.top() + (row + 0.5) * cell)
        self._draw_mark(painter, place, max(1.2, cell * 0.32), hit)

    def _draw_mark(self, painter: QPainter, place: QPointF, size: float, hit: bool) -> None:
        theme = self._theme.theme
        ink = QColor(theme.colour("accent" if hit else "wrong"))
        if hit:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ink)
            painter.drawEllipse(place, size, size)
        else:
            painter.setPen(QPen(ink, 1.2))
            painter.drawLine(place + QPointF(-size, -size), place + QPointF(size, size))
            painter.drawLine(place + QPointF(-size, size), place + QPointF(size, -size))
