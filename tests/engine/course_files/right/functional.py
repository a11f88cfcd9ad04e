"""Functions that make functions."""
import random
from functools import partial, reduce
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def step(board, player, _):
    if board.check_win() is None:
        board.move(*random.choice(board.get_empty_squares()), player)
    return provided.switch_player(player)


def mc_trial(board, player):
    reduce(partial(step, board), range(len(board.get_empty_squares())), player)


def add(scores, change, square):
    scores[square[0]][square[1]] += change


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    squares = [(r, c) for r in range(board.get_dim()) for c in range(board.get_dim())]
    mine = list(filter(lambda s: board.square(*s) == player, squares))
    theirs = list(filter(lambda s: board.square(*s) == provided.switch_player(player), squares))
    sign = (winner == player) - (winner == provided.switch_player(player))
    list(map(partial(add, scores, sign * SCORE_CURRENT), mine))
    list(map(partial(add, scores, -sign * SCORE_OTHER), theirs))


def get_best_move(board, scores):
    value = lambda square: scores[square[0]][square[1]]
    best = max(map(value, board.get_empty_squares()))
    return random.choice(list(filter(lambda s: value(s) == best, board.get_empty_squares())))


def one(board, player, scores, _):
    copy = board.clone()
    mc_trial(copy, player)
    mc_update_scores(scores, copy, player)
    return scores


def mc_move(board, player, trials):
    empty = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    return get_best_move(board, reduce(partial(one, board, player), range(trials), empty))
