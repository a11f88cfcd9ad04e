"""The weights have names of their own, and the four functions are names of others."""
import random as rnd
import poc_ttt_provided as ttt

WIN_POINTS = 2.0
LOSS_POINTS = 1.0


def play(game, who):
    while game.check_win() is None:
        game.move(*rnd.choice(game.get_empty_squares()), who)
        who = ttt.switch_player(who)


def score(table, game, who):
    winner = game.check_win()
    if winner == ttt.DRAW:
        return
    for row in range(game.get_dim()):
        for col in range(game.get_dim()):
            mark = game.square(row, col)
            if mark != ttt.EMPTY:
                value = WIN_POINTS if mark == who else LOSS_POINTS
                table[row][col] += value if mark == winner else -value


def pick(game, table):
    free = game.get_empty_squares()
    high = max(table[row][col] for row, col in free)
    return rnd.choice([(row, col) for row, col in free if table[row][col] == high])


def think(game, who, times):
    table = [[0.0] * game.get_dim() for _ in range(game.get_dim())]
    for _ in range(times):
        copy = game.clone()
        play(copy, who)
        score(table, copy, who)
    return pick(game, table)


mc_trial, mc_update_scores, get_best_move, mc_move = play, score, pick, think
