"""The mistakes that students make in ``mc_update_scores``, known by the scores that they give."""

from __future__ import annotations

from collections.abc import Iterator

from engine import course
from engine.board import DRAW, EMPTY, switch_player
from engine.compat.contract.looks import Scores, same
from engine.compat.contract.weights import Weights
from engine.compat.poc_ttt_provided import TTTBoard

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
