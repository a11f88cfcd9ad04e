"""Shares, Elo, ratings, tests and comparisons agree with published values and hold their word."""

import math

import numpy as np
import pytest
from scipy import optimize, stats

from engine.tournament.columns import rated
from engine.tournament.comparing import chance_of, difference, holm
from engine.tournament.description import Sprt
from engine.tournament.rating import ratings
from engine.tournament.statistics import (
    Scores,
    different_games,
    elo,
    elo_of,
    elo_of_score,
    normalised_elo,
    share,
    superiority,
)
from engine.tournament.summary import (
    FEWEST_UNITS,
    SequentialTest,
    log_likelihood_ratio,
    normalised_ratio,
    sprt_bounds,
)


def test_shares_have_wilsons_interval():
    for count, of in ((0, 10), (3, 10), (50, 100), (100, 100)):
        expected = stats.binomtest(count, of).proportion_ci(method="wilson")
        found = share(count, of)
        assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize(
    ("counts", "told"),
    [((0, 2000, 0), "+0.0 (-0.7 to +0.7)"), ((1, 1999, 0), "+0.2 (-0.5 to +1.0)"),
     ((10, 1980, 10), "+0.0 (-1.7 to +1.7)"), ((18, 0, 2), "+382 (+146 to +617)"),
     ((20, 0, 0), "at least +287"), ((0, 0, 20), "at most -287"), ((0, 10, 0), "+0 (-99 to +99)"),
     ((50, 0, 50), "+0 (-68 to +68)"), ((0, 1637, 363), "-63.8 (-70.1 to -57.9)"),
     ((0, 9, 0), "-107 to +107"), ((0, 0, 0), "–")],
)  # fmt: skip
def test_elo_is_told_as_far_as_games_tell_it(counts, told):
    assert rated(elo(*counts)) == told


def tangos_limits(wins, ties, losses):
    """Return the limits of (wins - losses) / games that fit T. Tango's score, by another search."""
    games, z = wins + ties + losses, stats.norm.ppf(0.975)

    def score(d):
        a = 2 * games
        b = -wins - losses + (2 * games - wins + losses) * d
        c = -losses * d * (1 - d)
        q = (math.sqrt(max(b * b - 4 * a * c, 0)) - b) / (2 * a)
        q = min(max(q, -d, 0), (1 - d) / 2)
        return (wins - losses - games * d) ** 2 - z * z * games * (2 * q + d * (1 - d))

    seen = (wins - losses) / games
    return [optimize.brentq(score, end, seen) for end in (-1 + 1e-9, 1 - 1e-9)]


@pytest.mark.parametrize("counts", [(3, 5, 2), (40, 30, 30), (1, 97, 2), (5, 0, 15), (2, 900, 98)])
def test_elo_has_tangos_interval(counts):
    found = elo(*counts)
    expected = [400 * math.log10((1 + d) / (1 - d)) for d in tangos_limits(*counts)]
    assert [found.low, found.high] == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("counts", [(0, 1, 0), (0, 3, 0), (0, 4, 0), (5, 0, 0), (3, 1, 2)])
def test_the_other_side_of_elo_is_its_mirror(counts):
    ours, theirs = elo(*counts), elo(*counts[::-1])
    mirrored = [-theirs.value, -theirs.high, -theirs.low]
    assert [ours.value, ours.low, ours.high] == pytest.approx(mirrored)


@pytest.mark.parametrize(
    ("wins", "losses", "percent"),
    [(0, 0, 50), (1, 0, 75), (3, 0, 93.75), (5, 0, 98.44), (10, 5, 89.49), (60, 40, 97.70),
     (40, 60, 2.30)],
)  # fmt: skip
def test_superiority_is_the_uniform_posteriors(wins, losses, percent):
    assert 100 * superiority(wins, losses) == pytest.approx(percent, abs=0.005)
    exact = stats.beta.sf(0.5, wins + 1, losses + 1)
    assert superiority(wins, losses) == pytest.approx(exact, rel=1e-9)
    many = superiority(500_000 + wins, 500_000 + losses)
    assert many == pytest.approx(stats.beta.sf(0.5, 500_001 + wins, 500_001 + losses), rel=1e-6)


def test_pairs_have_normalised_elo_and_count_no_copy_twice():
    assert normalised_elo((0, 0, 50, 0, 0)) is None
    # A pair's variance is half of a game's: 20 half-point leads and 80 even pairs.
    counts = (0, 0, 80, 20, 0)
    mean, variance = 0.55, 0.2 * 0.8 / 16
    assert normalised_elo(counts) == pytest.approx(347.44 * (mean - 0.5) / math.sqrt(2 * variance),
                                                   rel=1e-4)  # fmt: skip
    assert different_games([1] * 40) == math.inf
    assert different_games([4] * 10) == pytest.approx(40 * 39 / (10 * 4 * 3))
    once, often = elo_of(Scores((5, 20, 15))), elo_of(Scores((50, 200, 150), weight=0.1))
    assert [once.low, once.high] == pytest.approx([often.low, often.high])


# --- ratings --------------------------------------------------------------------------------------


def test_ratings_agree_with_the_only_pair_and_are_consistent():
    pair = ratings(["a", "b"], {("a", "b"): (75, 0, 25)})
    assert pair["a"].value - pair["b"].value == pytest.approx(elo(75, 0, 25).value, abs=1)
    assert pair["a"].value + pair["b"].value == pytest.approx(0, abs=1e-6)
    lead, error = pair.lead("a", "b")
    assert lead == pytest.approx(2 * pair["a"].value)
    assert 2 * 1.96 * error == pytest.approx(elo(75, 0, 25).high - elo(75, 0, 25).low, rel=0.05)
    # Each is half of the lead away from their average.
    ends = [lead / 2 + sign * 1.95996 * error / 2 for sign in (-1, 1)]
    assert [pair["a"].low, pair["a"].high] == pytest.approx(ends, rel=1e-4)
    assert pair["a"].is_known
    turned = ratings(["a", "b"], {("a", "b"): (25, 0, 75)})
    assert [turned["b"].low, turned["b"].high] == pytest.approx(ends, rel=1e-4)
    three = ratings(
        ["b", "c", "a"],
        {("a", "b"): (60, 20, 20), ("b", "c"): (60, 20, 20), ("a", "c"): (80, 10, 10)},
    )
    assert list(three) == ["a", "b", "c"]
    assert three["b"].value == pytest.approx(0, abs=15)


def test_many_ties_make_ratings_sure():
    names = ["a", "b", "c"]
    results = {(one, two): (3, 95, 2) for i, one in enumerate(names) for two in names[i + 1 :]}
    for found in ratings(names, results).values():
        assert found.high - found.low < 20, "half-widths were 32 when a tie was half a binomial win"


def test_rounding_is_never_taken_for_curvature():
    """A pseudo-inverse once gave a half-width of 158 million Elo."""
    chance, names = np.random.default_rng(5), [f"p{i}" for i in range(12)]
    for _ in range(60):
        results = {
            (one, two): tuple(int(n) for n in chance.multinomial(100, [0.025, 0.95, 0.025]))
            for i, one in enumerate(names) for two in names[i + 1 :]
        }  # fmt: skip
        for found in ratings(names, results).values():
            assert found.high - found.low < 40


def test_who_won_everything_is_measured_by_the_others():
    results = {("a", "b"): (20, 0, 0), ("a", "c"): (20, 0, 0), ("b", "c"): (12, 2, 6),
               ("b", "d"): (20, 0, 0), ("c", "d"): (20, 0, 0), ("a", "d"): (20, 0, 0)}  # fmt: skip
    found = ratings(["d", "c", "b", "a"], results)
    assert list(found) == ["a", "b", "c", "d"]
    assert found["b"].value + found["c"].value == pytest.approx(0, abs=1e-9)
    assert found["b"].high < 150, "nobody drags the others along"
    assert found["a"].low == pytest.approx(found["b"].value + elo(20, 0, 0).low)
    assert rated(found["a"]).startswith("at least +3")
    assert found["d"].high == pytest.approx(found["c"].value - elo(20, 0, 0).low)
    assert rated(found["d"]).startswith("at most -3")
    assert found.lead("a", "b") is None
    alone = ratings(["a", "b"], {("a", "b"): (20, 0, 0)})
    assert rated(alone["a"]) == "at least +143"
    assert rated(alone["b"]) == "at most -143"
    ladder = dict.fromkeys(("ab", "ac", "ad", "bc", "bd", "cd"), (1000, 0, 0))
    assert list(ratings("dcba", ladder)) == ["a", "b", "c", "d"]


def test_groups_that_never_met_are_rated_each_by_itself():
    found = ratings(
        ["a", "b", "c", "d", "e"], {("a", "b"): (60, 20, 20), ("c", "d"): (90, 5, 5)}
    )  # fmt: skip
    assert sorted(found.groups) == [["a", "b"], ["c", "d"], ["e"]]
    assert found["a"].value == pytest.approx(-found["b"].value)
    assert found["c"].value == pytest.approx(-found["d"].value)
    assert rated(found["e"]) == "–"
    assert found.lead("a", "c") is None


# --- the sequential test --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "elo1", "ratio"),
    [((0, 0, 50), 5, 0.71), ((0, 0, 50), 20, 2.8), ((0, 0, 50), 100, 12.3), ((0, 50, 0), 5, -0.72)],
)
def test_the_likelihood_ratio_has_the_exact_values(counts, elo1, ratio):
    assert log_likelihood_ratio(counts, 0, elo1) == pytest.approx(ratio, abs=0.05)


def test_the_likelihood_ratio_is_that_of_the_likeliest_distributions():
    counts = (3, 20, 90, 30, 7)
    values = [0, 0.25, 0.5, 0.75, 1]

    def best(mean):
        """Return the greatest log-likelihood with that mean, by another search."""
        fixed = [
            {"type": "eq", "fun": lambda p: sum(p) - 1},
            {"type": "eq", "fun": lambda p: np.dot(p, values) - mean},
        ]
        found = optimize.minimize(
            lambda p: -np.dot(counts, np.log(p)), [0.2] * 5, bounds=[(1e-9, 1)] * 5,
            method="SLSQP", options={"ftol": 1e-14, "maxiter": 999}, constraints=fixed,
        )  # fmt: skip
        return -found.fun

    means = [1 / (1 + 10 ** (-each / 400)) for each in (0, 50)]
    expected = best(means[1]) - best(means[0])
    assert log_likelihood_ratio(counts, 0, 50) == pytest.approx(expected, abs=1e-3)
    # Near the hypotheses the approximation for normalised Elo is the same test.
    spread = math.sqrt(
        2 * sum(n * (v - 0.5) ** 2 for n, v in zip(counts, values, strict=True)) / 150
    )
    bounds = [347.44 * (mean - 0.5) / spread for mean in means]
    assert normalised_ratio(counts, *bounds) == pytest.approx(expected, rel=0.1)


def test_nothing_is_decided_before_sixteen_pairs():
    test = SequentialTest(Sprt(0, 300), 5)
    assert log_likelihood_ratio((0, 0, 0, 0, FEWEST_UNITS - 2), 0, 300) > math.log(19)
    decided = [test.add(4) for _ in range(FEWEST_UNITS)]
    assert decided == [False] * (FEWEST_UNITS - 1) + [True]
    assert test.decision == "H1"
    assert sprt_bounds(0.05, 0.05) == pytest.approx((-math.log(19), math.log(19)))


# --- rows of a sweep ------------------------------------------------------------------------------


def test_differences_are_newcombes():
    """Newcombe's own example (1998, method 10): 56 of 70 against 48 of 80."""
    found = difference(Scores((14, 56)), Scores((32, 48)))
    assert found.value == pytest.approx(0.2)
    assert [found.low, found.high] == pytest.approx([0.0524, 0.3339], abs=1e-4)


def test_overlapping_intervals_may_be_of_different_rows():
    one, two = Scores((49, 51)), Scores((33, 67))
    assert one.interval().high > two.interval().low
    assert chance_of(two, one) == pytest.approx(0.02, abs=0.003)
    assert chance_of(one, two) == chance_of(two, one)
    assert chance_of(one, one) == 1


def test_holm_counts_all_comparisons():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


def test_elo_of_known_scores():
    assert elo(10, 0, 10).value == 0
    assert elo(75, 0, 25).value == pytest.approx(190.85, abs=0.01)
    assert elo_of_score(0.0) == -math.inf


def test_of_no_games_nothing_is_known():
    found = share(0, 0)
    assert (found.value, found.low, found.high) == (0.0, 0.0, 1.0)
