"""Written in an editor on Windows."""
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0

# ----------------------------------------------------------
# the four functions
# ----------------------------------------------------------

def mc_trial(board, player):
    """ one random game """
    won = board.check_win()
    while won is None:
        (row, col) = random.choice(board.get_empty_squares())
        board.move(row, col, player)
        player = provided.switch_player(player)
        won = board.check_win()


def mc_update_scores(scores, board, player):
    """ add up """
    won = board.check_win()
    other = provided.switch_player(player)
    size = range(board.get_dim())
    if won == player:
        (mine, his) = (SCORE_CURRENT, -SCORE_OTHER)
    elif won == other:
        (mine, his) = (-SCORE_CURRENT, SCORE_OTHER)
    else:
        (mine, his) = (0, 0)
    for (row, col) in [(i, j) for i in size for j in size]:
        scores[row][col] += (mine if board.square(row, col) == player else
                             his if board.square(row, col) == other else 0)


def get_best_move(board, scores):
    """ the best """
    squares = board.get_empty_squares()
    values = [scores[row][col] for (row, col) in squares]
    return random.choice([square for (square, value) in zip(squares, values)
                          if value == max(values)])


def mc_move(board, player, trials):
    """ move """
    scores = [[0.0 for _ in range(board.get_dim())] for _ in range(board.get_dim())]
    for _ in range(trials):
        clone = board.clone()
        mc_trial(clone, player)
        mc_update_scores(scores, clone, player)
    return get_best_move(board, scores)


provided.play_game(mc_move, NTRIALS, False)
