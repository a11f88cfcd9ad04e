"""Python 2: squares are sorted by a comparison, lambdas take a square apart, keys are looked up."""
import random
import poc_ttt_provided as provided

NTRIALS = 40
MCMATCH = 1.0
MCOTHER = 1.0


def mc_trial(board, player):
    players = {0: player, 1: provided.switch_player(player)}
    turn = 0
    while board.check_win() == None:
        square = random.choice(board.get_empty_squares())
        board.move(square[0], square[1], players[turn & 1])
        turn += 1


def mc_update_scores(scores, board, player):
    signs = {player: 1, provided.switch_player(player): -1}
    if not signs.has_key(board.check_win()):
        return
    sign = signs[board.check_win()]
    weights = {player: MCMATCH * sign, provided.switch_player(player): -MCOTHER * sign}
    for row in xrange(board.get_dim()):
        for col in xrange(board.get_dim()):
            for mark, weight in weights.iteritems():
                if board.square(row, col) == mark:
                    scores[row][col] += weight


def get_best_move(board, scores):
    squares = board.get_empty_squares()
    squares.sort(lambda a, b: cmp(scores[b[0]][b[1]], scores[a[0]][a[1]]))
    value = lambda (row, col): scores[row][col]
    best = filter(lambda square: value(square) == value(squares[0]), squares)
    return best[random.randrange(len(best))]


def mc_move(board, player, trials):
    scores = [[0.0] * board.get_dim() for dummy in xrange(board.get_dim())]
    for dummy in xrange(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
