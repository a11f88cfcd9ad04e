"""A trial is a move, and then a trial for the other side."""
import random
import poc_ttt_provided as provided

NTRIALS = 40
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def mc_trial(board, player):
    if board.check_win() is not None:
        return
    row, col = random.choice(board.get_empty_squares())
    board.move(row, col, player)
    mc_trial(board, provided.switch_player(player))


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            mark = board.square(row, col)
            if mark == provided.EMPTY:
                continue
            points = SCORE_CURRENT if mark == player else SCORE_OTHER
            scores[row][col] += points if mark == winner else -points


def best_of(squares, scores, found):
    if not squares:
        return found
    row, col = squares[0]
    if not found or scores[row][col] > scores[found[0][0]][found[0][1]]:
        found = [(row, col)]
    elif scores[row][col] == scores[found[0][0]][found[0][1]]:
        found = found + [(row, col)]
    return best_of(squares[1:], scores, found)


def get_best_move(board, scores):
    return random.choice(best_of(board.get_empty_squares(), scores, []))


def mc_move(board, player, trials):
    scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    repeat(board, player, trials, scores)
    return get_best_move(board, scores)


def repeat(board, player, trials, scores):
    if trials:
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
        repeat(board, player, trials - 1, scores)


provided.play_game(mc_move, NTRIALS, False)
