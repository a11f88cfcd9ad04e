"""A board of its own, made from the course's, that can play by itself."""
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


class PlayableBoard(provided.TTTBoard):
    def __init__(self, board):
        provided.TTTBoard.__init__(self, board.get_dim(), board._reverse, board._board)

    def play(self, player):
        while self.check_win() is None:
            row, col = random.choice(self.get_empty_squares())
            self.move(row, col, player)
            player = provided.switch_player(player)

    def squares_of(self, player):
        return [(row, col) for row in range(self.get_dim()) for col in range(self.get_dim())
                if self.square(row, col) == player]


def mc_trial(board, player):
    playable = PlayableBoard(board)
    playable.play(player)
    for mark in (provided.PLAYERX, provided.PLAYERO):
        for row, col in playable.squares_of(mark):
            board.move(row, col, mark)


def mc_update_scores(scores, board, player):
    winner = board.check_win()
    if winner == provided.DRAW:
        return
    done = PlayableBoard(board)
    for mark, weight in ((player, SCORE_CURRENT), (provided.switch_player(player), SCORE_OTHER)):
        for row, col in done.squares_of(mark):
            scores[row][col] += weight if mark == winner else -weight


def get_best_move(board, scores):
    random.seed()
    best = max(scores[row][col] for row, col in board.get_empty_squares())
    return random.choice([s for s in board.get_empty_squares() if scores[s[0]][s[1]] == best])


def mc_move(board, player, trials):
    scores = [[0.0] * board.get_dim() for _ in range(board.get_dim())]
    for _ in range(trials):
        playable = PlayableBoard(board)
        mc_trial(playable, player)
        mc_update_scores(scores, playable, player)
    return get_best_move(board, scores)
