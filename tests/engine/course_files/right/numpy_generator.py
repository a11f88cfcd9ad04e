"""A generator of its own, that nobody seeds, and NumPy's numbers in lists."""
import numpy
import poc_ttt_provided as provided

SCORE_CURRENT = numpy.float64(2)
SCORE_OTHER = numpy.float64(1)
DICE = numpy.random.default_rng()


def mc_trial(board, player):
    while board.check_win() is None:
        free = board.get_empty_squares()
        board.move(*free[int(DICE.integers(0, len(free)))], player)
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    sign = 1 if winner == player else -1
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            if board.square(row, col) == player:
                scores[row][col] += sign * SCORE_CURRENT
            elif board.square(row, col) != provided.EMPTY:
                scores[row][col] += -sign * SCORE_OTHER


def get_best_move(board, scores):
    free = board.get_empty_squares()
    values = numpy.array([scores[row][col] for row, col in free])
    best = numpy.flatnonzero(values == values.max())
    return free[int(DICE.choice(best))]


def mc_move(board, player, trials):
    scores = numpy.zeros((board.get_dim(), board.get_dim())).tolist()
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
