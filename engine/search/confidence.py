"""How sure a tally is: intervals, close calls, and when the best square is settled.

The interval of one mean, whose every observation is one of a few known values, is the score
interval: it holds each mean that the observations do not speak against, where a candidate's own
spread, not the one that was seen, says how far a sample may lie from it. It therefore has a width
even where all observations are alike. With two values it is Wilson's (1927), with three Tango's
(1998); with more it takes the likeliest distribution that has the candidate for its mean (M. Van
den Bergh, "Comments on normalized Elo").

For a mean below the one that was seen, that distribution gives a value b above the least possible
one the share n / (W (s + b)), where n counts how often b was seen, W makes the shares add up to 1,
and s falls from infinity to 0 as the candidate falls. Its variance then is (m + s)(seen - m), where
m is its mean above the least value, so that the limit's equation N (seen - m)^2 = z^2 variance
becomes

    m = (N seen - z^2 s) / (N + z^2),  where  sum of n (seen - b) / (s + b) = z^2.

That sum falls as s grows. Where it is below z^2 even at s = 0, the least value was never seen: the
likeliest distribution gives it what is missing, and the limit is the first formula's at s = 0.

The difference of two squares' means needs more: the two scores come from the same games and are
correlated, and a tally does not count pairs of squares. What the counts do fix is a bound: among
all ways in which the two squares' marks may have fallen together in the games that one side won,
the difference varies most where high scores of one met low scores of the other (the countermonotone
coupling of Hoeffding and Fréchet). That largest variance is used throughout. A square about which
little was seen would still seem to vary too little, so two playouts are added in which the two
squares differed as much as they can, once each way (after Agresti and Coull, 1998).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import inf, sqrt

from engine.board import PLAYERO, PLAYERX, Board, switch_player
from engine.rules import Square
from engine.tally import Tally, Weights, best_squares

_STEPS = 60
_NEAR = 1e-12


def mean_interval(
    counts: Mapping[float, int], least: float, most: float, z: float
) -> tuple[float, float]:
    """Return the ends of the interval of a mean; ``least`` and ``most`` where nothing was seen.

    Args:
        counts: how often each value was seen.
        z: how many standard errors the interval reaches, such as 1.96.
    """
    seen = [(value, count) for value, count in counts.items() if count]
    low = least + _lower([(value - least, count) for value, count in seen], z)
    return low, most - _lower([(most - value, count) for value, count in seen], z)


def _lower(seen: list[tuple[float, int]], z: float) -> float:
    """Return the lower limit of a mean, for values counted from the least possible one on."""
    trials = sum(count for _, count in seen)
    total = sum(value * count for value, count in seen)
    if not total:
        return 0.0
    mean, wanted = total / trials, z * z
    pulls = [(count * (mean - value), value) for value, count in seen]
    return max(0.0, (total - wanted * _spread(pulls, trials, mean, wanted)) / (trials + wanted))


def _spread(pulls: list[tuple[float, float]], trials: int, mean: float, wanted: float) -> float:
    """Return s, at which the sum of all pull / (s + value) is ``wanted``; 0 where it never is."""
    if all(value for _, value in pulls) and sum(p / value for p, value in pulls) <= wanted:
        return 0.0
    # The sum is nearly a square's inverse: its inverse square root is nearly a straight line, and
    # bends downwards, so that steps from the left never pass the end.
    s = mean * 1e-3
    target = 1 / sqrt(wanted)
    for _ in range(_STEPS):
        height = slope = 0.0
        for pull, value in pulls:
            part = pull / (s + value)
            height += part
            slope += part / (s + value)
        step = 2 * height * (target * sqrt(height) - 1) / slope
        s = max(s + step, s / 8)
        if abs(step) <= _NEAR * s:
            break
    return s


LEVEL = 0.95
"""The usual confidence of an interval."""

MIN_TRIALS = 30
"""Below this, means are not near enough to normal for any verdict."""

MOSTLY_TIES = 0.9
"""From this share of ties on, a square is compared to all rivals at once (see ``contenders``)."""

Ends = tuple[float, float]
"""The lower and the upper end of an interval."""


@lru_cache(maxsize=256)
def z_value(level: float, comparisons: int = 1) -> float:
    """Return how many standard errors an interval has on each side.

    Args:
        level: the confidence, above 0 and below 1.
        comparisons: how many such intervals are to hold at once (Bonferroni's inequality).
    """
    from statistics import NormalDist  # noqa: PLC0415  (slow to load, and no start needs it)

    return NormalDist().inv_cdf(1 - (1 - level) / (2 * comparisons))


def intervals(
    tally: Tally, player: int, weights: Weights, level: float = LEVEL
) -> list[list[Ends]]:
    """Return the interval of each square's mean, in score a playout: a list of rows.

    An interval need not be as long on either side of the mean, and is never of no width where
    scores can differ. It holds the true mean with the given confidence from 10 playouts on.
    """
    side = range(tally.dim)
    return [[interval(tally, player, (row, col), weights, level) for col in side] for row in side]


def interval(
    tally: Tally, player: int, square: Square, weights: Weights, level: float = LEVEL
) -> Ends:
    """Return the interval of one square's mean (see ``intervals``)."""
    weights = Weights.checked(*weights)
    scale = _scale(weights)
    if not scale:
        return 0.0, 0.0
    counts: dict[float, int] = {}
    for winner in (PLAYERX, PLAYERO):
        values = _values(winner == player, weights)
        for value, count in zip(values, _counts(tally, player, winner, square), strict=True):
            counts[value / scale] = counts.get(value / scale, 0) + count
    counts[0.0] = counts.get(0.0, 0) + tally.ties
    low, high = mean_interval(counts, -1.0, 1.0, z_value(level))
    return low * scale, high * scale


def square_mean(tally: Tally, player: int, square: Square, weights: Weights) -> float:
    """Return one square's mean, as in ``Tally.mean``."""
    weights, total = Weights.checked(*weights), 0.0
    for winner in (PLAYERX, PLAYERO):
        own, rival, _ = _counts(tally, player, winner, square)
        value, other, _ = _values(winner == player, weights)
        total += own * value + rival * other
    return total / max(tally.trials, 1)


def difference_error(
    tally: Tally, player: int, one: Square, two: Square, weights: Weights
) -> float:
    """Return a bound on the standard error of the difference of two squares' means.

    It is the error itself if the two squares' scores fell together in the most unlucky way that
    the counts allow, and never below that of the playouts. In score a playout; infinite without
    any.
    """
    weights = Weights.checked(*weights)
    squares = products = means = 0.0
    for winner in (PLAYERX, PLAYERO):
        values = _values(winner == player, weights)
        first, second = (_counts(tally, player, winner, at) for at in (one, two))
        for value, one_count, two_count in zip(values, first, second, strict=True):
            squares += value * value * (one_count + two_count)
            means += value * (one_count - two_count)
        products += _least_products(values, first, second)
    n = tally.trials
    return _error(squares - 2 * products - means * means / max(n, 1), n, weights)


def _error(spread: float, trials: int, weights: Weights) -> float:
    """Return a difference's standard error, from the sum of squares about its mean.

    Two playouts are added, with the largest difference that there is, once each way. They draw the
    mean towards 0 as well, by trials / (trials + 2); so that it can stay what was seen, the error
    is taken larger by as much.
    """
    largest = 2 * _scale(weights)
    return sqrt(max(spread, 0.0) + 2 * largest * largest) / trials if trials else inf


def mostly_ties(tally: Tally) -> bool:
    """Whether nearly all playouts were ties, so that they say little of any square."""
    return tally.ties > MOSTLY_TIES * tally.trials


def contenders(
    board: Board,
    player: int,
    tally: Tally,
    weights: Weights,
    level: float = LEVEL,
    rough: bool = False,
) -> list[Square]:
    """Return the empty squares that may yet be as good as the best one, without that one.

    Where this is not empty, the best square is too close to call. Of several equal best squares
    the first one counts as the best. Squares that a symmetry of the position maps to it are as good
    for certain.

    Each rival is compared to the best square by itself. Where that leaves none, and where nearly
    all playouts were ties, all rivals are compared at once (Bonferroni's inequality): an empty list
    means that the best square is better than all others, with the given confidence.

    Args:
        rough: add the two squares' errors up: an even wider bound, but soon done.
    """
    weights = Weights.checked(*weights)
    scores = tally.scores(player, *weights)
    best, *equal = best_squares(board, scores, player)
    others = [square for square in board.moves_for(player) if square != best]
    if tally.trials < MIN_TRIALS:
        return others
    same = twins(board, best) | set(equal)
    rivals = [square for square in others if square not in same]
    together = z_value(level, max(len(rivals), 1))
    alone = together if mostly_ties(tally) else z_value(level)
    close = _close(tally, player, best, rivals, weights, alone, rough)
    if not close and alone < together:
        close = _close(tally, player, best, rivals, weights, together, rough)
    return [square for square in others if square in close or square in same]


def is_settled(
    board: Board, player: int, tally: Tally, weights: Weights, level: float, look: int = 1
) -> bool:
    """Whether the best square is better than every other one, with confidence ``level``.

    Squares that mirror or rotate into it in this position are worth the same, and are no rivals.
    Bonferroni's inequality covers the many rivals, and the many looks: look k may err with a share
    1 / (k (k + 1)) of what is allowed in all.

    Args:
        level: the confidence, such as 0.99.
        look: how many times this search has been looked at, this one included.
    """
    if tally.trials < MIN_TRIALS:
        return False
    weights = Weights.checked(*weights)
    best = best_squares(board, tally.scores(player, *weights), player)[0]
    same = twins(board, best)
    rivals = [square for square in board.moves_for(player) if square not in same]
    if not rivals:
        return True
    allowed = (1 - level) / (look * (look + 1))
    return not _close(tally, player, best, rivals, weights, z_value(1 - allowed, len(rivals)))


def twins(board: Board, square: Square) -> set[Square]:
    """Return the squares that a symmetry of the position maps to ``square``, itself included.

    A symmetry is a rotation or reflection of the board that leaves every mark in place. What a
    player has to expect of such squares is the same.
    """
    grid = [list(marks) for marks in board.rows]
    last, (row, col) = board.size - 1, square
    reached, turned = set(), grid
    for _ in range(4):
        for rows, place in ((turned, (row, col)), (turned[::-1], (last - row, col))):
            if rows == grid:
                reached.add(place)
        turned = [list(marks) for marks in zip(*turned[::-1], strict=True)]  # a quarter turn
        row, col = col, last - row
    return reached


def _close(
    tally: Tally,
    player: int,
    best: Square,
    others: Sequence[Square],
    weights: Weights,
    z: float,
    rough: bool = False,
) -> set[Square]:
    """Return the squares whose difference from ``best`` is within ``z`` of its errors."""
    n = tally.trials
    means = tally.mean(player, *weights)
    errors = tally.standard_error(player, *weights)
    top, error = means[best[0]][best[1]], errors[best[0]][best[1]]
    close = set()
    for row, col in others:
        lead = top - means[row][col]
        # No difference varies more than this; on large boards it spares nearly all the work.
        widest = (error + errors[row][col]) ** 2 * n * (n - 1)
        if lead > z * _error(widest, n, weights):
            continue
        if rough or lead <= z * difference_error(tally, player, best, (row, col), weights):
            close.add((row, col))
    return close


def _scale(weights: Weights) -> float:
    """Return the most that a playout can score a square with, whatever its sign."""
    return max(abs(weights.current), abs(weights.other))


def _values(won: bool, weights: Weights) -> tuple[float, float, float]:
    """Return what an own mark, the opponent's and an empty square score in a decisive game."""
    current, other = weights
    return (current, -other, 0.0) if won else (-current, other, 0.0)


def _counts(tally: Tally, player: int, winner: int, square: Square) -> tuple[int, int, int]:
    """Return in how many of a side's wins a square is the player's, the opponent's, and empty."""
    index = square[0] * tally.dim + square[1]
    own = tally.marks(winner, player)[index]
    rival = tally.marks(winner, switch_player(player))[index]
    wins = tally.x_wins if winner == PLAYERX else tally.o_wins
    return own, rival, wins - own - rival


def _least_products(
    values: tuple[float, ...], first: tuple[int, ...], second: tuple[int, ...]
) -> float:
    """Return the least sum of products when values with these counts are paired off."""
    order = sorted(range(len(values)), key=values.__getitem__)
    rising = [(values[i], first[i]) for i in order if first[i]]
    falling = [(values[i], second[i]) for i in reversed(order) if second[i]]
    ends = sorted({*_running(rising), *_running(falling)})
    total, i, j = 0.0, 0, 0
    up, down = _running(rising), _running(falling)
    for start, end in pairwise([0, *ends]):
        total += rising[i][0] * falling[j][0] * (end - start)
        i += end == up[i]
        j += end == down[j]
    return total


def _running(counted: list[tuple[float, int]]) -> list[int]:
    """Return the running totals of the counts."""
    totals, total = [], 0
    for _, count in counted:
        total += count
        totals.append(total)
    return totals


def look_at(look: int) -> int:
    """Return after how many playouts a search is looked at for the ``look``-th time.

    Looks lie a factor of 1.5 apart, so that at most a third of the playouts come after the one
    that would have settled it, and so that they do not depend on how fast the machine is.
    """
    trials = 100
    for _ in range(look - 1):
        trials += trials // 2
    return trials
