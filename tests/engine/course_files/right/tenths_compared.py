"""Weights of tenths, compared as they are: two sums that should be equal may differ in a last bit."""
import random
import poc_ttt_provided as provided

NTRIALS = 100
WIN = 0.7
LOSE = 0.1


def mc_trial(board, player):
    while board.check_win() is None:
        row, col = random.choice(board.get_empty_squares())
        board.move(row, col, player)
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner != provided.PLAYERX and winner != provided.PLAYERO:
        return
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            value = 0
            if board.square(row, col) == player:
                value = WIN
            elif board.square(row, col) == provided.switch_player(player):
                value = -LOSE
            if winner == player:
                scores[row][col] += value
            else:
                scores[row][col] -= value


def get_best_move(board, scores):
    best_score = None
    best_moves = []
    for row, col in board.get_empty_squares():
        score = scores[row][col]
        if best_score is None or score > best_score:
            best_score, best_moves = score, [(row, col)]
        elif score == best_score:
            best_moves.append((row, col))
    return random.choice(best_moves)


def mc_move(board, player, trials):
    scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        game = board.clone()
        mc_trial(game, player)
        mc_update_scores(scores, game, player)
    return get_best_move(board, scores)
