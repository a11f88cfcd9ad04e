# -*- coding: utf-8 -*-
"""井字棋：蒙特卡罗方法"""
import random
import poc_ttt_gui
import poc_ttt_provided as provided

NTRIALS = 100        # 模拟次数
MCMATCH = 1.0        # 己方格子的得分
MCOTHER = 2.0        # 对方格子的得分

def mc_trial(board, player):
    # 从当前局面开始随机下棋
    while board.check_win() == None:
        x, y = random.choice(board.get_empty_squares())
        board.move(x, y, player)
        if player == provided.PLAYERX:
            player = provided.PLAYERO
        else:
            player = provided.PLAYERX

def mc_update_scores(scores, board, player):
    dim = board.get_dim()
    winner = board.check_win()
    if winner == provided.DRAW:
        return          # 平局不计分
    if winner == player:
        flag = 1        # 赢
    else:
        flag = -1       # 输
    for x in range(dim):
        for y in range(dim):
            if board.square(x, y) == provided.EMPTY:
                scores[x][y] += 0
            elif board.square(x, y) == player:
                scores[x][y] += flag * MCMATCH
            else:
                scores[x][y] += -flag * MCOTHER

def get_best_move(board, scores):
    lst = []
    mx = -float("inf")
    for x, y in board.get_empty_squares():
        if scores[x][y] > mx:
            mx = scores[x][y]
            lst = [(x, y)]
        elif scores[x][y] == mx:
            lst.append((x, y))
    return random.choice(lst)

def mc_move(board, player, trials):
    scores = [[0 for y in range(board.get_dim())] for x in range(board.get_dim())]
    for i in range(trials):
        b = board.clone()
        mc_trial(b, player)
        mc_update_scores(scores, b, player)
    return get_best_move(board, scores)

poc_ttt_gui.run_gui(3, provided.PLAYERX, mc_move, NTRIALS, False)
