"""Reads and writes the board's own fields, and finds the winner with it."""
import copy
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def mc_trial(board, player):
    while board.check_win() is None:
        row, col = random.choice(board.get_empty_squares())
        board._board[row][col] = player
        player = provided.PLAYERX + provided.PLAYERO - player


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    for row in range(board._dim):
        for col in range(board._dim):
            mark = board._board[row][col]
            if mark == provided.EMPTY:
                continue
            value = SCORE_CURRENT if mark == player else -SCORE_OTHER
            scores[row][col] += value if winner == player else -value


def get_best_move(board, scores):
    best = -10 ** 9
    moves = []
    for row in range(board._dim):
        for col in range(board._dim):
            if board._board[row][col] != provided.EMPTY:
                continue
            if scores[row][col] > best:
                best = scores[row][col]
                moves = []
            if scores[row][col] == best:
                moves.append((row, col))
    return random.choice(moves)


def mc_move(board, player, trials):
    scores = [[0] * board._dim for _ in range(board._dim)]
    for _ in range(trials):
        trial = copy.deepcopy(board)
        mc_trial(trial, player)
        mc_update_scores(scores, trial, player)
    return get_best_move(board, scores)
