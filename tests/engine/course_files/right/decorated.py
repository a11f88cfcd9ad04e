"""Decorators measure and count what the functions do."""
import functools
import random
import time
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0

SPENT = {}


def timed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        start = time.time()
        try:
            return function(*args, **kwargs)
        finally:
            SPENT[function.__name__] = SPENT.get(function.__name__, 0) + time.time() - start
    return wrapper


def counted(function):
    def wrapper(*args):
        wrapper.calls += 1
        return function(*args)
    wrapper.calls = 0
    return wrapper


@counted
def mc_trial(board, player):
    while board.check_win() is None:
        square = random.choice(board.get_empty_squares())
        board.move(square[0], square[1], player)
        player = provided.switch_player(player)


@counted
def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    sign = 1.0 if winner == player else -1.0
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            mark = board.square(row, col)
            if mark == player:
                scores[row][col] += sign * SCORE_CURRENT
            elif mark != provided.EMPTY:
                scores[row][col] -= sign * SCORE_OTHER


@timed
def get_best_move(board, scores):
    best = max(scores[row][col] for row, col in board.get_empty_squares())
    return random.choice([(row, col) for row, col in board.get_empty_squares()
                          if scores[row][col] == best])


@timed
def mc_move(board, player, trials=NTRIALS):
    scores = [[0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
