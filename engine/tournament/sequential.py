"""A sequential test of one player against another: the exact likelihood ratio, pair by pair.

The unit is a pair of games from one opening, sides swapped, with its five scores; where sides are
not swapped, it is a game. The ratio compares the likeliest distributions of scores that have the
two hypotheses for their means (M. Van den Bergh, "The support of the MLE of a multinomial
distribution" and "Comments on normalized Elo"; the test is A. Wald's, 1945).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from engine.tournament.description import Sprt
from engine.tournament.statistics import NORMALISED, normalised_elo, score_of_elo

FEWEST_UNITS = 16
"""Pairs that there must be before anything is decided: fewer say too little of their spread."""

UNSEEN = 0.001
"""What stands for a score that has not come: it may come yet."""

_STEPS, _NEAR = 60, 1e-12


def sprt_bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Return where the ratio accepts the first and the second hypothesis (A. Wald, 1945)."""
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)


def log_likelihood_ratio(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """Return the logarithm of the likelihood ratio for elo1 against elo0.

    Args:
        counts: of games: losses, ties and wins; of pairs: those of 0, 1, 2, 3 and 4 half points.
        elo0: the one hypothesis.
        elo1: the other one.
    """
    known = [count or UNSEEN for count in counts]
    return _support(known, score_of_elo(elo0)) - _support(known, score_of_elo(elo1))


def normalised_ratio(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """Return the same for hypotheses in normalised Elo, as Van den Bergh approximates it."""
    lead = normalised_elo([count or UNSEEN for count in counts]) or 0.0
    games = sum(counts) * (len(counts) - 1) / 2
    one, two = (((lead - elo) / NORMALISED) ** 2 for elo in (elo0, elo1))
    return games / 2 * log((1 + one) / (1 + two))


def _support(counts: Sequence[float], mean: float) -> float:
    """Return by how much less likely the counts are if that is the mean, as a logarithm.

    The likeliest shares with that mean are each count's, divided by 1 + x (value - mean).
    """
    steps = len(counts) - 1
    distances = [i / steps - mean for i in range(steps + 1)]
    low, high, x = -1 / (1 - mean), 1 / mean, 0.0
    for _ in range(_STEPS):
        height = slope = 0.0
        for count, distance in zip(counts, distances, strict=True):
            part = distance / (1 + x * distance)
            height += count * part
            slope += count * part * part
        step = height / slope
        if abs(step) < _NEAR:
            break
        low, high = (x, high) if height > 0 else (low, x)  # the sum falls
        x = x + step if low < x + step < high else (low + high) / 2
    return sum(
        count * log(1 + x * distance) for count, distance in zip(counts, distances, strict=True)
    )


class SequentialTest:
    """A test under way: it looks at pairs of games, or at games, in their order.

    Args:
        sprt: what is tested.
        scores: how many scores there are: five of pairs, three of games.

    Attributes:
        counts: how often each score came so far.
        decision: "H0" or "H1" once it is decided, else empty.
    """

    def __init__(self, sprt: Sprt, scores: int) -> None:
        self._sprt = sprt
        self._bounds = sprt_bounds(sprt.alpha, sprt.beta)
        self._ratio = normalised_ratio if sprt.normalised else log_likelihood_ratio
        self.counts = [0] * scores
        self.decision = ""

    def add(self, score: int) -> bool:
        """Count one more, by the number of its score; return whether that decides."""
        self.counts[score] += 1
        if sum(self.counts) >= FEWEST_UNITS:
            ratio = self._ratio(self.counts, self._sprt.elo0, self._sprt.elo1)
            if ratio <= self._bounds[0]:
                self.decision = "H0"
            elif ratio >= self._bounds[1]:
                self.decision = "H1"
        return bool(self.decision)
