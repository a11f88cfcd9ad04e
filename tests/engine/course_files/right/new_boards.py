"""Makes each trial's board by hand, and calls everything by keywords."""
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def copy_of(board):
    rows = [[board.square(r, c) for c in range(board.get_dim())] for r in range(board.get_dim())]
    return provided.TTTBoard(board.get_dim(), board._reverse, rows)


def mc_trial(board, player):
    while board.check_win() is None:
        row, col = random.choice(board.get_empty_squares())
        board.move(row, col, player)
        if player == provided.PLAYERX:
            player = provided.PLAYERO
        else:
            player = provided.PLAYERX


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    won = winner == player
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            if board.square(row, col) == provided.EMPTY:
                pass
            elif (board.square(row, col) == player) == won:
                scores[row][col] += SCORE_CURRENT if won else SCORE_OTHER
            else:
                scores[row][col] -= SCORE_OTHER if won else SCORE_CURRENT


def get_best_move(board, scores):
    best = max([scores[row][col] for row, col in board.get_empty_squares()])
    return list(random.choice([[row, col] for row, col in board.get_empty_squares()
                               if scores[row][col] == best]))


def mc_move(board, player, trials):
    scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        trial = copy_of(board)
        mc_trial(player=player, board=trial)
        mc_update_scores(board=trial, player=player, scores=scores)
    return get_best_move(scores=scores, board=board)
