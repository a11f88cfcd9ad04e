"""Exceptions end the loops."""
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


class GameOver(Exception):
    pass


def one_move(board, player):
    if board.check_win() is not None:
        raise GameOver
    row, col = random.choice(board.get_empty_squares())
    board.move(row, col, player)


def mc_trial(board, player):
    try:
        while True:
            one_move(board, player)
            player = provided.switch_player(player)
    except GameOver:
        pass


def mc_update_scores(scores, board, player):
    signs = {provided.PLAYERX: -1, provided.PLAYERO: -1}
    signs[player] = 1
    try:
        sign = signs[board.check_win()]
    except KeyError:
        return
    row = 0
    try:
        while True:
            for col in range(len(scores[row])):
                if board.square(row, col) == player:
                    scores[row][col] += sign * SCORE_CURRENT
                elif board.square(row, col) in signs:
                    scores[row][col] -= sign * SCORE_OTHER
            row += 1
    except IndexError:
        pass
    finally:
        assert row == board.get_dim()


def get_best_move(board, scores):
    try:
        best = max(scores[row][col] for row, col in board.get_empty_squares())
    except ValueError as error:
        raise ValueError("the board is full") from error
    else:
        return random.choice([s for s in board.get_empty_squares() if scores[s[0]][s[1]] == best])


def mc_move(board, player, trials):
    assert trials > 0, "no trials"
    scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
