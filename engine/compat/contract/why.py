"""Why ``mc_move`` makes wrong moves, from the calls that its file's process saw.

It is asked for only after wrong moves were seen from outside. What it says may explain a fault; it
never makes one, since a right file may work without these calls, and a file may tell lies.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any, NamedTuple

from engine.board import EMPTY, PLAYERO, PLAYERX, STRMAP, Board
from engine.compat.answers import UnansweredError
from engine.compat.contract.looks import rows_of
from engine.compat.contract.scores import NO_NUMBER
from engine.compat.remote import Call, RemoteFile, Scores
from engine.notation import parse_board
from engine.rules import Square

_ROWS = "XO./.../..."
_TRIALS = 20
_COUNTED = (1, 7, 40)
_MISCOUNTED = "a wrong number of trials"


class Diagnosis(NamedTuple):
    """A mistake: a headline that says what is wrong, and the likely cause in the file."""

    what: str
    cause: str


@dataclass(frozen=True)
class Note:
    """A call of one of the other three functions.

    Attributes:
        name: which one.
        board: a number that is the same for the same board; 0 for the one that ``mc_move`` got.
        rows: the marks on it at the time; empty where it is no board.
        reverse: its rule.
        player: for whom; None where that is no side, or is not given.
        shared: whether its rows are those of another board.
        one_row: whether the scores are one row several times over.
        before: the scores before the call; for ``get_best_move``, its scores; None where they are
            no numbers.
        after: the scores after the call.
        returned: what ``get_best_move`` returned, where that is a square.
    """

    name: str
    board: int
    rows: str
    reverse: bool
    player: int | None
    shared: bool
    one_row: bool
    before: Scores | None
    after: Scores | None
    returned: Square | None


@dataclass(frozen=True)
class SeenMove:
    """What one ``mc_move`` did.

    Attributes:
        board: the board that it was given.
        player: the side that it searched for.
        trials: its calls of ``mc_trial``, in their order.
        updates: those of ``mc_update_scores``.
        choices: those of ``get_best_move``.
        marks: how many marks it put on boards that the game made.
        raised: whether an error ended it before it had made all of its calls.
        move: what it returned, where that is a square.
    """

    board: Board
    player: int
    trials: list[Note]
    updates: list[Note]
    choices: list[Note]
    marks: int
    raised: bool
    move: Square | None


def reason_of(file: RemoteFile) -> Diagnosis | None:
    """Return why a file's moves are wrong, or None where its calls do not tell; asked for once.

    Where one of its other three functions is wrong, what that leaves behind says nothing about
    ``mc_move``, and only the calls themselves are looked at.
    """
    if "reason" not in file.known:
        try:
            file.known["reason"] = _reason(file, not file.known.get("wrong parts"))
        except UnansweredError:
            raise
        except (ValueError, ArithmeticError):  # it ended, or its calls are told as none can be
            file.known["reason"] = None
    reason: Diagnosis | None = file.known["reason"]
    return reason


def _reason(file: RemoteFile, parts_are_right: bool) -> Diagnosis | None:
    counted = [_watched(file, PLAYERX, False, trials) for trials in _COUNTED]
    seen = [
        _watched(file, player, reverse, _TRIALS)
        for player in (PLAYERX, PLAYERO)
        for reverse in (False, True)
    ]
    rules = [_sides, _starts, _rule, _grids, _choice, _returned, _finite]
    if parts_are_right:
        rules = [*rules, _finished, _totals]
    diagnosis = None
    if not any(move.raised for move in counted):  # what was cut short tells no numbers
        diagnosis = _no_trials(file, counted) or _count(counted)
    return diagnosis or next(filter(None, (rule(move) for rule in rules for move in seen)), None)


def _watched(file: RemoteFile, player: int, reverse: bool, trials: int) -> SeenMove:
    board = parse_board(_ROWS, reverse)
    results = file.calls("mc_move", [Call(board, player, trials)], watched=True)
    results.finish()
    evidence = results[0].evidence
    given = evidence.get("calls")
    calls = given if isinstance(given, list) else []
    notes = [_note(call) for call in calls if isinstance(call, dict)]
    marks = evidence.get("marks")
    by_name: dict[str, list[Note]] = {}
    for note in notes:
        by_name.setdefault(note.name, []).append(note)
    return SeenMove(
        board, player, by_name.get("mc_trial", []), by_name.get("mc_update_scores", []),
        by_name.get("get_best_move", []), marks if isinstance(marks, int) else -1,
        evidence.get("raised") is True,
        results[0].square,
    )  # fmt: skip


def _note(data: dict[str, Any]) -> Note:
    def number(name: str) -> int | None:
        value = data.get(name)
        return value if type(value) is int else None

    returned = data.get("returned")
    square = None
    if isinstance(returned, list) and len(returned) == 2 and all(type(x) is int for x in returned):
        square = returned[0], returned[1]
    before = data.get("scores") if data.get("name") == "get_best_move" else data.get("before")
    return Note(
        str(data.get("name")), number("board") or 0, str(data.get("rows"))[:1000],
        data.get("reverse") is True, number("player"), data.get("shared") is True,
        data.get("one_row") is True, _numbers(before), _numbers(data.get("after")), square,
    )  # fmt: skip


def _numbers(data: Any) -> Scores | None:
    try:
        return [[float(value) for value in row] for row in data]
    except (TypeError, ValueError, OverflowError):
        return None


def _no_trials(file: RemoteFile, counted: list[SeenMove]) -> Diagnosis | None:
    """Look whether more trials make no difference: neither to marks on boards, nor in time."""
    if any(seen.trials for seen in counted) or len({seen.marks for seen in counted}) > 1:
        return None
    spent = []
    for trials in (4, 400):
        before = file.spent
        file.calls("mc_move", [Call(parse_board(_ROWS), PLAYERX, trials)]).finish()
        spent.append(file.spent - before)
    if spent[1] > 3 * spent[0]:
        return None
    return Diagnosis("mc_move plays no trial at all", "it chooses without playing a game")


def _count(counted: list[SeenMove]) -> Diagnosis | None:
    """Compare how many trials were played with how many were asked for."""
    for name, verb in (("trials", "plays"), ("updates", "scores")):
        calls = [len(getattr(seen, name)) for seen in counted]
        if not any(calls):
            continue  # it does without that function, or calls it by another way
        miscounted = _miscounted(calls)
        if miscounted is not None:
            count, cause = miscounted
            if name == "updates" and set(calls) == {1}:
                count, cause = "only one trial", "mc_update_scores is called once, after the loop"
            elif name == "updates" and count == _MISCOUNTED and _fewer(calls):
                count, cause = "some of its trials only", "mc_update_scores is not always called"
            return Diagnosis(f"mc_move {verb} {count}", cause)
    if counted[0].trials and not any(seen.updates for seen in counted) and _nothing(counted[-1]):
        return Diagnosis("mc_move does not score its trials", "mc_update_scores is never called")
    return None


def _fewer(calls: list[int]) -> bool:
    return all(count <= wanted for count, wanted in zip(calls, _COUNTED, strict=True))


def _nothing(seen: SeenMove) -> bool:
    values = _on_empty(seen, seen.choices[-1].before) if seen.choices else None
    return values is not None and not any(values)


def _miscounted(calls: list[int]) -> tuple[str, str] | None:
    """Return what is wrong with the numbers of calls, and why; None where they are right."""
    off = {count - wanted for count, wanted in zip(calls, _COUNTED, strict=True)}
    if off == {0}:
        return None
    if len(set(calls)) == 1:
        many = "only one trial" if calls[0] == 1 else f"{calls[0]} trials"
        return f"{many}, however many are asked for", "trials is not what it counts to"
    if off in ({1}, {-1}):
        many = "many" if off == {1} else "few"
        return f"one trial too {many}", f"it plays one trial too {many}"
    if calls[:-1] == list(_COUNTED[: len(calls) - 1]) and calls[-1] < _COUNTED[-1]:
        return f"never more than {calls[-1]} trials", "the number of trials is limited"
    if len(off) == 1:
        more = off.pop()
        many = "many" if more > 0 else "few"
        return f"{abs(more)} trials too {many}", f"it plays {abs(more)} trials too {many}"
    return _MISCOUNTED, "trials is not what it counts to"


def _sides(seen: SeenMove) -> Diagnosis | None:
    for name, calls in (("mc_trial", seen.trials), ("mc_update_scores", seen.updates)):
        if any(
            note.player not in (None, seen.player) and not _is_a_move_on(note, seen)
            for note in calls
        ):
            what = f"mc_move for {STRMAP[seen.player]} calls {name} for the other side"
            return Diagnosis(what, f"{name} is called for the other side")
    return None


def _is_a_move_on(note: Note, seen: SeenMove) -> bool:
    """Whether a trial begins after a move of the side's own, with the other side's turn."""
    start = rows_of(seen.board)
    changed = [(a, b) for a, b in zip(start, note.rows, strict=False) if a != b]
    own = STRMAP[seen.player]
    moved = len(start) == len(note.rows) and changed == [(".", own)]
    return note.name == "mc_trial" and moved and note.player != seen.player


def _starts(seen: SeenMove) -> Diagnosis | None:
    """Look whether each trial starts from the position that was given."""
    start = rows_of(seen.board)
    for number, note in enumerate(seen.trials):
        if _is_a_move_on(note, seen):
            continue
        if note.rows and (note.rows != start or note.board == 0):
            cause = _why_not_from_there(seen, number, start)
            return Diagnosis("mc_move does not play each trial from the position given", cause)
    return None


def _why_not_from_there(seen: SeenMove, number: int, start: str) -> str:
    note = seen.trials[number]
    if note.board == 0:
        return "the trials are played on the board given, not on a clone of it"
    if any(note.board == before.board for before in seen.trials[:number]):
        return "the board is cloned once, outside the loop: each trial needs a new clone"
    if note.shared:
        return "the rows of the board are shared: the copy has a list of its own, but the same rows"
    if all(trial.rows != start for trial in seen.trials):
        return "the trials do not start from the board given"
    return ""


def _rule(seen: SeenMove) -> Diagnosis | None:
    if any(note.rows and note.reverse != seen.board.rules.reverse for note in seen.trials):
        what = "mc_move plays its trials by the wrong rule"
        return Diagnosis(what, "the board's rule (reverse) is lost on the way to the trials")
    return None


def _grids(seen: SeenMove) -> Diagnosis | None:
    """Look at the grids of scores: rows of their own, and nothing in them at first."""
    if not seen.updates:
        return None
    first = seen.updates[0]
    if first.one_row:
        what = "mc_move gives all rows of the scores the same list"
        return Diagnosis(what, "the grid is made like [[0] * n] * n, which is one row n times over")
    values = _on_empty(seen, first.before)
    if values is not None and len(set(values)) > 1:
        what = "mc_move does not begin with a new grid of scores"
        return Diagnosis(what, "scores are kept from one move to the next")
    return None


def _choice(seen: SeenMove) -> Diagnosis | None:
    rows = [note.rows for note in seen.choices if note.rows and note.board]
    if rows and rows[-1] != rows_of(seen.board):
        what = "mc_move hands get_best_move another board than the one given"
        return Diagnosis(what, "get_best_move gets the board of a trial")
    return None


def _returned(seen: SeenMove) -> Diagnosis | None:
    chosen = [note.returned for note in seen.choices if note.returned is not None]
    if not chosen or seen.move is None or seen.move in chosen:
        return None
    turned = seen.move[::-1] in chosen
    cause = "row and column are exchanged" if turned else "it returns another square"
    return Diagnosis("mc_move does not return what its get_best_move chose", cause)


def _finished(seen: SeenMove) -> Diagnosis | None:
    boards = [note for note in seen.updates if note.rows and "?" not in note.rows]
    ended = [parse_board(note.rows, note.reverse).check_win() is not None for note in boards]
    if all(ended):
        return None
    played = {note.board for note in seen.trials}
    cause = "mc_update_scores gets another board than the one that mc_trial played on"
    if all(note.board in played for note in boards):
        cause = "it stops before the game's end"
    return Diagnosis("mc_move scores games that are not finished", cause)


def _totals(seen: SeenMove) -> Diagnosis | None:
    """Look whether what get_best_move is given leads to the same squares as all trials' sum."""
    given = _on_empty(seen, seen.choices[-1].before) if seen.choices else None
    if given is None or not all(map(isfinite, given)) or not seen.updates:
        return None
    added = [_added(seen, note) for note in seen.updates]
    if not all(added):
        return None
    total = [sum(values) for values in zip(*added, strict=True)]
    if _leads_to(given) <= _leads_to(total) or not any(total):
        return None
    cause = ""
    if given == added[-1]:
        cause = "the grid of scores is made anew in each trial, so only the last one counts"
    elif not any(given):
        cause = "get_best_move is given another grid than mc_update_scores"
    elif _leads_to([-value for value in given]) <= _leads_to(total):
        cause = "the scores change their sign on the way"
    what = "mc_move does not hand get_best_move the totals of all its trials"
    return Diagnosis(what, cause or "the totals are changed on the way")


def _added(seen: SeenMove, note: Note) -> list[float]:
    """Return what a call added on the empty squares; nothing where that is not known."""
    one, two = _on_empty(seen, note.before), _on_empty(seen, note.after)
    if one is None or two is None or not all(map(isfinite, (*one, *two))):
        return []
    return [new - old for old, new in zip(one, two, strict=True)]


def _leads_to(values: list[float]) -> set[int]:
    best = max(values)
    return {i for i, value in enumerate(values) if best - value < 1e-9}


def _finite(seen: SeenMove) -> Diagnosis | None:
    values = _on_empty(seen, seen.choices[-1].before) if seen.choices else None
    if values is None or all(map(isfinite, values)):
        return None
    places = seen.board.get_empty_squares()
    strange = [
        f"{value} at {place}" for place, value in zip(places, values, strict=True)
        if not isfinite(value)
    ]  # fmt: skip
    what = "mc_move hands get_best_move scores that are no finite numbers"
    return Diagnosis(f"{what}: {', '.join(strange[:3])}", NO_NUMBER)


def _on_empty(seen: SeenMove, grid: Scores | None) -> list[float] | None:
    """Return a grid's numbers on the squares that are empty at the start; None for no such grid."""
    dim = seen.board.get_dim()
    if grid is None or [len(row) for row in grid] != [dim] * dim:
        return None
    return [
        grid[row][col] for row in range(dim) for col in range(dim)
        if seen.board.square(row, col) == EMPTY
    ]  # fmt: skip
