"""What every look at a file is made of; its weights; and whether its four functions are there."""

from __future__ import annotations

import inspect
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.board import EMPTY, PLAYERX, STRMAP
from engine.compat.loading import LoadedFile, load_again, square_of
from engine.compat.poc_ttt_provided import TTTBoard
from engine.compat.terms import FAIL, FOUR, PASS, WARN, Finding, short
from engine.notation import parse_board
from engine.rules import Square

Scores = list[list[float]]

SEED = 1
"""Every look begins with it, so that the same file gives the same findings again."""

MOST_CALLS = 20_000
"""Calls of one board's functions beyond which a game on it has no end."""

_SHOWN = 400
_LETTERS = STRMAP | {EMPTY: "."}


@dataclass(frozen=True, slots=True)
class FileLook:
    """One look at a file.

    Attributes:
        title: what is looked at, for an error that the file raises meanwhile.
        see: looks, and yields findings; whatever the file raises may go through.
        function: which of the file's functions it is about.
    """

    title: str
    see: Callable[[LoadedFile], Iterator[Finding]]
    function: str


class EndlessError(BaseException):
    """A file asks a board over and over; no "except Exception" of its own stops this."""


class WatchedBoard(TTTBoard):
    """A board that keeps its moves and notices games without an end.

    Attributes:
        moves: (row, column, mark) of each mark that was put.
        after_the_end: whether one was put after the game's end.
    """

    moves: list[tuple[int, int, int]]
    after_the_end = False
    _calls = 0

    @classmethod
    def at(cls, rows: str, reverse: bool = False) -> WatchedBoard:
        """Return a board with the marks of a text such as ``X.O/.X./..O``."""
        made = cls.of(parse_board(rows, reverse))
        assert isinstance(made, WatchedBoard)
        made.moves = []
        return made

    def clone(self) -> WatchedBoard:
        """Return a copy that is watched by itself."""
        copy = type(self).of(self)
        assert isinstance(copy, WatchedBoard)
        copy.moves = []
        return copy

    def _count(self) -> None:
        self._calls += 1
        if self._calls > MOST_CALLS:
            raise EndlessError

    def get_empty_squares(self) -> list[Square]:
        """Return the empty squares."""
        self._count()
        return super().get_empty_squares()

    def check_win(self) -> int | None:
        """Return how the game stands."""
        self._count()
        return super().check_win()

    def move(self, row: int, col: int, player: int) -> None:
        """Put a mark, and keep the move if the square was empty."""
        self._count()
        if self._board[row][col] == EMPTY:
            self.after_the_end = self.after_the_end or TTTBoard.check_win(self) is not None
            self.moves.append((row, col, player))
        super().move(row, col, player)


def begin() -> None:
    """Fix what is random, as far as one can: the file's own generators it cannot."""
    random.seed(SEED)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        with suppress(AttributeError):
            numpy.random.seed(SEED)


def verdict(
    passed: bool, what: str, expected: str, got: str, cause: str = "", board: str = ""
) -> Finding:
    """Return a finding: PASS, or FAIL with what was expected and what came."""
    if passed:
        return Finding(PASS, what)
    return Finding(FAIL, what, expected, short(got, _SHOWN), None, cause, board)


def warning(what: str, expected: str, got: str, cause: str = "") -> Finding:
    """Return a finding that takes nothing away from a right file."""
    return Finding(WARN, what, expected, short(got, _SHOWN), None, cause)


def is_square(move: Any, board: TTTBoard) -> bool:
    """Whether an answer is an empty square of a board."""
    try:
        return square_of(move) in board.get_empty_squares()
    except ValueError:
        return False


def answer_told(move: Any, board: TTTBoard) -> str:
    """Return an answer as text, with what is wrong with it as a move."""
    try:
        row, col = square = square_of(move)
    except ValueError:
        return f"{short(move)}, which is no (row, column)"
    dim = board.get_dim()
    if not (0 <= row < dim and 0 <= col < dim):
        return f"{square}, which is off the board"
    if board.square(row, col) != EMPTY:
        return f"{square}, which is taken by {STRMAP[board.square(row, col)]}"
    return str(square)


def why_no_square(move: Any) -> str:
    """Return the likely mistake behind an answer that is no square; empty where it is one."""
    try:
        square_of(move)
    except ValueError:
        return "nothing is returned" if move is None else "what is returned is no (row, column)"
    return ""


def squares_told(squares: set[Square]) -> str:
    """Return squares as text, one alone without brackets."""
    told = sorted(squares)
    return str(told[0]) if len(told) == 1 else f"one of {', '.join(map(str, told))}"


def same(expected: Scores, got: Scores) -> bool:
    """Whether two grids hold the same numbers, but for rounding."""
    return len(expected) == len(got) and all(
        len(one) == len(two) and all(abs(a - b) < 1e-9 for a, b in zip(one, two, strict=True))
        for one, two in zip(expected, got, strict=True)
    )


def numbers(scores: Any) -> Scores | None:
    """Return a copy of a grid as plain numbers, or None where it is none."""
    try:
        return [[float(value) for value in row] for row in scores]
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return None


def letters(marks: Sequence[Any]) -> str:
    """Return marks as a word such as ``XOX``."""
    return "".join(STRMAP.get(mark, "?") for mark in marks)


def rows_of(board: TTTBoard) -> str:
    """Return a board's marks as a text such as ``X.O/.X./..O``."""
    return "/".join("".join(_LETTERS.get(mark, "?") for mark in row) for row in board.rows)


EDITIONS = (("SCORE_CURRENT", "SCORE_OTHER"), ("MCMATCH", "MCOTHER"))
"""The names of the two weights in the two editions of the course."""

Weights = tuple[float, float]

UNEQUAL: Weights = (2.0, 3.0)
"""Weights that tell apart what equal ones do not."""


def names_of(file: LoadedFile) -> tuple[str, str] | None:
    """Return what the file calls its weights, or None where it calls them otherwise."""
    return next((pair for pair in EDITIONS if all(name in file.names for name in pair)), None)


def weights_of(file: LoadedFile) -> Weights:
    """Return the file's own weights.

    Where they have other names, what it gives on a plain win is taken for them, and must hold
    everywhere.
    """
    names = names_of(file)
    if names is not None:
        return float(file.names[names[0]]), float(file.names[names[1]])
    scores: Scores = [[0.0] * 3 for _ in range(3)]
    file.names["mc_update_scores"](scores, TTTBoard.of(parse_board("XXX/OO./...")), PLAYERX)
    return float(scores[0][0]), -float(scores[1][0])


def with_weights(file: LoadedFile, weights: Weights) -> LoadedFile | None:
    """Return the file loaded anew with other weights; None where it names none.

    They take effect where the file assigns its own, so that what it makes of them at once, such as
    a table, is made of the others too.
    """
    names = names_of(file)
    if names is None:
        return None
    return load_again(file, dict(zip(names, weights, strict=True)))


_PARAMETERS = {"mc_trial": 2, "mc_update_scores": 3, "get_best_move": 2, "mc_move": 3}


def _takes(name: str, file: LoadedFile) -> Iterator[Finding]:
    function = file.names.get(name)
    if not callable(function):
        yield verdict(False, f"there is a function {name}", name, "no such function")
        return
    wanted = _PARAMETERS[name]
    what = f"{name} takes {wanted} arguments"
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # made by something that has none
        yield verdict(True, what, "", "")
        return
    try:
        signature.bind(*range(wanted))
    except TypeError:
        yield verdict(False, what, f"{wanted} arguments", str(signature))
    else:
        yield verdict(True, what, "", "")


NAMES = tuple(FileLook(f"looking at {name}", partial(_takes, name), name) for name in FOUR)
