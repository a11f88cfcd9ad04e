"""Whether ``mc_update_scores`` adds what the course says, for any weights and either side.

The mistakes that students make there are known by the scores that they give.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from math import isfinite

from engine import course
from engine.board import DRAW, EMPTY, PLAYERO, PLAYERX, STRMAP, Board, switch_player
from engine.compat.contract.looks import FileLook, fault, passed, rows_of, same
from engine.compat.facts import Weights
from engine.compat.reference import ends
from engine.compat.remote import Call, RemoteFile, Scores
from engine.compat.terms import Finding
from engine.notation import parse_board

_FINISHED = {
    3: ("XXX/OO./...", "OOX/OX./X..", "OOO/XX./X..", "XOX/XO./.O.", "XOX/XOO/OXX", "OXO/OXX/XOO"),
    4: ("XXXX/OOO./..../....", "OXXX/.O.X/..O./...O", "XOXO/XOXO/OXOX/XOXO"),
}
_KINDS = ("won", "lost", "tied")
_MORE = {PLAYERX: 12, PLAYERO: 8, DRAW: 6}
"""How many finished 3x3 boards are looked at besides, by their ends: others for each file, so that
nobody can learn them by heart."""

_KEPT = 2_500
"""Finished boards that are kept, each with its winner: there are 958 on 3x3, by two rules."""

_OTHER_WEIGHTS: tuple[Weights, ...] = ((2.0, 3.0), (0.5, 1.5))
"""Weights that tell apart what equal or whole ones do not."""


def _boards(dim: int, kind: str, player: int, seed: int) -> list[Board]:
    """Return the finished boards that the side has won, lost or tied: the reverse game's last."""
    rows = list(_FINISHED[dim])
    if dim == 3:
        chance, known = random.Random(seed), _finished()
        for end, count in _MORE.items():
            rows += chance.sample(known[end], count)
    ends_by_rule = (_end(position, reverse) for reverse in (False, True) for position in rows)
    return [board for board, winner in ends_by_rule if _kind(winner, player) == kind]


@lru_cache(maxsize=_KEPT)
def _end(rows: str, reverse: bool) -> tuple[Board, int | None]:
    """Return a finished board, which is not to be changed, and who has won on it."""
    board = parse_board(rows, reverse)
    return board, board.check_win()


@cache
def _finished() -> dict[int, list[str]]:
    """Return all finished 3x3 boards by who has completed a line."""
    boards: dict[int, list[str]] = {end: [] for end in _MORE}
    for rows in sorted(ends(".../.../...", PLAYERX)):
        boards[parse_board(rows).check_win() or DRAW].append(rows)
    return boards


def _kind(winner: int | None, player: int) -> str:
    return "tied" if winner == DRAW else "won" if winner == player else "lost"


@dataclass(frozen=True, slots=True)
class Wrong:
    """Scores that are wrong: on which board, what was to be added, and what was.

    Attributes:
        causes: the mistakes that give just these scores.
        cause: the one of them that is told.
    """

    board: Board
    expected: Scores
    got: Scores | None
    causes: tuple[str, ...]
    cause: str = ""

    def finding(self, what: str, title: str) -> Finding:
        """Return it as a finding."""
        rule = ", in the reverse game" if self.board.rules.reverse else ""
        got = "no grid of numbers" if self.got is None else str(self.got)
        rows = rows_of(self.board)
        return fault(f"{what} {title}: {rows}{rule}", str(self.expected), got, self.cause, rows)


def _looked_at(
    file: RemoteFile, dim: int, kind: str, player: int, weights: Weights | None = None
) -> list[Wrong]:
    """Return the boards with wrong scores; the normal game's, and known mistakes, come first.

    Args:
        weights: run the file with these instead of its own.
    """
    wrong = _wrong(file, dim, kind, player, weights)
    if kind == "tied" or not wrong:
        return _with_their_cause(wrong, file)
    turned = "lost" if kind == "won" else "won"
    return _with_their_cause(wrong, file, lambda: _wrong(file, dim, turned, player, weights))


def _wrong(
    file: RemoteFile, dim: int, kind: str, player: int, weights: Weights | None
) -> list[Wrong]:
    """Return the boards with wrong scores, each with all causes that fit it."""
    by = weights or file.weights()
    boards = _boards(dim, kind, player, file.seed)
    given = [[BEFORE] * dim for _ in range(dim)]
    calls = [Call(board, player, scores=given) for board in boards]
    results = file.calls("mc_update_scores", calls, weights)
    wrong = []
    for board, result in zip(boards, results, strict=False):
        expected = added(board, player, by)
        grid = result.grid
        got = grid and [[value - BEFORE + 0.0 for value in row] for row in grid]
        if not same(expected, got):
            causes = tuple(causes_of(got, board, player, by)) if got else ()
            wrong.append(Wrong(board, expected, got, causes))
    if not wrong:
        results.finish()
    return wrong


def _with_their_cause(
    wrong: list[Wrong], file: RemoteFile, others: Callable[[], list[Wrong]] = list
) -> list[Wrong]:
    """Return wrong scores with the cause that most of them have in common, which come first.

    Args:
        file: the file; the cause is kept with it, and is told again where it fits again.
        others: gives further wrong scores, to be asked where several causes fit as well.
    """
    known: dict[str, None] = file.known.setdefault("causes of scores", {})
    counts = Counter(cause for scored in wrong for cause in scored.causes)
    if not counts:
        return wrong
    best = [cause for cause in counts if counts[cause] == max(counts.values())]
    if len(best) > 1 and not known.keys() & set(best):
        more = Counter(cause for scored in others() for cause in scored.causes)
        best = [cause for cause in best if more[cause] == max(more[other] for other in best)]
    cause = next((cause for cause in best if cause in known), best[0])
    known[cause] = None
    explained = [replace(scored, cause=cause if cause in scored.causes else "") for scored in wrong]
    return sorted(explained, key=lambda scored: (scored.board.rules.reverse, not scored.cause))


def _adds(dim: int, kind: str, player: int, file: RemoteFile) -> Iterator[Finding]:
    title = f"for {STRMAP[player]}, {kind} on {dim}x{dim}"
    wrong = _looked_at(file, dim, kind, player)
    if not wrong:
        yield passed(f"mc_update_scores adds the right scores {title}")
        return
    first = wrong[0]
    if kind != "tied" and _is_nothing(first):
        turned = _looked_at(file, dim, "lost" if kind == "won" else "won", player)
        if turned and _is_nothing(turned[0]):
            cause = "the grid given is not changed: the scores go elsewhere"
            first = replace(first, cause=cause)
    if first.board.rules.reverse:
        cause = "wrong in the reverse game only: check_win knows its rule already"
        first = replace(first, cause=cause)
    if kind == "tied":
        where = f"for {STRMAP[player]} on {dim}x{dim}"
        yield first.finding("mc_update_scores scores a tie", where)
    else:
        yield first.finding("mc_update_scores adds wrong scores", title)


def _is_nothing(wrong: Wrong) -> bool:
    return wrong.got is not None and not any(map(any, wrong.got))


def _unequal(weights: Weights, kind: str, player: int, file: RemoteFile) -> Iterator[Finding]:
    """Look at the scores with other weights, where the file's own give the right ones."""
    names = file.facts.weight_names
    known = f"wrong with other weights: {kind} {player}"
    if names is None or file.known.get(known) or _looked_at(file, 3, kind, player):
        return  # it cannot be given any, or it is told already
    current, theirs = names
    title = f"for {STRMAP[player]}, {kind}, with {current} = {weights[0]:g} and {theirs} = "
    title += f"{weights[1]:g}"
    wrong = _looked_at(file, 3, kind, player, weights)
    if not wrong:
        yield passed(f"mc_update_scores adds the right scores {title}")
        return
    file.known[known] = True
    first = wrong[0]
    if first.got and same(first.got, added(first.board, player, file.weights())):
        cause = f"changing {current} and {theirs} changes nothing"
        first = replace(first, cause=cause)
        yield first.finding(f"mc_update_scores does not use {current} and {theirs}", title)
        return
    cause = first.cause
    own = file.facts.weights
    if cause != WHOLE_NUMBERS and own is not None and own[0] == own[1]:
        only = f"right only while {current} and {theirs} are equal"
        cause = f"{only}: {cause}" if cause else only
    first = replace(first, cause=cause)
    yield first.finding("mc_update_scores adds wrong scores", title)


LOOKS = (
    *(
        FileLook(
            f"mc_update_scores for {STRMAP[player]}, {kind} on {dim}x{dim},",
            partial(_adds, dim, kind, player),
            "mc_update_scores",
        )
        for dim in _FINISHED
        for kind in _KINDS
        for player in (PLAYERX, PLAYERO)
    ),
    *(
        FileLook(
            f"mc_update_scores for {STRMAP[player]}, {kind}, with other weights,",
            partial(_unequal, weights, kind, player),
            "mc_update_scores",
        )
        for weights in _OTHER_WEIGHTS
        for kind in _KINDS
        for player in (PLAYERX, PLAYERO)
    ),
)


BEFORE = 0.5
"""What stands on each square before: scores are added to what is there."""

WHOLE_NUMBERS = "the weights are cut to whole numbers"

NO_NUMBER = "a score is no finite number"

_REPLACED = "the scores take the place of those before, instead of being added to them"


def added(board: Board, player: int, weights: Weights) -> Scores:
    """Return what the course's rule adds for a board."""
    scores: Scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    course.mc_update_scores(scores, board, player, *weights)
    return [[value + 0.0 for value in row] for row in scores]


def causes_of(got: Scores, board: Board, player: int, weights: Weights) -> Iterator[str]:
    """Yield the mistakes that give just these scores; none where none of the usual ones does.

    Args:
        got: what was added to each square.
        weights: SCORE_CURRENT and SCORE_OTHER, under whatever names.
    """
    tied = board.check_win() == DRAW
    if not all(isfinite(value) for row in got for value in row):
        yield NO_NUMBER
        return
    for cause, scores in (_tied if tied else _won_or_lost)(board, player, weights):
        if same(got, scores):
            yield cause
    yield from _other_causes(got, board, added(board, player, weights))
    if tied:
        yield "a tie is scored, which it must not be"


def _tied(board: Board, player: int, weights: Weights) -> Iterator[tuple[str, Scores]]:
    current, other = weights
    yield "a tie is scored like a loss", _marked(board, player, -current, other)
    yield "a tie is scored like a win", _marked(board, player, current, -other)


def _won_or_lost(board: Board, player: int, weights: Weights) -> Iterator[tuple[str, Scores]]:
    current, other = weights
    if isfinite(current) and isfinite(other):
        rounded = float(int(current)), float(int(other))
        if rounded != weights:
            yield WHOLE_NUMBERS, added(board, player, rounded)
    won = board.check_win() == player
    own, theirs = (current, -other) if won else (-current, other)
    for cause, mine, others in (
        (f"a {'won' if won else 'lost'} game adds nothing", 0.0, 0.0),
        ("all signs are the wrong way round", -own, -theirs),
        ("the other side's squares get the wrong sign", own, -theirs),
        ("the own squares get the wrong sign", -own, theirs),
        ("the two weights stand in each other's place", -theirs, -own),
        ("one weight is used for both sides", own, -own),
        ("one weight is used for both sides", -theirs, theirs),
        ("only the own squares are scored", own, 0.0),
        ("only the other side's squares are scored", 0.0, theirs),
        ("only the winner's squares are scored", own * won, theirs * (not won)),
        ("only the loser's squares are scored", own * (not won), theirs * won),
    ):
        yield cause, _marked(board, player, mine, others)
    right = added(board, player, weights)
    yield "the scores are added twice", [[2 * value for value in row] for row in right]
    yield "rows and columns are exchanged", [list(col) for col in zip(*right, strict=True)]
    yield "it scores for the other side", added(board, switch_player(player), weights)


def _marked(board: Board, player: int, own: float, theirs: float) -> Scores:
    """Return a grid with a number on each of the side's squares, and one on each of the other's."""
    values = {player: own, switch_player(player): theirs}
    return [[values.get(mark, 0.0) for mark in row] for row in board.rows]


def _other_causes(got: Scores, board: Board, right: Scores) -> Iterator[str]:
    """Yield what can be said of scores where some squares alone are wrong."""
    if [len(row) for row in got] != [board.get_dim()] * board.get_dim():
        return
    cells = [
        (board.square(row, col), got[row][col], right[row][col])
        for row in range(board.get_dim())
        for col in range(board.get_dim())
    ]
    if all(abs(value - want + BEFORE) < 1e-9 for mark, value, want in cells if mark != EMPTY):
        yield _REPLACED
    if {mark for mark, value, want in cells if not abs(value - want) < 1e-9} == {EMPTY}:
        yield "empty squares get scores, too"
    if board.check_win() == DRAW:
        return
    if board.get_dim() > 3 and same([row[:3] for row in got[:3]], [row[:3] for row in right[:3]]):
        yield "only the first three rows and columns are scored"
    yield from _margins(got, right)
    by_rows = [(value, want) for _, value, want in cells]
    by_cols = [by_rows[i] for col in range(len(got)) for i in range(col, len(cells), len(got))]
    if _stops_early(by_rows) or _stops_early(by_cols):
        yield "a return or break inside the loop ends it too early"


def _margins(got: Scores, right: Scores) -> Iterator[str]:
    """Yield which rows or columns at the edge get no scores, if that is all that is wrong."""
    last = len(got) - 1
    for what, rows, cols in (
        ("the first row and column get", (0,), (0,)),
        ("the last row and column get", (last,), (last,)),
        ("the first row gets", (0,), ()),
        ("the last row gets", (last,), ()),
        ("the first column gets", (), (0,)),
        ("the last column gets", (), (last,)),
    ):
        expected = [
            [0.0 if row in rows or col in cols else value for col, value in enumerate(values)]
            for row, values in enumerate(right)
        ]
        if same(expected, got):
            yield f"{what} no scores: the range of a loop is too short"


def _stops_early(cells: list[tuple[float, float]]) -> bool:
    """Whether the first scores are right, and from some square on there are none."""
    wrong = next((i for i, (value, want) in enumerate(cells) if not abs(value - want) < 1e-9), 0)
    return wrong > 0 and any(value for value, _ in cells) and not any(
        value for value, _ in cells[wrong:]
    )  # fmt: skip
