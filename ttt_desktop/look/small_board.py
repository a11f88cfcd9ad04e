"""Small boards beside other things: squares, marks, and the line that ended the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from engine import EMPTY, Board, Square
from ttt_desktop.look.colours import Theme
from ttt_desktop.look.marks import draw_line, draw_mark, mark_colour
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.squares import SquareLook, SquarePainter

_NUMBERED_FROM = 20
"""From how many pixels on a square has room for its number."""


def squares_of(box: QRectF, size: int) -> dict[Square, QRectF]:
    """Return where the squares of a board lie that fills a box."""
    cell = box.width() / size
    return {
        (row, col): QRectF(box.left() + col * cell, box.top() + row * cell, cell, cell)
        for row in range(size)
        for col in range(size)
    }


def draw_dressed_board(
    painter: QPainter,
    box: QRectF,
    theme: Theme,
    squares: SquarePainter,
    size: int,
    look: Callable[[Square], SquareLook],
) -> dict[Square, QRectF]:
    """Paint a board into a square box as large ones are, and return where its squares lie.

    Args:
        painter: paints, with antialiasing on.
        box: where.
        squares: paints each square.
        size: the board's.
        look: tells what is on a square.
    """
    painter.setPen(theme.colour("line"))
    painter.setBrush(theme.colour("board"))
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), SPACE, SPACE)
    half = SPACE / 2
    areas = squares_of(box.adjusted(half, half, -half, -half), size)
    for (row, col), area in areas.items():
        beyond = (col > 0, col < size - 1, row > 0, row < size - 1)
        squares.draw(painter, area, replace(look((row, col)), beyond=beyond))
    return areas


def draw_ground(painter: QPainter, box: QRectF, theme: Theme, size: int) -> None:
    """Paint an empty board into a square box."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("board"))
    painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 4, 4)
    gap = max(0.5, box.width() / size * 0.03)
    for area in squares_of(box, size).values():
        painter.fillRect(area.adjusted(gap, gap, -gap, -gap), theme.colour("tile"))


def draw_small_board(
    painter: QPainter,
    box: QRectF,
    theme: Theme,
    board: Board,
    numbers: Mapping[Square, int] | None = None,
) -> None:
    """Paint a position into a square box; antialiasing is on.

    Args:
        box: where.
        numbers: what to write beside marks, such as the moves' numbers, where there is room.
    """
    areas = squares_of(box, board.size)
    draw_ground(painter, box, theme, board.size)
    numbered = numbers if box.width() / board.size >= _NUMBERED_FROM else None
    for square, area in areas.items():
        mark = board.square(*square)
        if mark == EMPTY:
            continue
        draw_mark(painter, area, mark, mark_colour(theme, mark), look=theme.look)
        if numbered and square in numbered:
            painter.setPen(theme.colour("muted"))
            corner = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
            painter.drawText(area.adjusted(0, 0, -3, -1), corner, str(numbered[square]))
    line = board.winning_line()
    if line is not None:
        colour = mark_colour(theme, board.square(*line[0]))
        draw_line(painter, areas[line[0]], areas[line[-1]], len(line), colour)
