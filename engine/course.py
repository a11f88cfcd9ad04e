"""Monte Carlo Tic-Tac-Toe as the course asks for it: four short functions.

This module is written to be read. It is also the specification that the fast playouts are
tested against, so it never takes a short cut. The contracts are those of the mini-project
"Tic-Tac-Toe (Monte Carlo)" of Rice University's "Principles of Computing".
"""

from __future__ import annotations

import random
from math import inf

from engine.board import DRAW, EMPTY, PLAYERX, Board, switch_player
from engine.errors import Problem
from engine.printed_game import play_game
from engine.rules import Square

__all__ = [
    "MCMATCH",
    "MCOTHER",
    "NTRIALS",
    "SCORE_CURRENT",
    "SCORE_OTHER",
    "Scores",
    "get_best_move",
    "mc_move",
    "mc_trial",
    "mc_update_scores",
    "play_game",
]

Scores = list[list[float]]
"""One number per square: a list of rows."""

NTRIALS = 1
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0

# The names that the course's older edition gave to the same two weights; the functions below
# read the newer ones.
MCMATCH = SCORE_CURRENT
MCOTHER = SCORE_OTHER


def mc_trial(board: Board, player: int) -> None:
    """Play one random game from here to its end, on ``board`` itself.

    ``player`` moves first, then the two take turns. A game that is already over is left alone. In
    Renju, which the course does not know, X makes no foul as long as there is another move.
    """
    while board.check_win() is None:
        row, col = _drawn(board, player)
        board.move(row, col, player)
        player = switch_player(player)


def _drawn(board: Board, player: int) -> Square:
    squares = board.get_empty_squares()
    square = random.choice(squares)
    while player == PLAYERX and board.foul_at(square) is not None and len(squares) > 1:
        squares.remove(square)
        square = random.choice(squares)
    return square


def mc_update_scores(
    scores: Scores,
    board: Board,
    player: int,
    score_current: float | None = None,
    score_other: float | None = None,
) -> None:
    """Add what one finished game says about each square into ``scores``, in place.

    ``player`` is the side that the machine works for. Its squares gain ``score_current`` where
    it won and lose as much where it lost; the other side's squares go the other way by
    ``score_other``. Where the two are not given, SCORE_CURRENT and SCORE_OTHER count. A tie says
    nothing, and neither does an empty square.
    """
    current = SCORE_CURRENT if score_current is None else score_current
    other = SCORE_OTHER if score_other is None else score_other
    winner = board.check_win()
    if winner in (None, DRAW):
        return
    sign = 1 if winner == player else -1
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            mark = board.square(row, col)
            if mark == player:
                scores[row][col] += sign * current
            elif mark != EMPTY:
                scores[row][col] -= sign * other


def get_best_move(board: Board, scores: Scores) -> Square:
    """Return an empty square with the greatest score; among equals, one at random.

    Raises:
        ValueError: the board has no empty square.
    """
    empty = board.get_empty_squares()
    if not empty:
        raise Problem("there is no move to choose: the board has no empty square")
    best = max(scores[row][col] for row, col in empty)
    return random.choice([(row, col) for row, col in empty if scores[row][col] == best])


def mc_move(board: Board, player: int, trials: int) -> Square:
    """Choose a move for ``player`` by playing ``trials`` random games from here."""
    dim = board.get_dim()
    scores: Scores = [[0.0] * dim for _ in range(dim)]
    for _ in range(trials):
        trial_board = board.clone()
        mc_trial(trial_board, player)
        mc_update_scores(scores, trial_board, player)
    for row, col in board.fouls() if player == PLAYERX else ():
        scores[row][col] = -inf
    return get_best_move(board, scores)
