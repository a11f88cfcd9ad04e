"""Points are exact fractions."""
import random
from fractions import Fraction
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = Fraction(2, 3)
SCORE_OTHER = Fraction(1, 3)


def mc_trial(board, player):
    while board.check_win() is None:
        square = random.choice(board.get_empty_squares())
        board.move(square[0], square[1], player)
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    other = provided.switch_player(player)
    points = {
        player: {player: SCORE_CURRENT, other: -SCORE_OTHER},
        other: {player: -SCORE_CURRENT, other: SCORE_OTHER},
    }.get(winner, {})
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            scores[row][col] += points.get(board.square(row, col), 0)


def get_best_move(board, scores):
    best = max(scores[row][col] for row, col in board.get_empty_squares())
    return random.choice([s for s in board.get_empty_squares() if scores[s[0]][s[1]] == best])


def mc_move(board, player, trials):
    scores = [[Fraction(0)] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
