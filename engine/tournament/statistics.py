"""What counts of games say: shares, mean scores, strength, and how sure each of them is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, inf, isfinite, lgamma, log, log10, sqrt

from engine.search.confidence import LEVEL, mean_interval, z_value

FEWEST = 10
"""With fewer games, only the interval of an Elo is shown: its middle would say nothing."""

NORMALISED = 800 / log(10)
"""Normalised Elo of a lead of one standard deviation of a game (M. Van den Bergh)."""

_FAR = 1e6
"""Elo beyond which nobody is."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its 95 % interval.

    Attributes:
        value: the best guess; infinite where one side won everything.
        low, high: the interval's ends.
        is_known: whether the value is worth telling. If not, the interval says all that is known.
    """

    value: float
    low: float
    high: float
    is_known: bool = field(default=True, repr=False)

    @property
    def digits(self) -> int:
        """Decimals that are worth telling of an Elo: one where it is known to within 10."""
        return 1 if (self.high - self.low) / 2 < 10 else 0

    @property
    def rank(self) -> float:
        """What a table sorts by: the value; where it is infinite, far out by its known end."""
        if isfinite(self.value):
            return self.value
        return _FAR + self.low if self.value > 0 else self.high - _FAR


@dataclass(frozen=True, slots=True)
class Scores:
    """How often each score came, from 0 to 1 in even steps.

    Attributes:
        counts: of games: losses, ties and wins. Of pairs of games: those of no point, of half a
            point, and so on up to two points. Of a share: all others, and those it counts.
        weight: how much of a game or pair is evidence of its own: below 1 where games repeat.
    """

    counts: tuple[int, ...]
    weight: float = 1.0

    @property
    def units(self) -> int:
        """How many games there are, or pairs of games."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.units * (2 if len(self.counts) == 5 else 1)

    @property
    def values(self) -> tuple[float, ...]:
        """The scores that are counted."""
        return tuple(i / (len(self.counts) - 1) for i in range(len(self.counts)))

    @property
    def mean(self) -> float:
        """The mean score; a half of nothing."""
        pairs = zip(self.values, self.counts, strict=True)
        return sum(a * n for a, n in pairs) / self.units if self.units else 0.5

    def interval(self, z: float | None = None) -> Interval:
        """Return the mean score's interval (see ``engine.search.confidence``).

        Args:
            z: how many standard errors it reaches; for 95 % by default.
        """
        if not self.units:
            return Interval(0.5, 0.0, 1.0)
        reach = (z_value(LEVEL) if z is None else z) / sqrt(self.weight)
        return Interval(self.mean, *_ends(self.counts, reach))


@lru_cache(maxsize=1 << 13)  # tables and charts ask for the same again, four times a second
def _ends(counts: tuple[int, ...], z: float) -> tuple[float, float]:
    steps = len(counts) - 1
    return mean_interval({i / steps: n for i, n in enumerate(counts)}, 0.0, 1.0, z)


def share(count: int, of: int, weight: float = 1.0) -> Interval:
    """Return a share with Wilson's score interval (E. B. Wilson, 1927); 0 to 1 of nothing.

    Args:
        count: so many.
        of: of so many.
        weight: how much of each is evidence of its own (see ``Scores``).
    """
    if of == 0:
        return Interval(0.0, 0.0, 1.0)
    return Scores((of - count, count), weight).interval()


def elo_of_score(score: float) -> float:
    """Return the difference in Elo that a mean score (0 to 1) stands for (A. Elo, 1978)."""
    if score <= 0:
        return -inf
    if score >= 1:
        return inf
    return -400 * log10(1 / score - 1) + 0.0


def score_of_elo(elo: float) -> float:
    """Return the mean score that a difference in Elo stands for."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo(wins: int, ties: int, losses: int) -> Interval:
    """Return by how many Elo the winner of ``wins`` is stronger: T. Tango's score interval, 1998.

    With no ties it is Wilson's.
    """
    return elo_of(Scores((losses, ties, wins)))


def elo_of(scores: Scores) -> Interval:
    """Return by how many Elo a player is stronger that scored so, in games or in pairs of games.

    Its middle is not worth telling in a match of few games, or where one side won all of them.
    """
    if not scores.units:
        return Interval(0.0, -inf, inf, is_known=False)
    score = scores.interval()
    is_known = scores.games >= FEWEST and 0 < score.value < 1
    value, low, high = (elo_of_score(end) for end in (score.value, score.low, score.high))
    return Interval(value, low, high, is_known)


def normalised_elo(counts: Sequence[float]) -> float | None:
    """Return a lead in Elo as if no game were ever tied; None where nothing varied.

    It is the mean score's lead in standard deviations of a game, so it is as sensitive where most
    games are tied as where none is (M. Van den Bergh, "Normalized Elo").

    Args:
        counts: how often each score came, as in ``Scores``; parts of a game will do.
    """
    steps, units = len(counts) - 1, sum(counts)
    if not units:
        return None
    mean = sum(i * n for i, n in enumerate(counts)) / steps / units
    variance = sum(n * (i / steps - mean) ** 2 for i, n in enumerate(counts)) / units
    spread = sqrt(variance * steps / 2)  # a pair's variance is half of that of its games
    return NORMALISED * (mean - 0.5) / spread if spread > 0 else None


def superiority(wins: int, losses: int) -> float:
    """Return how likely the winner of ``wins`` is the stronger one, if nothing was known before.

    Every chance of winning a decisive game is as likely at first (Bayes' and Laplace's uniform
    prior), so this is the chance of at most ``wins`` heads in one toss more than there were
    decisive games. Ties say nothing.
    """
    tosses = wins + losses + 1
    if wins > losses:
        return 1 - superiority(losses, wins)
    term = exp(lgamma(tosses + 1) - lgamma(wins + 1) - lgamma(losses + 2) - tosses * log(2))
    chance, heads = 0.0, wins
    while heads >= 0 and term > chance * 1e-17:
        chance += term
        term *= heads / (tosses - heads + 1)
        heads -= 1
    return chance


def different_games(counts: Iterable[int]) -> float:
    """Return how many different games there are in effect; infinite where none came twice.

    It is one over the chance that two of the games are the same (E. H. Simpson, 1949).

    Args:
        counts: how often each game came.
    """
    listed = list(counts)
    games, alike = sum(listed), sum(count * (count - 1) for count in listed)
    return games * (games - 1) / alike if alike else inf
