"""Any square is drawn until one is empty."""
import random
import poc_ttt_provided as provided

SCORE_CURRENT, SCORE_OTHER = 1.0, 1.0


def mc_trial(board, player):
    while board.check_win() is None:
        row = random.randint(0, board.get_dim() - 1)
        col = random.randint(0, board.get_dim() - 1)
        if board.square(row, col) == provided.EMPTY:
            board.move(row, col, player)
            player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            mark = board.square(row, col)
            if winner == player and mark == player:
                scores[row][col] += SCORE_CURRENT
            elif winner == player and mark != provided.EMPTY:
                scores[row][col] -= SCORE_OTHER
            elif winner != player and mark == player:
                scores[row][col] -= SCORE_CURRENT
            elif winner != player and mark != provided.EMPTY:
                scores[row][col] += SCORE_OTHER


def get_best_move(board, scores):
    best, count, found = float("-inf"), 0, None
    for square in board.get_empty_squares():
        value = scores[square[0]][square[1]]
        if value > best:
            best, count, found = value, 1, square
        elif value == best:
            count += 1
            if random.random() * count < 1:
                found = square
    return found


def mc_move(board, player, trials):
    scores = []
    for _ in range(board.get_dim()):
        scores.append([0] * board.get_dim())
    count = 0
    while count < trials:
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
        count += 1
    return get_best_move(board, scores)
