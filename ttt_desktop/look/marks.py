"""How X and O are drawn. Their shapes tell them apart; their colours only help."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QRadialGradient,
)

from engine import PLAYERX
from ttt_desktop.look.colours import PAPER, STONES, TILES, Theme
from ttt_desktop.look.hand import inked, loop, wavering

_REACH = 0.27
"""How far a mark reaches from the middle of its square, as a share of the side."""
_THICKNESS, _THINNEST = 0.085, 1.5
_PEN = 0.068
"""How broad a pen's stroke is."""

STONE = 0.455
"""A stone's radius, as a share of a square's side."""
_GROWTH = 0.08
_SHADED_FROM = 10.0
"""Stones of smaller squares, in pixels, are flat discs: no shade would be seen."""

GHOST, GHOST_STONE = 0.3, 0.4
"""How much there is of a mark that is not on the board, and of such a stone."""

_BLACK = (("#7a808a", 0.0), ("#2b2f37", 0.5), ("#0d0f13", 1.0))
_WHITE = (("#ffffff", 0.0), ("#ece9e2", 0.6), ("#bdb7aa", 1.0))
_BLACK_RIM, _WHITE_RIM = "#05060a", "#57452a"
"""How stones are lit from the upper left, and their edges, by which they stand out on wood."""


def mark_colour(theme: Theme, mark: int) -> QColor:
    """Return the colour that X or O is drawn in."""
    return theme.colour("x" if mark == PLAYERX else "o")


def faint(theme: Theme, mark: int, share: float | None = None) -> QColor:
    """Return the colour of a mark that is not on the board: of a move that might be made.

    Args:
        share: how much there is of it, from 0 to 1; None for what is usual in the look.
    """
    usual = GHOST_STONE if theme.look == STONES else GHOST
    colour = mark_colour(theme, mark)
    colour.setAlphaF(usual if share is None else share)
    return colour


def draw_mark(
    painter: QPainter,
    cell: QRectF,
    mark: int,
    colour: QColor,
    progress: float = 1.0,
    look: str = TILES,
    seed: int = 0,
) -> None:
    """Draw a mark into a square cell.

    Args:
        painter: paints with antialiasing on.
        cell: the square's area, in pixels.
        mark: PLAYERX, or anything else for O.
        colour: the stroke's colour; of a stone, only how much of it there is.
        progress: how much of the stroke is drawn, from 0 to 1.
        look: what the board is drawn like: a mark on PAPER is drawn by hand; one of STONES is a
            stone.
        seed: fixes how a mark on PAPER turns out, so that a square's is the same each time.
    """
    if progress <= 0:
        return
    if look == STONES:
        _draw_stone(painter, cell, mark == PLAYERX, colour.alphaF(), min(1.0, progress))
        return
    if look == PAPER:
        _draw_by_hand(painter, cell, mark, colour, min(1.0, progress), seed)
        return
    inset = cell.width() * (0.5 - _REACH)
    box = cell.adjusted(inset, inset, -inset, -inset)
    pen = QPen(colour, max(_THINNEST, cell.width() * _THICKNESS))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if mark == PLAYERX:
        # One path: with a colour that shines through, the strokes' crossing is no darker.
        path = QPainterPath()
        _add_stroke(path, box.topLeft(), box.bottomRight(), min(1.0, progress * 2))
        _add_stroke(path, box.topRight(), box.bottomLeft(), progress * 2 - 1)
        painter.drawPath(path)
    else:
        painter.drawArc(box, 90 * 16, round(-360 * 16 * min(1.0, progress)))


def _draw_stone(
    painter: QPainter, cell: QRectF, black: bool, opacity: float, progress: float
) -> None:
    """Draw a stone that is put down: it grows a little, and throws a shadow once it lies."""
    side, device = cell.width(), painter.device()
    lies = progress == 1 and opacity == 1
    if (
        lies
        and side == round(side)
        and painter.paintEngine().type() == QPaintEngine.Type.Raster
        and not painter.worldTransform().isScaling()
    ):
        picture = _stone(black, side, device.devicePixelRatioF())
        painter.drawPixmap(cell.topLeft(), picture)
    else:
        painter.save()
        painter.setOpacity(painter.opacity() * opacity)
        _paint_stone(painter, cell, black, side * (1 - progress) * _GROWTH, lies)
        painter.restore()


@lru_cache(maxsize=16)
def _stone(black: bool, side: float, ratio: float) -> QPixmap:
    """Return the picture of a stone: to paint one takes longer than a hundred pictures."""
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_stone(painter, QRectF(0, 0, side, side), black, 0.0, True)
    painter.end()
    return picture


def _paint_stone(painter: QPainter, cell: QRectF, black: bool, smaller: float, lies: bool) -> None:
    side, centre = cell.width(), cell.center()
    radius, shaded = side * STONE - smaller, side >= _SHADED_FROM
    painter.setPen(Qt.PenStyle.NoPen)
    if shaded and lies:
        painter.setBrush(QColor(0, 0, 0, 56))
        painter.drawEllipse(centre + QPointF(side * 0.02, side * 0.035), radius, radius)
    lit = _BLACK if black else _WHITE
    if shaded:
        light = QRadialGradient(centre - QPointF(radius, radius) * 0.35, radius * 1.5)
        for name, place in lit:
            light.setColorAt(place, QColor(name))
        painter.setBrush(light)
    else:
        painter.setBrush(QColor(lit[1][0]))
    painter.setPen(QPen(QColor(_BLACK_RIM if black else _WHITE_RIM), max(0.75, side * 0.014)))
    painter.drawEllipse(centre, radius, radius)


def _draw_by_hand(
    painter: QPainter, cell: QRectF, mark: int, colour: QColor, progress: float, seed: int
) -> None:
    """Draw an X of two bent strokes of a pen, or an O that is not quite round."""
    path = _by_hand(mark, cell.width(), progress, seed)
    painter.fillPath(path.translated(cell.topLeft()), colour)


@lru_cache(maxsize=2048)  # more than two boards of the largest size
def _by_hand(mark: int, side: float, progress: float, seed: int) -> QPainterPath:
    """Return the outline of a mark in a cell that begins at 0."""
    hand = Random(seed)

    def off(share: float) -> QPointF:
        return QPointF(hand.uniform(-1, 1), hand.uniform(-1, 1)) * side * share

    centre, width = QPointF(side, side) / 2 + off(0.025), max(_THINNEST, side * _PEN)
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    if mark == PLAYERX:
        reach, bow = side * (_REACH + 0.015), side * 0.045
        for stroke, right in enumerate((1, -1)):
            corner = QPointF(-reach * right, -reach)
            start, end = centre + corner + off(0.02), centre - corner + off(0.02)
            bend = bow * hand.uniform(-1, 1)
            points = wavering(start, end, bend, side * 0.004, hand)
            share = min(1.0, progress * 2 - stroke)
            if share > 0:
                path.addPath(inked(points[: 2 + round((len(points) - 2) * share)], width, hand))
    else:
        points = loop(centre, side * (_REACH + hand.uniform(-0.012, 0.012)), hand)
        path.addPath(inked(points[: 2 + round((len(points) - 2) * progress)], width, hand))
    return path


def _add_stroke(path: QPainterPath, start: QPointF, end: QPointF, share: float) -> None:
    if share > 0:
        path.moveTo(start)
        path.lineTo(start + (end - start) * share)
