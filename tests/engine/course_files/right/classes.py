"""An object does the work, and the four functions only ask it."""
import random
import poc_ttt_gui
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


class Grid:
    def __init__(self, dim):
        self.rows = [[0.0 for _ in range(dim)] for _ in range(dim)]

    def add(self, square, value):
        self.rows[square[0]][square[1]] += value


class Machine:
    def __init__(self, player):
        self.player = player

    def play_out(self, board):
        turn = self.player
        while board.check_win() is None:
            row, col = random.choice(board.get_empty_squares())
            board.move(row, col, turn)
            turn = provided.switch_player(turn)

    def worth(self, mark, winner):
        if winner == provided.DRAW or mark == provided.EMPTY:
            return 0
        points = SCORE_CURRENT if mark == self.player else SCORE_OTHER
        return points if mark == winner else -points

    def learn(self, rows, board):
        winner = board.check_win()
        for row in range(board.get_dim()):
            for col in range(board.get_dim()):
                rows[row][col] += self.worth(board.square(row, col), winner)

    def search(self, board, trials):
        grid = Grid(board.get_dim())
        for _ in range(trials):
            copy = board.clone()
            self.play_out(copy)
            self.learn(grid.rows, copy)
        return choose(board, grid.rows)


def choose(board, rows):
    best = max(rows[r][c] for r, c in board.get_empty_squares())
    return random.choice([(r, c) for r, c in board.get_empty_squares() if rows[r][c] == best])


def mc_trial(board, player):
    Machine(player).play_out(board)


def mc_update_scores(scores, board, player):
    Machine(player).learn(scores, board)


get_best_move = choose


def mc_move(board, player, trials):
    return Machine(player).search(board, trials)


poc_ttt_gui.run_gui(3, provided.PLAYERX, mc_move, NTRIALS, False)
