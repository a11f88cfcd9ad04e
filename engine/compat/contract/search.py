"""Whether ``mc_move`` puts the other three functions together as the course says.

What it calls them with is watched, and what they leave behind.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from math import isfinite
from typing import Any

from engine.board import EMPTY, PLAYERO, PLAYERX, STRMAP
from engine.compat.contract.looks import (
    FileLook,
    Scores,
    WatchedBoard,
    letters,
    numbers,
    rows_of,
    verdict,
    why_no_square,
)
from engine.compat.loading import LoadedFile, square_of
from engine.compat.poc_ttt_provided import TTTBoard
from engine.compat.terms import Finding, short
from engine.rules import Square

_WATCHED = ("mc_trial", "mc_update_scores", "get_best_move")


@dataclass(frozen=True, slots=True)
class Trial:
    """A call of ``mc_trial``: the board as it came, its marks then, and for whom."""

    board: Any
    rows: str
    player: Any

    @property
    def reverse(self) -> bool | None:
        """The rule of its board; None if it is not a board."""
        rule = getattr(self.board, "_reverse", None)
        return None if rule is None else bool(rule)


@dataclass(frozen=True, slots=True)
class Update:
    """A call of ``mc_update_scores``: the grid, what it held before and after, and the board.

    Attributes:
        grid: the very grid that it was called with.
        before, after: what it held, as numbers; None if it is not a grid of numbers.
        board: the board that it was called with.
        over: whether the game on its board was over; None if it is not a board.
        player: for whom.
    """

    grid: Any
    before: Scores | None
    after: Scores | None
    board: Any
    over: bool | None
    player: Any


@dataclass(slots=True)
class ChoiceCall:
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
    choices: list[ChoiceCall] = field(default_factory=list)
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
    choice = ChoiceCall(board, _marks(board), numbers(scores))
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


_ROWS = "XO./.../..."
_TRIALS = 20


def _calls(player: int, reverse: bool, file: LoadedFile) -> Iterator[Finding]:
    title = f"mc_move for {STRMAP[player]}{' in the reverse game' * reverse}"
    seen = watch(file, WatchedBoard.at(_ROWS, reverse), player, _TRIALS)
    for look in (_sides, _starts, _rule, _grids, _finished, _totals, _choice, _returned, _finite):
        yield from look(title, seen, player)
    if seen.error is not None:
        raise seen.error


def _sides(title: str, seen: Seen, player: int) -> Iterator[Finding]:
    for name, calls in (("mc_trial", seen.trials), ("mc_update_scores", seen.updates)):
        wrong = {each.player for each in calls} - {player}
        yield verdict(
            not wrong, f"{title} calls {name} for its own side", STRMAP[player],
            letters(sorted(wrong, key=str)), f"{name} is called for the other side",
        )  # fmt: skip


def _starts(title: str, seen: Seen, _player: int) -> Iterator[Finding]:
    """Look whether each trial starts from the position that was given."""
    what = f"{title} plays each trial from the position given"
    for number, trial in enumerate(seen.trials, 1):
        if not trial.rows or (trial.rows == seen.rows and trial.board is not seen.board):
            continue
        got = f"trial {number} starts from {trial.rows}"
        cause = _why_not_from_there(seen, number - 1)
        yield verdict(False, what, f"{seen.rows} in each trial", got, cause, trial.rows)
        return
    yield verdict(True, what, "", "")


def _why_not_from_there(seen: Seen, number: int) -> str:
    """Return why a trial starts from another position."""
    board = seen.trials[number].board
    if board is seen.board:
        return "the trials are played on the board given, not on a clone of it"
    if any(board is trial.board for trial in seen.trials[:number]):
        return "the board is cloned once, outside the loop: each trial needs a new clone"
    rows = getattr(board, "_board", ())
    others = [seen.board, *(trial.board for trial in seen.trials[:number])]
    known = {id(row) for other in others for row in getattr(other, "_board", ())}
    if any(id(row) in known for row in rows):
        return "the rows of the board are shared: the copy has a list of its own, but the same rows"
    if number and all(trial.rows != seen.rows for trial in seen.trials):
        return "the trials do not start from the board given"
    return ""


def _rule(title: str, seen: Seen, _player: int) -> Iterator[Finding]:
    reverse = seen.board.rules.reverse
    rules = {trial.reverse for trial in seen.trials} - {None}
    if rules:
        yield verdict(
            rules == {reverse}, f"{title} plays its trials by the board's rule",
            f"reverse={reverse}", f"reverse={not reverse}",
            "the board's rule (reverse) is lost on the way to the trials",
        )  # fmt: skip


def _grids(title: str, seen: Seen, _player: int) -> Iterator[Finding]:
    """Look at the grids of scores: rows of their own, and nothing in them at first."""
    if not seen.updates:
        return
    first = seen.updates[0]
    rows = first.grid if isinstance(first.grid, list) else []
    shared = len({id(row) for row in rows}) < len(rows)
    yield verdict(
        not shared, f"{title} gives each row of the scores a list of its own",
        "as many lists as rows", "the same list for several rows",
        "the grid is made like [[0] * n] * n, which is one row n times over",
    )  # fmt: skip
    values = empty_values(first.before, seen.board, seen.rows)
    if values is not None and not shared:
        yield verdict(
            len(set(values)) <= 1, f"{title} begins with a new grid of scores",
            "the same number on each empty square", short(first.before),
            "scores are kept from one move to the next",
        )  # fmt: skip


def _finished(title: str, seen: Seen, _player: int) -> Iterator[Finding]:
    over = [update.over for update in seen.updates if update.over is not None]
    if over:
        open_boards = over.count(False)
        played = {id(trial.board) for trial in seen.trials}
        cause = "mc_update_scores gets another board than the one that mc_trial played on"
        if all(id(update.board) in played for update in seen.updates):
            cause = "it stops before the game's end"
        yield verdict(
            not open_boards, f"{title} hands mc_update_scores finished games", "finished games",
            f"{open_boards} of {len(over)} boards are not finished",
            cause,
        )  # fmt: skip


def _totals(title: str, seen: Seen, _player: int) -> Iterator[Finding]:
    """Look whether what get_best_move is given leads to the same squares as all trials' sum."""
    if not seen.choices or not (seen.trials or seen.updates):
        return
    what = f"{title} hands get_best_move the totals of all its trials"
    given = empty_values(seen.choices[-1].scores, seen.board, seen.rows)
    if given is None or not all(map(isfinite, given)):
        return
    if not seen.updates:
        if any(given) or len(seen.trials) < _TRIALS:
            return
        yield verdict(
            False, what, "scores", "0 everywhere", "mc_update_scores is never called"
        )  # fmt: skip
        return
    added = [_added(update.before, update.after, seen) for update in seen.updates]
    if not all(added):
        return
    total = [sum(values) for values in zip(*added, strict=True)]
    if _leads_to(given) <= _leads_to(total) or not any(total):
        yield verdict(True, what, "", "")
        return
    cause = ""
    if given == added[-1]:
        cause = "the grid of scores is made anew in each trial, so only the last one counts"
    elif not any(given):
        cause = "get_best_move is given another grid than mc_update_scores"
    elif _leads_to([-value for value in given]) <= _leads_to(total):
        cause = "the scores change their sign on the way"
    yield verdict(False, what, f"best where {_short(total)} is", f"best where {_short(given)} is",
                  cause)  # fmt: skip


def _added(before: Scores | None, after: Scores | None, seen: Seen) -> list[float]:
    """Return what a call added on the empty squares; nothing where that is not known."""
    one = empty_values(before, seen.board, seen.rows)
    two = empty_values(after, seen.board, seen.rows)
    if one is None or two is None or not all(map(isfinite, (*one, *two))):
        return []
    return [new - old for old, new in zip(one, two, strict=True)]


def _leads_to(values: list[float]) -> set[int]:
    best = max(values)
    return {i for i, value in enumerate(values) if best - value < 1e-9}


def _short(values: list[float]) -> str:
    return short([round(value, 3) + 0.0 for value in values], 120)


def _choice(title: str, seen: Seen, _player: int) -> Iterator[Finding]:
    rows = [each.rows for each in seen.choices if each.rows and each.board is not seen.board]
    if rows:
        yield verdict(
            rows[-1] == seen.rows, f"{title} hands get_best_move the board given",
            seen.rows, rows[-1], "get_best_move gets the board of a trial", rows[-1],
        )  # fmt: skip


def _returned(title: str, seen: Seen, _player: int) -> Iterator[Finding]:
    """Look whether mc_move returns what its get_best_move returned."""
    chosen = [_square(choice.returned) for choice in seen.choices]
    if not chosen or None in chosen:
        return
    move = _square(seen.move)
    cause = ""
    if move is None:
        cause = why_no_square(seen.move)
    elif move[::-1] in chosen:
        cause = "row and column are exchanged"
    yield verdict(
        move in chosen, f"{title} returns what its get_best_move chose",
        str(chosen[-1]), short(seen.move), cause or "it returns another square",
    )  # fmt: skip


def _square(move: Any) -> Square | None:
    try:
        return square_of(move)
    except ValueError:
        return None


def _finite(title: str, seen: Seen, _player: int) -> Iterator[Finding]:
    if not seen.choices:
        return
    values = empty_values(seen.choices[-1].scores, seen.board, seen.rows)
    if values is None:
        return
    places = WatchedBoard.at(seen.rows).get_empty_squares()
    strange = [
        f"{value} at {place}" for place, value in zip(places, values, strict=True)
        if not isfinite(value)
    ]  # fmt: skip
    yield verdict(
        not strange, f"{title} hands get_best_move a finite score for each square",
        "finite numbers", ", ".join(strange),
    )  # fmt: skip


def _count(trials: int, file: LoadedFile) -> Iterator[Finding]:
    """Count the trials: outermost calls, since a trial may be a function that calls itself."""
    seen = watch(file, WatchedBoard.at(_ROWS), PLAYERX, trials)
    if seen.error is not None:
        raise seen.error
    for name, calls in (("mc_trial", len(seen.trials)), ("mc_update_scores", len(seen.updates))):
        if not calls:
            continue  # it does without that function, or calls it by another way
        doing = "plays" if name == "mc_trial" else "scores"
        cause = "trials is not what it counts to"
        if abs(calls - trials) == 1:
            cause = f"one trial too {'many' if calls > trials else 'few'}"
        elif name == "mc_update_scores" and len(seen.trials) == trials and calls == 1:
            cause = "mc_update_scores is called once, after the loop"
        yield verdict(
            calls == trials, f"mc_move {doing} as many trials as asked for",
            f"{trials} calls of {name}", f"{calls} calls", cause,
        )  # fmt: skip
        if calls != trials:
            return


LOOKS = (
    *(
        FileLook(
            f"mc_move for {STRMAP[player]}{' in the reverse game' * reverse}",
            partial(_calls, player, reverse),
            "mc_move",
        )
        for player in (PLAYERX, PLAYERO)
        for reverse in (False, True)
    ),
    *(
        FileLook("mc_move, its trials counted,", partial(_count, trials), "mc_move")
        for trials in (1, 7)
    ),
)
