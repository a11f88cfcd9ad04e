"""Rows of marks and rows of scores are gone through side by side."""
import random
from itertools import cycle
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def mc_trial(board, player):
    squares = board.get_empty_squares()
    order = random.sample(squares, len(squares))
    for (row, col), turn in zip(order, cycle((player, provided.switch_player(player)))):
        if board.check_win() is not None:
            break
        board.move(row, col, turn)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    factors = {player: SCORE_CURRENT, provided.switch_player(player): -SCORE_OTHER}
    if winner == provided.DRAW:
        return
    turn = 1 if winner == player else -1
    for marks, values in zip(board._board, scores):
        for col, (mark, value) in enumerate(zip(marks, values)):
            values[col] = value + turn * factors.get(mark, 0.0)


def get_best_move(board, scores):
    pairs = [
        (value, (row, col))
        for row, (marks, values) in enumerate(zip(board._board, scores))
        for col, (mark, value) in enumerate(zip(marks, values))
        if mark == provided.EMPTY
    ]
    best = max(value for value, _ in pairs)
    return random.choice([square for value, square in pairs if value == best])


def mc_move(board, player, trials):
    scores = [[0.0 for _ in row] for row in board._board]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
