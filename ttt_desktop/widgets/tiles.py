"""How the ground of a square is painted, on the board and in the heat map alike."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from ttt_desktop.colormap import ink_on, shade

_SEEN_RADIUS = 2.0
_HEAT_STEPS = 128


@cache
def _heat_colours(step: int) -> tuple[QColor, QColor]:
    ground = shade(step / _HEAT_STEPS)
    return QColor(*ground), QColor(*ink_on(ground))


def heat_colours(heat: float) -> tuple[QColor, QColor]:
    """Return the ground of a square with a score from -1 to +1, and the ink that reads on it."""
    return _heat_colours(round(heat * _HEAT_STEPS))


def tile_of(rect: QRectF) -> QRectF:
    """Return the painted part of a square: a little less than all of it."""
    gap = max(0.75, rect.width() * 0.02)
    return rect.adjusted(gap, gap, -gap, -gap)


def draw_tile(painter: QPainter, tile: QRectF, colour: QColor) -> None:
    """Paint a square's ground, with corners rounded after its size."""
    radius = min(8.0, tile.width() * 0.09)
    if radius < _SEEN_RADIUS:
        painter.fillRect(tile, colour)  # many times faster, and no eye tells the difference
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(tile, radius, radius)


def draw_ring(painter: QPainter, tile: QRectF, colour: QColor, width: float) -> None:
    """Paint a frame just inside a square's edge."""
    inset = width / 2 + 0.5
    radius = min(8.0, tile.width() * 0.09)
    painter.setPen(QPen(colour, width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(tile.adjusted(inset, inset, -inset, -inset), radius, radius)
