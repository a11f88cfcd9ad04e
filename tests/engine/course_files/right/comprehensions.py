"""As few statements as there can be."""
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def mc_trial(board, player):
    turns = [player, provided.switch_player(player)]
    for number in range(board.get_dim() ** 2):
        if board.check_win() is None:
            board.move(*random.choice(board.get_empty_squares()), turns[number % 2])


def mc_update_scores(scores, board, player):
    dim, winner = board.get_dim(), board.check_win()
    sign = {player: 1, provided.switch_player(player): -1}.get(winner, 0)
    scores[:] = [[scores[r][c] + sign * (SCORE_CURRENT * (board.square(r, c) == player)
                  - SCORE_OTHER * (board.square(r, c) == provided.switch_player(player)))
                  for c in range(dim)] for r in range(dim)]


def get_best_move(board, scores):
    empty = board.get_empty_squares()
    return random.choice([s for s in empty if scores[s[0]][s[1]] == max(scores[r][c] for r, c in empty)])


def mc_move(board, player, trials):
    scores = [[0 for _ in range(board.get_dim())] for _ in range(board.get_dim())]
    boards = [board.clone() for _ in range(trials)]
    [mc_trial(each, player) for each in boards]
    [mc_update_scores(scores, each, player) for each in boards]
    return get_best_move(board, scores)


provided.play_game(mc_move, NTRIALS, False)
