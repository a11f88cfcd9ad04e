"""Data classes that can be ordered: the greatest candidate is the move."""
import random
from dataclasses import dataclass, field
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


@dataclass(order=True)
class Candidate:
    score: float
    lot: float = field(default_factory=random.random)
    square: tuple = field(default=(0, 0), compare=False)


@dataclass
class Turn:
    player: int

    def next(self):
        self.player = provided.switch_player(self.player)


def mc_trial(board, player):
    turn = Turn(player)
    while board.check_win() is None:
        board.move(*random.choice(board.get_empty_squares()), turn.player)
        turn.next()


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    won = winner == player
    own = SCORE_CURRENT if won else -SCORE_CURRENT
    other = -SCORE_OTHER if won else SCORE_OTHER
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            if board.square(row, col) == provided.EMPTY:
                continue
            scores[row][col] += own if board.square(row, col) == player else other


def get_best_move(board, scores):
    candidates = [Candidate(scores[r][c], square=(r, c)) for r, c in board.get_empty_squares()]
    return max(candidates).square


def mc_move(board, player, trials):
    scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
