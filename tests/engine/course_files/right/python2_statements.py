# Monte Carlo Tic-Tac-Toe, Python 2.7
import random
import sys
import poc_ttt_gui
import poc_ttt_provided as provided

NTRIALS = 30
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0

def mc_trial(board, player):
    while 1:
        winner = board.check_win()
        if winner <> None:
            break
        empties = board.get_empty_squares()
        try:
            row, col = empties[random.randrange(0, len(empties))]
        except IndexError, error:
            print >> sys.stderr, "no square left:", error
            raise ValueError, "full board"
        board.move(row, col, player)
        player = provided.switch_player(player)

def mc_update_scores(scores, board, player):
    winner = board.check_win()
    dim = board.get_dim()
    if winner == provided.DRAW:
        return
    for dummy in xrange(dim * dim):
        row = dummy / dim
        col = dummy % dim
        mark = board.square(row, col)
        if mark == provided.EMPTY:
            continue
        if mark == player:
            points = SCORE_CURRENT
        else:
            points = SCORE_OTHER
        if mark <> winner:
            points = -points
        scores[row][col] += points

def get_best_move(board, scores):
    best_list = []
    best_score = None
    for row, col in board.get_empty_squares():
        if best_score is None or scores[row][col] > best_score:
            best_score = scores[row][col]
            best_list = [(row, col)]
        elif scores[row][col] == best_score:
            best_list.append((row, col))
    return random.choice(best_list)

def mc_move(board, player, trials):
    dim = board.get_dim()
    scores = map(lambda dummy: [0] * dim, range(dim))
    for dummy in xrange(trials):
        trial_board = board.clone()
        mc_trial(trial_board, player)
        mc_update_scores(scores, trial_board, player)
    move = get_best_move(board, scores)
    print "best move is", move, "of", `len(board.get_empty_squares())`
    return move

print "Test game, %d trials" % NTRIALS
provided.play_game(mc_move, NTRIALS, False)
poc_ttt_gui.run_gui(3, provided.PLAYERX, mc_move, NTRIALS, False)
