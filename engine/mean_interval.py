"""The interval of a mean whose every observation is one of a few known values.

This is the score interval: it holds each mean that the observations do not speak against, where
a candidate's own spread, not the one that was seen, says how far a sample may lie from it. It
therefore has a width even where all observations are alike. With two values it is Wilson's (1927),
with three Tango's (1998); with more it takes the likeliest distribution that has the candidate
for its mean (M. Van den Bergh, "Comments on normalized Elo").

For a mean below the one that was seen, that distribution gives a value b above the least possible
one the share n / (W (s + b)), where n counts how often b was seen, W makes the shares add up to 1,
and s falls from infinity to 0 as the candidate falls. Its variance then is (m + s)(seen - m), where
m is its mean above the least value, so that the limit's equation N (seen - m)^2 = z^2 variance
becomes

    m = (N seen - z^2 s) / (N + z^2),  where  sum of n (seen - b) / (s + b) = z^2.

That sum falls as s grows. Where it is below z^2 even at s = 0, the least value was never seen: the
likeliest distribution gives it what is missing, and the limit is the first formula's at s = 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

_STEPS = 60
_NEAR = 1e-12


def mean_interval(
    counts: Mapping[float, int], least: float, most: float, z: float
) -> tuple[float, float]:
    """Return the ends of the interval of a mean; ``least`` and ``most`` where nothing was seen.

    Args:
        counts: how often each value was seen.
        least: the least value that can be seen.
        most: the greatest one.
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
