"""What stands on the board is read from its drawing."""
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def letters(board):
    """Return the rows of a board as lists of "X", "O" and " "."""
    lines = str(board).split("\n")
    return [line.split(" | ") for line in lines[: 2 * board.get_dim() : 2]]


def mc_trial(board, player):
    while board.check_win() is None:
        free = [(row, col) for row, line in enumerate(letters(board))
                for col, letter in enumerate(line) if letter == " "]
        row, col = random.choice(free)
        board.move(row, col, player)
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    if board.check_win() == provided.DRAW:
        return
    me = provided.STRMAP[player]
    winner = provided.STRMAP[board.check_win()]
    for row, line in enumerate(letters(board)):
        for col, letter in enumerate(line):
            if letter == " ":
                continue
            value = SCORE_CURRENT if letter == me else SCORE_OTHER
            scores[row][col] += value if letter == winner else -value


def get_best_move(board, scores):
    free = board.get_empty_squares()
    best = max(scores[row][col] for row, col in free)
    return random.choice([(row, col) for row, col in free if scores[row][col] == best])


def mc_move(board, player, trials):
    scores = [[0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
