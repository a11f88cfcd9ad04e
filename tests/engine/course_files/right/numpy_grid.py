"""Scores are an array."""
import numpy as np
import poc_ttt_gui
import poc_ttt_provided as provided

NTRIALS = 100
SCORE_CURRENT = 1.0
SCORE_OTHER = 2.0


def mc_trial(board, player):
    while board.check_win() is None:
        free = board.get_empty_squares()
        row, col = free[np.random.randint(len(free))]
        board.move(row, col, player)
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner in (None, provided.DRAW):
        return
    dim = board.get_dim()
    marks = np.array([[board.square(r, c) for c in range(dim)] for r in range(dim)])
    change = np.zeros((dim, dim))
    change[marks == player] = SCORE_CURRENT
    change[marks == provided.switch_player(player)] = -SCORE_OTHER
    if winner != player:
        change = -change
    for row in range(dim):
        for col in range(dim):
            scores[row][col] += change[row, col]


def get_best_move(board, scores):
    grid = np.full((board.get_dim(), board.get_dim()), -np.inf)
    for row, col in board.get_empty_squares():
        grid[row, col] = scores[row][col]
    rows, cols = np.where(grid == grid.max())
    index = np.random.randint(len(rows))
    return rows[index], cols[index]


def mc_move(board, player, trials):
    scores = np.zeros((board.get_dim(), board.get_dim()))
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)


poc_ttt_gui.run_gui(3, provided.PLAYERX, mc_move, NTRIALS, False)
