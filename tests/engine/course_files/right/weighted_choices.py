"""Any square may be drawn, but those that are taken have no weight."""
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 0.5


def all_squares(board):
    return [(row, col) for row in range(board.get_dim()) for col in range(board.get_dim())]


def mc_trial(board, player):
    squares = all_squares(board)
    while board.check_win() is None:
        weights = [int(board.square(*square) == provided.EMPTY) for square in squares]
        (square,) = random.choices(squares, weights)
        board.move(*square, player)
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    for row, col in all_squares(board):
        mark = board.square(row, col)
        if winner == provided.DRAW or mark == provided.EMPTY:
            change = 0.0
        elif mark == player:
            change = SCORE_CURRENT if winner == player else -SCORE_CURRENT
        else:
            change = -SCORE_OTHER if winner == player else SCORE_OTHER
        scores[row][col] += change


def get_best_move(board, scores):
    squares = board.get_empty_squares()
    best = max(scores[row][col] for row, col in squares)
    return random.choices(squares, [scores[row][col] == best for row, col in squares])[0]


def mc_move(board, player, trials):
    scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
