"""A square is one number: row * dim + col. X and O are 2 and 3, and 2 ^ 1 is 3."""
import random
import poc_ttt_provided as provided

NTRIALS = 64
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def mc_trial(board, player):
    dim = board.get_dim()
    free = [n for n in range(dim * dim) if board.square(n // dim, n % dim) == 1]
    while not board.check_win():
        at = int(random.random() * len(free))
        free[at], free[-1] = free[-1], free[at]
        row, col = divmod(free.pop(), dim)
        board.move(row, col, player)
        player ^= 1


def mc_update_scores(scores, board, player):
    dim = board.get_dim()
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    for n in range(dim * dim):
        mark = board.square(*divmod(n, dim))
        mine, theirs = int(mark == player), int(mark == player ^ 1)
        scores[n // dim][n % dim] += (2 * (winner == player) - 1) * (
            mine * SCORE_CURRENT - theirs * SCORE_OTHER)


def get_best_move(board, scores):
    dim = board.get_dim()
    flat = [value for row in scores for value in row]
    free = [row * dim + col for row, col in board.get_empty_squares()]
    top = max(flat[n] for n in free)
    return divmod(random.choice([n for n in free if flat[n] == top]), dim)


def mc_move(board, player, trials):
    scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        game = board.clone()
        mc_trial(game, player)
        mc_update_scores(scores, game, player)
    return get_best_move(board, scores)
