"""What counts of games say: shares, strength, and how sure either is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erf, inf, log, log10, sqrt
from typing import Any

from engine.confidence import LEVEL, z_value


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


def share(count: float, of: int) -> Interval:
    """Return a share with Wilson's score interval (E. B. Wilson, 1927); 0 to 1 of nothing.

    A count may be a fraction, such as points of games, where a tie is half a point.
    """
    if of == 0:
        return Interval(0.0, 0.0, 1.0)
    z, p = z_value(LEVEL), count / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    return Interval(p, max(0.0, middle - half), min(1.0, middle + half))


def elo_of_score(score: float) -> float:
    """Return the difference in Elo that a mean score (0 to 1) stands for (A. Elo, 1978)."""
    if score <= 0:
        return -inf
    if score >= 1:
        return inf
    return -400 * log10(1 / score - 1)


def elo(wins: int, ties: int, losses: int) -> Interval:
    """Return by how many Elo the winner of ``wins`` is stronger, from the mean score's interval."""
    games = wins + ties + losses
    if games == 0:
        return Interval(0.0, -inf, inf)
    score = (wins + ties / 2) / games
    spread = (wins + ties / 4) / games - score * score
    half = z_value(LEVEL) * sqrt(max(spread, 0.0) / games)
    if spread <= 0:
        # All games alike: no spread was seen; Wilson's interval still says what may be.
        seen = share(wins + ties / 2, games)
        return Interval(elo_of_score(score), elo_of_score(seen.low), elo_of_score(seen.high))
    return Interval(elo_of_score(score), elo_of_score(score - half), elo_of_score(score + half))


def superiority(wins: int, losses: int) -> float:
    """Return the likelihood that the winner of ``wins`` is the stronger one; ties say nothing."""
    if wins + losses == 0:
        return 0.5
    return 0.5 * (1 + erf((wins - losses) / sqrt(2 * (wins + losses))))


def log_likelihood_ratio(wins: int, ties: int, losses: int, elo0: float, elo1: float) -> float:
    """Return the sequential test's ratio for the hypotheses elo1 against elo0.

    The normal approximation of the generalised test on mean scores, as chess engines are tested
    (M. Van den Bergh, "Comments on normalized Elo"). Half a game of each outcome is added, so that
    a run without losses still has a spread.
    """
    w, d, n = wins + 0.5, ties + 0.5, wins + ties + losses + 1.5
    score = (w + d / 2) / n
    spread = (w + d / 4) / n - score * score
    one, two = (1 / (1 + 10 ** (-value / 400)) for value in (elo0, elo1))
    return n * (two - one) * (2 * score - one - two) / (2 * spread)


def sprt_bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Return where the ratio accepts the first and the second hypothesis (A. Wald, 1945)."""
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)


def ratings(
    players: Sequence[str], results: Mapping[tuple[str, str], tuple[int, int, int]]
) -> dict[str, Interval]:
    """Return everybody's Elo from all games together, on average 0, with 95 % intervals.

    The model of Bradley and Terry, a tie being half a win for each, at its greatest likelihood (by
    Newton's steps). One game that was tied is added for each pairing, so that nobody is infinitely
    strong. Intervals come from the inverse of the curvature there.

    Args:
        players: their names.
        results: wins, ties and losses of the first of two players against the second.
    """
    import numpy as np  # noqa: PLC0415  (few need it)

    place = {name: i for i, name in enumerate(players)}
    games = np.zeros((len(players), len(players)))
    score = np.zeros(len(players))
    for (one, two), (wins, ties, losses) in results.items():
        i, j = place[one], place[two]
        games[i, j] += wins + ties + losses + 1
        games[j, i] = games[i, j]
        score[i] += wins + (ties + 1) / 2
        score[j] += losses + (ties + 1) / 2

    def likelihood(theta: Any) -> float:
        pairs = np.logaddexp(theta[:, None], theta[None, :])
        return float(score @ theta - (games * pairs).sum() / 2)

    strength = np.zeros(len(players))  # the logarithms
    for _ in range(200):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        spread = games * expected * (1 - expected)
        curvature = np.diag(spread.sum(axis=1)) - spread
        covariance = np.linalg.pinv(curvature, hermitian=True)  # for a mean of 0
        step = covariance @ (score - (games * expected).sum(axis=1))
        if np.abs(step).max() < 1e-10:
            break
        step /= max(1.0, np.abs(step).max())
        while likelihood(strength + step) < likelihood(strength) and np.abs(step).max() > 1e-12:
            step /= 2
        strength = strength + step
        strength -= strength.mean()
    z, scale = z_value(LEVEL), 400 / log(10)
    rated = {}
    for name, i in place.items():
        value = float(strength[i]) * scale + 0.0
        half = z * scale * sqrt(max(float(covariance[i, i]), 0.0))
        rated[name] = Interval(value, value - half, value + half)
    return rated
