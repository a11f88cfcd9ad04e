"""Every small step is a lambda."""
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0

other = lambda player: provided.PLAYERO if player == provided.PLAYERX else provided.PLAYERX
finished = lambda board: board.check_win() is not None
squares = lambda board: ((r, c) for r in range(board.get_dim()) for c in range(board.get_dim()))
zeros = lambda dim: [[0] * dim for _ in range(dim)]
points = lambda mark, player: {player: SCORE_CURRENT, other(player): -SCORE_OTHER}.get(mark, 0)
sign = lambda board, player: {player: 1, other(player): -1}.get(board.check_win(), 0)


def mc_trial(board, player):
    step = lambda: board.move(*random.choice(board.get_empty_squares()), player)
    while not finished(board):
        step()
        player = other(player)


def mc_update_scores(scores, board, player):
    factor = sign(board, player)
    for r, c in squares(board):
        scores[r][c] += factor * points(board.square(r, c), player)


get_best_move = lambda board, scores: max(
    board.get_empty_squares(), key=lambda s: (scores[s[0]][s[1]], random.random()))


def mc_move(board, player, trials):
    scores = zeros(board.get_dim())
    run = lambda copy: (mc_trial(copy, player), mc_update_scores(scores, copy, player))
    for _ in range(trials):
        run(board.clone())
    return get_best_move(board, scores)
