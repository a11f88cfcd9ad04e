"""Empty boards: tiles, wood, and a sheet of paper with a grid drawn in pencil."""

from __future__ import annotations

from math import cos, sin
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen

from engine import Square
from ttt_desktop.look.colormap import blend, rgb_of
from ttt_desktop.look.colours import PAPER, STONES, Theme
from ttt_desktop.look.hand import through, wavering
from ttt_desktop.look.measures import BOARD_CORNER, SPACE

_GAP = 0.03
"""Half the gap between two tiles, as a share of a square's side."""
_ROUND = 0.09
_LARGEST_ROUND = 10.0
_SEEN_RADIUS = 2.0
_FRAME = 0.012
"""The frame's width, as a share of a board's side."""
_STARS_FROM, _FAR_FROM, _MIDDLES_FROM = 7, 12, 17
"""The sides from which a board has dots, further in, and at the middles of its edges too."""
_GRAINS = 26
_PAD = 4.0
"""How far the sheets under the first one reach beyond it, in pixels."""
_RULED_FROM = 18.0
"""Squares smaller than this, in pixels, lie on plain paper."""
_RULE = 25.0
"""How far rules are apart, in pixels: about as far, so that squares end on them."""


def frame_of(side: float) -> float:
    """Return the width of the frame around a board's squares, in pixels."""
    return min(float(SPACE), max(2.0, side * _FRAME))


def tile_of(cell: QRectF) -> QRectF:
    """Return the painted part of a square: a little less than all of it."""
    gap = max(0.75, cell.width() * _GAP)
    return cell.adjusted(gap, gap, -gap, -gap)


def draw_tile(painter: QPainter, tile: QRectF, colour: QColor) -> None:
    """Paint a square's ground, with corners rounded after its size."""
    radius = min(_LARGEST_ROUND, tile.width() * _ROUND)
    if radius < _SEEN_RADIUS:
        painter.fillRect(tile, colour)  # many times faster, and no eye tells the difference
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(tile, radius, radius)


def cells_of(area: QRectF, size: int) -> dict[Square, QRectF]:
    """Return where the squares of a board lie that fills an area."""
    cell = area.width() / size
    return {
        (row, col): QRectF(area.left() + col * cell, area.top() + row * cell, cell, cell)
        for row in range(size)
        for col in range(size)
    }


def draw_ground(painter: QPainter, area: QRectF, size: int, theme: Theme) -> None:
    """Paint an empty board and the frame around it; antialiasing is on.

    Args:
        painter: paints where the board is.
        area: where its squares are, without the frame.
        size: how many squares a side has.
        theme: its colours, and its look.
    """
    frame = frame_of(area.width())
    if theme.look == PAPER:  # what lies under the sheet is seen beyond it
        frame = min(frame, SPACE - _PAD)
    outer = area.adjusted(-frame, -frame, frame, frame)
    painter.save()
    if theme.look == STONES:
        _draw_wood(painter, outer, area, size, theme)
    elif theme.look == PAPER:
        _draw_sheet(painter, outer, area, size, theme)
    else:
        corner = min(BOARD_CORNER, outer.width() * 0.06)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("board"))
        painter.drawRoundedRect(outer, corner, corner)
        tile = theme.colour("tile")
        for cell in cells_of(area, size).values():
            draw_tile(painter, tile_of(cell), tile)
    painter.restore()


# --- wood -----------------------------------------------------------------------------------------


def is_star(square: Square, size: int) -> bool:
    """Whether a wooden board of a size has a dot on a square, so that the eye finds its way."""
    if size < _STARS_FROM:
        return False
    in_, middle = (2 if size < _FAR_FROM else 3), size // 2
    corners, odd = {in_, size - 1 - in_}, bool(size % 2)
    if set(square) <= corners or (odd and square == (middle, middle)):
        return True
    return odd and size >= _MIDDLES_FROM and set(square) <= {*corners, middle}


def _draw_wood(painter: QPainter, outer: QRectF, area: QRectF, size: int, theme: Theme) -> None:
    """Paint a plank with its grain, lines that cross on the squares, and dots."""
    wood, ink = theme.colour("tile"), theme.colour("board")
    lit = QLinearGradient(outer.topLeft(), outer.topRight() + QPointF(0, outer.height() * 0.15))
    for place, share in ((0.0, 103), (0.35, 99), (0.6, 105), (1.0, 97)):
        lit.setColorAt(place, wood.lighter(share))
    corner = min(BOARD_CORNER, outer.width() * 0.06)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(lit)
    painter.drawRoundedRect(outer, corner, corner)
    cell = area.width() / size
    if cell >= _RULED_FROM:
        painter.setClipRect(outer.adjusted(1, 1, -1, -1))
        _draw_grain(painter, outer, ink)
        painter.setClipping(False)
    line = QColor(ink)
    line.setAlphaF(0.75)
    painter.setPen(QPen(line, max(1.0, cell * 0.02)))
    near, far = cell / 2, area.width() - cell / 2
    for step in range(size):
        along = (step + 0.5) * cell
        painter.drawLine(
            area.topLeft() + QPointF(near, along), area.topLeft() + QPointF(far, along)
        )
        painter.drawLine(
            area.topLeft() + QPointF(along, near), area.topLeft() + QPointF(along, far)
        )
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    for square, crossing in cells_of(area, size).items():
        if is_star(square, size):
            painter.drawEllipse(crossing.center(), cell * 0.08, cell * 0.08)


def _draw_grain(painter: QPainter, box: QRectF, ink: QColor) -> None:
    grain, side = QColor(ink), box.width()
    grain.setAlphaF(0.1)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for number in range(_GRAINS):
        height = box.top() + side * number / _GRAINS
        swing = side / 140
        path = QPainterPath(QPointF(box.left(), height + swing * sin(number * 2.1)))
        path.cubicTo(
            QPointF(box.left() + side * 0.3, height + 2 * swing * sin(number)),
            QPointF(box.left() + side * 0.6, height - 1.5 * swing * cos(number * 1.7)),
            QPointF(box.right(), height + swing * cos(number)),
        )
        painter.setPen(QPen(grain, 1 + number % 3 * 0.7))
        painter.drawPath(path)


# --- paper ----------------------------------------------------------------------------------------


def _mixed(theme: Theme, name: str, share: float) -> QColor:
    """Return a colour of the theme, thinned with the paper's."""
    return QColor(*blend(rgb_of(theme.colour("tile")), rgb_of(theme.colour(name)), share))


def _draw_sheet(painter: QPainter, outer: QRectF, area: QRectF, size: int, theme: Theme) -> None:
    """Paint a sheet on a pad, ruled and with a margin, and a grid in pencil."""
    cell = area.width() / size
    edge = QPen(_mixed(theme, "board", 0.5), 0.8)
    painter.setPen(edge)
    corner = min(4.0, outer.width() * 0.02)
    away = min(_PAD, outer.width() * 0.01)
    for lower, share in ((away, 0.45), (away / 2, 0.25), (0.0, 0.0)):
        painter.setBrush(_mixed(theme, "board", share))
        painter.drawRoundedRect(outer.translated(lower * 0.7, lower), corner, corner)
    if cell >= _RULED_FROM:
        _rule(painter, outer, area, cell, theme)
    hand, broad = Random(size), max(1.0, min(2.6, cell * 0.03))
    pencil, inset = _mixed(theme, "ink", 0.8), cell * 0.12
    for step in range(1, size):
        along = step * cell
        for across in (False, True):
            ends = (QPointF(inset, along), QPointF(area.width() - inset, along))
            start, end = (QPointF(p.y(), p.x()) for p in ends) if across else ends
            _draw_pencil(painter, area.topLeft() + start, area.topLeft() + end,
                         (broad, pencil, cell), hand)  # fmt: skip


def _rule(painter: QPainter, outer: QRectF, area: QRectF, cell: float, theme: Theme) -> None:
    gap = cell / max(1, round(cell / _RULE))
    painter.setPen(QPen(_mixed(theme, "x", 0.25), 1))
    height = area.top()
    while height < outer.bottom() - 1:
        if height > outer.top() + 2:
            painter.drawLine(QPointF(outer.left() + 1, height), QPointF(outer.right() - 1, height))
        height += gap
    painter.setPen(QPen(_mixed(theme, "o", 0.42), 1.3))
    margin = area.left() + min(cell * 0.16, 18)
    painter.drawLine(QPointF(margin, outer.top() + 1), QPointF(margin, outer.bottom() - 1))


def _draw_pencil(
    painter: QPainter,
    start: QPointF,
    end: QPointF,
    lead: tuple[float, QColor, float],
    hand: Random,
) -> None:
    """Draw a line that a pencil goes along more than once.

    Args:
        lead: its breadth, its colour, and the side of the squares that it parts.
    """
    broad, colour, cell = lead
    bow, off = cell * 0.02 * hand.uniform(-1, 1), cell * 0.025
    strokes = 3 if cell >= 2 * _RULED_FROM else 1
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for stroke in range(strokes):

        def near(place: QPointF) -> QPointF:
            return place + QPointF(hand.uniform(-off, off), hand.uniform(-off, off))

        ink = QColor(colour)
        ink.setAlphaF(0.55 if strokes > 1 else 0.8)
        pen = QPen(ink, broad if stroke == 0 else broad / 2)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        points = wavering(near(start), near(end), bow, cell * 0.006, hand, 26)
        painter.drawPath(through(points))
