"""How often intervals hold the true mean, and verdicts on the best square are right.

The truth is enumerated on 3x3. Elsewhere it is the mean of many more playouts, over all squares
that mirror each other.
"""

from functools import cache

import pytest

from engine import (
    PLAYERO,
    PLAYERX,
    Board,
    Limit,
    Search,
    Weights,
    best_squares,
    exact_tally,
    parse_board,
    sample,
)
from engine.search.confidence import contenders, intervals, mean_interval, twins, z_value
from tests.engine.test_confidence import positions

Z = z_value(0.95)
BOARDS = {
    # name: the board, and the playouts that stand for the truth
    "3x3": (Board(3), 0),
    "an opening on 3x3": (parse_board("X../.O./..."), 0),
    "4x4": (Board(4), 20_000_000),
    "5x5, 4 in a row": (Board(5, win_length=4), 20_000_000),
    "8x8, 5 in a row": (Board(8, win_length=5), 20_000_000),
    "15x15, 5 in a row": (Board(15, win_length=5), 2_000_000),
    "6x6": (Board(6), 20_000_000),  # three playouts of four are ties
    "7x7": (Board(7), 20_000_000),  # 86 % ties
    "8x8": (Board(8), 20_000_000),  # 92 %
    "10x10": (Board(10), 2_000_000),  # 97 %
    "12x12": (Board(12), 2_000_000),  # 99 %
}
EVEN, UNEVEN, OTHERS = Weights(), Weights(1.0, 0.25), Weights(0.0, 1.0)


@cache
def long_run(name):
    """Return the tally that stands for the truth."""
    board, playouts = BOARDS[name]
    if not playouts:
        return exact_tally(board, PLAYERX)
    return sample(board, PLAYERX, playouts, 99, threads=2)


@cache
def true_means(name, weights):
    """Return what each empty square scores in the long run."""
    board = BOARDS[name][0]
    means = long_run(name).mean(PLAYERX, *weights)
    alike = {square: twins(board, square) for square in board.get_empty_squares()}
    return {
        square: sum(means[row][col] for row, col in each) / len(each)
        for square, each in alike.items()
    }


def coverage(name, weights, playouts, runs):
    """Return how often an interval held the true mean, over all squares."""
    board, truth = BOARDS[name][0], true_means(name, weights)
    held = 0
    for seed in range(runs):
        ends = intervals(sample(board, PLAYERX, playouts, seed), PLAYERX, weights)
        held += sum(ends[r][c][0] <= mean <= ends[r][c][1] for (r, c), mean in truth.items())
    return held / runs / len(truth)


def verdicts(name, weights, playouts, runs):
    """Return how often a best square was named or close, and how often a sure one was wrong."""
    board, truth = BOARDS[name][0], true_means(name, weights)
    best = {square for square, mean in truth.items() if mean == max(truth.values())}
    held = wrong = 0
    for seed in range(runs):
        tally = sample(board, PLAYERX, playouts, seed)
        leader = best_squares(board, tally.scores(PLAYERX, *weights))[0]
        named = {leader, *contenders(board, PLAYERX, tally, weights)}
        held += bool(named & best)
        wrong += named <= twins(board, leader) and not named & best
    return held / runs, wrong / runs


def tango(wins, ties, losses):
    """Return Tango's interval as he gives it (1998), by bisection."""
    n = wins + ties + losses

    def fits(d):
        b, c = -wins - losses + (2 * n - wins + losses) * d, -losses * d * (1 - d)
        q = ((b * b - 8 * n * c) ** 0.5 - b) / (4 * n)
        q = min(max(q, 0.0, -d), (1 - d) / 2)
        return (wins - losses - n * d) ** 2 <= Z * Z * n * (2 * q + d * (1 - d))

    ends = []
    for end in (-1.0, 1.0):
        inside, outside = (wins - losses) / n, end
        for _ in range(60):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if fits(middle) else (inside, middle)
        ends.append(inside)
    return ends


@pytest.mark.parametrize(
    "counts",
    [(0, 10, 0), (0, 2000, 0), (1, 1999, 0), (10, 1980, 10), (18, 0, 2), (20, 0, 0), (0, 0, 7),
     (0, 1637, 363), (3, 0, 0), (1, 0, 0), (41, 3, 56), (250_000, 500_000, 250_000)],
)  # fmt: skip
def test_of_three_values_the_interval_is_tangos(counts):
    wins, ties, losses = counts
    found = mean_interval({1.0: wins, 0.0: ties, -1.0: losses}, -1.0, 1.0, Z)
    assert found == pytest.approx(tango(*counts), abs=1e-9)


def test_of_two_values_the_interval_is_wilsons():
    assert mean_interval({1.0: 7, 0.0: 3}, 0.0, 1.0, Z) == pytest.approx(
        (0.39678, 0.89221), abs=1e-5
    )
    assert mean_interval({}, -1.0, 2.0, Z) == (-1.0, 2.0)


def likeliest(counts, values, mean):
    """Return the likeliest distribution with a mean, found by scipy."""
    from scipy.optimize import minimize

    rules = (
        {"type": "eq", "fun": lambda p: p.sum() - 1},
        {"type": "eq", "fun": lambda p: p @ values - mean},
    )
    start = (counts + 0.5) / (counts + 0.5).sum()
    import numpy as np

    return minimize(
        lambda p: -(counts * np.log(p)).sum(), start, bounds=[(1e-12, 1)] * len(values),
        constraints=rules, options={"maxiter": 500, "ftol": 1e-14},
    ).x  # fmt: skip


@pytest.mark.parametrize("counts", [(3, 8, 20, 5, 9), (0, 4, 30, 2, 0), (1, 0, 0, 2, 12)])
def test_of_five_values_each_end_is_as_far_off_as_its_own_spread_allows(counts):
    import numpy as np

    values, counts = np.array([-1, -0.25, 0, 0.25, 1]), np.array(counts)
    seen, n = counts @ values / counts.sum(), counts.sum()
    for end in mean_interval(dict(zip(values, counts, strict=True)), -1.0, 1.0, Z):
        shares = likeliest(counts, values, end)
        variance = shares @ (values - end) ** 2
        assert (seen - end) ** 2 * n == pytest.approx(Z * Z * variance, rel=1e-3)


@pytest.mark.parametrize(
    ("name", "playouts", "runs"),
    [("3x3", 10, 400), ("an opening on 3x3", 200, 300), ("12x12", 100, 40), ("10x10", 10, 40)],
)
def test_intervals_hold_the_true_mean(name, playouts, runs):
    """The quick form: where most playouts tie, half of the intervals once had no width."""
    assert coverage(name, EVEN, playouts, runs) >= 0.94


@pytest.mark.parametrize(("name", "playouts"), [("3x3", 100), ("an opening on 3x3", 1000)])
def test_the_best_square_is_among_the_close_ones(name, playouts):
    held, wrong = verdicts(name, EVEN, playouts, 100)
    assert held >= 0.95
    assert wrong == 0


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("playouts", [10, 30, 100, 1000])
@pytest.mark.parametrize("name", BOARDS)
def test_intervals_hold_the_true_mean_on_every_board(name, playouts):
    runs = max(200, 20_000 // len(true_means(name, EVEN)))
    for weights in (EVEN, UNEVEN, OTHERS):
        assert coverage(name, weights, playouts, runs) >= 0.94, weights


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("playouts", [30, 100, 300, 1000, 3000])
@pytest.mark.parametrize("name", BOARDS)
def test_the_best_square_is_named_and_a_sure_one_is_right_on_every_board(name, playouts):
    for weights in (EVEN, UNEVEN, OTHERS):
        held, wrong = verdicts(
            name, weights, playouts, 400 if len(BOARDS[name][0].rows) < 8 else 200
        )
        assert held >= 0.95, weights
        assert wrong <= 0.05, weights


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_how_often_sure_calls_are_wrong():
    """The figures that docs/statistics.md gives."""
    tallies = sure = wrong = missed = 0
    for board, player in positions():
        truth = exact_tally(board, player).mean(player)
        top = max(truth[row][col] for row, col in board.get_empty_squares())
        for playouts in (30, 50, 100, 200, 300, 500, 1000, 2000, 3000):
            for seed in range(300):
                tally = sample(board, player, playouts, seed)
                leader = best_squares(board, tally.scores(player))[0]
                named = {leader, *contenders(board, player, tally, EVEN)}
                right = any(truth[row][col] > top - 1e-9 for row, col in named)
                is_sure = named <= twins(board, leader)
                tallies, sure = tallies + 1, sure + is_sure
                wrong, missed = wrong + (is_sure and not right), missed + (not right)
    print(
        f"{tallies:,} tallies, {sure:,} sure, {wrong} of them wrong; {missed} missed the best one"
    )
    assert sure > tallies / 4
    assert wrong <= 0.005 * sure
    assert missed <= 0.005 * tallies


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_how_often_the_intervals_of_equal_squares_come_apart():
    """The figures that docs/statistics.md gives: two corners that mirror each other."""
    apart = looks = at_a_look = 0
    for seed in range(100):
        search = Search(
            parse_board("X../.O./..X"), PLAYERO, Limit(trials=1_000_000), seed, steps=True
        )
        ever = False
        for state in search:
            one, two = state.interval((0, 2)), state.interval((2, 0))
            gone = one[1] < two[0] or two[1] < one[0]
            ever, looks, at_a_look = ever or gone, looks + 1, at_a_look + gone
        apart += ever
    print(f"{apart} of 100 searches; {at_a_look / looks:.1%} of all looks")
    assert 10 <= apart <= 40
    assert at_a_look / looks <= 0.03
