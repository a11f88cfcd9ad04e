# Mini-project: the older edition, as it ran on the course's web site
import random
import codeskulptor
import simplegui
import poc_simpletest
import poc_ttt_gui
import poc_ttt_provided as provided
import user34_TtTtEsT_0 as tests

codeskulptor.set_timeout(20)

# Constants for Monte Carlo simulator
# Change as desired
NTRIALS = 100   # Number of trials to run
MCMATCH = 1.0  # Score for squares played by the machine player
MCOTHER = 1.0  # Score for squares played by the other player

def mc_trial(board, player):
    """
    play a game
    """
    mark = player
    while board.check_win() == None:
        square = random.choice(board.get_empty_squares())
        board.move(square[0], square[1], mark)
        mark = provided.switch_player(mark)
    return

def mc_update_scores(scores, board, player):
    """
    update the scores
    """
    if board.check_win() == provided.DRAW:
        return
    elif board.check_win() == player:
        current, other = MCMATCH, -MCOTHER
    else:
        current, other = -MCMATCH, MCOTHER
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            if board.square(row, col) == player:
                scores[row][col] += current
            elif not board.square(row, col) == provided.EMPTY:
                scores[row][col] += other

def get_best_move(board, scores):
    """
    find the best
    """
    best = None
    answer = []
    for square in board.get_empty_squares():
        if best < scores[square[0]][square[1]]:
            best = scores[square[0]][square[1]]
    for square in board.get_empty_squares():
        if scores[square[0]][square[1]] == best:
            answer.append(square)
    return answer[random.randrange(len(answer))]

def mc_move(board, player, trials):
    """
    move
    """
    scores = [[0 for dummy in range(board.get_dim())] for dummy in range(board.get_dim())]
    for dummy in range(trials):
        current = board.clone()
        mc_trial(current, player)
        mc_update_scores(scores, current, player)
    return get_best_move(board, scores)

# Test game with the console or the GUI.
#provided.play_game(mc_move, NTRIALS, False)
poc_ttt_gui.run_gui(3, provided.PLAYERX, mc_move, NTRIALS, False)
tests.test_trial(mc_trial)
