"""What can be seen of a file's work from inside its process: evidence, and never a verdict.

The file runs in the same process and may change all of this. It is asked for only after a result
was wrong, to say why.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from engine.board import EMPTY, STRMAP, Board
from engine.compat.poc_ttt_provided import TTTBoard
from engine.rules import Square

MOST_CALLS = 20_000
"""Calls of one board's functions beyond which a game on it has no end."""

_MOST_MOVES = 700
"""More moves than the largest board has squares are not passed on."""

_WATCHED = {"mc_trial": 0, "mc_update_scores": 1, "get_best_move": 0}
"""Which functions are watched, and which of their arguments is the board."""

_LETTERS = STRMAP | {EMPTY: "."}


class EndlessError(BaseException):
    """A file asks a board over and over; no "except Exception" of its own stops this."""


class WatchedBoard(TTTBoard):
    """A board that keeps its moves and notices games without an end.

    Attributes:
        put: the marks that were put on all such boards so far.
        moves: (row, column, mark) of each mark that was put.
    """

    put = 0
    moves: list[tuple[int, int, int]]
    _calls = 0

    @classmethod
    def watching(cls, board: Board) -> WatchedBoard:
        """Return a watched copy of a board."""
        result = cls.of(board)
        assert isinstance(result, WatchedBoard)
        result.moves = []
        return result

    def clone(self) -> WatchedBoard:
        """Return a copy that is watched by itself."""
        copy = object.__new__(type(self))
        copy._dim, copy._reverse, copy._win_length = self._dim, self._reverse, self._win_length
        copy._ends_rule, copy.foul = self._ends_rule, self.foul
        copy._board = [row[:] for row in self._board]
        copy.moves = []
        return copy

    def get_empty_squares(self) -> list[Square]:
        """Return the empty squares."""
        self._calls += 1
        if self._calls > MOST_CALLS:
            raise EndlessError
        return super().get_empty_squares()

    def check_win(self) -> int | None:
        """Return how the game stands."""
        self._calls += 1
        if self._calls > MOST_CALLS:
            raise EndlessError
        return super().check_win()

    def move(self, row: int, col: int, player: int) -> None:
        """Put a mark, and keep the move if the square was empty."""
        self._calls += 1
        if self._calls > MOST_CALLS:
            raise EndlessError
        if self._board[row][col] == EMPTY:
            self._make(row, col, player)
            WatchedBoard.put += 1
            self.moves.append((row, col, player))


def marks_of(board: Any) -> str:
    """Return a board's marks as a text such as ``X.O/.X./..O``; empty where it is no board."""
    rows = getattr(board, "_board", ())
    try:
        return "/".join("".join(_LETTERS.get(mark, "?") for mark in row) for row in rows)
    except TypeError:
        return ""


def game_seen(board: WatchedBoard) -> dict[str, Any]:
    """Return the moves of a game as evidence."""
    return {"moves": [list(move) for move in board.moves[:_MOST_MOVES]]}


class Calls:
    """Has a file's calls of three of its functions noted, for one ``mc_move``."""

    def __init__(self, names: dict[str, Any], board: WatchedBoard) -> None:
        self._names = names
        self._boards: list[Any] = [board]  # kept, so that no other one gets its number
        self._before = WatchedBoard.put
        self._notes: list[dict[str, Any]] = []

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note the calls made meanwhile."""
        kept = {name: self._names[name] for name in _WATCHED if callable(self._names.get(name))}
        try:
            for name, function in kept.items():
                self._names[name] = self._outermost(name, function)
            yield
        finally:
            self._names.update(kept)

    def as_data(self) -> dict[str, Any]:
        """Return the calls in their order, and how many marks were put on all boards."""
        return {"calls": self._notes, "marks": WatchedBoard.put - self._before}

    def _outermost(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function whose outermost calls are noted: a function may well call itself."""
        inside = False

        def called(*given: Any, **options: Any) -> Any:
            nonlocal inside
            if inside:
                return function(*given, **options)
            inside = True
            try:
                return self._note(name, function, given, options)
            finally:
                inside = False

        return called

    def _note(
        self, name: str, function: Callable[..., Any], given: tuple[Any, ...], options: Any
    ) -> Any:
        values = in_order(function, given, options)
        board = values[_WATCHED[name]]
        note: dict[str, Any] = {
            "name": name, "board": self._number(board), "rows": marks_of(board),
            "reverse": bool(getattr(board, "_reverse", False)), "player": None,
            "shared": self._shared(board),
        }  # fmt: skip
        self._notes.append(note)
        if name == "get_best_move":
            note["scores"] = grid_of(values[1])
        else:
            player = values[2 if name == "mc_update_scores" else 1]
            note["player"] = player if type(player) is int and abs(player) < 100 else None
        if name == "mc_update_scores":
            note["before"] = grid_of(values[0])
            note["one_row"] = _is_one_row(values[0])
        returned = function(*given, **options)
        if name == "mc_update_scores":
            note["after"] = grid_of(values[0])
        if name == "get_best_move":
            with suppress(Exception):
                note["returned"] = [int(part) for part in returned]
        return returned

    def _number(self, board: Any) -> int:
        """Return a number that is the same for the same board: 0 for that of ``mc_move``."""
        for number, known in enumerate(self._boards):
            if known is board:
                return number
        self._boards.append(board)
        return len(self._boards) - 1

    def _shared(self, board: Any) -> bool:
        """Whether a board's rows are those of another board."""
        rows = {id(row) for row in getattr(board, "_board", ())}
        return any(
            id(row) in rows
            for other in self._boards
            if other is not board
            for row in getattr(other, "_board", ())
        )


def grid_of(scores: Any) -> list[list[float]] | None:
    """Return a copy of a grid as plain numbers, or None where it is none."""
    try:
        return [[float(value) for value in row] for row in scores]
    except Exception:
        return None


def _is_one_row(grid: Any) -> bool:
    rows = grid if isinstance(grid, list) else []
    return len({id(row) for row in rows}) < len(rows)


def in_order(
    function: Callable[..., Any], given: tuple[Any, ...], options: dict[str, Any]
) -> list[Any]:
    """Return the arguments of a call in the order of the function's parameters, at least three."""
    values = list(given)
    if options:
        with suppress(TypeError, ValueError):
            values = list(inspect.signature(function).bind(*given, **options).arguments.values())
    return [*values, None, None, None]
