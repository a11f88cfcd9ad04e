# tabs only
import random
import poc_ttt_gui
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0

def mc_trial(board, player):
	current = player
	while board.check_win() is None:
		empty = board.get_empty_squares()
		spot = random.randrange(0, len(empty))
		board.move(empty[spot][0], empty[spot][1], current)
		current = provided.switch_player(current)

def mc_update_scores(scores, board, player):
	winner = board.check_win()
	if winner == provided.DRAW: return
	for row in range(board.get_dim()):
		for col in range(board.get_dim()):
			square = board.square(row, col)
			if square == provided.EMPTY: continue
			if player == winner:
				if square == player: scores[row][col] += SCORE_CURRENT
				else: scores[row][col] -= SCORE_OTHER
			else:
				if square == player: scores[row][col] -= SCORE_CURRENT
				else: scores[row][col] += SCORE_OTHER

def get_best_move(board, scores):
	empty = board.get_empty_squares()
	largest = scores[empty[0][0]][empty[0][1]]
	for spot in empty:
		largest = max(largest, scores[spot[0]][spot[1]])
	good = [spot for spot in empty if scores[spot[0]][spot[1]] >= largest]
	return random.choice(good)

def mc_move(board, player, trials):
	scores = [[0] * board.get_dim() for _ in range(board.get_dim())]
	for _ in range(trials):
		practice = board.clone()
		mc_trial(practice, player)
		mc_update_scores(scores, practice, player)
	return get_best_move(board, scores)
