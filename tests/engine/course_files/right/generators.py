"""Boards come one after another, as they are needed."""
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def squares(board, *marks):
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            if board.square(row, col) in marks:
                yield row, col


def mc_trial(board, player):
    while True:
        if board.check_win() is not None:
            break
        row, col = random.choice(list(squares(board, provided.EMPTY)))
        board.move(row, col, player)
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    sign = 1 if winner == player else -1
    for row, col in squares(board, player):
        scores[row][col] += sign * SCORE_CURRENT
    for row, col in squares(board, provided.switch_player(player)):
        scores[row][col] -= sign * SCORE_OTHER


def get_best_move(board, scores):
    best = max(scores[row][col] for row, col in squares(board, provided.EMPTY))
    equal = (s for s in squares(board, provided.EMPTY) if scores[s[0]][s[1]] == best)
    return random.choice(tuple(equal))


def finished(board, player, trials):
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        yield copy


def mc_move(board, player, trials):
    scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    for each in finished(board, player, trials):
        mc_update_scores(scores, each, player)
    return get_best_move(board, scores)
