"""How a tree's boards, branches and numbers are painted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from engine import EMPTY, Square
from ttt_desktop.features.tree.grower import DrawnNode, TreeGrower
from ttt_desktop.features.tree.words import numbers
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.measures import CAPTION
from ttt_desktop.look.squares import heat_colours
from ttt_desktop.look.theme import ThemeManager

_WIDEST_BRANCH = 9.0
_MARKS_FROM = 5.0
"""Squares smaller than this, in pixels, show a mark as a dot."""

_LEAST_SCALE = 0.25
"""Colours are spread over the values drawn, but never over fewer than up to this one."""

_FAINT = 0.45
"""How much of the ink the marks of a random game have."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A node, where it is drawn, and where the branch to it begins."""

    node: DrawnNode
    box: QRectF
    start: QPointF | None


@dataclass(frozen=True, slots=True)
class Sight:
    """What all boards of a picture have in common.

    Attributes:
        top, left, count: the first row and column of every board that is drawn, and how many.
        scale: the value that has the strongest colour.
        lines: how many numbers stand below a board.
        chosen: the position that was clicked on; None for none.
        playout: the board on which a random game is shown, and its moves so far.
    """

    top: int
    left: int
    count: int
    scale: float
    lines: int
    chosen: tuple[Square, ...] | None
    playout: tuple[tuple[Square, ...], Sequence[Square]]


def scale_of(nodes: Sequence[DrawnNode]) -> float:
    """Return the value that is to have the strongest colour among some nodes."""
    values = (abs(node.move.value or 0.0) for node in nodes if node.move is not None)
    return max(_LEAST_SCALE, *values, 0.0)


def draw_branch(painter: QPainter, placed: Placed, theme: ThemeManager) -> None:
    """Draw the branch to a node; its width says how many simulations went through it."""
    node, box = placed.node, placed.box
    if placed.start is None:
        return
    colours = theme.theme
    ink = colours.colour("accent" if node.walked else "ink" if node.expected else "edge")
    pen = QPen(ink, 1 + (_WIDEST_BRANCH - 1) * sqrt(min(1.0, node.share)))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if node.move is not None and not node.move.visits:
        pen.setStyle(Qt.PenStyle.DotLine)
    painter.setPen(pen)
    painter.drawLine(placed.start, QPointF(box.center().x(), box.top()))


def draw_node(
    painter: QPainter, placed: Placed, sight: Sight, grower: TreeGrower, theme: ThemeManager
) -> None:
    """Draw a position as a small board, with its signs and numbers."""
    node, box, colours = placed.node, placed.box, theme.theme
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colours.colour("board"))
    painter.drawRoundedRect(box, 3, 3)
    _draw_squares(painter, placed, sight, grower, theme)
    chosen = node.line == sight.chosen
    if chosen or node.walked or node.expected:
        ink = colours.colour("gold" if chosen else "accent" if node.walked else "ink")
        painter.setPen(QPen(ink, 3.0 if chosen else 2.0 if node.expected else 1.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 3, 3)
    if node.next and placed.start is not None:
        _draw_next(painter, box, colours.colour("accent"))
    _write(painter, placed, sight, grower, theme)


def _draw_squares(
    painter: QPainter, placed: Placed, sight: Sight, grower: TreeGrower, theme: ThemeManager
) -> None:
    node, box, colours = placed.node, placed.box, theme.theme
    board = grower.after(node.line)
    shown, moves = sight.playout
    game = dict.fromkeys(moves if shown == node.line else ())
    for number, square in enumerate(game):
        board.move(*square, grower.side(len(node.line) + number))
    cell = (box.width() - 4) / sight.count
    last = node.line[-1] if node.line else None
    for row in range(sight.top, sight.top + sight.count):
        for col in range(sight.left, sight.left + sight.count):
            mark = board.square(row, col)
            across, down = (col - sight.left) * cell, (row - sight.top) * cell
            rect = QRectF(box.x() + 2 + across, box.y() + 2 + down, cell, cell)
            ground, ink = colours.colour("tile"), mark_colour(colours, mark)
            if (row, col) == last and node.move is not None and node.move.value is not None:
                ground, ink = heat_colours(theme, node.move.value / sight.scale)
            painter.fillRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), ground)
            if mark != EMPTY:
                painter.setOpacity(_FAINT if (row, col) in game else 1.0)
                _draw_mark(painter, rect, mark, ink)
                painter.setOpacity(1.0)


def _draw_mark(painter: QPainter, rect: QRectF, mark: int, ink: QColor) -> None:
    if rect.width() >= _MARKS_FROM:
        draw_mark(painter, rect, mark, ink)
    else:
        painter.fillRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), ink)


def _draw_next(painter: QPainter, box: QRectF, ink: QColor) -> None:
    """Draw a triangle above a board: the next simulation goes through it."""
    x, y, side = box.center().x(), box.top() - 1, 5.0
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPolygon(
        QPolygonF([QPointF(x - side, y - side * 1.4), QPointF(x + side, y - side * 1.4),
                   QPointF(x, y)])
    )  # fmt: skip


def _write(
    painter: QPainter, placed: Placed, sight: Sight, grower: TreeGrower, theme: ThemeManager
) -> None:
    """Write a board's numbers below it."""
    font = theme.font(CAPTION)
    line = QFontMetricsF(font).height()
    painter.setFont(font)
    wide = placed.box.adjusted(-60, 0, 60, 0)
    for place, text in enumerate(numbers(placed.node, grower.simulations)[: sight.lines]):
        painter.setPen(theme.theme.colour("muted" if place else "ink"))
        top = placed.box.bottom() + place * line
        box = QRectF(wide.left(), top, wide.width(), line)
        painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, text)
