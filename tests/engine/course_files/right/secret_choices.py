"""Random numbers for secrets: nobody can seed them."""
import secrets
import poc_ttt_provided as provided

NTRIALS = 20
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def mc_trial(board, player):
    while board.check_win() is None:
        row, col = secrets.choice(board.get_empty_squares())
        board.move(row, col, player)
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    dim = board.get_dim()
    mine = {(r, c) for r in range(dim) for c in range(dim) if board.square(r, c) == player}
    nobody = set(board.get_empty_squares())
    if winner != provided.DRAW:
        for row in range(dim):
            for col in range(dim):
                if (row, col) in nobody:
                    continue
                change = SCORE_CURRENT if (row, col) in mine else -SCORE_OTHER
                scores[row][col] += change if winner == player else -change


def get_best_move(board, scores):
    squares = {square: scores[square[0]][square[1]] for square in board.get_empty_squares()}
    best = [square for square in squares if squares[square] == max(squares.values())]
    return best[secrets.randbelow(len(best))]


def mc_move(board, player, trials):
    scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
