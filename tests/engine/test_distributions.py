"""The statistics of the judge: exact where they can be, and sure not to blame what is right."""

import json
from collections import Counter
from math import comb

import numpy as np
import pytest
from scipy.stats import binom, chi2

from engine.compat.contract.distribution import shares_text, unlike
from engine.compat.contract.searches import CASES, ORDERS, TABLES, chances_of
from engine.compat.contract.tables import chances_of_case
from engine.compat.contract.trial import FEW_EMPTY, OUTCOMES, chances_of_ends
from engine.compat.reference import (
    Case,
    at_least,
    best_sets,
    chi_squared_tail,
    choices,
    difference,
    ends,
    surprise,
)
from tests.engine.exact import outcomes


def drawn(generator, chances):
    """Return a function that draws from chances, as a right file does."""
    names = list(chances)
    shares = np.array([chances[name] for name in names])
    shares /= shares.sum()

    def draw(times):
        counts = generator.multinomial(times, shares)
        return Counter({name: int(n) for name, n in zip(names, counts, strict=True) if n})

    return draw


def all_looks():
    """Return the chances and the number of calls of every look that counts."""
    looks = [(chances_of(case, "fair"), usual) for case, usual in CASES]
    looks += [(chances_of_ends(rows, player, str), 300) for rows, player in FEW_EMPTY]
    looks += [(chances_of_ends(".../.../...", 2, outcome), 400) for outcome in OUTCOMES]
    return [*looks, (dict.fromkeys("abc", 1 / 3), 400)]


# --- the numbers --------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0.1, 3.0, 12.0, 60.0])
def test_the_tail_of_chi_squared(value):
    tails = [chi_squared_tail(value, degrees) for degrees in range(1, 10)]
    assert tails == pytest.approx(chi2.sf(value, range(1, 10)), rel=1e-9)


def test_the_chance_of_so_many():
    expected = sum(comb(30, n) * 0.1**n * 0.9 ** (30 - n) for n in range(7, 31))
    assert at_least(7, 30, 0.1) == pytest.approx(expected, rel=1e-9)
    assert at_least(0, 30, 0.1) == 1.0


@pytest.mark.parametrize(("rows", "mark"), [(".../.../...", "X"), ("X../.O./..X", "O")])
def test_games_end_as_often_as_a_walk_through_all_of_them_says(rows, mark):
    expected = {
        "/".join(cells[i : i + 3] for i in (0, 3, 6)): float(chance)
        for (cells, _), chance in outcomes(rows.replace("/", ""), mark).items()
    }
    assert ends(rows, 2 + "XO".index(mark)) == pytest.approx(expected)


def test_one_trials_choice_is_exact():
    # By hand: X wins at once (1/3); X wins one move later, or O does (1/6 each); or it is a tie.
    case = Case("XX./OO./XO.", 2, 1)
    win, block, rest = (0, 2), (1, 2), (2, 2)
    assert best_sets(case) == pytest.approx(
        {(win,): 1 / 3, (win, block): 1 / 6, (block,): 1 / 6, (win, block, rest): 1 / 3}
    )
    assert choices(case) == pytest.approx({win: 19 / 36, block: 13 / 36, rest: 4 / 36})
    assert choices(case, "last") == pytest.approx({win: 1 / 3, block: 1 / 3, rest: 1 / 3})


def test_an_impossible_outcome_is_a_fault_at_once_and_a_rare_one_is_not():
    chances = {"a": 0.9, "b": 0.09999, "c": 0.00001}
    assert surprise({"a": 9, "d": 1}, chances) == 0
    assert surprise({"a": 269, "b": 30, "c": 1}, chances) > 1e-3
    assert surprise({"a": 150, "b": 150}, chances) < 1e-9


def test_what_is_rare_is_counted_together():
    # 20 games: four are expected of each, so cells are a and b, and c to e; a is rare by itself.
    counts = {"a": 3, "b": 2, "c": 3, "d": 7, "e": 5}
    squared = (5 - 8) ** 2 / 8 + (15 - 12) ** 2 / 12
    assert surprise(counts, dict.fromkeys("abcde", 0.2)) == pytest.approx(2 * chi2.sf(squared, 1))
    counts = {"a": 9, "b": 1, "c": 3, "d": 3, "e": 4}
    assert surprise(counts, dict.fromkeys("abcde", 0.2)) == pytest.approx(2 * binom.sf(8, 20, 0.2))


def test_two_samples_of_one_distribution_are_alike():
    draw = drawn(np.random.default_rng(5), {"a": 0.7, "b": 0.2, "c": 0.1})
    assert difference(draw(400), draw(1600)) > 1e-3
    assert difference(draw(400), Counter({"a": 800, "b": 800})) < 1e-9


# --- the tables that ship -----------------------------------------------------------------------


def test_every_case_with_more_than_one_trial_has_its_table():
    tables = json.loads(TABLES.read_text())
    assert set(tables) == {case.key for case, _ in CASES if case.trials > 1}


@pytest.mark.parametrize("case", [case for case, _ in CASES if 1 < case.trials < 200])
def test_the_tables_are_right(case):
    table = json.loads(TABLES.read_text())[case.key]
    for ties, again in chances_of_case(case, 20_000).items():
        assert table[ties] == pytest.approx(again, abs=0.02)
        assert sum(table[ties]) == pytest.approx(1, abs=1e-4)


@pytest.mark.nightly
@pytest.mark.parametrize("case", [case for case, _ in CASES if case.trials > 1])
def test_the_tables_are_right_to_a_thousandth(case):
    table = json.loads(TABLES.read_text())[case.key]
    again = chances_of_case(case, 200_000)
    assert set(table) == set(ORDERS)
    assert all(table[ties] == pytest.approx(again[ties], abs=0.006) for ties in ORDERS)


def test_what_came_most_often_is_told_first():
    counts = Counter({"a": 1, "b": 5, "c": 2, "d": 1, "e": 1})
    assert shares_text(counts, most=3) == "b 50%, c 20%, a 10% of 10"


# --- blame --------------------------------------------------------------------------------------


def blamed(runs, seed):
    """Return how many looks blamed, over so many runs of all of them, what draws by the chances."""
    generator = np.random.default_rng(seed)
    looks = [(drawn(generator, chances), usual, chances) for chances, usual in all_looks()]
    return sum(unlike(*look) is not None for look in looks for _ in range(runs))


def test_chance_alone_blames_nobody():
    assert blamed(100, 1) == 0


@pytest.mark.nightly
def test_chance_alone_blames_nobody_in_two_thousand_runs():
    assert blamed(2_000, 2) == 0


@pytest.mark.parametrize("trials", [2, 3])
def test_one_trial_too_many_is_seen_by_one_position_alone(trials):
    case, usual = CASES[0]
    draw = drawn(
        np.random.default_rng(3), choices(Case(case.rows, case.player, trials), draws=20_000)
    )
    assert all(unlike(draw, usual, chances_of(case, "fair")) for _ in range(100))


def test_a_fifth_of_the_trials_is_seen_although_the_other_moves_are_rare():
    case, usual = next(each for each in CASES if each[0].trials == 200)
    draw = drawn(np.random.default_rng(4), choices(Case(case.rows, case.player, 20), draws=20_000))
    assert all(unlike(draw, usual, chances_of(case, "fair")) for _ in range(100))
