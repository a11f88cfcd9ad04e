"""Whether ``mc_update_scores`` adds what the course says, for any weights and either side.

The mistakes that students make there are known by the scores that they give.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine import course
from engine.board import DRAW, EMPTY, PLAYERO, PLAYERX, STRMAP, switch_player
from engine.compat.contract.looks import (
    UNEQUAL,
    FileLook,
    Scores,
    Weights,
    names_of,
    rows_of,
    same,
    verdict,
    warning,
    weights_of,
    with_weights,
)
from engine.compat.loading import LoadedFile
from engine.compat.poc_ttt_provided import TTTBoard
from engine.compat.terms import Finding
from engine.notation import parse_board

_FINISHED = {
    3: ("XXX/OO./...", "OOX/OX./X..", "OOO/XX./X..", "XOX/XO./.O.", "XOX/XOO/OXX", "OXO/OXX/XOO"),
    4: ("XXXX/OOO./..../....", "OXXX/.O.X/..O./...O", "XOXO/XOXO/OXOX/XOXO"),
}
_KINDS = ("won", "lost", "tied")


def _boards(dim: int, kind: str, player: int) -> Iterator[TTTBoard]:
    """Yield the finished boards that the side has won, lost or tied, in both games."""
    for rows in _FINISHED[dim]:
        for reverse in (False, True):
            board = TTTBoard.of(parse_board(rows, reverse))
            winner = board.check_win()
            ended = "tied" if winner == DRAW else "won" if winner == player else "lost"
            if ended == kind:
                yield board


def _adds(dim: int, kind: str, player: int, file: LoadedFile) -> Iterator[Finding]:
    weights = weights_of(file)
    title = f"mc_update_scores adds the right scores for {STRMAP[player]}, {kind} on {dim}x{dim}"
    found = next(filter(None, _looked_at(file, weights, dim, kind, player)), None)
    if found is None:
        yield verdict(True, title, "", "")
        return
    board, expected, got, cause = found
    if kind != "tied" and not any(map(any, got)):
        turned = "lost" if kind == "won" else "won"
        opposite = next(filter(None, _looked_at(file, weights, dim, turned, player)), None)
        if opposite is not None and not any(map(any, opposite[2])):
            cause = "the grid given is not changed: the scores go elsewhere"
    yield found_as((board, expected, got, cause), title)


Wrong = tuple[TTTBoard, Scores, Scores, str]
"""A board, what was to be added, what was added, and the likely cause."""


def found_as(wrong: Wrong, title: str) -> Finding:
    """Return a finding about wrong scores."""
    board, expected, got, cause = wrong
    rule = ", in the reverse game" if board.rules.reverse else ""
    what = f"{title}: {rows_of(board)}{rule}"
    return verdict(False, what, str(expected), str(got), cause, rows_of(board))


def _looked_at(
    file: LoadedFile, weights: Weights, dim: int, kind: str, player: int
) -> Iterator[Wrong | None]:
    for board in _boards(dim, kind, player):
        given: Scores = [[BEFORE] * dim for _ in range(dim)]
        file.names["mc_update_scores"](given, board.clone(), player)
        expected = added(board, player, weights)
        got = [[float(value) - BEFORE + 0.0 for value in row] for row in given]
        if same(expected, got):
            yield None
        else:
            yield board, expected, got, cause_of(got, board, player, weights)


def _unequal(kind: str, player: int, file: LoadedFile) -> Iterator[Finding]:
    """Look at the scores with unequal weights, where the file's own give the right ones."""
    names = names_of(file)
    if names is None:
        return
    own = weights_of(file)
    if any(_looked_at(file, own, 3, kind, player)):
        return  # told already
    other = with_weights(file, UNEQUAL)
    if other is None:
        return
    current, theirs = names
    title = (
        f"mc_update_scores adds the right scores for {STRMAP[player]}, {kind}, "
        f"with {current} = 2 and {theirs} = 3"
    )
    for wrong in filter(None, _looked_at(other, UNEQUAL, 3, kind, player)):
        board, _, got, _ = wrong
        if same(got, added(board, player, own)):
            unused = f"changing {current} and {theirs} changes nothing"
            what = f"mc_update_scores uses {current} and {theirs}"
            yield warning(what, f"with 2 and 3: {added(board, player, UNEQUAL)}", str(got), unused)
        else:
            cause = wrong[3]
            right_only = f"right only while {current} and {theirs} are equal"
            yield found_as((*wrong[:3], f"{right_only}: {cause}" if cause else right_only), title)
        return
    yield verdict(True, title, "", "")


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
            f"mc_update_scores for {STRMAP[player]}, {kind}, with unequal weights,",
            partial(_unequal, kind, player),
            "mc_update_scores",
        )
        for kind in _KINDS
        for player in (PLAYERX, PLAYERO)
    ),
)


BEFORE = 0.5
"""What stands on each square before: scores are added to what is there."""


def added(board: TTTBoard, player: int, weights: Weights) -> Scores:
    """Return what the course's rule adds for a board."""
    scores: Scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    course.mc_update_scores(scores, board, player, *weights)
    return [[value + 0.0 for value in row] for row in scores]


def cause_of(got: Scores, board: TTTBoard, player: int, weights: Weights) -> str:
    """Return the mistake that gives just these scores; empty where none of the usual ones does.

    Args:
        got: what was added to each square.
        board: a finished board.
        player: the side that it was scored for.
        weights: SCORE_CURRENT and SCORE_OTHER, under whatever names.
    """
    right = added(board, player, weights)
    tied = board.check_win() == DRAW
    for cause, scores in (_tied if tied else _won_or_lost)(board, player, weights):
        if same(got, scores):
            return cause
    return "a tie is scored, which it must not be" if tied else _other_cause(got, board, right)


def _tied(board: TTTBoard, player: int, weights: Weights) -> Iterator[tuple[str, Scores]]:
    current, other = weights
    yield "a tie is scored like a loss", _marked(board, player, -current, other)
    yield "a tie is scored like a win", _marked(board, player, current, -other)


def _won_or_lost(board: TTTBoard, player: int, weights: Weights) -> Iterator[tuple[str, Scores]]:
    current, other = weights
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
    ):
        yield cause, _marked(board, player, mine, others)
    right = added(board, player, weights)
    yield "the scores are added twice", [[2 * value for value in row] for row in right]
    yield "rows and columns are exchanged", [list(col) for col in zip(*right, strict=True)]
    yield "it scores for the other side", added(board, switch_player(player), weights)


def _marked(board: TTTBoard, player: int, own: float, theirs: float) -> Scores:
    """Return a grid with a number on each of the side's squares, and one on each of the other's."""
    values = {player: own, switch_player(player): theirs}
    return [[values.get(mark, 0.0) for mark in row] for row in board.rows]


def _other_cause(got: Scores, board: TTTBoard, right: Scores) -> str:
    """Return what can be said of scores where some squares alone are wrong."""
    if [len(row) for row in got] != [board.get_dim()] * board.get_dim():
        return ""
    cells = [
        (board.square(row, col), got[row][col], right[row][col])
        for row in range(board.get_dim())
        for col in range(board.get_dim())
    ]
    if all(abs(value - want + BEFORE) < 1e-9 for mark, value, want in cells if mark != EMPTY):
        return "the scores take the place of those before, instead of being added to them"
    if {mark for mark, value, want in cells if abs(value - want) > 1e-9} == {EMPTY}:
        return "empty squares get scores, too"
    if board.get_dim() > 3 and same([row[:3] for row in got[:3]], [row[:3] for row in right[:3]]):
        return "only the first three rows and columns are scored"
    return ""
