"""Everybody's strength from all games together, and how sure it is.

The model is R. Bradley's and M. Terry's (1952), a tie being half a win for each: it fits each
player's mean score. It says nothing of how much a game varies, so the errors come from the games
themselves: the "sandwich" of P. Huber (1967) and H. White (1982), with the model's curvature
outside and the scores' own spread inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf, isfinite, log, sqrt
from typing import Any

from engine.search.confidence import LEVEL, z_value
from engine.tournament.statistics import Interval, Scores, elo_of

PRIOR = 0.1
"""How much of a tied game is added to each pairing that was played."""

_ELO = 400 / log(10)
_STEPS, _NEAR = 200, 1e-10

_UNKNOWN = Interval(0.0, -inf, inf, is_known=False)

Results = Mapping[tuple[str, str], Scores]
"""What the first of two players scored against the second."""


class Ratings(dict[str, Interval]):
    """Everybody's Elo by name, the strongest first, and those last who met nobody.

    Attributes:
        groups: the players who met, directly or over others. Zero is each group's own average: one
            group says nothing about another.
    """

    def __init__(self) -> None:
        super().__init__()
        self.groups: list[list[str]] = []
        self._errors: dict[tuple[str, str], float] = {}

    def lead(self, one: str, two: str) -> tuple[float, float] | None:
        """Return by how many Elo one player is ahead, and that difference's standard error.

        None where they never met, or where one of them won or lost all its games.
        """
        error = self._errors.get((one, two))
        return None if error is None else (self[one].value - self[two].value, error)

    def take(self, rated: Mapping[str, Interval], errors: Mapping[tuple[str, str], float]) -> None:
        """Take over what is known of some players."""
        self.update(rated)
        self._errors.update(errors)

    def ordered(self) -> Ratings:
        """Return the same, the strongest first."""
        ordered = Ratings()
        known = {name for group in self.groups if len(group) > 1 for name in group}
        names = sorted(
            self, key=lambda name: (name not in known, -self[name].value, -self[name].rank)
        )  # players without opponents come last
        ordered.take({name: self[name] for name in names}, self._errors)
        ordered.groups = self.groups
        return ordered


def ratings(
    players: Sequence[str], results: Mapping[tuple[str, str], Scores | tuple[int, int, int]]
) -> Ratings:
    """Return everybody's Elo from all games together, with 95 % intervals.

    A player that won all its games, or lost them all, would be infinitely far away. So the others
    are rated first, and it is at least so much stronger than the best of them, or weaker.

    Args:
        results: what the first of two players scored against the second; or its wins, ties and
            losses.
    """
    played: dict[tuple[str, str], Scores] = {}
    for pair, result in results.items():
        scores = result if isinstance(result, Scores) else Scores(result[::-1])
        if scores.units and pair[0] != pair[1]:
            played[pair] = scores
    rated = Ratings()
    for group in _groups(players, played):
        inside = {pair: scores for pair, scores in played.items() if pair[0] in group}
        if len(group) == 1:
            rated[group[0]] = _UNKNOWN
            rated.groups.append(group)
        else:
            rated.groups += _rate_group(rated, group, inside)
    return rated.ordered()


def _groups(players: Iterable[str], played: Results) -> list[list[str]]:
    """Return the players who are connected by games, in their order."""
    of = {name: [name] for name in players}
    for one, two in played:
        if of[one] is not of[two]:
            joined = of[one] + of[two]
            of |= dict.fromkeys(joined, joined)
    order = {name: place for place, name in enumerate(of)}
    groups = {id(group): sorted(group, key=order.__getitem__) for group in of.values()}
    return list(groups.values())


def _rate_group(ratings: Ratings, group: Sequence[str], played: Results) -> list[list[str]]:
    """Rate players who met; return those who share a zero.

    Those at the rims are measured by the others. Without them, the others may have met no more.
    """
    rims = _rims(group, played)
    if not rims:
        ratings.take(*_fitted(group, played))
        return [list(group)]
    rest = [name for name in group if name not in rims]
    inner = {pair: scores for pair, scores in played.items() if not rims.keys() & set(pair)}
    parts = []
    for part in _groups(rest, inner):
        if len(part) == 1:
            ratings[part[0]] = Interval(0.0, 0.0, 0.0)  # the others are measured by it
            parts.append(part)
        else:
            inside = {pair: scores for pair, scores in inner.items() if pair[0] in part}
            parts += _rate_group(ratings, part, inside)
    for name, wins in rims.items():
        ratings[name], beside = _beyond(ratings, name, wins, rest, played)
        next((part for part in parts if beside in part), parts[0] if parts else []).append(name)
    return parts or [list(group)]


def _rims(group: Sequence[str], played: Results) -> dict[str, bool]:
    """Return who won (true) or lost (false) all its games."""
    best = dict.fromkeys(group, 0)
    worst = dict.fromkeys(group, 0)
    units = dict.fromkeys(group, 0)
    for (one, two), scores in played.items():
        for name, won, lost in ((one, -1, 0), (two, 0, -1)):
            units[name] += scores.units
            best[name] += scores.counts[won]
            worst[name] += scores.counts[lost]
    return {
        name: best[name] > 0 for name in group if units[name] in (best[name], worst[name])
    }  # fmt: skip


def _beyond(
    ratings: Ratings, name: str, wins: bool, rest: Sequence[str], played: Results
) -> tuple[Interval, str]:
    """Return the strength of a player at a rim, and the one it is measured by.

    That is the best of those that it beat, or the worst of those that it lost to.
    """
    met = {(two if one == name else one): scores for (one, two), scores in played.items()
           if name in (one, two)}  # fmt: skip
    sign = 1 if wins else -1
    inside = [other for other in met if other in rest]
    if rest and not inside:
        return _UNKNOWN, ""
    beside = max(inside or met, key=lambda other: sign * ratings[other].rank if inside else 0.0)
    # The scores are all alike; as if they were all won:
    scores = Scores(tuple(sorted(met[beside].counts)), met[beside].weight)
    far = elo_of(scores).low
    least = sign * _known(ratings[beside]) + far if inside else far / 2
    strength = (
        Interval(inf, least, inf, is_known=False) if wins else Interval(-inf, -inf, -least, False)
    )
    return strength, beside


def _known(elo: Interval) -> float:
    """Return a strength, or the bound that is known of one that lies beyond all others."""
    return next(bound for bound in (elo.value, elo.low, elo.high) if isfinite(bound))


def _fitted(
    group: Sequence[str], played: Results
) -> tuple[dict[str, Interval], dict[tuple[str, str], float]]:
    """Return the likeliest strengths, and the standard errors of all differences, in Elo."""
    import numpy as np  # noqa: PLC0415  (few need it)

    place = {name: i for i, name in enumerate(group)}
    games = np.zeros((len(group), len(group)))
    points = np.zeros(len(group))
    for (one, two), scores in played.items():
        i, j = place[one], place[two]
        total, won = scores.games + PRIOR, scores.games * scores.mean + PRIOR / 2
        games[i, j] += total
        games[j, i] += total
        points[i] += won
        points[j] += total - won
    strength, bread = _likeliest(games, points)
    meat = np.zeros_like(games)
    for (one, two), scores in played.items():
        i, j = place[one], place[two]
        spread = _spread(scores, 1 / (1 + np.exp(strength[j] - strength[i])))
        meat[[i, j], [i, j]] += spread
        meat[[i, j], [j, i]] -= spread
    covariance = bread @ meat @ bread * _ELO**2
    z, value = z_value(LEVEL), strength * _ELO
    half = z * np.sqrt(np.maximum(covariance.diagonal(), 0.0))
    rated = {
        name: Interval(float(value[i]) + 0.0, float(value[i] - half[i]), float(value[i] + half[i]))
        for name, i in place.items()
    }
    errors = {
        (one, two): sqrt(max(covariance[i, i] + covariance[j, j] - 2 * covariance[i, j], 0.0))
        for one, i in place.items() for two, j in place.items() if i != j
    }  # fmt: skip
    return rated, errors


def _likeliest(games: Any, points: Any) -> tuple[Any, Any]:
    """Return the strengths at the greatest likelihood, 0 on average, and the inverse curvature.

    Strengths are natural logarithms. Strengths may all be moved by the same amount, so the
    curvature has no inverse; for a mean of 0 it is that of the curvature plus 1/k everywhere, less
    1/k. A pseudo-inverse would have to guess which small number is meant for a zero.
    """
    import numpy as np  # noqa: PLC0415  (few need it)

    count = len(points)
    even = np.full((count, count), 1 / count)

    def likelihood(theta: Any) -> float:
        pairs = np.logaddexp(theta[:, None], theta[None, :])
        return float(points @ theta - (games * pairs).sum() / 2)

    strength = np.zeros(count)
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        spread = games * expected * (1 - expected)
        inverse = np.linalg.inv(np.diag(spread.sum(axis=1)) - spread + even) - even
        step = inverse @ (points - (games * expected).sum(axis=1))
        if np.abs(step).max() < _NEAR:
            break
        step /= max(1.0, np.abs(step).max())
        while likelihood(strength + step) < likelihood(strength) and np.abs(step).max() > 1e-12:
            step /= 2
        strength = strength + step
        strength -= strength.mean()
    return strength, inverse


def _spread(scores: Scores, expected: float) -> float:
    """Return the variance of the points that one player took from another, from the games' own.

    Half a game is added at either end, or a quarter of a pair: so much is always possible.

    Args:
        expected: what it was expected to score in a game, from 0 to 1.
    """
    size = (len(scores.counts) - 1) // 2  # games of a unit
    more = 0.5 / size
    counts: list[float] = list(scores.counts)
    counts[0] += more
    counts[-1] += more
    squares = sum(
        n * (size * (a - expected)) ** 2 for a, n in zip(scores.values, counts, strict=True)
    )
    return squares * scores.units / (scores.units + 2 * more) / scores.weight
