"""Totals are a dictionary of squares until the very end."""
import random
from collections import defaultdict
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def mc_trial(board, player):
    while board.check_win() is None:
        board.move(*random.choice(board.get_empty_squares()), player=player)
        player = provided.switch_player(player)


def changes(board, player):
    """Return what each square of a finished board is worth."""
    worth = defaultdict(float)
    winner = board.check_win()
    if winner == provided.DRAW:
        return worth
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            if board.square(row, col) == player:
                worth[row, col] = SCORE_CURRENT
            elif board.square(row, col) != provided.EMPTY:
                worth[row, col] = -SCORE_OTHER
    if winner != player:
        for square in worth:
            worth[square] *= -1
    return worth


def mc_update_scores(scores, board, player):
    for (row, col), value in changes(board, player).items():
        scores[row][col] += value


def get_best_move(board, scores):
    candidates = {square: scores[square[0]][square[1]] for square in board.get_empty_squares()}
    top = max(candidates.values())
    return random.choice([square for square, score in candidates.items() if score == top])


def mc_move(board, player, trials):
    totals = defaultdict(float)
    for _ in range(trials):
        trial = board.clone()
        mc_trial(trial, player)
        for square, value in changes(trial, player).items():
            totals[square] += value
    dim = board.get_dim()
    return get_best_move(board, [[totals[row, col] for col in range(dim)] for row in range(dim)])
