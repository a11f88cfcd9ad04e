"""The grid of scores is a list of a kind of its own."""
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


class ScoreGrid(list):
    """A list of rows that can be asked for a square."""

    def __init__(self, dim):
        super().__init__([0.0] * dim for _ in range(dim))

    def __call__(self, square):
        return self[square[0]][square[1]]


def mc_trial(board, player):
    if board.check_win() is None:
        move = random.choice(board.get_empty_squares())
        board.move(move[0], move[1], player)
        return mc_trial(board, provided.switch_player(player))


def mc_update_scores(scores, board, player):
    other = provided.switch_player(player)
    result = board.check_win()
    if result == player:
        sign = +1
    elif result == other:
        sign = -1
    else:
        return
    for row, line in enumerate(scores):
        for col, _ in enumerate(line):
            if board.square(row, col) == player:
                line[col] += sign * SCORE_CURRENT
            if board.square(row, col) == other:
                line[col] -= sign * SCORE_OTHER


def get_best_move(board, scores):
    if not isinstance(scores, ScoreGrid):
        plain, scores = scores, ScoreGrid(board.get_dim())
        for row in range(board.get_dim()):
            scores[row][:] = plain[row]
    squares = board.get_empty_squares()
    random.shuffle(squares)
    squares.sort(key=scores)
    return squares[-1]


def mc_move(board, player, trials):
    grid = ScoreGrid(board.get_dim())
    for _ in range(trials):
        game = board.clone()
        mc_trial(game, player)
        mc_update_scores(grid, game, player)
    return get_best_move(board, grid)
