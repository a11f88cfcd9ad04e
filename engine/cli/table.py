"""Grids of numbers as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.board import EMPTY, STRMAP, Board
from engine.rules import Square

Value = TypeVar("Value")


def grid_table(
    board: Board,
    values: Sequence[Sequence[Value]],
    write: Callable[[Value], str],
    best: tuple[Square, ...] = (),
) -> str:
    """Return the board as lines: a value on each empty square, the mark on the others.

    The squares in ``best`` carry a star.
    """
    dim = board.size
    cells = [
        [_cell(board, (row, col), write(values[row][col]), best) for col in range(dim)]
        for row in range(dim)
    ]
    width = max(len(cell) for row in cells for cell in row)
    margin = len(str(dim))
    head = " " * margin + "".join(f"  {chr(ord('A') + col):>{width}}" for col in range(dim))
    lines = [
        f"{number:>{margin}}" + "".join(f"  {cell:>{width}}" for cell in row)
        for number, row in enumerate(cells, 1)
    ]
    return "\n".join((head, *lines))


def _cell(board: Board, square: Square, text: str, best: tuple[Square, ...]) -> str:
    mark = board.square(*square)
    if mark != EMPTY:
        return STRMAP[mark] + " "
    return text + ("*" if square in best else " ")
