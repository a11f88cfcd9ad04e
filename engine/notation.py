"""Positions and squares as text, ``X.O/.X./..O`` and ``B2``, and as a notebook shows them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from typing import Any

from engine.board import EMPTY, PLAYERO, PLAYERX, STRMAP, Board
from engine.errors import Problem, shown, whole_number
from engine.rules import MAX_SIZE, Rule, Square

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


def parse_board(
    board: str | Iterable[Iterable[object]], reverse: bool | Rule = False, line: int | None = None
) -> Board:
    """Return the board written as rows between slashes, with X, O and ``.`` for an empty square.

    Rows may stand on lines of their own, too, as the course's ``print(board)`` writes them, or be
    lists or an array of marks or of the course's numbers, as values or as Python prints them.

    Raises:
        ValueError: rows of unequal length, an unknown mark, a size out of range.
    """
    rows = rows_of(board)
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


_COURSE = {"1": ".", "2": "X", "3": "O", "EMPTY": ".", "PLAYERX": "X", "PLAYERO": "O"}
"""The course's numbers and names of marks, as ``_MARKS`` writes them."""

_RULED = re.compile(r"[\s|+]*[-=─]{3}[-=─\s|+]*")
_LISTED = re.compile(r"\[([^\[\]]*)\]")
_LIST = re.compile(
    r"\s*((?:array\()?(?=\[\[)\[++[^\[\]]*+\](?:[\s,]*+\[[^\[\]]*+\])*+)"
    r"[\s,\]]*+(?:dtype\s*+=\s*+[\w.'\"<>|]++)?[\s,;)]*+"
)
"""Lists in a list, and what Python prints behind an array's last bracket or is copied with it."""
_CELL = re.compile(r"'([^']*)'|\"([^\"]*)\"|(?:\w+\.)?(\w+|[.-])")


def rows_of(board: str | Iterable[Iterable[object]]) -> list[str]:
    """Return a board's rows, a letter a square, from any way in which one is written."""
    if isinstance(board, str):
        return _rows_in(board.strip("\r\n"))
    try:
        return ["".join(map(_letter, row)) for row in board]
    except TypeError:
        raise Problem(
            "the board must be text such as X.O/.X./..O, or a list of rows, not {value}",
            value=shown(board),
        ) from None


def printed_board(text: str) -> tuple[str, list[str], str] | None:
    """Find a board as the course prints one, or as Python prints lists and arrays.

    Returns:
        The text above it, its rows, a letter a square, and the text below it; None where there is
        none.
    """
    if "|" not in text and "[[" not in text:
        return None
    lines = text.splitlines(keepends=True)
    first = next((i for i, line in enumerate(lines) if _begins_list(line) or _is_ruled_row(line)),
                 len(lines))  # fmt: skip
    if first == len(lines):
        return None
    if _begins_list(lines[first]):
        listed = _LIST.match("".join(lines[first:]))
        return None if listed is None else (
            "".join(lines[:first]), _listed_rows(listed[1]), listed.string[listed.end() :]
        )  # fmt: skip
    while first and _RULED.fullmatch(lines[first - 1]):
        first -= 1
    last = next((i for i in range(first, len(lines)) if not _belongs(lines[i])), len(lines))
    cells = (line.split("|") for line in lines[first:last]
             if line.strip() and not _RULED.fullmatch(line))  # fmt: skip
    rows = ["".join(cell.strip() or " " for cell in row) for row in cells]
    return "".join(lines[:first]), rows, "".join(lines[last:])


def _begins_list(line: str) -> bool:
    return line.lstrip().startswith(("[[", "array([["))


def _is_ruled_row(line: str) -> bool:
    """Whether a line has squares, of a mark or none, with upright lines between them."""
    cells = [cell.strip() for cell in line.split("|")]
    return len(cells) > 1 and cells[0] != "#" and all(len(cell) < 2 for cell in cells)


def _belongs(line: str) -> bool:
    """Whether a line below the first one of a ruled board is part of it."""
    begins = line.lstrip()[:1]
    return not begins or ("|" in line and begins != "#") or _RULED.fullmatch(line) is not None


def _listed_rows(text: str) -> list[str]:
    cells = (_CELL.finditer(row) for row in _LISTED.findall(text))
    return ["".join(_letter(next(filter(None, cell.groups()), " ")) for cell in row)
            for row in cells]  # fmt: skip


def _rows_in(text: str) -> list[str]:
    printed = printed_board(text)
    if printed is None:
        return text.split("/") if "/" in text else text.splitlines() or [""]
    above, rows, below = printed
    if beside := (above + below).strip():
        raise Problem("{text} stands beside the board and is no part of it", text=shown(beside))
    return rows


def _letter(mark: object) -> str:
    """Return a mark of a list as ``_MARKS`` has it; what is none stays as it is."""
    text = str(mark).strip() or " "
    return _COURSE.get(text, text)


def parse_mark(mark: str | int) -> int:
    """Return PLAYERX or PLAYERO for "X" or "O", or for either of them.

    Raises:
        ValueError: anything else.
    """
    player = _MARKS.get(mark.strip().upper(), EMPTY) if isinstance(mark, str) else mark
    if player in (PLAYERX, PLAYERO):
        return player
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


_WORST, _MIDDLE, _BEST = (0, 34, 78), (124, 123, 120), (254, 232, 56)
"""The ends and the middle of a scale that people with any colour blindness can read (cividis:
Nunez, Anderton and Renslow, 2018)."""

_BRIGHT = 120
"""From this luminance on, of 255, black is read better than white."""


def frame_of(rows: Sequence[Mapping[str, object]]) -> Any:
    """Return rows as a pandas data frame; ValueError where pandas is not installed."""
    try:
        from pandas import DataFrame  # noqa: PLC0415  (optional)
    except ImportError:
        raise Problem(
            "a data frame needs pandas, which is not installed here: pip install pandas"
        ) from None
    return DataFrame(rows)


def board_html(
    board: Board,
    shades: Mapping[Square, float],
    texts: Mapping[Square, str],
    best: Collection[Square],
    caption: str,
) -> str:
    """Return a board as an HTML table that needs no style sheet.

    Args:
        board: the position; marks stand on neutral ground.
        shades: how good each empty square is, from -1 to 1; brighter is better.
        best: the squares that get a frame.
    """
    side = range(board.size)
    rows = (
        "<tr>" + "".join(_cell(board, (row, col), shades, texts, best) for col in side) + "</tr>"
        for row in side
    )
    return (
        f"<table style='border-collapse:separate;border-spacing:2px'>"
        f"<caption style='text-align:left'>{escape(caption)}</caption>{''.join(rows)}</table>"
    )


def _cell(
    board: Board,
    square: Square,
    shades: Mapping[Square, float],
    texts: Mapping[Square, str],
    best: Collection[Square],
) -> str:
    mark = board.rows[square[0]][square[1]]
    style = "min-width:3em;height:3em;text-align:center;"
    if mark != EMPTY:
        style += "background:#eee;color:#000;font-size:150%"
        return f"<td style='{style}'>{STRMAP[mark]}</td>"
    if square not in shades:
        return f"<td style='{style}background:#eee'></td>"
    ground = _colour(shades[square])
    light = 0.299 * ground[0] + 0.587 * ground[1] + 0.114 * ground[2]
    style += f"background:rgb{ground};color:#{'000' if light > _BRIGHT else 'fff'};"
    style += "outline:3px solid #d55e00;" if square in best else ""
    return f"<td style='{style}'>{escape(texts[square])}</td>"


def _colour(shade: float) -> tuple[int, ...]:
    """Return the colour of a value from -1 to 1."""
    share = min(1.0, abs(shade))
    end = _BEST if shade > 0 else _WORST
    return tuple(
        round(middle + (last - middle) * share) for middle, last in zip(_MIDDLE, end, strict=True)
    )
