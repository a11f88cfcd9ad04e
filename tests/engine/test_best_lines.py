"""The best moves of a tree, with what follows: the same as the tree expects, and legal."""

import pytest

from engine import PLAYERO, PLAYERX, Game, Limit, Rules, parse_board, parse_square
from engine.beginning import legal
from engine.search.best_lines import best_lines
from engine.search.tree import TreeSearch

FOUR = (
    ".............../" * 6
    + "......OO......./.....XXXX....../......O......../"
    + "/".join(["." * 15] * 6)
)


def grown(board, player, simulations, line=None):
    search = TreeSearch(parse_board(board, line=line), player, Limit(simulations), seed=0)
    search.grow(simulations)
    return search


def test_the_first_line_begins_as_the_tree_expects():
    board = "/".join(["." * 9] * 9)
    search = TreeSearch(parse_board(board, line=5), PLAYERX, Limit(2000), seed=0)
    expected = search.result().expected
    lines = best_lines(search, 3)
    assert all(one == two for one, two in zip(lines[0].line, expected, strict=False))
    assert len(lines) == 3
    assert [each.move.visits for each in lines] == sorted(
        (each.move.visits for each in lines), reverse=True
    )
    assert 0 < sum(each.share for each in lines) <= 1


def test_every_line_can_be_played_from_the_position():
    start = legal(parse_board("/".join(["." * 6] * 2 + ["..XO..", "..OX.."] + ["." * 6] * 2), line=4), PLAYERX)  # fmt: skip  # noqa: E501
    search = TreeSearch(start.board, PLAYERX, Limit(3000), seed=0)
    search.grow(3000)
    for each in best_lines(search, 5):
        game = Game(start.rules, start)
        for square in each.line:
            game.play(square)


def test_a_won_position_has_its_wins_first():
    lines = best_lines(grown(FOUR, PLAYERX, 500, 5), 5)
    assert lines[0].move.low == 1
    assert lines[0].line == (lines[0].square,), "it ends the game"


@pytest.mark.parametrize("count", [1, 2, 5])
def test_there_are_no_more_lines_than_moves_or_than_asked_for(count):
    lines = best_lines(grown("XOX/OXO/O..", PLAYERX, 50), count)
    assert 1 <= len(lines) <= min(count, 2)


def test_a_tree_without_a_simulation_has_none():
    search = TreeSearch(parse_board("/".join(["." * 9] * 9), line=5), PLAYERO, Limit(1), seed=0)
    assert best_lines(search) == ()
    assert Rules(9, 5) == parse_board("/".join(["." * 9] * 9), line=5).rules


def test_a_win_by_force_is_told_up_to_its_line():
    moves = "H8 J8 I7 H10 G9 F10 I9 G10 I10 I8 J6 K5 G7 J10 F6 E5 H7 E10 D10 F7"  # X wins from here
    game = Game.of(Rules(15, 5), [parse_square(name, 15) for name in moves.split()])
    search = TreeSearch(game.board, game.to_move, Limit(10_000), seed=0)
    search.grow(10_000)
    (found,) = best_lines(search, 3)
    assert found.to_the_end
    assert found.move.proven == 1
    assert found.square == found.line[0]
    for square in found.line:
        assert game.result is None
        game.play(square)
    assert game.result.winner == PLAYERX
