"""Python 2: print is a statement, and None is less than any number."""
import random
import poc_ttt_gui
import poc_ttt_provided as provided

NTRIALS = 25
SCORE_CURRENT = 1
SCORE_OTHER = 1


def mc_trial(board, player):
    while board.check_win() == None:
        square = random.choice(board.get_empty_squares())
        board.move(square[0], square[1], player)
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner <> provided.DRAW:
        for row in xrange(board.get_dim()):
            for col in xrange(board.get_dim()):
                if board.square(row, col) == player:
                    scores[row][col] += SCORE_CURRENT * (1 if winner == player else -1)
                elif board.square(row, col) <> provided.EMPTY:
                    scores[row][col] += SCORE_OTHER * (-1 if winner == player else 1)


def get_best_move(board, scores):
    best = None
    found = []
    for row, col in board.get_empty_squares():
        if scores[row][col] > best:
            best = scores[row][col]
            found = [(row, col)]
        elif scores[row][col] == best:
            found.append((row, col))
    return random.choice(found)


def mc_move(board, player, trials):
    scores = [[0] * board.get_dim() for dummy in xrange(board.get_dim())]
    for dummy in xrange(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)


print "a game:"
provided.play_game(mc_move, NTRIALS, False)
poc_ttt_gui.run_gui(3, provided.PLAYERX, mc_move, NTRIALS, False)
