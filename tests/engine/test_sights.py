"""Double threats are found, and what a player saw before a move is judged rightly."""

import pytest

from engine import PLAYERO, PLAYERX, Rules, parse_board
from engine.rules import Rule
from engine.search.windows import completing, double_threats
from tests.engine.sights import BLOCKS, DOUBLES, WINS, judged, sights


@pytest.mark.parametrize(
    ("rows", "line", "doubles"),
    [
        ("X../.O./..X", 3, {(0, 2): [(0, 1), (1, 2)], (2, 0): [(1, 0), (2, 1)]}),
        # An open row of two where rows are four: room on both sides, or on one only.
        ("...../...../.XX../...../.....", 4, {(2, 3): [(2, 0), (2, 4)]}),
        ("...../...../XX.../...../.....", 4, {}),
        # Two rows that cross, each with room at one end only.
        ("OXX.../...X../...X../....../O..O../......", 4, {(0, 3): [(0, 4), (3, 3)]}),
        ("OXX.../...X../...X../...O../....../......", 4, {}),
        # Three squares where a line could be completed next.
        (
            ".XX..../...X.../...X.../......./......./......./.......", 4,
            {(0, 3): [(0, 0), (0, 4), (3, 3)], (3, 3): [(0, 3), (4, 3)]},
        ),
    ],
)  # fmt: skip
def test_double_threats_and_where_their_lines_are_completed(rows, line, doubles):
    assert double_threats(parse_board(rows, line=line), PLAYERX) == doubles
    assert double_threats(parse_board(rows, line=line), PLAYERO) == {}


@pytest.mark.parametrize("rows", ["X.X.XX.../.O......./O.O....../" + "/".join(["." * 9] * 6)])
def test_a_line_that_would_be_too_long_is_no_threat_where_only_the_exact_one_counts(rows):
    normal = double_threats(parse_board(rows, line=5), PLAYERX)
    exact = double_threats(parse_board(rows, Rule.EXACT, line=5), PLAYERX)
    assert exact != normal


def test_a_double_threat_leaves_two_squares_that_complete_a_line():
    board = parse_board(
        "......../......../..XX.X../......../......../......../......../........", line=5
    )
    squares = double_threats(board, PLAYERX)
    assert squares
    for square, completions in squares.items():
        after = board.clone()
        after.move(*square, PLAYERX)
        assert completing(after, PLAYERX) == completions
        assert len(completions) > 1


OPEN_TWO = "...../...../.OO../...../....."


@pytest.mark.parametrize(
    ("rows", "line", "square", "found"),
    [
        ("XX./OO./...", 3, (0, 2), [(WINS, True)]),
        ("XX./OO./...", 3, (1, 2), [(WINS, False)]),
        ("XX./O../O..", 3, (2, 2), [(WINS, False)]),
        ("X../OO./...", 3, (1, 2), [(BLOCKS, True)]),
        ("X../OO./...", 3, (0, 2), [(BLOCKS, False)]),
        ("O.O/.../O.X", 3, (0, 1), []),  # two threats: no move answers both
        (OPEN_TWO, 4, (2, 3), [(DOUBLES, True)]),
        (OPEN_TWO, 4, (2, 0), [(DOUBLES, True)]),
        (OPEN_TWO, 4, (2, 4), [(DOUBLES, True)]),
        (OPEN_TWO, 4, (0, 0), [(DOUBLES, False)]),
        ("XX.../..X../.OO../...../.....", 4, (0, 2), []),  # a threat of one's own comes first
        ("...../.X.../.OO../...../....X", 4, (0, 0), [(DOUBLES, False)]),
        ("...../.XX../...../.OO../.....", 4, (1, 3), []),  # one's own double threat wins
        ("...../...../...../...../.....", 4, (0, 0), []),
    ],
)
def test_what_there_was_to_be_seen_before_a_move(rows, line, square, found):
    assert judged(parse_board(rows, line=line), PLAYERX, square) == found


def test_random_moves_see_little_and_the_perfect_machine_all():
    blind, sure = (
        sights("random", "random", Rules(3, 3), 60),
        sights("perfect", "random", Rules(3, 3), 60),
    )
    assert all(0 < sight.share < 0.7 for sight in blind.values())
    assert [sure[kind].share for kind in (WINS, BLOCKS)] == [1, 1]
