"""What is marked on a board, and how: one table for the board, pictures, charts and reports.

A sign's shape says what its colour says. A frame lies just inside its square, and a badge in the
square's upper right corner, so that no sign reaches into another square.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen

from ttt_desktop.look.colormap import ink_on, luminance, rgb_of
from ttt_desktop.look.colours import CONTRAST, PAPER, STONES, Theme, sign_colour
from ttt_desktop.look.grounds import tile_of
from ttt_desktop.look.hand import inked, through, wavering
from ttt_desktop.look.text import QT_TRANSLATE_NOOP


class Sign(Enum):
    """What is marked, by its name in a legend."""

    LAST = QT_TRANSLATE_NOOP("", "last move")
    FOCUS = QT_TRANSLATE_NOOP("", "keyboard")
    HINT = QT_TRANSLATE_NOOP("", "hint")
    RIGHT = QT_TRANSLATE_NOOP("", "right")
    WRONG = QT_TRANSLATE_NOOP("", "wrong")
    THREAT = QT_TRANSLATE_NOOP("", "threat")
    WINNING = QT_TRANSLATE_NOOP("", "winning line")
    LOSING = QT_TRANSLATE_NOOP("", "losing line")
    PLAYED = QT_TRANSLATE_NOOP("", "move in question")
    BEST = QT_TRANSLATE_NOOP("", "best score")
    CLOSE = QT_TRANSLATE_NOOP("", "too close to call")


class SignForm(Enum):
    """What a sign looks like."""

    CORNER = "a flag in the upper left corner; a ring on a stone"
    FRAME = "a frame around the square; a ring around a stone"
    STROKE = "a stroke through the squares of a line; a ring around each of its stones"


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a sign is drawn.

    Attributes:
        form: its shape.
        colour: its colour's name in ``Theme``; empty where whoever draws it gives the ink: a
            side's colour, or what reads on a score's.
        width: its line's, as a share of a square's side.
        least: the line's least width, in pixels.
        dashed: whether its line is broken.
        badge: what stands in the corner.
    """

    form: SignForm
    colour: str
    width: float
    least: float
    dashed: bool = False
    badge: str = ""


TICK, CROSS = "✓", "✕"

DRAWINGS: Mapping[Sign, Drawing] = {
    Sign.LAST: Drawing(SignForm.CORNER, "ink", 0.2, 6.0),
    Sign.FOCUS: Drawing(SignForm.FRAME, "accent", 0.0, 2.0),
    Sign.HINT: Drawing(SignForm.FRAME, "hint", 0.03, 2.0, dashed=True, badge="?"),
    Sign.RIGHT: Drawing(SignForm.FRAME, "right", 0.03, 2.0, badge=TICK),
    Sign.WRONG: Drawing(SignForm.FRAME, "wrong", 0.03, 2.0, badge=CROSS),
    Sign.THREAT: Drawing(SignForm.FRAME, "", 0.025, 1.5, dashed=True),
    Sign.WINNING: Drawing(SignForm.STROKE, "gold", 0.085, 3.0),
    Sign.LOSING: Drawing(SignForm.STROKE, "wrong", 0.07, 2.5, dashed=True),
    Sign.PLAYED: Drawing(SignForm.FRAME, "edge", 0.03, 2.0),
    Sign.BEST: Drawing(SignForm.FRAME, "", 0.025, 2.0),
    Sign.CLOSE: Drawing(SignForm.FRAME, "", 0.025, 1.5, dashed=True),
}
"""How each sign is drawn, in every look."""

LEGEND = (
    Sign.LAST, Sign.FOCUS, Sign.HINT, Sign.RIGHT, Sign.WRONG, Sign.THREAT, Sign.WINNING,
)  # fmt: skip
"""The signs that a legend of the board explains."""

_FLAG_INK = 0.75
_STRONG_FOCUS = 0.05
"""The width of the keyboard's frame in the strongest contrast, as a share of a square's side."""
_DASHED_FROM = 18.0
"""Squares smaller than this, in pixels, get whole frames for dashed ones: no dash would be seen."""
_BADGED_FROM = 20.0
"""Squares smaller than this, in pixels, have no room for a badge."""
_MARKER, _DARK = "#ffd84a", 0.2
"""A marker's colour, and the luminance of paper on which less of it is enough."""
_STONE = 0.455
"""A stone's radius, as a share of a square's side."""
_LAST_STONE = 0.2
"""The radius of the ring on the last stone."""


def sign_ink(sign: Sign, theme: Theme, ink: QColor | None = None) -> QColor:
    """Return a sign's colour.

    Args:
        ink: that of a sign that has none of its own.
    """
    name = DRAWINGS[sign].colour
    return sign_colour(theme, name) if name else QColor(ink or sign_colour(theme, "ink"))


def draw_sign(
    painter: QPainter,
    cell: QRectF,
    sign: Sign,
    theme: Theme,
    ink: QColor | None = None,
    badge: str | None = None,
) -> None:
    """Draw a sign that belongs to one square; antialiasing is on.

    Args:
        painter: paints the board.
        cell: all of the square.
        sign: no line.
        theme: the board's colours and look.
        ink: the colour of a sign that has none of its own; on wood, of the last stone's ring.
        badge: what stands in the corner, where it is not the sign's own.
    """
    drawing = DRAWINGS[sign]
    if drawing.form is SignForm.CORNER:
        _draw_last(painter, cell, theme, ink)
        return
    colour = sign_ink(sign, theme, ink)
    _draw_frame(painter, cell, sign, colour, theme)
    text = drawing.badge if badge is None else badge
    if text:
        draw_badge(painter, cell, text, colour)


def _draw_last(painter: QPainter, cell: QRectF, theme: Theme, ink: QColor | None) -> None:
    if theme.look == STONES:
        painter.setPen(QPen(ink or sign_colour(theme, "accent"), max(1.5, cell.width() * 0.06)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(cell.center(), cell.width() * _LAST_STONE, cell.width() * _LAST_STONE)
        return
    draw_flag(painter, cell, theme, theme.colour(DRAWINGS[Sign.LAST].colour))


def draw_flag(painter: QPainter, cell: QRectF, theme: Theme, colour: QColor) -> None:
    """Draw a flag in a square's upper left corner.

    Args:
        painter: paints the board.
        cell: all of the square.
        theme: the board's look.
        colour: an ink that reads on the square.
    """
    drawing, tile, colour = DRAWINGS[Sign.LAST], tile_of(cell), QColor(colour)
    # White on black beside white lines, it has to be larger, and away from them.
    larger, share = (1.5, 0.07) if theme.look == CONTRAST else (1.0, 0.02)
    size = min(tile.width(), max(drawing.least, tile.width() * drawing.width) * larger)
    inset = tile.width() * share + (1 if theme.look == PAPER else 0)
    corner = tile.topLeft() + QPointF(inset, inset)
    if theme.look == PAPER:
        _shade_corner(painter, corner, size, colour)
        return
    flag = QPainterPath(corner)
    flag.lineTo(corner + QPointF(size, 0))
    flag.lineTo(corner + QPointF(0, size))
    flag.closeSubpath()
    colour.setAlphaF(_FLAG_INK)
    painter.fillPath(flag, colour)


def _shade_corner(painter: QPainter, corner: QPointF, size: float, colour: QColor) -> None:
    """Shade a corner with a pencil."""
    hand, strokes = Random(round(size)), 6
    colour.setAlphaF(_FLAG_INK)
    pen = QPen(colour, max(1.0, size / strokes / 2))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    for stroke in range(1, strokes + 1):
        far = size * stroke / strokes * 1.15
        start, end = corner + QPointF(far, 0), corner + QPointF(0, far)
        painter.drawPath(through(wavering(start, end, 0, size * 0.02, hand, 4)))


def _draw_frame(painter: QPainter, cell: QRectF, sign: Sign, colour: QColor, theme: Theme) -> None:
    drawing, side = DRAWINGS[sign], cell.width()
    width = max(drawing.least, round(side * drawing.width))
    if sign is Sign.FOCUS and theme.look == CONTRAST:
        width = max(width, round(side * _STRONG_FOCUS))
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if drawing.dashed and side >= _DASHED_FROM:
        pen.setDashPattern([2.4, 2.0])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if theme.look == STONES:
        radius = side / 2 - width / 2
        if sign is Sign.FOCUS:
            painter.setPen(QPen(sign_colour(theme, "accent_ink"), width + 2))
            painter.drawEllipse(cell.center(), radius - 1, radius - 1)
        painter.setPen(pen)
        painter.drawEllipse(cell.center(), radius, radius)
        return
    tile = QRectF(tile_of(cell).toRect())  # whole pixels: its lines are sharp
    if sign is Sign.FOCUS:  # outside of all other frames, with a seam that parts it from scores
        inset = width + 0.5
        seam = tile.adjusted(inset, inset, -inset, -inset)
        painter.setPen(QPen(sign_colour(theme, "accent_ink"), 1))
        painter.drawRoundedRect(seam, *_rounding(seam))
        inset = width / 2
    else:
        inset = width / 2 + round(side * 0.015)
    box = tile.adjusted(inset, inset, -inset, -inset)
    painter.setPen(pen)
    if theme.look == PAPER:
        painter.drawPath(_frame_by_hand(box))
    else:
        painter.drawRoundedRect(box, *_rounding(box))


def _rounding(box: QRectF) -> tuple[float, float]:
    radius = min(9.0, box.width() * 0.09)
    return radius, radius


def _frame_by_hand(box: QRectF) -> QPainterPath:
    hand, path = Random(round(box.x() + 31 * box.y())), QPainterPath()
    corners = (box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft())
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        bow = box.width() * 0.012 * hand.uniform(-1, 1)
        path.addPath(through(wavering(start, end, bow, box.width() * 0.006, hand, 6)))
    return path


_BADGES = {
    TICK: (((0.27, 0.53), (0.44, 0.70)), ((0.44, 0.70), (0.75, 0.33))),
    CROSS: (((0.32, 0.32), (0.68, 0.68)), ((0.68, 0.32), (0.32, 0.68))),
}
"""Badges that are drawn, so that they look alike with every font; in shares of their circle."""


def draw_badge(
    painter: QPainter, cell: QRectF, text: str, colour: QColor, font: QFont | None = None
) -> None:
    """Draw a sign or a number on a coloured ground, in a square's upper right corner."""
    side = max(13.0, cell.width() * 0.22)
    if cell.width() < _BADGED_FROM:
        side = cell.width() * 0.6
    box = QRectF(cell.right() - side, cell.top(), side, side)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(box)
    ink = QColor(*ink_on(rgb_of(colour)))
    if text in _BADGES:
        pen = QPen(ink, max(1.4, side * 0.12))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        for (left, top), (right, bottom) in _BADGES[text]:
            start, end = QPointF(left, top) * side, QPointF(right, bottom) * side
            painter.drawLine(box.topLeft() + start, box.topLeft() + end)
        return
    sized = QFont(font or painter.font())
    sized.setPixelSize(max(6, round(side * (0.66 if len(text) < 2 else 0.5))))
    sized.setBold(True)
    painter.setFont(sized)
    painter.setPen(ink)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def draw_line(
    painter: QPainter,
    ends: tuple[QRectF, QRectF],
    length: int,
    theme: Theme,
    loses: bool = False,
    progress: float = 1.0,
) -> None:
    """Draw the line that ended a game through its squares, or around its stones.

    Args:
        painter: paints the board, with antialiasing on.
        ends: the squares at both ends of the line.
        length: how many squares it has.
        theme: the board's colours and look.
        loses: whether it lost the game.
        progress: how much of it is drawn, from 0 to 1.
    """
    sign = Sign.LOSING if loses else Sign.WINNING
    drawing, ink, (first, last) = DRAWINGS[sign], sign_ink(sign, theme), ends
    side = first.width()
    width = max(drawing.least, side * drawing.width)
    if theme.look == STONES:
        step = (last.center() - first.center()) / max(1, length - 1)
        _ring_stones(painter, first, [step * place for place in range(round(length * progress))],
                     ink, width * 0.7)  # fmt: skip
        return
    if length < 2:  # a foul's square
        return
    way = last.center() - first.center()
    start, end = first.center(), first.center() + way * progress
    if theme.look == PAPER and not loses:
        _mark_by_hand(painter, start, end, side, theme, progress)
        return
    pen = QPen(ink, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    if drawing.dashed:
        pen.setDashPattern([2.0, 2.2])
    painter.setPen(pen)
    painter.drawLine(start, end)


def _mark_by_hand(
    painter: QPainter, start: QPointF, end: QPointF, side: float, theme: Theme, progress: float
) -> None:
    """Draw a line with a broad marker, which is under the ink of the marks."""
    if progress <= 0:
        return
    way = end - start
    reach = way / (abs(way.x()) or abs(way.y()) or 1.0) * side * 0.3
    hand = Random(7)
    points = wavering(start - reach, end + reach, side * 0.02, side * 0.006, hand)
    dark = luminance(rgb_of(theme.colour("tile"))) < _DARK
    ink = QColor(_MARKER)
    ink.setAlphaF(0.35 if dark else 0.5)
    painter.fillPath(inked(points, side * 0.42, hand), ink)


def _ring_stones(
    painter: QPainter, first: QRectF, places: list[QPointF], ink: QColor, width: float
) -> None:
    """Draw a ring around each stone of a line: a stroke would cross out the moves' numbers."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    rim, radius = QColor(ink).darker(220), first.width() * _STONE - width * 0.3
    for place in places:
        for colour, thickness in ((rim, width * 1.6), (ink, width)):
            painter.setPen(QPen(colour, thickness))
            painter.drawEllipse(first.center() + place, radius, radius)
