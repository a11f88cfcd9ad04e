"""How often intervals hold the truth and tests err, by simulation with fixed seeds.

Nightly: minutes of random numbers. Each test prints one line of figures.
"""

from itertools import pairwise

import numpy as np
import pytest

from engine.tournament.comparing import chance_of, difference, holm
from engine.tournament.description import Sprt
from engine.tournament.rating import ratings
from engine.tournament.statistics import Scores, elo, score_of_elo, superiority
from engine.tournament.summary import SequentialTest

pytestmark = [pytest.mark.nightly, pytest.mark.timeout(1800)]

TIES = (0.0, 0.3, 0.6, 0.9, 0.97, 0.999)


def outcomes(mean, ties):
    """Return the chances of a loss, a tie and a win for a mean score and a share of ties."""
    ties = min(ties, 2 * mean, 2 * (1 - mean))
    won = mean - ties / 2
    return np.array([1 - ties - won, ties, won])


def biased(mean, ties, bias):
    """Return the chances of a pair's five scores from openings that favour one side.

    Half of the openings favour X, half O, by ``bias`` of a point a game.
    """
    chances = np.zeros(5)
    for lean in (-bias, bias):
        one, two = (outcomes(np.clip(mean + each, 0.01, 0.99), ties) for each in (lean, -lean))
        chances += np.convolve(one, two) / 2
    return chances


def copied(mean, ties):
    """Return the chances of a pair's scores where its second game has the first one's result."""
    chances = np.zeros(5)
    chances[::2] = outcomes(mean, ties)
    return chances


def covered(chances, units, runs, chance):
    """Return how often the mean's interval holds it."""
    truth = chances @ np.linspace(0, 1, len(chances))
    drawn, times = np.unique(chance.multinomial(units, chances, runs), axis=0, return_counts=True)
    held = 0
    for counts, often in zip(drawn, times, strict=True):
        found = Scores(tuple(map(int, counts))).interval()
        held += often * (found.low - 1e-12 <= truth <= found.high + 1e-12)
    return held / runs


def test_elo_covers_what_it_says_at_every_tie_rate(capsys):
    chance, cells = np.random.default_rng(1), []
    for games in (10, 20, 100, 1000, 5000):
        for mean in (0.5, 0.55, 0.7, 0.9):
            for ties in TIES:
                each = outcomes(mean, ties)
                decisive = games * (1 - each[1])
                rarer = games * min(each[0], each[2])
                cells.append((covered(each, games, 4000, chance), decisive, rarer))
    shares = np.array([cell[0] for cell in cells])
    usual = np.array([held for held, decisive, rarer in cells if decisive >= 10 and rarer >= 5])
    with capsys.disabled():
        print(
            f"\nElo: least {shares.min():.3f}; {len(usual)} usual cells {usual.min():.3f} to "
            f"{usual.max():.3f}, {np.mean((usual >= 0.93) & (usual <= 0.97)):.0%} in 93 to 97 %"
        )
    assert shares.min() >= 0.91
    assert np.mean(shares < 0.93) <= 0.03
    assert usual.min() >= 0.925
    assert np.mean((usual >= 0.93) & (usual <= 0.97)) >= 0.9
    assert elo(0, 10**6, 0).high < 0.01


def test_pairs_cover_what_they_say_with_any_openings(capsys):
    chance, told = np.random.default_rng(2), []
    for units in (5, 20, 100, 500):
        for mean in (0.5, 0.6):
            for ties in (0.0, 0.5, 0.9):
                for each in (np.convolve(*[outcomes(mean, ties)] * 2), biased(mean, ties, 0.3),
                             copied(mean, ties)):  # fmt: skip
                    told.append((units, covered(each, units, 4000, chance)))
    shares = np.array([held for _, held in told])
    many = np.array([held for units, held in told if units >= 20])
    with capsys.disabled():
        print(
            f"\npairs: least {shares.min():.3f}; from 20 pairs on {many.min():.3f}, mean "
            f"{many.mean():.3f}"
        )
    assert shares.min() >= 0.91
    assert many.min() >= 0.925
    assert 0.94 <= many.mean() <= 0.98


def errors(chances, sprt, runs, chance, most=20_000):
    """Return how often a test accepts H1, and the mean number of units it takes."""
    accepted = taken = 0
    cumulated = np.cumsum(chances)
    for _ in range(runs):
        test, drawn = SequentialTest(sprt, len(chances)), ()
        for unit in range(most):
            if unit % 256 == 0:
                drawn = np.searchsorted(cumulated, chance.random(256), side="right")
            if test.add(min(int(drawn[unit % 256]), len(chances) - 1)):
                break
        accepted += test.decision == "H1"
        taken += sum(test.counts)
    return accepted / runs, taken / runs


def shaped(kind, mean, ties):
    if kind == "independent":
        return np.convolve(*[outcomes(mean, ties)] * 2)
    return biased(mean, ties, 0.3) if kind == "biased" else copied(mean, ties)


def mean_of(kind, wanted, ties):
    """Return what mean to ask for so that a kind of pairs has the wanted one."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        got = shaped(kind, middle, ties) @ np.linspace(0, 1, 5)
        low, high = (middle, high) if got < wanted else (low, middle)
    return low


@pytest.mark.parametrize(
    ("kind", "elo1", "ties"),
    [("independent", 100, 0.0), ("independent", 200, 0.0), ("independent", 100, 0.5),
     ("independent", 50, 0.8), ("independent", 20, 0.97), ("biased", 50, 0.3),
     ("biased", 100, 0.5), ("copied", 50, 0.3), ("copied", 100, 0.5), ("copied", 200, 0.0)],
)  # fmt: skip
def test_the_sequential_test_errs_no_more_than_it_may(kind, elo1, ties, capsys):
    chance, runs = np.random.default_rng(3), 1500
    sprt = Sprt(0, elo1)
    wrong = []
    for truth in (0, elo1):
        chances = shaped(kind, mean_of(kind, score_of_elo(truth), ties), ties)
        accepted, taken = errors(chances, sprt, runs, chance)
        wrong.append((1 - accepted if truth else accepted, taken))
    with capsys.disabled():
        print(
            f"\nSPRT 0,{elo1}, {kind}, {ties:.0%} ties: errors {wrong[0][0]:.3f} and "
            f"{wrong[1][0]:.3f}, pairs {wrong[0][1]:.0f} and {wrong[1][1]:.0f}"
        )
    # 5 %, and twice what 1,500 runs leave open.
    assert max(error for error, _ in wrong) <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / runs)


@pytest.mark.parametrize("ties", [0.0, 0.5, 0.9, 0.97])
def test_bounds_in_normalised_elo_cost_the_same_at_every_tie_rate(ties, capsys):
    chance, runs = np.random.default_rng(4), 1500
    sprt, told = Sprt(0, 100, normalised=True), []
    for truth in (0, 100):
        # The mean score whose lead is so many standard deviations of a game.
        low, high = 0.5, 0.99
        for _ in range(50):
            mean = (low + high) / 2
            each = outcomes(mean, ties)
            spread = np.sqrt(each @ (np.array([0, 0.5, 1]) - mean) ** 2)
            low, high = (mean, high) if 347.44 * (mean - 0.5) < truth * spread else (low, mean)
        accepted, taken = errors(np.convolve(*[outcomes(low, ties)] * 2), sprt, runs, chance)
        told.append((1 - accepted if truth else accepted, 2 * taken))
    with capsys.disabled():
        print(
            f"\nSPRT, normalised 0,100, {ties:.0%} ties: errors {told[0][0]:.3f} and "
            f"{told[1][0]:.3f}, games {told[0][1]:.0f} and {told[1][1]:.0f}"
        )
    assert max(error for error, _ in told) <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / runs)
    assert all(60 <= games <= 95 for _, games in told)


def league(chance, strengths, games, ties, kind):
    """Return drawn results of a round robin, and what the ratings should be."""
    names = [f"p{i}" for i in range(len(strengths))]
    results = {}
    for i, one in enumerate(names):
        for j, two in enumerate(names[i + 1 :], start=i + 1):
            mean = float(score_of_elo(strengths[i] - strengths[j]))
            if kind == "games":
                counts = chance.multinomial(games, outcomes(mean, ties))
            else:
                wanted = mean_of(kind, mean, ties)
                counts = chance.multinomial(games // 2, shaped(kind, wanted, ties))
            results[one, two] = Scores(tuple(map(int, counts)))
    middle = sum(strengths) / len(strengths)
    return names, results, [each - middle for each in strengths]


@pytest.mark.parametrize(
    ("players", "wide", "games", "ties", "kind"),
    [(3, 100, 40, 0.3, "games"), (6, 300, 40, 0.3, "games"), (12, 300, 40, 0.3, "games"),
     (6, 10, 100, 0.95, "games"), (6, 20, 1000, 0.97, "games"), (6, 100, 100, 0.3, "copied"),
     (6, 100, 200, 0.3, "biased")],
)  # fmt: skip
def test_ratings_cover_what_they_say(players, wide, games, ties, kind, capsys):
    chance, held, leads, widths = np.random.default_rng(5), [], [], []
    strengths = list(np.linspace(wide / 2, -wide / 2, players))
    runs = 600 if players < 12 else 200
    for _ in range(runs):
        names, results, truths = league(chance, strengths, games, ties, kind)
        rated = ratings(names, results)
        for name, truth in zip(names, truths, strict=True):
            held.append(rated[name].low <= truth <= rated[name].high)
            widths.append((rated[name].high - rated[name].low) / 2)
        for one, two in pairwise(names):
            lead = rated.lead(one, two)
            assert lead is not None
            truth = wide / (players - 1)
            leads.append(abs(lead[0] - truth) <= 1.96 * lead[1])
    with capsys.disabled():
        print(
            f"\nratings, {players} players, {games} games, {ties:.0%} ties, {kind}: "
            f"{np.mean(held):.3f}, leads {np.mean(leads):.3f}, half-width {np.mean(widths):.1f}"
        )
    assert 0.93 <= np.mean(held) <= 0.985
    assert 0.925 <= np.mean(leads) <= 0.985
    if ties == 0.95:
        assert np.mean(widths) < 8, "they were 25 when a tie was half a binomial win"


def test_differences_of_rows_cover_what_they_say_and_holm_errs_seldom(capsys):
    chance, cells, false = np.random.default_rng(6), [], []
    for one, two in ((10, 10), (30, 100), (100, 100), (500, 500), (2000, 300)):
        for share, other in ((0.5, 0.5), (0.1, 0.3), (0.01, 0.05), (0.9, 0.97)):
            held = 0
            for _ in range(800):
                first, second = chance.binomial(one, share), chance.binomial(two, other)
                found = difference(
                    Scores((one - int(first), int(first))), Scores((two - int(second), int(second)))
                )
                held += found.low <= share - other <= found.high
            cells.append(held / 800)
    for _ in range(400):
        rows = [Scores((200 - n, n)) for n in map(int, chance.binomial(200, 0.4, 9))]
        chances = [chance_of(one, two) for one, two in zip(rows[1:], rows, strict=False)]
        false.append((min(chances) < 0.05, min(holm(chances)) < 0.05))
    raw, counted = np.mean(false, axis=0)
    with capsys.disabled():
        print(
            f"\ndifferences: least {min(cells):.3f}, mean {np.mean(cells):.3f}; nine equal rows: "
            f"a false one in {raw:.1%} of tables by themselves, {counted:.1%} with Holm"
        )
    assert min(cells) >= 0.915
    assert np.mean(cells) >= 0.945
    assert counted <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 400)
    assert raw > 0.15, "which is why Holm is there"


def test_superiority_of_equal_players_is_extreme_as_seldom_as_it_should(capsys):
    chance, told = np.random.default_rng(7), []
    for ties in (0.0, 0.5, 0.9):
        for kind in ("independent", "biased", "copied"):
            drawn = chance.multinomial(100, shaped(kind, 0.5, ties), 4000)
            beyond = [
                abs(superiority(int(each[3:].sum()), int(each[:2].sum())) - 0.5) > 0.475
                for each in drawn
            ]
            told.append(np.mean(beyond))
    with capsys.disabled():
        print(f"\nsuperiority beyond 97.5 % either way: at most {max(told):.3f}")
    assert max(told) <= 0.06
