"""Which mistake gives which wrong scores: each is named by what it adds to the squares."""

from math import inf, nan

import pytest

from engine import EMPTY, PLAYERO, PLAYERX, parse_board, switch_player
from engine.compat.contract.scores import added, causes_of

CURRENT, OTHER = WEIGHTS = 3.0, 2.0
WON, LARGE, TIED = "XXX/OO./...", "XXXX/OOO./..O./....", "XOX/XOO/OXX"


def grid(rows, score):
    """Return what a function of row, column and mark gives for each square."""
    board = parse_board(rows)
    side = range(board.size)
    return [[score(row, col, board.square(row, col)) for col in side] for row in side]


def causes(rows, player, scores, weights=WEIGHTS):
    return [*causes_of(scores, parse_board(rows), player, weights)]


def right(rows, player, won):
    """Return the right score of a mark, worked out anew."""
    signs = {player: CURRENT, switch_player(player): -OTHER}
    if not won:
        signs = {player: -CURRENT, switch_player(player): OTHER}
    return lambda _row, _col, mark: signs.get(mark, 0.0)


@pytest.mark.parametrize("rows", [WON, LARGE])
@pytest.mark.parametrize("player", [PLAYERX, PLAYERO])
def test_right_scores_are_those_that_are_added_by_hand(rows, player):
    score = right(rows, player, player == PLAYERX)
    assert grid(rows, score) == added(parse_board(rows), player, WEIGHTS)


@pytest.mark.parametrize("rows", [WON, LARGE])
@pytest.mark.parametrize(
    ("cause", "x", "o"),
    [
        ("a won game adds nothing", 0, 0),
        ("all signs are the wrong way round", -CURRENT, OTHER),
        ("the other side's squares get the wrong sign", CURRENT, OTHER),
        ("the own squares get the wrong sign", -CURRENT, -OTHER),
        ("the two weights stand in each other's place", OTHER, -CURRENT),
        ("one weight is used for both sides", CURRENT, -CURRENT),
        ("one weight is used for both sides", OTHER, -OTHER),
        ("only the own squares are scored", CURRENT, 0),
        ("only the winner's squares are scored", CURRENT, 0),
        ("only the other side's squares are scored", 0, -OTHER),
        ("only the loser's squares are scored", 0, -OTHER),
        ("the scores are added twice", 2 * CURRENT, -2 * OTHER),
        ("it scores for the other side", OTHER, -CURRENT),
    ],
)
def test_of_a_won_game(rows, cause, x, o):
    scores = grid(rows, lambda _row, _col, mark: {PLAYERX: x, PLAYERO: o}.get(mark, 0.0))
    assert cause in causes(rows, PLAYERX, scores)


@pytest.mark.parametrize(
    ("cause", "x", "o"),
    [
        ("a lost game adds nothing", 0, 0),
        ("only the winner's squares are scored", OTHER, 0),
        ("only the loser's squares are scored", 0, -CURRENT),
        ("all signs are the wrong way round", -OTHER, CURRENT),
    ],
)
def test_of_a_lost_game(cause, x, o):
    scores = grid(WON, lambda _row, _col, mark: {PLAYERX: x, PLAYERO: o}.get(mark, 0.0))
    assert cause in causes(WON, PLAYERO, scores)


def test_of_a_tie():
    for cause, x, o in (
        ("a tie is scored like a loss", -CURRENT, OTHER),
        ("a tie is scored like a win", CURRENT, -OTHER),
    ):
        scores = grid(TIED, lambda _row, _col, mark, x=x, o=o: {PLAYERX: x, PLAYERO: o}[mark])
        assert causes(TIED, PLAYERX, scores)[0] == cause
    scores = grid(TIED, lambda row, col, _mark: float(row == col))
    assert causes(TIED, PLAYERX, scores) == ["a tie is scored, which it must not be"]


EDGES = {
    "the first row and column get no scores": lambda row, col: 0 in (row, col),
    "the last row and column get no scores": lambda row, col: 3 in (row, col),
    "the first row gets no scores": lambda row, _col: row == 0,
    "the last row gets no scores": lambda row, _col: row == 3,
    "the first column gets no scores": lambda _row, col: col == 0,
    "the last column gets no scores": lambda _row, col: col == 3,
}


@pytest.mark.parametrize("cause", EDGES)
def test_of_an_edge_without_scores(cause):
    rows = "XXXX/OOOX/X.OO/OX.O"
    score = right(rows, PLAYERX, won=True)
    scores = grid(rows, lambda row, col, mark: score(row, col, mark) * (not EDGES[cause](row, col)))
    told = f"{cause}: the range of a loop is too short"
    assert [each for each in causes(rows, PLAYERX, scores) if "no scores" in each] == [told]


def test_of_the_first_three_rows_and_columns():
    rows = "XXXX/OOO./..O./...X"
    score = right(rows, PLAYERX, won=True)
    told = "only the first three rows and columns are scored"
    scores = grid(rows, lambda row, col, mark: score(row, col, mark) * (max(row, col) < 3))
    assert told in causes(rows, PLAYERX, scores)
    scores[1][1] = 0.0
    assert told not in causes(rows, PLAYERX, scores)
    assert told not in causes(WON, PLAYERX, grid(WON, lambda *_: 0.0))


@pytest.mark.parametrize("by_columns", [False, True])
def test_of_a_loop_that_ends_too_early(by_columns):
    score = right(WON, PLAYERX, won=True)

    def until_the_second(row, col, mark):
        place = 3 * col + row if by_columns else 3 * row + col
        return score(row, col, mark) if place < 2 else 0.0

    told = "a return or break inside the loop ends it too early"
    scores = grid(WON, until_the_second)
    assert told in causes(WON, PLAYERX, scores)
    scores[1][0] += 7.0
    assert told not in causes(WON, PLAYERX, scores)


def test_of_other_slips():
    score = right(WON, PLAYERX, won=True)
    replaced = grid(WON, lambda *each: score(*each) - 0.5 * (each[2] != EMPTY))
    assert any("take the place of those before" in each for each in causes(WON, PLAYERX, replaced))
    empty = grid(WON, lambda *each: score(*each) + (each[2] == EMPTY))
    assert causes(WON, PLAYERX, empty) == ["empty squares get scores, too"]
    exchanged = [list(col) for col in zip(*grid(WON, score), strict=True)]
    assert causes(WON, PLAYERX, exchanged) == ["rows and columns are exchanged"]
    whole = added(parse_board(WON), PLAYERX, (1.0, 2.0))
    assert causes(WON, PLAYERX, whole, (1.5, 2.25)) == ["the weights are cut to whole numbers"]


@pytest.mark.parametrize("number", [nan, inf])
def test_of_no_number(number):
    scores = grid(WON, lambda *_: 0.0)
    scores[2][2] = number
    assert causes(WON, PLAYERX, scores) == ["a score is no finite number"]


@pytest.mark.parametrize("scores", [[], [[1.0]], [[1.0] * 3] * 2, [[1.0] * 3, [1.0] * 2, [1.0]]])
def test_of_a_grid_of_another_shape_nothing_is_said(scores):
    assert causes(WON, PLAYERX, scores) == []
