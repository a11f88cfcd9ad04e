"""Positions and games to try things on."""

import random

from hypothesis import strategies as st

from engine import PLAYERX, Board, Game, Rules, switch_player


def positions(rules, empty, seed, count):
    """Yield positions without a line, reached by random moves."""
    chance = random.Random(seed)
    while count:
        board, player = Board(rules.size, rules.reverse, None, rules.line), PLAYERX
        while board.check_win() is None and len(board.get_empty_squares()) > empty:
            board.move(*chance.choice(board.get_empty_squares()), player)
            player = switch_player(player)
        if board.check_win() is None:
            count -= 1
            yield board, player


def crowded(size: int, line: int, marks: int, chance: random.Random) -> Board:
    """Return a position of marks near the centre in which nobody has a line."""
    while True:
        board, player, middle = Board(size, win_length=line), PLAYERX, size // 2
        reach = min(3, middle)
        while board.check_win() is None and size**2 - len(board.get_empty_squares()) < marks:
            square = tuple(middle + chance.randint(-reach, reach) for _ in range(2))
            if board.square(*square) == 1:
                board.move(*square, player)
                player = switch_player(player)
        if board.check_win() is None:
            return board


def after(board: Board, square: tuple[int, int], player: int) -> Board:
    """Return the position after a move."""
    position = board.clone()
    position.move(*square, player)
    return position


@st.composite
def games(draw):
    """Draw a game of any small board, some of its moves taken back."""
    dim = draw(st.integers(1, 6))
    game = Game(Rules(dim, draw(st.integers(1, dim)), draw(st.booleans())))
    for _ in range(draw(st.integers(0, dim * dim))):
        if game.result:
            break
        game.play(draw(st.sampled_from(game.board.get_empty_squares())))
    for _ in range(draw(st.integers(0, len(game.moves)))):
        game.undo()
    return game
