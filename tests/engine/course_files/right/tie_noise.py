"""A grain of noise breaks ties, and a square that is taken has minus infinity."""
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def mc_trial(board, player):
    while board.check_win() is None:
        row, col = board.get_empty_squares()[random.randrange(len(board.get_empty_squares()))]
        board.move(row, col, player)
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            mark = board.square(row, col)
            if mark == player:
                scores[row][col] += SCORE_CURRENT if winner == player else -SCORE_CURRENT
            elif mark == provided.switch_player(player):
                scores[row][col] -= SCORE_OTHER if winner == player else -SCORE_OTHER


def get_best_move(board, scores):
    noisy = {(row, col): (scores[row][col], random.random())
             for row, col in board.get_empty_squares()}
    return max(noisy, key=noisy.get)


def mc_move(board, player, trials):
    dim = board.get_dim()
    scores = [[float("-inf")] * dim for _ in range(dim)]
    for row, col in board.get_empty_squares():
        scores[row][col] = 0.0
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
