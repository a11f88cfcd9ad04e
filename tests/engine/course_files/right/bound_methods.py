"""The four functions are methods of one machine, and mc_move is the machine itself."""
import random
import poc_ttt_gui
import poc_ttt_provided as provided

SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


class MonteCarlo:
    """A machine player."""

    OTHER = {provided.PLAYERX: provided.PLAYERO, provided.PLAYERO: provided.PLAYERX}

    def __init__(self):
        self.games = 0

    def __call__(self, board, player, trials):
        dim = board.get_dim()
        scores = [[0] * dim for _ in range(dim)]
        for self.games in range(self.games + 1, self.games + trials + 1):
            game = board.clone()
            self.trial(game, player)
            self.update(scores, game, player)
        return self.best(board, scores)

    def trial(self, board, player):
        while board.check_win() is None:
            board.move(*random.choice(board.get_empty_squares()), player)
            player = self.OTHER[player]

    @staticmethod
    def update(scores, board, player):
        winner = board.check_win()
        if winner not in MonteCarlo.OTHER:
            return
        for row, line in enumerate(scores):
            for col in range(len(line)):
                mark = board.square(row, col)
                if mark == winner:
                    line[col] += SCORE_CURRENT if mark == player else SCORE_OTHER
                elif mark != provided.EMPTY:
                    line[col] -= SCORE_CURRENT if mark == player else SCORE_OTHER

    @classmethod
    def best(cls, board, scores):
        squares = board.get_empty_squares()
        top = max(scores[row][col] for row, col in squares)
        return random.choice([each for each in squares if scores[each[0]][each[1]] == top])


mc_move = MonteCarlo()
mc_trial = mc_move.trial
mc_update_scores = mc_move.update
get_best_move = MonteCarlo.best

poc_ttt_gui.run_gui(3, provided.PLAYERX, mc_move, 50, False)
