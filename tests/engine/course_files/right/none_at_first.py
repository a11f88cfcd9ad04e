"""A square has no score before it is played on."""
import random
from collections import deque
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def mc_trial(board, player):
    players = deque([player, provided.switch_player(player)])
    while board.check_win() is None:
        board.move(*random.choice(board.get_empty_squares()), players[0])
        players.rotate()


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            mark = board.square(row, col)
            if mark == provided.EMPTY or winner == provided.DRAW:
                continue
            if scores[row][col] is None:
                scores[row][col] = 0
            change = SCORE_CURRENT if mark == player else SCORE_OTHER
            scores[row][col] += change if mark == winner else -change


def get_best_move(board, scores):
    empty = board.get_empty_squares()
    values = {square: scores[square[0]][square[1]] or 0 for square in empty}
    for square in random.sample(empty, len(empty)):
        if all(values[square] >= values[other] for other in empty):
            return square
    else:
        raise ValueError("no empty square")


def mc_move(board, player, trials):
    scores = [[None] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
