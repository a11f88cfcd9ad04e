"""All of the course's names, as if they were mine."""
from random import *
from poc_ttt_provided import *

NTRIALS = 80
SCORE_CURRENT = 2.0
SCORE_OTHER = 1.0
ME, YOU, NOBODY = PLAYERX, PLAYERO, DRAW


def mc_trial(board, player):
    while board.check_win() not in (ME, YOU, NOBODY):
        row, col = choice(board.get_empty_squares())
        board.move(row, col, player)
        player = switch_player(player)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner == NOBODY:
        return
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            owner = board.square(row, col)
            if owner == EMPTY:
                continue
            elif owner == player and winner == player:
                scores[row][col] += SCORE_CURRENT
            elif owner == player and winner != player:
                scores[row][col] -= SCORE_CURRENT
            elif owner != player and winner == player:
                scores[row][col] -= SCORE_OTHER
            else:
                scores[row][col] += SCORE_OTHER


def get_best_move(board, scores):
    best_squares = []
    best_score = float('-inf')
    for square in board.get_empty_squares():
        score = scores[square[0]][square[1]]
        if score > best_score:
            best_squares = [square]
            best_score = score
        elif score == best_score:
            best_squares += [square]
    return choice(best_squares)


def mc_move(board, player, trials):
    scores = [[0] * board.get_dim() for dummy in range(board.get_dim())]
    for dummy in range(trials):
        board_copy = board.clone()
        mc_trial(board_copy, player)
        mc_update_scores(scores, board_copy, player)
    return get_best_move(board, scores)


play_game(mc_move, NTRIALS, False)
