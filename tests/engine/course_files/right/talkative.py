"""Talks a lot, tests itself at its end, and asks for numbers that nobody gives."""
import random
import poc_simpletest
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def mc_trial(board, player):
    print("a trial")
    while board.check_win() is None:
        row, col = random.choice(board.get_empty_squares())
        board.move(row, col, player)
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            if board.square(row, col) == player:
                scores[row][col] += {True: SCORE_CURRENT, False: -SCORE_CURRENT}[winner == player]
            elif board.square(row, col) != provided.EMPTY:
                scores[row][col] += {True: -SCORE_OTHER, False: SCORE_OTHER}[winner == player]


def get_best_move(board, scores):
    empty = board.get_empty_squares()
    random.shuffle(empty)
    best = empty[0]
    for row, col in empty:
        if scores[row][col] > scores[best[0]][best[1]]:
            best = row, col
    return best


def mc_move(board, player, trials):
    scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    print(board)
    return get_best_move(board, scores)


def run_suite():
    suite = poc_simpletest.TestSuite()
    board = provided.TTTBoard(3, False, [[2, 2, 1], [3, 3, 1], [1, 1, 1]])
    suite.run_test(mc_move(board, provided.PLAYERX, 200), (0, 2), "takes the win")
    suite.report_results()


run_suite()
NTRIALS = int(input("how many trials? "))
