# every loop is a while loop, as in my first course
import random
import poc_ttt_provided as provided

NTRIALS = 10
SCORE_CURRENT = 1
SCORE_OTHER = 1

def mc_trial(board, player):
    turn = 0
    while board.check_win() == None:
        empty = board.get_empty_squares()
        number = random.randint(0, len(empty) - 1)
        if turn % 2 == 0:
            board.move(empty[number][0], empty[number][1], player)
        else:
            board.move(empty[number][0], empty[number][1], provided.switch_player(player))
        turn = turn + 1

def mc_update_scores(scores, board, player):
    winner = board.check_win()
    row = 0
    while row < board.get_dim():
        col = 0
        while col < board.get_dim():
            if winner == player:
                if board.square(row, col) == player:
                    scores[row][col] = scores[row][col] + SCORE_CURRENT
                elif board.square(row, col) == provided.switch_player(player):
                    scores[row][col] = scores[row][col] - SCORE_OTHER
            elif winner == provided.switch_player(player):
                if board.square(row, col) == player:
                    scores[row][col] = scores[row][col] - SCORE_CURRENT
                elif board.square(row, col) == provided.switch_player(player):
                    scores[row][col] = scores[row][col] + SCORE_OTHER
            col = col + 1
        row = row + 1

def get_best_move(board, scores):
    empty = board.get_empty_squares()
    best = scores[empty[0][0]][empty[0][1]]
    i = 1
    while i < len(empty):
        if scores[empty[i][0]][empty[i][1]] > best:
            best = scores[empty[i][0]][empty[i][1]]
        i = i + 1
    moves = []
    i = 0
    while i < len(empty):
        if scores[empty[i][0]][empty[i][1]] == best:
            moves.append(empty[i])
        i = i + 1
    return moves[random.randint(0, len(moves) - 1)]

def mc_move(board, player, trials):
    scores = []
    row = 0
    while row < board.get_dim():
        line = []
        col = 0
        while col < board.get_dim():
            line.append(0)
            col = col + 1
        scores.append(line)
        row = row + 1
    done = 0
    while done < trials:
        new_board = board.clone()
        mc_trial(new_board, player)
        mc_update_scores(scores, new_board, player)
        done = done + 1
    return get_best_move(board, scores)
