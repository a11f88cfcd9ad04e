"""
Monte Carlo Tic-Tac-Toe Player
==============================

Run this file to test it:

>>> board = provided.TTTBoard(3, False, [[2, 2, 2], [3, 3, 1], [1, 1, 1]])
>>> grid = zeros(3)
>>> mc_update_scores(grid, board, provided.PLAYERX)
>>> grid[0]
[1.0, 1.0, 1.0]
"""

import random
import poc_ttt_gui
import poc_ttt_provided as provided

# Constants for Monte Carlo simulator
# You may change the values of these constants as desired, but
#  do not change their names.
NTRIALS = 150        # Number of trials to run
SCORE_CURRENT = 1.0  # Score for squares played by the current player
SCORE_OTHER = 1.0    # Score for squares played by the other player


def zeros(dim):
    """
    Makes a grid of zeros.

    >>> zeros(2)
    [[0, 0], [0, 0]]
    """
    return [[0] * dim for dummy_row in range(dim)]


def mc_trial(board, player):
    """
    This function takes a current board and the next player to move.
    The function should play a game starting with the given player by
    making random moves, alternating between players.
    """
    while board.check_win() is None:
        square = random.choice(board.get_empty_squares())
        board.move(square[0], square[1], player)
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    """
    This function takes a grid of scores (a list of lists) with the same
    dimensions as the Tic-Tac-Toe board, a board from a completed game,
    and which player the machine player is.
    """
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            status = board.square(row, col)
            if status == player:
                current = SCORE_CURRENT
            elif status == provided.EMPTY:
                current = 0
            else:
                current = -SCORE_OTHER
            if winner == player:
                scores[row][col] += current
            else:
                scores[row][col] -= current


def get_best_move(board, scores):
    """
    This function takes a current board and a grid of scores. It finds
    all of the empty squares with the maximum score and randomly returns
    one of them as a (row, column) tuple.

    >>> full = provided.TTTBoard(3, False, [[2, 3, 2], [2, 3, 3], [3, 2, 2]])
    >>> get_best_move(full, zeros(3))
    Traceback (most recent call last):
        ...
    ValueError: no empty square
    """
    empty = board.get_empty_squares()
    if len(empty) == 0:
        raise ValueError("no empty square")
    maximum = max([scores[square[0]][square[1]] for square in empty])
    best = []
    for square in empty:
        if scores[square[0]][square[1]] == maximum:
            best.append(square)
    return random.choice(best)


def mc_move(board, player, trials):
    """
    This function takes a current board, which player the machine player
    is, and the number of trials to run. It returns a move.
    """
    scores = zeros(board.get_dim())
    for dummy_trial in range(trials):
        trial_board = board.clone()
        mc_trial(trial_board, player)
        mc_update_scores(scores, trial_board, player)
    return get_best_move(board, scores)


# Test game with the console or the GUI.  Uncomment whichever
# you prefer.  Both should be commented out when you submit
# for testing to save time.

# provided.play_game(mc_move, NTRIALS, False)
# poc_ttt_gui.run_gui(3, provided.PLAYERX, mc_move, NTRIALS, False)

if __name__ == "__main__":
    import doctest
    doctest.testmod()
