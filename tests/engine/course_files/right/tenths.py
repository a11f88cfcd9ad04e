"""Weights of tenths, under names of my own: sums of them are never quite the same."""
import random
import poc_ttt_provided as provided

NTRIALS = 50
REWARD = 0.3
PENALTY = 0.1


def mc_trial(board, player):
    """Plays one game."""
    whose = player
    while board.check_win() is None:
        row, col = random.choice(board.get_empty_squares())
        board.move(row, col, whose)
        whose = provided.switch_player(whose)


def mc_update_scores(scores, board, player):
    """Adds one game."""
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            if board.square(row, col) == player:
                scores[row][col] += REWARD if winner == player else -REWARD
            elif board.square(row, col) != provided.EMPTY:
                scores[row][col] -= PENALTY if winner == player else -PENALTY


def get_best_move(board, scores):
    """Finds the best."""
    best = max(scores[row][col] for row, col in board.get_empty_squares())
    equals = [(row, col) for row, col in board.get_empty_squares()
              if abs(scores[row][col] - best) < 1e-6]
    return random.choice(equals)


def mc_move(board, player, trials):
    """Moves."""
    scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        game = board.clone()
        mc_trial(game, player)
        mc_update_scores(scores, game, player)
    return get_best_move(board, scores)
