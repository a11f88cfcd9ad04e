"""The empty squares are stored once; one is drawn by swapping it to the end."""
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def mc_trial(board, player):
    empties = list(board.get_empty_squares())
    while board.check_win() is None:
        index = random.randrange(len(empties))
        empties[index], empties[-1] = empties[-1], empties[index]
        board.move(*empties.pop(), player)
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            square = board.square(row, col)
            if square == provided.EMPTY:
                delta = 0
            elif square == player:
                delta = SCORE_CURRENT
            else:
                delta = -SCORE_OTHER
            scores[row][col] += delta if winner == player else -delta


def get_best_move(board, scores):
    empties = board.get_empty_squares()
    if len(empties) == 1:
        return empties[0]
    best = [empties[0]]
    for row, col in empties[1:]:
        difference = scores[row][col] - scores[best[0][0]][best[0][1]]
        if difference > 0:
            best = []
        if difference >= 0:
            best.append((row, col))
    return best[random.randrange(len(best))]


def mc_move(board, player, trials):
    scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
