"""A heap has the best square on top; a random number stands between equals."""
import heapq
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 3
SCORE_OTHER = 2


def mc_trial(board, player):
    heap = [(random.random(), square) for square in board.get_empty_squares()]
    heapq.heapify(heap)
    while board.check_win() is None:
        _, (row, col) = heapq.heappop(heap)
        board.move(row, col, player)
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    sign = 1 if winner == player else -1
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            if board.square(row, col) == player:
                scores[row][col] += sign * SCORE_CURRENT
            elif board.square(row, col) != provided.EMPTY:
                scores[row][col] += sign * -SCORE_OTHER


def get_best_move(board, scores):
    heap = []
    for row, col in board.get_empty_squares():
        heapq.heappush(heap, (-scores[row][col], random.random(), row, col))
    return heap[0][2:]


def mc_move(board, player, trials):
    scores = [[0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
