"""Each game is scored in a grid of its own, which is then added to the totals."""
import random
import poc_ttt_provided as provided

NTRIALS = 75
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0

def new_grid(board):
    grid = []
    for _ in range(board.get_dim()):
        grid.append([0] * board.get_dim())
    return grid

def add_grids(total, other):
    for row in range(len(total)):
        for col in range(len(total[row])):
            total[row][col] += other[row][col]

def mc_trial(board, player):
    while (board.check_win() == None):
        empty_squares = board.get_empty_squares()
        random_square = random.choice(empty_squares)
        board.move(random_square[0], random_square[1], player)
        player = provided.switch_player(player)

def mc_update_scores(scores, board, player):
    temp = new_grid(board)
    winner = board.check_win()
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            if winner == provided.DRAW or board.square(row, col) == provided.EMPTY:
                temp[row][col] = 0
            elif board.square(row, col) == player:
                temp[row][col] = SCORE_CURRENT
            else:
                temp[row][col] = -SCORE_OTHER
            if winner != player:
                temp[row][col] = -temp[row][col]
    add_grids(scores, temp)

def get_best_move(board, scores):
    temp = []
    for square in board.get_empty_squares():
        temp.append(scores[square[0]][square[1]])
    highest = max(temp)
    choices = []
    for number in range(len(temp)):
        if temp[number] == highest:
            choices.append(board.get_empty_squares()[number])
    return random.choice(choices)

def mc_move(board, player, trials):
    total = new_grid(board)
    for _ in range(trials):
        trial_scores = new_grid(board)
        trial_board = board.clone()
        mc_trial(trial_board, player)
        mc_update_scores(trial_scores, trial_board, player)
        add_grids(total, trial_scores)
    return get_best_move(board, total)
