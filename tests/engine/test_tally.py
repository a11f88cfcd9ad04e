"""The tally against the course's own scoring, and its statistics against plain formulas."""

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import EMPTY, PLAYERO, PLAYERX, Board, Tally, best_squares, course, parse_board
from engine.tally import EQUAL

weights = st.floats(-10, 10, allow_nan=False)


@st.composite
def finished_boards(draw):
    """Several finished games of one size and rule, played by hypothesis' own choices."""
    dim = draw(st.integers(1, 5))
    win_length = draw(st.integers(1, dim))
    reverse = draw(st.booleans())
    boards = []
    for _ in range(draw(st.integers(1, 4))):
        board = Board(dim, reverse, win_length=win_length)
        player = draw(st.sampled_from((PLAYERX, PLAYERO)))
        while board.check_win() is None:
            board.move(*draw(st.sampled_from(board.get_empty_squares())), player)
            player = PLAYERX + PLAYERO - player
        boards.append(board)
    return boards


@given(finished_boards(), st.sampled_from((PLAYERX, PLAYERO)), weights, weights)
def test_scores_are_what_the_course_functions_add_up(boards, player, current, other):
    dim = boards[0].get_dim()
    scores = [[0.0] * dim for _ in range(dim)]
    tally = Tally.zero(dim)
    for board in boards:
        course.mc_update_scores(scores, board, player, current, other)
        tally += Tally.of_finished(board)
    assert tally.trials == len(boards)
    for ours, theirs in zip(tally.scores(player, current, other), scores, strict=True):
        assert ours == pytest.approx(theirs, abs=1e-9)


@given(finished_boards(), weights, weights)
def test_mean_and_standard_error_are_those_of_the_single_games(boards, current, other):
    dim = boards[0].get_dim()
    tally = sum(map(Tally.of_finished, boards), Tally.zero(dim))
    grids = []
    for board in boards:
        grids.append([[0.0] * dim for _ in range(dim)])
        course.mc_update_scores(grids[-1], board, PLAYERX, current, other)
    mean = tally.mean(PLAYERX, current, other)
    error = tally.standard_error(PLAYERX, current, other)
    for row in range(dim):
        for col in range(dim):
            values = [grid[row][col] for grid in grids]
            assert mean[row][col] == pytest.approx(statistics.fmean(values), abs=1e-9)
            if len(values) > 1:
                expected = statistics.stdev(values) / math.sqrt(len(values))
                assert error[row][col] == pytest.approx(expected, abs=1e-6)
            else:
                assert error[row][col] == math.inf


def test_rates_and_marks():
    x_won, o_won, tied = (
        Tally.of_finished(parse_board(rows))
        for rows in ("XXX/OO./...", "OOO/XX./X..", "XOX/XOO/OXX")
    )
    tally = x_won + x_won + o_won + tied
    assert (tally.trials, tally.x_wins, tally.o_wins, tally.ties) == (4, 2, 1, 1)
    assert (tally.rates(PLAYERX).win, tally.rates(PLAYERX).tie) == (0.5, 0.25)
    assert tally.rates(PLAYERO).win == tally.rates(PLAYERX).loss == 0.25
    assert tally.marks(PLAYERX, PLAYERX) == (2, 2, 2, 0, 0, 0, 0, 0, 0)
    assert tally.marks(PLAYERX, PLAYERO) == (0, 0, 0, 2, 2, 0, 0, 0, 0)
    assert tally.marks(PLAYERO, PLAYERX) == (0, 0, 0, 1, 1, 0, 1, 0, 0)
    assert tally.marks(PLAYERO, PLAYERO) == (1, 1, 1, 0, 0, 0, 0, 0, 0)


def test_best_squares_are_empty_and_all_of_the_equal_ones():
    board = parse_board("X../.../..O")
    assert best_squares(board, [[9, 1, 0], [1, 0, 0], [0, 0, 9]]) == [(0, 1), (1, 0)]
    assert board.square(0, 1) == EMPTY


@pytest.mark.parametrize("weight", [math.nan, math.inf, -math.inf, "1", None])
def test_weights_must_be_finite(weight):
    with pytest.raises(ValueError, match="SCORE_CURRENT must be a finite number"):
        Tally.zero(3).scores(PLAYERX, weight)
    with pytest.raises(ValueError, match="SCORE_OTHER must be a finite number"):
        Tally.zero(3).scores(PLAYERX, 1.0, weight)


def test_what_cannot_be_counted_or_added_is_refused():
    with pytest.raises(ValueError, match="not finished"):
        Tally.of_finished(Board(3))
    with pytest.raises(ValueError, match="do not add up"):
        Tally.zero(3) + Tally.zero(4)
    with pytest.raises(ValueError, match="no empty square"):
        best_squares(parse_board("XOX/XOO/OXX"), [[0.0] * 3] * 3)
    with pytest.raises(ValueError, match="player must be"):
        Tally.zero(3).rates(4)


def test_squares_count_one_where_no_weights_are_given():
    tally = Tally.of_finished(parse_board("XXX/OO./...")) + Tally.of_finished(
        parse_board("XX./OOO/X..")
    )
    assert tuple(EQUAL) == (1.0, 1.0)
    for statistic in (tally.scores, tally.mean, tally.standard_error):
        assert statistic(PLAYERX) == statistic(PLAYERX, 1.0, 1.0)
        assert statistic(PLAYERX) != statistic(PLAYERX, 2.0, 1.0)
        assert statistic(PLAYERX) != statistic(PLAYERX, 1.0, 2.0)


def test_a_tally_is_added_to_tallies_alone():
    with pytest.raises(TypeError):
        Tally.zero(3) + 1
    assert sum([Tally.zero(3), Tally.zero(3)]) == Tally.zero(3)


def test_one_game_has_whole_shares():
    rates = Tally.of_finished(parse_board("XXX/OO./...")).rates(PLAYERX)
    assert (rates.win, rates.tie, rates.loss) == (1, 0, 0)
