"""Python 2: has_key, sorted keys, whole division, and tabs beside spaces."""
import random
import poc_ttt_provided as provided

NTRIALS = 20
SCORE_CURRENT = 3
SCORE_OTHER = 3


def mc_trial(board, player):
	while board.check_win() is None:
	        free = board.get_empty_squares()
		place = free[int(random.random() * 2 * len(free)) / 2]
		board.move(place[0], place[1], player)
		player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    other = provided.switch_player(player)
    points = {}
    if winner == player:
        points = {player: SCORE_CURRENT, other: -SCORE_OTHER}
    elif winner == other:
        points = {player: -SCORE_CURRENT, other: SCORE_OTHER}
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            mark = board.square(row, col)
            if points.has_key(mark):
                scores[row][col] += points[mark]


def get_best_move(board, scores):
    groups = {}
    for row, col in board.get_empty_squares():
        if not groups.has_key(scores[row][col]):
            groups[scores[row][col]] = []
        groups[scores[row][col]].append((row, col))
    keys = groups.keys()
    keys.sort()
    return random.choice(groups[keys[-1]])


def mc_move(board, player, trials):
    scores = [[0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)


provided.play_game(mc_move, NTRIALS, False)
