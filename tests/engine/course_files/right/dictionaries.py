"""Tables instead of conditions; the weights stand in a table that is made when the file loads."""
import random
from poc_ttt_provided import DRAW, EMPTY, PLAYERO, PLAYERX, play_game

NTRIALS = 30
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0

OTHER = {PLAYERX: PLAYERO, PLAYERO: PLAYERX}
POINTS = {
    ("won", "mine"): SCORE_CURRENT,
    ("won", "theirs"): -SCORE_OTHER,
    ("lost", "mine"): -SCORE_CURRENT,
    ("lost", "theirs"): SCORE_OTHER,
}


def mc_trial(board, player):
    turn = {True: player, False: OTHER[player]}
    first = True
    while board.check_win() is None:
        board.move(*random.choice(board.get_empty_squares()), turn[first])
        first = not first


def mc_update_scores(scores, board, player):
    outcome = {player: "won", OTHER[player]: "lost", DRAW: "tied"}[board.check_win()]
    whose = {player: "mine", OTHER[player]: "theirs", EMPTY: "nobody's"}
    for row in range(board.get_dim()):
        for col in range(board.get_dim()):
            scores[row][col] += POINTS.get((outcome, whose[board.square(row, col)]), 0)


def get_best_move(board, scores):
    by_score = {}
    for row, col in board.get_empty_squares():
        by_score.setdefault(scores[row][col], []).append((row, col))
    return random.choice(by_score[max(by_score)])


def mc_move(board, player, trials):
    scores = {row: dict.fromkeys(range(board.get_dim()), 0.0) for row in range(board.get_dim())}
    for _ in range(trials):
        copy = board.clone()
        mc_trial(copy, player)
        mc_update_scores(scores, copy, player)
    return get_best_move(board, scores)


play_game(mc_move, NTRIALS, False)
