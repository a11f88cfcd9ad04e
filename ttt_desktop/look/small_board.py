"""Boards beside other things: on tiles and cards, in pictures, in reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from engine import EMPTY, Board, Line, Square
from ttt_desktop.look.colours import PAPER, Theme
from ttt_desktop.look.grounds import cells_of, draw_ground, frame_of
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.signs import draw_line
from ttt_desktop.look.squares import SquareLook, SquarePainter

_NUMBERED_FROM = 20
"""From how many pixels on a square has room for its number."""


def squares_in(box: QRectF) -> QRectF:
    """Return where the squares of a board are that fills a square box with its frame."""
    frame = ceil(frame_of(box.width()))
    return box.adjusted(frame, frame, -frame, -frame)


def draw_dressed_board(
    painter: QPainter,
    area: QRectF,
    theme: Theme,
    squares: SquarePainter,
    size: int,
    look: Callable[[Square], SquareLook],
    line: Line = (),
    loses: bool = False,
) -> None:
    """Paint a board as the large ones are.

    Args:
        painter: paints, with antialiasing on.
        area: where its squares are; the frame is around them.
        theme: its colours and look.
        squares: paints what is on each square.
        size: how many squares a side has.
        look: tells what is on a square.
        line: the line that ended the game.
        loses: whether that line lost it.
    """
    cells = cells_of(area, size)
    draw_ground(painter, area, size, theme)

    def draw_ending() -> None:
        if line:
            draw_line(painter, (cells[line[0]], cells[line[-1]]), len(line), theme, loses)

    if theme.look == PAPER:  # a marker lies under the ink
        draw_ending()
    for square, cell in cells.items():
        squares.draw(painter, cell, look(square))
    if theme.look != PAPER:
        draw_ending()


def draw_small_board(
    painter: QPainter,
    area: QRectF,
    theme: Theme,
    board: Board,
    numbers: Mapping[Square, int] | None = None,
) -> None:
    """Paint a position; antialiasing is on.

    Args:
        painter: paints.
        area: where the squares are; the frame is around them.
        theme: the board's colours and look.
        board: the position.
        numbers: what to write beside marks, such as the moves' numbers, where there is room.
    """
    size, cells = board.size, cells_of(area, board.size)
    draw_ground(painter, area, size, theme)
    numbered = numbers if area.width() / size >= _NUMBERED_FROM else None
    for place, (square, cell) in enumerate(cells.items()):
        mark = board.square(*square)
        if mark == EMPTY:
            continue
        draw_mark(painter, cell, mark, mark_colour(theme, mark), look=theme.look, seed=place)
        if numbered and square in numbered:
            painter.setPen(theme.colour("muted"))
            corner = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
            painter.drawText(cell.adjusted(0, 0, -3, -1), corner, str(numbered[square]))
    line = board.winning_line()
    if line is not None:
        ends = cells[line[0]], cells[line[-1]]
        draw_line(painter, ends, len(line), theme, loses=board.rules.reverse)
