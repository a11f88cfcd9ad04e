"""What the other side's squares are worth is a negative number, which is added."""
import random
import poc_ttt_provided as provided

NTRIALS = 50
MY_POINTS = 1.0
HIS_POINTS = -1.0


def mc_trial(board, player):
    players = [player, provided.switch_player(player)]
    move_number = 0
    while not board.check_win():
        row, col = random.choice(board.get_empty_squares())
        board.move(row, col, players[move_number % 2])
        move_number += 1


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    mine, his = MY_POINTS, HIS_POINTS
    if winner != player:
        mine, his = -mine, -his
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            if board.square(row, col) == player:
                scores[row][col] += mine
            elif board.square(row, col) != provided.EMPTY:
                scores[row][col] += his


def get_best_move(board, scores):
    squares = sorted(board.get_empty_squares(), key=lambda s: -scores[s[0]][s[1]])
    number = 1
    while number < len(squares):
        row, col = squares[number]
        if scores[row][col] != scores[squares[0][0]][squares[0][1]]:
            break
        number += 1
    return random.choice(squares[:number])


def mc_move(board, player, trials):
    scores = [[0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)
