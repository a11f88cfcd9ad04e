"""Totals become means before the choice."""
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def mc_trial(board, player):
    """Play."""
    current = player
    result = board.check_win()
    while result is None:
        empties = board.get_empty_squares()
        pick = random.randrange(len(empties))
        board.move(empties[pick][0], empties[pick][1], current)
        result = board.check_win()
        current = provided.switch_player(current)


def mc_update_scores(scores, board, player):
    """Score."""
    factor = 0
    if board.check_win() == player:
        factor = 1
    elif board.check_win() == provided.switch_player(player):
        factor = -1
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            if board.square(row, col) == player:
                scores[row][col] = scores[row][col] + factor * SCORE_CURRENT
            elif board.square(row, col) == provided.switch_player(player):
                scores[row][col] = scores[row][col] - factor * SCORE_OTHER


def get_best_move(board, scores):
    """Choose."""
    values = [scores[row][col] for (row, col) in board.get_empty_squares()]
    candidates = []
    for square in board.get_empty_squares():
        if scores[square[0]][square[1]] >= max(values):
            candidates.append(square)
    return random.choice(candidates)


def mc_move(board, player, trials):
    """Move."""
    scores = [[0.0 for dummy_col in range(board.get_dim())] for dummy_row in range(board.get_dim())]
    for dummy in range(trials):
        trial_board = board.clone()
        mc_trial(trial_board, player)
        mc_update_scores(scores, trial_board, player)
    means = [[value / trials for value in row] for row in scores]
    return get_best_move(board, means)
