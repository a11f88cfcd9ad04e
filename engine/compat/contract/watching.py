"""Watches what ``mc_move`` calls the other three functions with, and what they leave behind."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from engine.board import EMPTY
from engine.compat.contract.looks import Scores, WatchedBoard, numbers, rows_of
from engine.compat.loading import LoadedFile
from engine.compat.poc_ttt_provided import TTTBoard

_WATCHED = ("mc_trial", "mc_update_scores", "get_best_move")


@dataclass(frozen=True, slots=True)
class Trial:
    """A call of ``mc_trial``: the board as it came, its marks then, and for whom."""

    board: Any
    rows: str
    player: Any

    @property
    def reverse(self) -> bool | None:
        """The rule of its board; None where it is no board."""
        rule = getattr(self.board, "_reverse", None)
        return None if rule is None else bool(rule)


@dataclass(frozen=True, slots=True)
class Update:
    """A call of ``mc_update_scores``: the grid, what it held before and after, and the board.

    Attributes:
        grid: the very grid that it was called with.
        before, after: what it held, as numbers; None where it is no grid of numbers.
        board: the board that it was called with.
        over: whether the game on its board was over; None where it is no board.
        player: for whom.
    """

    grid: Any
    before: Scores | None
    after: Scores | None
    board: Any
    over: bool | None
    player: Any


@dataclass(slots=True)
class Choice:
    """A call of ``get_best_move``: the marks of its board, its scores, and what it returned.

    Attributes:
        board: its board.
        rows: the marks on that board; empty where it is none.
        scores: its scores, as numbers; None where they are no grid of numbers.
        returned: its answer; None as long as there is none.
    """

    board: Any
    rows: str
    scores: Scores | None
    returned: Any = None


@dataclass
class Seen:
    """What one ``mc_move`` did, in the order in which it did it.

    Attributes:
        board: the board that it was given.
        rows: the marks on it, before.
        trials, updates, choices: its calls; those that come from within such a call are left out,
            since a function may well call itself.
        move: what it returned.
        error: what it raised instead, or None.
    """

    board: WatchedBoard
    rows: str
    trials: list[Trial] = field(default_factory=list)
    updates: list[Update] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    move: Any = None
    error: Exception | None = None


def watch(file: LoadedFile, board: WatchedBoard, player: int, trials: int) -> Seen:
    """Call ``mc_move`` and return what it did."""
    seen = Seen(board, rows_of(board))
    with _watched(file, seen):
        try:
            seen.move = file.names["mc_move"](board, player, trials)
        except Exception as error:
            seen.error = error  # what was seen before it may tell why
    return seen


@contextmanager
def _watched(file: LoadedFile, seen: Seen) -> Iterator[None]:
    """Have calls of the other three functions noted for a while."""
    names = file.names
    kept = {name: names[name] for name in _WATCHED if callable(names.get(name))}
    notes = {
        "mc_trial": _note_trial, "mc_update_scores": _note_update, "get_best_move": _note_choice,
    }  # fmt: skip
    try:
        for name, function in kept.items():
            names[name] = _outermost(function, notes[name], seen)
        yield
    finally:
        names.update(kept)


Note = Callable[[Seen, list[Any], Callable[[], Any]], Any]


def _outermost(function: Callable[..., Any], note: Note, seen: Seen) -> Callable[..., Any]:
    """Return a function that has its outermost calls noted."""
    inside = False

    def called(*given: Any, **options: Any) -> Any:
        nonlocal inside
        if inside:
            return function(*given, **options)
        inside = True
        try:
            return note(
                seen, _in_order(function, given, options), lambda: function(*given, **options)
            )
        finally:
            inside = False

    return called


def _in_order(
    function: Callable[..., Any], given: tuple[Any, ...], options: dict[str, Any]
) -> list[Any]:
    """Return the arguments of a call in the order of the function's parameters, at least three."""
    values = list(given)
    if options:
        with suppress(TypeError, ValueError):
            values = list(inspect.signature(function).bind(*given, **options).arguments.values())
    return [*values, None, None, None]


def _note_trial(seen: Seen, given: list[Any], call: Callable[[], Any]) -> Any:
    board, player = given[:2]
    seen.trials.append(Trial(board, _marks(board), player))
    return call()


def _note_update(seen: Seen, given: list[Any], call: Callable[[], Any]) -> Any:
    grid, board, player = given[:3]
    before = numbers(grid)
    over = TTTBoard.check_win(board) is not None if isinstance(board, TTTBoard) else None
    returned = call()
    seen.updates.append(Update(grid, before, numbers(grid), board, over, player))
    return returned


def _note_choice(seen: Seen, given: list[Any], call: Callable[[], Any]) -> Any:
    board, scores = given[:2]
    choice = Choice(board, _marks(board), numbers(scores))
    seen.choices.append(choice)
    choice.returned = call()
    return choice.returned


def _marks(board: Any) -> str:
    return rows_of(board) if isinstance(board, TTTBoard) else ""


def empty_values(grid: Scores | None, board: WatchedBoard, rows: str) -> list[float] | None:
    """Return a grid's numbers on the squares that are empty in ``rows``; None where it has none."""
    start = WatchedBoard.at(rows)
    dim = board.get_dim()
    if grid is None or [len(row) for row in grid] != [dim] * dim:
        return None
    return [
        grid[row][col] for row in range(dim) for col in range(dim) if start.rows[row][col] == EMPTY
    ]
