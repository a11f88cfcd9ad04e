"""Positions and squares as text: ``X.O/.X./..O`` and ``B2``."""

from __future__ import annotations

import re

from engine.board import EMPTY, PLAYERO, PLAYERX, Board
from engine.checks import shown, whole_number
from engine.errors import Problem
from engine.rules import MAX_SIZE, Square

_MARKS = {"X": PLAYERX, "O": PLAYERO, ".": EMPTY, "_": EMPTY, "-": EMPTY, " ": EMPTY}
_LETTERS = {EMPTY: ".", PLAYERX: "X", PLAYERO: "O"}
_SQUARE = re.compile(r"\s*([A-Za-z])\s*([0-9]{1,2})\s*")


def square_name(square: Square) -> str:
    """Return a square's name: the column as a letter, the row counted from 1 at the top."""
    row, col = square
    return f"{chr(ord('A') + col)}{row + 1}"


def parse_square(text: str, dim: int) -> Square:
    """Return the (row, column) of a name such as ``B2``.

    Raises:
        ValueError: text that names no square of a board of side ``dim``.
    """
    last = square_name((dim - 1, dim - 1))
    match = _SQUARE.fullmatch(text)
    if match:
        square = int(match[2]) - 1, ord(match[1].upper()) - ord("A")
        if all(0 <= number < dim for number in square):
            return square
    raise Problem(
        "{text} names no square; write a letter and a number, A1 to {last}",
        text=repr(text.strip()), last=last,
    )  # fmt: skip


def parse_board(text: str, reverse: bool = False, line: int | None = None) -> Board:
    """Return the board written as rows between slashes, with X, O and ``.`` for an empty square.

    Raises:
        ValueError: rows of unequal length, an unknown mark, a size out of range.
    """
    if not isinstance(text, str):
        raise Problem("the board must be text such as X.O/.X./..O, not {value}", value=repr(text))
    rows = text.strip("\r\n").split("/")
    dim = whole_number(len(rows), "the number of rows", 1, MAX_SIZE)
    for number, row in enumerate(rows, 1):
        if len(row) != dim:
            raise Problem(
                "row {row} of the board has {squares} squares, but there are {rows} rows; "
                "a board is square",
                row=number, squares=len(row), rows=dim,
            )  # fmt: skip
        for letter in row:
            if letter.upper() not in _MARKS:
                raise Problem(
                    "unknown mark {mark} in row {row} of the board; write X, O "
                    "or . for an empty square",
                    mark=repr(letter), row=number,
                )  # fmt: skip
    marks = [[_MARKS[letter.upper()] for letter in row] for row in rows]
    return Board(dim, reverse, marks, line)


def parse_mark(mark: str | int) -> int:
    """Return PLAYERX or PLAYERO for "X" or "O", or for either of them.

    Raises:
        ValueError: anything else.
    """
    found = _MARKS.get(mark.strip().upper(), EMPTY) if isinstance(mark, str) else mark
    if found in (PLAYERX, PLAYERO):
        return found
    raise Problem('a side is "X" or "O", not {value}', value=shown(mark))


def next_player(board: Board) -> int:
    """Return the side whose turn it is by the number of marks: X where both have equally many."""
    marks = [mark for row in board.rows for mark in row]
    return PLAYERX if marks.count(PLAYERX) <= marks.count(PLAYERO) else PLAYERO


def format_board(board: Board) -> str:
    """Return the board as ``parse_board`` reads it."""
    return "/".join("".join(_LETTERS[mark] for mark in row) for row in board.rows)


def draw_board(board: Board) -> str:
    """Return the board as lines for a terminal, with its letters and numbers around it."""
    dim = board.size
    width = len(str(dim))
    head = " " * (width + 1) + " ".join(chr(ord("A") + col) for col in range(dim))
    rows = (
        f"{number:{width}} " + " ".join(_LETTERS[mark] for mark in row)
        for number, row in enumerate(board.rows, 1)
    )
    return "\n".join((head, *rows))
