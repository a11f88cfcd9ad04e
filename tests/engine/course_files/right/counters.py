"""Counters of wins and losses for each square; weights come in at the very end."""
import random
from collections import Counter, namedtuple
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0

Game = namedtuple("Game", "board winner")


def mc_trial(board, player):
    order = sorted(board.get_empty_squares(), key=lambda _: random.random())
    for square in order:
        board.move(square[0], square[1], player)
        player = provided.switch_player(player)
        if board.check_win():
            break


def owners(board, player):
    """Counts: +1 for own squares and -1 for others, in two counters."""
    mine, others = Counter(), Counter()
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            if board.square(row, col) == player:
                mine[row, col] += 1
            elif board.square(row, col) != provided.EMPTY:
                others[row, col] += 1
    return mine, others


def mc_update_scores(scores, board, player):
    game = Game(board, board.check_win())
    if game.winner == provided.DRAW:
        return
    sign = 1 if game.winner == player else -1
    mine, others = owners(board, player)
    for row, col in mine:
        scores[row][col] += sign * SCORE_CURRENT
    for row, col in others:
        scores[row][col] -= sign * SCORE_OTHER


def get_best_move(board, scores):
    ranked = Counter({(row, col): scores[row][col] for row, col in board.get_empty_squares()})
    best = ranked.most_common(1)[0][1]
    return random.choice([square for square in ranked if ranked[square] == best])


def mc_move(board, player, trials):
    own, other = Counter(), Counter()
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        winner = copy.check_win()
        mine, others = owners(copy, player)
        if winner == player:
            own.update(mine)
            other.update(others)
        elif winner != provided.DRAW:
            own.subtract(mine)
            other.subtract(others)
    dim = board.get_dim()
    scores = [[own[row, col] * SCORE_CURRENT - other[row, col] * SCORE_OTHER
               for col in range(dim)] for row in range(dim)]
    return get_best_move(board, scores)
