"""The squares are sorted by their scores."""
import itertools
import random
import poc_ttt_provided as provided

NTRIALS = 60
SCORE_CURRENT = 1.5
SCORE_OTHER = 1.0


def mc_trial(board, player):
    players = itertools.cycle([player, provided.switch_player(player)])
    while not board.check_win():
        row, col = random.sample(board.get_empty_squares(), 1)[0]
        board.move(row, col, next(players))


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if not winner or winner == provided.DRAW:
        return
    loser = provided.switch_player(winner)
    for row, col in itertools.product(range(board.get_dim()), repeat=2):
        mark = board.square(row, col)
        weight = SCORE_CURRENT if mark == player else SCORE_OTHER
        if mark == winner:
            scores[row][col] += weight
        if mark == loser:
            scores[row][col] -= weight


def get_best_move(board, scores):
    ranked = sorted(board.get_empty_squares(), key=lambda s: scores[s[0]][s[1]], reverse=True)
    top = scores[ranked[0][0]][ranked[0][1]]
    best = list(itertools.takewhile(lambda s: scores[s[0]][s[1]] == top, ranked))
    return best[random.randrange(len(best))]


def mc_move(board, player, trials):
    scores = [[0] * board.get_dim() for _ in itertools.repeat(None, board.get_dim())]
    for _ in itertools.repeat(None, trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
