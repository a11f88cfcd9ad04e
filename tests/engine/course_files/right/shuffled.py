"""The empty squares are shuffled once, and taken in that order."""
from random import SystemRandom
import poc_ttt_provided as provided

DICE = SystemRandom()
NTRIALS = 50
MCMATCH = 1.0
MCOTHER = 1.25


def mc_trial(board, player):
    order = board.get_empty_squares()
    DICE.shuffle(order)
    while board.check_win() is None:
        row, col = order.pop()
        board.move(row, col, player)
        player = provided.switch_player(player)
    return board


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner not in (provided.PLAYERX, provided.PLAYERO):
        return scores
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            if board.square(row, col) == player:
                change = MCMATCH
            elif board.square(row, col) == provided.EMPTY:
                change = 0
            else:
                change = -MCOTHER
            if winner != player:
                change *= -1
            scores[row][col] += change
    return scores


def get_best_move(board, scores):
    empty = board.get_empty_squares()
    DICE.shuffle(empty)
    return max(empty, key=lambda square: scores[square[0]][square[1]])


def mc_move(board, player, trials):
    scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
