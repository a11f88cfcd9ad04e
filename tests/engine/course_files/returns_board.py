"""A right file in the style of the newer edition."""
import random
import poc_ttt_gui
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def mc_trial(board, player):
    """Play to the end."""
    while board.check_win() is None:
        square = random.choice(board.get_empty_squares())
        board.move(square[0], square[1], player)
        player = provided.switch_player(player)
    return board


def mc_update_scores(scores, board, player):
    """Score the board."""
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    sign = 1 if winner == player else -1
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            if board.square(row, col) == player:
                scores[row][col] += sign * SCORE_CURRENT
            elif board.square(row, col) != provided.EMPTY:
                scores[row][col] -= sign * SCORE_OTHER


def get_best_move(board, scores):
    """One of the best."""
    empty = board.get_empty_squares()
    best = max(scores[row][col] for row, col in empty)
    return random.choice([s for s in empty if scores[s[0]][s[1]] == best])


def mc_move(board, player, trials):
    """The machine's move."""
    dim = board.get_dim()
    scores = [[0 for _ in range(dim)] for _ in range(dim)]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)


provided.play_game(mc_move, NTRIALS, False)
poc_ttt_gui.run_gui(3, provided.PLAYERX, mc_move, NTRIALS, False)
