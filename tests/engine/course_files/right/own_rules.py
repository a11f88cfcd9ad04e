"""Plays on a flat list with rules of its own, and puts the marks on the board at the end."""
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def lines(dim):
    rows = [[row * dim + col for col in range(dim)] for row in range(dim)]
    cols = [list(col) for col in zip(*rows)]
    return rows + cols + [[rows[i][i] for i in range(dim)], [rows[i][-1 - i] for i in range(dim)]]


def over(cells, ways):
    """Is there a full line, or no square left?"""
    for way in ways:
        marks = {cells[i] for i in way}
        if len(marks) == 1 and provided.EMPTY not in marks:
            return True
    return provided.EMPTY not in cells


def mc_trial(board, player):
    dim = board.get_dim()
    ways = lines(dim)
    cells = [board.square(row, col) for row in range(dim) for col in range(dim)]
    free = [i for i, mark in enumerate(cells) if mark == provided.EMPTY]
    random.shuffle(free)
    while not over(cells, ways):
        cells[free.pop()] = player
        player = provided.switch_player(player)
    for i, mark in enumerate(cells):
        if mark != provided.EMPTY:
            board.move(i // dim, i % dim, mark)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            mark = board.square(row, col)
            if mark == provided.EMPTY:
                continue
            worth = SCORE_CURRENT if mark == player else SCORE_OTHER
            scores[row][col] += worth if mark == winner else -worth


def get_best_move(board, scores):
    ranking = {}
    for row, col in board.get_empty_squares():
        ranking.setdefault(scores[row][col], []).append((row, col))
    return random.choice(ranking[sorted(ranking)[-1]])


def mc_move(board, player, trials):
    scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
