"""Darts and first moves: the true chances, the intervals, and how the error falls."""

from fractions import Fraction
from math import pi, sqrt

import pytest

from engine import PLAYERX, Board, exact_tally
from engine.search.darts import FIRST_MOVER_WINS, MOST, SEEN, Darts, FirstMoves, Throwing

SUBJECTS = (Darts, FirstMoves)


def thrown(subject, *counts):
    made = Throwing(subject)
    for count in counts:
        list(made.run(count))
    return made


def test_the_first_mover_wins_as_often_as_counted_out():
    tally = exact_tally(Board(3), PLAYERX)
    assert Fraction(tally.x_wins, tally.trials) == FIRST_MOVER_WINS
    assert f"{float(FIRST_MOVER_WINS):.4f}" == "0.5849"


@pytest.mark.parametrize("kind", SUBJECTS)
def test_estimates_come_near_the_truth_and_their_error_is_as_it_should_be(kind):
    made = thrown(kind(5), 2560)
    found = made.measured
    assert found.estimate == made.subject.scale * found.hits / 2560
    assert abs(found.estimate - made.subject.scale * made.subject.chance) < 4 * made.typical / 50
    assert list(found.errors) == [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 2560]
    for count, error in found.errors.items():
        # The root of a mean of a hundred squares is off by about 7 %, rarely by 30 %.
        assert error == pytest.approx(made.typical / sqrt(count), rel=0.3)


def test_one_dart_is_wrong_by_as_much_as_it_must_be():
    assert thrown(Darts(1), 1).typical == pytest.approx(sqrt(pi * (4 - pi)))


@pytest.mark.parametrize("kind", SUBJECTS)
def test_four_times_as_many_halve_the_error(kind):
    made = thrown(kind(2), 640)
    assert made.measured.gain is None
    list(made.run(3 * 640))
    count, before, now = made.measured.gain
    assert count == 640
    assert before / now == pytest.approx(2, rel=0.25)


@pytest.mark.parametrize("kind", SUBJECTS)
def test_in_about_95_of_100_the_interval_holds_the_truth(kind):
    held = 0
    for seed in range(100):
        subject = kind(seed)
        made = Throwing(subject)
        made._throw(60)  # noqa: SLF001  (no need of a hundred batches)
        low, high = made.measured.ends
        held += low <= subject.scale * subject.chance <= high
    assert held >= 89


def test_what_is_seen_is_what_is_counted():
    made = thrown(Darts(4), 30, 400)
    assert len(made.seen) == 430
    assert sum(hit for *_, hit in made.seen) == made.measured.hits
    assert all((x * x + y * y <= 1) == hit for x, y, hit in made.seen)
    list(made.run(3000))
    assert len(made.seen) == SEEN
    assert made.measured.hits > sum(hit for *_, hit in made.seen)


def test_a_seed_fixes_the_throws_and_there_is_an_end():
    for kind in SUBJECTS:
        assert thrown(kind(9), 700).measured == thrown(kind(9), 700).measured
        assert thrown(kind(9), 700).measured != thrown(kind(8), 700).measured
    made = thrown(FirstMoves(1), MOST + 5)
    assert made.measured.count == MOST
