"""Writes a log of everything, and shows the scores."""
import logging
import random
from pprint import pprint
import poc_ttt_provided as provided

logging.basicConfig(level=logging.INFO, format="%(funcName)s: %(message)s")
log = logging.getLogger(__name__)

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0
DEBUG = False


def mc_trial(board, player):
    moves = 0
    while board.check_win() is None:
        row, col = random.choice(board.get_empty_squares())
        log.debug("%s at %d, %d", provided.STRMAP[player], row, col)
        board.move(row, col, player)
        player = provided.switch_player(player)
        moves += 1
    log.debug(f"{moves} moves, {board.check_win()=}")


def mc_update_scores(scores, board, player):
    match_result = board.check_win()
    if match_result == provided.DRAW:
        log.debug("a tie")
    else:
        sign = 1 if match_result == player else -1
        for row in range(board.get_dim()):
            for col in range(board.get_dim()):
                if board.square(row, col) == player:
                    scores[row][col] += sign * SCORE_CURRENT
                elif board.square(row, col) == provided.switch_player(player):
                    scores[row][col] -= sign * SCORE_OTHER
    if DEBUG:
        pprint(scores)


def get_best_move(board, scores):
    squares = board.get_empty_squares()
    best = max(scores[row][col] for row, col in squares)
    equals = [(row, col) for row, col in squares if scores[row][col] == best]
    log.debug("%d of %d squares are best", len(equals), len(squares))
    return random.choice(equals)


def mc_move(board, player, trials):
    scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    for number in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    for line in scores:
        print(" ".join("%6.1f" % value for value in line))
    move = get_best_move(board, scores)
    log.info("%s plays %s", provided.STRMAP[player], move)
    return move
