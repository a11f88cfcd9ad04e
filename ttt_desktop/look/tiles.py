"""How the ground of a square is painted, on the board and in the heat map alike."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from ttt_desktop.look.colormap import RGB, blend, ink_on, shade
from ttt_desktop.look.theme import ThemeManager

_SEEN_RADIUS = 2.0
_HEAT_STEPS = 128
_STRENGTH_STEPS = 8
_FAINTEST = 0.25


@lru_cache(maxsize=2048)
def _heat_colours(palette: str, step: int, strength: int, tile: str) -> tuple[QColor, QColor]:
    ground = shade(step / _HEAT_STEPS, palette)
    if strength < _STRENGTH_STEPS:
        share = _FAINTEST + (1 - _FAINTEST) * strength / _STRENGTH_STEPS
        ground = blend(_rgb(tile), ground, share)
    return QColor(*ground), QColor(*ink_on(ground))


def heat_colours(theme: ThemeManager, heat: float, strength: float = 1.0) -> tuple[QColor, QColor]:
    """Return the ground of a square with a score from -1 to +1, and the ink that reads on it.

    Args:
        theme: the palette, and the colour of a plain tile.
        heat: the score on the scale of the heat map.
        strength: how much is known of the score, from 0 to 1: less makes it fainter.
    """
    step = round(max(-1.0, min(1.0, heat)) * _HEAT_STEPS)
    return _heat_colours(theme.palette, step, int(strength * _STRENGTH_STEPS), theme.theme.tile)


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


def draw_ring(
    painter: QPainter, tile: QRectF, colour: QColor, width: float, dashed: bool = False
) -> None:
    """Paint a frame just inside a square's edge."""
    inset = width / 2 + 0.5
    radius = min(8.0, tile.width() * 0.09)
    style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
    painter.setPen(QPen(colour, width, style))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(tile.adjusted(inset, inset, -inset, -inset), radius, radius)


def _rgb(name: str) -> RGB:
    colour = QColor(name)
    return colour.red(), colour.green(), colour.blue()
