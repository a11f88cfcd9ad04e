"""Helpers inside of helpers, that see the names around them."""
import random
import poc_ttt_gui
import poc_ttt_provided as provided

NTRIALS = 100
SCORE_CURRENT = 1.0
SCORE_OTHER = 1.0


def mc_trial(board, player):
    """
    Plays a game starting with the given player by making random moves.
    """
    def one_move():
        """Puts one mark."""
        def pick():
            """Picks a square."""
            empties = board.get_empty_squares()
            return empties[random.randrange(len(empties))]
        row, col = pick()
        board.move(row, col, player)

    while board.check_win() is None:
        one_move()
        player = provided.switch_player(player)


def mc_update_scores(scores, board, player):
    """
    Scores the completed board and updates the scores grid.
    """
    winner = board.check_win()

    def points(mark):
        """Points of one mark."""
        value = SCORE_CURRENT if mark == player else SCORE_OTHER
        return value if mark == winner else -value

    def add(row, col):
        """Adds the points of one square."""
        if board.square(row, col) != provided.EMPTY:
            scores[row][col] += points(board.square(row, col))

    if winner != provided.DRAW:
        for row in range(board.get_dim()):
            for col in range(board.get_dim()):
                add(row, col)


def get_best_move(board, scores):
    """
    Returns one of the best empty squares.
    """
    def score_of(square):
        return scores[square[0]][square[1]]

    empties = board.get_empty_squares()
    best = max([score_of(square) for square in empties])
    return random.choice([square for square in empties if score_of(square) == best])


def mc_move(board, player, trials):
    """
    Uses Monte Carlo simulation to return a move.
    """
    dim = board.get_dim()
    scores = [[0 for dummy_col in range(dim)] for dummy_row in range(dim)]

    def run_one():
        """Runs one trial."""
        current = board.clone()
        mc_trial(current, player)
        mc_update_scores(scores, current, player)

    for dummy in range(trials):
        run_one()
    return get_best_move(board, scores)


# provided.play_game(mc_move, NTRIALS, False)
# poc_ttt_gui.run_gui(3, provided.PLAYERX, mc_move, NTRIALS, False)
