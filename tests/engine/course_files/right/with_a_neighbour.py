"""A part of the work lies in another module, in the folder my_tools."""
import random
import poc_ttt_provided as provided
from my_tools import scoring
from my_tools.scoring import best_of

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def mc_trial(board, player):
    while board.check_win() is None:
        board.move(*random.choice(board.get_empty_squares()), player)
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    sign = scoring.sign_of(board.check_win(), player)
    for row, col in scoring.squares(board):
        if board.square(row, col) == player:
            scores[row][col] += sign * SCORE_CURRENT
        elif board.square(row, col) == provided.switch_player(player):
            scores[row][col] -= sign * SCORE_OTHER


def get_best_move(board, scores):
    return random.choice(best_of(board.get_empty_squares(), scores))


def mc_move(board, player, trials):
    scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
