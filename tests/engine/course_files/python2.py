"""A Python 2 file: print statements, xrange, has_key, None in comparisons, whole division."""
import random
import poc_ttt_provided as provided
import poc_ttt_gui

NTRIALS = 100 / 3
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0

print "loading", NTRIALS


def mc_trial(board, player):
    while board.check_win() == None:
        empty = board.get_empty_squares()
        row, col = empty[random.randrange(len(empty))]
        board.move(row, col, player)
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    won = {provided.PLAYERX: 1, provided.PLAYERO: 1}
    winner = board.check_win()
    if not won.has_key(winner):
        return
    sign = (winner == player) and 1 or -1
    for row in xrange(board.get_dim()):
        for col in xrange(board.get_dim()):
            mark = board.square(row, col)
            if mark == player:
                scores[row][col] += sign * SCORE_CURRENT
            elif mark <> provided.EMPTY:
                scores[row][col] -= sign * SCORE_OTHER


def get_best_move(board, scores):
    best = None
    squares = []
    for row, col in board.get_empty_squares():
        if scores[row][col] > best:
            best = scores[row][col]
            squares = [(row, col)]
        elif scores[row][col] == best:
            squares.append((row, col))
    return random.choice(squares)


def mc_move(board, player, trials):
    scores = [[0] * board.get_dim() for _ in xrange(board.get_dim())]
    for _ in xrange(trials):
        trial = board.clone()
        mc_trial(trial, player)
        mc_update_scores(scores, trial, player)
    return get_best_move(board, scores)


provided.play_game(mc_move, NTRIALS, False)
