"""Looks first whether there is anything to do."""
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def mc_trial(board, player):
    if board.check_win() is not None:
        return None
    empties = board.get_empty_squares()
    if not empties:
        return None
    random.shuffle(empties)
    for row, col in empties:
        board.move(row, col, player)
        if board.check_win() is not None:
            return None
        player = provided.switch_player(player)
    return None


def mc_update_scores(scores, board, player):
    if board is None or scores is None:
        return
    winner = board.check_win()
    if winner is None:
        return
    if winner == provided.DRAW:
        return
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            mark = board.square(row, col)
            if mark == provided.EMPTY:
                continue
            weight = SCORE_CURRENT
            if mark != player:
                weight = SCORE_OTHER
            if mark == winner:
                scores[row][col] += weight
                continue
            scores[row][col] -= weight


def get_best_move(board, scores):
    empties = board.get_empty_squares()
    if not empties:
        raise ValueError('the game is over')
    if len(empties) == 1:
        return empties[0]
    best = max(scores[row][col] for row, col in empties)
    while True:
        row, col = random.choice(empties)
        if scores[row][col] == best:
            return row, col


def mc_move(board, player, trials):
    if len(board.get_empty_squares()) == 1:
        return board.get_empty_squares()[0]
    scores = [[0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
