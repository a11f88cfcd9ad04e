"""Type hints, a data class, an enumeration, and a table of the losing and winning points."""
from __future__ import annotations

import random
from dataclasses import dataclass, field
from enum import Enum

import poc_ttt_provided as provided
from poc_ttt_provided import TTTBoard

NTRIALS: int = 50
SCORE_CURRENT: float = 1.0
SCORE_OTHER: float = 1.0


class End(Enum):
    WON = 1
    TIED = 0
    LOST = -1


@dataclass
class Search:
    board: TTTBoard
    player: int
    scores: list[list[float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        dim = self.board.get_dim()
        self.scores = [[0.0] * dim for _ in range(dim)]

    def run(self, trials: int) -> tuple[int, int]:
        for _ in range(trials):
            board = self.board.clone()
            mc_trial(board, self.player)
            mc_update_scores(self.scores, board, self.player)
        return get_best_move(self.board, self.scores)


def mc_trial(board: TTTBoard, player: int) -> None:
    match board.check_win():
        case None:
            board.move(*random.choice(board.get_empty_squares()), player)
            mc_trial(board, provided.switch_player(player))
        case _:
            return


def end_for(board: TTTBoard, player: int) -> End:
    winner = board.check_win()
    if winner == provided.DRAW:
        return End.TIED
    return End.WON if winner == player else End.LOST


def mc_update_scores(scores: list[list[float]], board: TTTBoard, player: int) -> None:
    end = end_for(board, player).value
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            match board.square(row, col):
                case provided.EMPTY:
                    pass
                case mark if mark == player:
                    scores[row][col] += end * SCORE_CURRENT
                case _:
                    scores[row][col] -= end * SCORE_OTHER


def get_best_move(board: TTTBoard, scores: list[list[float]]) -> tuple[int, int]:
    squares = board.get_empty_squares()
    if not squares:
        raise ValueError("no empty square")
    best = max(scores[row][col] for row, col in squares)
    return random.choice([(row, col) for row, col in squares if scores[row][col] == best])


def mc_move(board: TTTBoard, player: int, trials: int) -> tuple[int, int]:
    return Search(board, player).run(trials)
