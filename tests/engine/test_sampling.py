"""Random playouts: exact enumeration on 3x3, the course functions elsewhere, fixed seeds."""

import random

import pytest
from scipy import stats

from engine import DRAW, PLAYERO, PLAYERX, Board, Tally, course, parse_board, sample
from engine.sampling import Sampler
from tests.engine.exact import as_rows, expected, open_positions

TRIALS = 200_000
MARKS = {"X": PLAYERX, "O": PLAYERO}


def p_value_of_outcomes(tally, exact):
    """Chi-square over X wins, O wins and ties, leaving out what cannot happen."""
    seen = (tally.x_wins, tally.o_wins, tally.ties)
    chances = (exact["X"], exact["O"], exact["tie"])
    assert all(count == 0 for count, chance in zip(seen, chances, strict=True) if chance == 0)
    pairs = [(count, chance) for count, chance in zip(seen, chances, strict=True) if chance > 0]
    if len(pairs) < 2:
        return 1.0
    counts, shares = zip(*pairs, strict=True)
    return stats.chisquare(counts, [share * tally.trials for share in shares]).pvalue


def worst_z(tally, player, exact):
    """The largest distance of a square's mean from the exact one, in standard deviations."""
    means = [value for row in tally.mean(player) for value in row]
    worst = 0.0
    for mean, truth, variance in zip(means, exact["mean"], exact["variance"], strict=True):
        if variance <= 0:
            assert mean == pytest.approx(truth)
        else:
            worst = max(worst, abs(mean - truth) / (variance / tally.trials) ** 0.5)
    return worst


def test_known_values_of_the_empty_board():
    exact = expected("." * 9, "X")
    assert (exact["X"], exact["O"], exact["tie"]) == pytest.approx(
        (0.58492, 0.28810, 0.12698), abs=5e-6
    )
    # Exact: corner 143/1260, edge -47/1260, centre 353/1260. Over all squares they add up to
    # X's wins, since X has one mark more in every game it wins and O none more in its own.
    assert [exact["mean"][i] for i in (0, 1, 4)] == pytest.approx(
        [143 / 1260, -47 / 1260, 353 / 1260]
    )
    assert sum(exact["mean"]) == pytest.approx(exact["X"])
    tally = sample(Board(3), PLAYERX, 1_000_000, seed=1)
    assert p_value_of_outcomes(tally, exact) > 1e-4
    assert worst_z(tally, PLAYERX, exact) < 4.5


@pytest.mark.parametrize("reverse", [False, True])
def test_random_positions_agree_with_exact_enumeration(reverse):
    positions = random.Random(4).sample(open_positions(), 25)
    p_values = []
    for number, cells in enumerate(positions):
        for mover in "XO":  # either side may move first, whatever the marks
            exact = expected(cells, mover, reverse)
            tally = sample(parse_board(as_rows(cells), reverse), MARKS[mover], TRIALS, seed=number)
            assert worst_z(tally, MARKS[mover], exact) < 5, (cells, mover)
            p_values.append(p_value_of_outcomes(tally, exact))
    assert min(p_values) > 1e-5
    informative = [p for p in p_values if p < 1]
    assert stats.kstest(informative, "uniform").pvalue > 1e-4


def course_tally(board, player, trials):
    tally = Tally.zero(board.get_dim())
    for _ in range(trials):
        playout = board.clone()
        course.mc_trial(playout, player)
        tally += Tally.of_finished(playout)
    return tally


@pytest.mark.parametrize(
    ("dim", "win_length", "reverse", "rows"),
    [
        (4, 4, False, None),
        (4, 3, False, None),
        (4, 3, True, "XO../.X../..O./...."),
        (5, 4, False, "X.O../.X.../..O../...../....."),
        (7, 5, True, None),
        (1, 1, False, None),
        (2, 2, True, None),
    ],
)
def test_other_boards_agree_with_the_course_functions(dim, win_length, reverse, rows):
    random.seed(dim * 10 + win_length)
    board = (
        parse_board(rows, reverse, win_length)
        if rows
        else Board(dim, reverse, win_length=win_length)
    )
    theirs = course_tally(board, PLAYERO, 2500)
    ours = sample(board, PLAYERO, 100_000, seed=dim)
    for attribute in ("x_wins", "o_wins", "ties"):
        table = [
            [getattr(tally, attribute), tally.trials - getattr(tally, attribute)]
            for tally in (theirs, ours)
        ]
        if 0 < sum(row[0] for row in table) < theirs.trials + ours.trials:
            assert stats.fisher_exact(table).pvalue > 1e-4, attribute
    for row in range(dim):
        for col in range(dim):
            difference = ours.mean(PLAYERO)[row][col] - theirs.mean(PLAYERO)[row][col]
            errors = (tally.standard_error(PLAYERO)[row][col] ** 2 for tally in (ours, theirs))
            assert abs(difference) <= 4.5 * sum(errors) ** 0.5 + 1e-12, (row, col)


@pytest.mark.parametrize(
    ("dim", "win_length"), [(1, 1), (2, 1), (6, 4), (15, 5), (25, 25), (25, 7)]
)
@pytest.mark.parametrize("reverse", [False, True])
def test_every_size_keeps_its_sums(dim, win_length, reverse):
    tally = sample(Board(dim, reverse, win_length=win_length), PLAYERX, 500, seed=3)
    assert tally.trials == 500
    assert tally.x_wins + tally.o_wins + tally.ties == 500
    for winner, wins in ((PLAYERX, tally.x_wins), (PLAYERO, tally.o_wins)):
        own = tally.marks(winner, winner)
        theirs = tally.marks(winner, PLAYERX + PLAYERO - winner)
        assert all(a + b <= wins for a, b in zip(own, theirs, strict=True))
        liner = own if not reverse else theirs
        assert sum(liner) >= wins * win_length


def test_marks_that_stood_before_count():
    tally = sample(parse_board("X../.O./..."), PLAYERX, 1000, seed=2)
    assert tally.x_won_x[0] == tally.x_wins
    assert tally.o_won_o[4] == tally.o_wins
    assert tally.x_won_o[0] == tally.o_won_o[0] == 0


def test_a_seed_fixes_the_tally_whatever_the_threads_and_portions():
    board = Board(4)
    whole = sample(board, PLAYERX, 50_001, seed=9)
    assert whole == sample(board, PLAYERX, 50_001, seed=9, threads=3)
    assert whole != sample(board, PLAYERX, 50_001, seed=10)
    sampler = Sampler(board, PLAYERX, seed=9)
    portions = sampler.draw(0, sampler.block * 2) + sampler.draw(2, 50_001 - sampler.block * 2)
    assert whole == portions
    assert sample(board, PLAYERX, 5000) != sample(board, PLAYERX, 5000)


def test_the_board_is_left_alone():
    board = parse_board("X../.O./...")
    before = str(board)
    sample(board, PLAYERX, 100, seed=1)
    assert str(board) == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((Board(3), PLAYERX, 0), "trials must be a whole number from 1"),
        ((Board(3), PLAYERX, -5), "trials"),
        ((Board(3), PLAYERX, 1.5), "trials"),
        ((Board(3), PLAYERX, 10**16), "trials"),
        ((Board(3), DRAW, 10), "player must be"),
        ((parse_board("XXX/OO./..."), PLAYERO, 10), "game is over"),
        ((parse_board("XOX/XOO/OXX"), PLAYERO, 10), "game is over"),
        ((Board(3), PLAYERX, 10, "a"), "seed"),
        ((Board(3), PLAYERX, 10, -1), "seed"),
        ((Board(3), PLAYERX, 10, 1, 0), "threads"),
    ],
)
def test_bad_arguments_say_what_was_wrong(arguments, words):
    with pytest.raises(ValueError, match=words):
        sample(*arguments)
