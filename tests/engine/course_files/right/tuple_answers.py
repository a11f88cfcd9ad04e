"""A move is a NamedTuple, and the four functions have hints for everything."""
from __future__ import annotations

import random
from typing import Final, Iterable, List, NamedTuple, Optional, Sequence

import poc_ttt_provided as provided

NTRIALS: Final[int] = 50
SCORE_CURRENT: Final[float] = 1.0
SCORE_OTHER: Final[float] = 1.0

Grid = List[List[float]]


class Move(NamedTuple):
    row: int
    col: int

    def score(self, scores: Sequence[Sequence[float]]) -> float:
        return scores[self.row][self.col]


def moves(board: provided.TTTBoard) -> Iterable[Move]:
    yield from (Move(*square) for square in board.get_empty_squares())


def mc_trial(board: provided.TTTBoard, player: int) -> None:
    winner: Optional[int]
    while (winner := board.check_win()) is None:
        move: Move = random.choice(list(moves(board)))
        board.move(move.row, move.col, player)
        player = provided.switch_player(player)


def mc_update_scores(scores: Grid, board: provided.TTTBoard, player: int) -> None:
    winner: Optional[int] = board.check_win()
    if winner in (None, provided.DRAW):
        return
    dim: int = board.get_dim()
    for row in range(dim):
        for col in range(dim):
            mark: int = board.square(row, col)
            if mark == provided.EMPTY:
                continue
            weight: float = SCORE_CURRENT if mark == player else SCORE_OTHER
            scores[row][col] += weight if mark == winner else -weight


def get_best_move(board: provided.TTTBoard, scores: Grid) -> Move:
    best: float = max(move.score(scores) for move in moves(board))
    return random.choice([move for move in moves(board) if move.score(scores) == best])


def mc_move(board: provided.TTTBoard, player: int, trials: int) -> Move:
    scores: Grid = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        playout = board.clone()
        mc_trial(playout, player)
        mc_update_scores(scores, playout, player)
    return get_best_move(board, scores)
