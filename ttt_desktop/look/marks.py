"""How X and O are drawn. Their shapes tell them apart; their colours only help."""

from __future__ import annotations

import random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QRadialGradient

from engine import PLAYERX
from ttt_desktop.look.colours import PAPER, STONES, TILES, Theme

_MARGIN = 0.22
_THICKNESS = 0.09
_PENCIL = 0.055
_STONE_MARGIN = 0.08
_MIDDLE_GREY = 128
_RING = QColor("#ffd75e")
"""What stands out on wood, beside black and beside white."""


def mark_colour(theme: Theme, mark: int) -> QColor:
    """Return the colour that X or O is drawn in."""
    return theme.colour("x" if mark == PLAYERX else "o")


def line_colour(theme: Theme, mark: int, loses: bool) -> QColor:
    """Return what the line that ended a game is drawn in: its mark's colour, or danger's."""
    return theme.colour("wrong") if loses else mark_colour(theme, mark)


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
        colour: the stroke's colour.
        progress: how much of the stroke is drawn, from 0 to 1.
        look: what the board is drawn like: on PAPER strokes are never quite straight or round; a
            mark of STONES is a stone.
        seed: fixes how a mark on PAPER turns out, so that a square's is the same each time.
    """
    if look == STONES:
        _draw_stone(painter, cell, colour, progress)
        return
    inset = cell.width() * _MARGIN
    box = cell.adjusted(inset, inset, -inset, -inset)
    thickness = _PENCIL if look == PAPER else _THICKNESS
    pen = QPen(colour, max(1.5, cell.width() * thickness))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if look == PAPER:
        _draw_by_hand(painter, box, mark, progress, random.Random(seed))
    elif mark == PLAYERX:
        # One path: with a colour that shines through, the strokes' crossing is no darker.
        path = QPainterPath()
        _add_stroke(path, box.topLeft(), box.bottomRight(), min(1.0, progress * 2))
        _add_stroke(path, box.topRight(), box.bottomLeft(), progress * 2 - 1)
        painter.drawPath(path)
    elif progress > 0:
        painter.drawArc(box, 90 * 16, round(-360 * 16 * min(1.0, progress)))


def _draw_stone(painter: QPainter, cell: QRectF, colour: QColor, progress: float) -> None:
    """Draw a stone that is put down: it grows a little, and has a rim of the other shade."""
    if progress <= 0:
        return
    inset = cell.width() * (_STONE_MARGIN + (1 - min(1.0, progress)) * _STONE_MARGIN)
    light = colour.lightness() > _MIDDLE_GREY
    shine = QColor(colour.darker(125) if light else colour.lighter(100))
    if not light:
        shine.setHsl(0, 0, 70, colour.alpha())
    box = cell.adjusted(inset, inset, -inset, -inset)
    lit = QRadialGradient(box.center() - QPointF(box.width(), box.height()) * 0.15, box.width())
    lit.setColorAt(0.0, colour if light else shine)
    lit.setColorAt(0.7 if light else 0.5, colour)
    lit.setColorAt(1.0, shine if light else colour)
    rim = QColor(118, 118, 118, colour.alpha())  # seen on black and on white
    painter.setPen(QPen(rim, max(1.0, cell.width() * 0.015)))
    painter.setBrush(lit)
    painter.drawEllipse(box)


def _draw_by_hand(
    painter: QPainter, box: QRectF, mark: int, progress: float, hand: random.Random
) -> None:
    """Draw an X of two bent strokes, or an O that is not quite round; no two quite alike."""
    path, bend = QPainterPath(), box.width() * 0.09

    def off() -> QPointF:
        return QPointF(hand.uniform(-1, 1), hand.uniform(-1, 1)) * bend * 0.7

    if mark == PLAYERX:
        strokes = ((box.topLeft(), -1, box.bottomRight()), (box.topRight(), 1, box.bottomLeft()))
        for place, (start, side, end) in enumerate(strokes):
            begin, middle = start + off(), box.center() + QPointF(bend, side * bend) + off()
            if progress > place / 2:
                path.moveTo(begin)
                path.quadTo(middle, end + off())
    elif progress > 0:
        turn = (-360 - hand.uniform(-8, 25)) * min(1.0, progress)
        flat, angle = hand.uniform(-1, 1) * bend, hand.uniform(70, 130)
        egg = box.adjusted(-flat / 2, flat / 2, flat / 2, -flat / 2).translated(off() / 2)
        path.arcMoveTo(egg, angle)
        path.arcTo(egg, angle, turn)
    painter.drawPath(path)


def draw_line(
    painter: QPainter,
    first: QRectF,
    last: QRectF,
    length: int,
    colour: QColor,
    broken: bool = False,
    progress: float = 1.0,
    look: str = TILES,
) -> None:
    """Draw the line that ended a game through its squares; around its stones, if it has such.

    Args:
        painter: paints with antialiasing on.
        first: the square at one end of the line, in pixels.
        last: the square at the other end.
        length: how many squares the line has.
        colour: the stroke's colour.
        broken: whether the stroke is dashed: a line that lost.
        progress: how much of the stroke is drawn, from 0 to 1.
        look: what the board is drawn like.
    """
    if look == STONES:
        _ring_stones(painter, first, last, length, progress)
        return
    if length < 2:  # a foul's square
        return
    faint = QColor(colour)
    faint.setAlphaF(0.8 if broken else 0.55)
    step = QPointF(last.center() - first.center()) / max(1, length - 1) * 0.32
    pen = QPen(faint, max(2.0, first.width() * 0.06))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    if broken:
        pen.setDashPattern([2.0, 2.4])
    painter.setPen(pen)
    start, end = first.center() - step, last.center() + step
    painter.drawLine(start, start + (end - start) * progress)


def _ring_stones(
    painter: QPainter, first: QRectF, last: QRectF, length: int, progress: float
) -> None:
    """Draw a ring around each stone of a line: a stroke would cross out the moves' numbers."""
    step = (last.center() - first.center()) / max(1, length - 1)
    inset, width = first.width() * 0.04, max(2.0, first.width() * 0.06)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for place in range(round(length * progress)):
        box = first.translated(step * place).adjusted(inset, inset, -inset, -inset)
        for colour, thickness in ((Qt.GlobalColor.black, width * 1.6), (_RING, width)):
            painter.setPen(QPen(colour, thickness))
            painter.drawEllipse(box)


def _add_stroke(path: QPainterPath, start: QPointF, end: QPointF, share: float) -> None:
    if share > 0:
        path.moveTo(start)
        path.lineTo(start + (end - start) * share)
