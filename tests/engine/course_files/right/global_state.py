"""The scores are global, and made anew at the beginning of each move."""
import random
import poc_ttt_gui
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0

SCORES = []
BEST = None
MOVES_MADE = 0


def reset(dim):
    global BEST
    BEST = None
    del SCORES[:]
    for _ in range(dim):
        SCORES.append([0] * dim)


def mc_trial(board, player):
    while True:
        if board.check_win() is not None:
            return
        row, col = random.choice(board.get_empty_squares())
        board.move(row, col, player)
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    if board.check_win() == provided.DRAW:
        return
    if board.check_win() == player:
        plus, minus = SCORE_CURRENT, -SCORE_OTHER
    else:
        plus, minus = -SCORE_CURRENT, SCORE_OTHER
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            if board.square(row, col) == player:
                scores[row][col] += plus
            elif board.square(row, col) == provided.switch_player(player):
                scores[row][col] += minus


def get_best_move(board, scores):
    global BEST
    BEST = None
    found = []
    for row, col in board.get_empty_squares():
        if BEST is None or scores[row][col] > BEST:
            BEST = scores[row][col]
            found = []
        if scores[row][col] == BEST:
            found.append((row, col))
    return random.choice(found)


def mc_move(board, player, trials):
    global MOVES_MADE
    MOVES_MADE += 1
    reset(board.get_dim())
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(SCORES, copy, player)
    return get_best_move(board, SCORES)


if __name__ == "__main__":
    poc_ttt_gui.run_gui(3, provided.PLAYERX, mc_move, NTRIALS, False)
