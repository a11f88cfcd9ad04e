"""Is one row of a sweep better than another? Differences, and how many of them may be chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import erfc, sqrt

from engine.errors import Problem
from engine.search.confidence import LEVEL
from engine.tournament.statistics import Interval, Scores
from engine.tournament.summary import Standing, Summary

_HALVINGS = 50
_HARDLY = 0.8
"""Where more of a row's games are different, it is not worth a word that some are not."""
_FAR = 40.0
"""The largest distance that is looked at, in standard errors: beyond it any chance is 0."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How one row compares with another.

    Attributes:
        row, other: their numbers.
        difference: what the row has more, from -1 to 1, with its 95 % interval.
        chance: how likely at least such a difference is if there is none (the p-value).
        adjusted: the same, as all comparisons of the table count (S. Holm, 1979).
        of_score: whether mean scores were compared; else shares of ties.
        comparisons: how many comparisons the table has.
        different: how many different games the row and the other one rest on; 0 and 0 where
            hardly any came twice.
    """

    row: int
    other: int
    difference: Interval
    chance: float
    adjusted: float
    of_score: bool
    comparisons: int
    different: tuple[int, int]

    @property
    def holds(self) -> bool:
        """Whether the difference holds when all comparisons of the table are counted."""
        return self.adjusted < 1 - LEVEL


def compare_rows(summary: Summary, base: int | None = None) -> dict[int, Comparison]:
    """Return the comparisons of a sweep's rows, by the row's number.

    Each row is compared with the one above it, or all with one. In a sweep of self-play it is the
    share of ties, else the first player's mean score.

    Args:
        summary: the counts; nothing is compared but a sweep's.
        base: the number of the row that all others are compared with; None for the one above.
    """
    if not summary.tournament.varied:
        return {}
    standings = summary.standings
    of_score = not any(standing.pairing.is_self_play for standing in standings)
    kinds = [_scores_of(standing, of_score) for standing in standings]
    pairs = [(row, row - 1 if base is None else base) for row in range(len(standings))]
    pairs = [(row, other) for row, other in pairs if other >= 0 and row != other
             and kinds[row].units and kinds[other].units]  # fmt: skip
    chances = [chance_of(kinds[row], kinds[other]) for row, other in pairs]
    return {
        row: Comparison(
            row,
            other,
            difference(kinds[row], kinds[other]),
            chance,
            fair,
            of_score,
            len(pairs),
            _repeated(standings[row], standings[other]),
        )
        for (row, other), chance, fair in zip(pairs, chances, holm(chances), strict=True)
    }


def row_of(summary: Summary, value: str | None) -> int | None:
    """Return the number of a sweep's row by what it varies; None for no value.

    Raises:
        ValueError: there is no such row.
    """
    if value is None:
        return None
    values = [pairing.value for pairing in summary.tournament.pairings]
    if not summary.tournament.varied or value not in values:
        raise Problem("there is no row {value} to compare the others with", value=repr(value))
    return values.index(value)


def _repeated(*rows: Standing) -> tuple[int, int]:
    if min(row.scores.weight for row in rows) > _HARDLY:
        return 0, 0
    one, two = (round(row.different) for row in rows)
    return one, two


def _scores_of(row: Standing, of_score: bool) -> Scores:
    if of_score:
        return row.scores
    return Scores((row.sound - row.ties, row.ties), row.scores.weight)


def difference(one: Scores, two: Scores, z: float | None = None) -> Interval:
    """Return by how much one mean is above another, from both intervals (R. Newcombe, 1998).

    Args:
        z: how many standard errors the interval reaches; for 95 % by default.
    """
    first, second = one.interval(z), two.interval(z)
    value = first.value - second.value
    down = sqrt((first.value - first.low) ** 2 + (second.high - second.value) ** 2)
    up = sqrt((first.high - first.value) ** 2 + (second.value - second.low) ** 2)
    return Interval(value, value - down, value + up)


def chance_of(one: Scores, two: Scores) -> float:
    """Return how likely so large a difference is if there is none: where its interval ends at 0."""
    value = one.mean - two.mean
    if not value:
        return 1.0
    low, high = 0.0, _FAR
    for _ in range(_HALVINGS):
        z = (low + high) / 2
        interval = difference(one, two, z)
        apart = interval.low > 0 if value > 0 else interval.high < 0
        low, high = (z, high) if apart else (low, z)
        if high - low < 1e-6:
            break
    return two_sided(low)


def two_sided(z: float) -> float:
    """Return how likely something lies so many standard errors away, on either side."""
    return erfc(abs(z) / sqrt(2))


def holm(chances: Sequence[float]) -> list[float]:
    """Return p-values that count all comparisons of a table (S. Holm, 1979)."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    adjusted, highest = [0.0] * len(chances), 0.0
    for place, number in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - place) * chances[number]))
        adjusted[number] = highest
    return adjusted


SENTENCES = {
    (False, 1, False): "At {what} {row}, ties are {points} points more frequent than at {other} "
    "(95 % interval {low} to {high}).",
    (False, 1, True): "At {what} {row}, ties are {points} points more frequent than at {other} "
    "(95 % interval {low} to {high}); this holds when all {count} comparisons of this table are "
    "counted.",
    (False, -1, False): "At {what} {row}, ties are {points} points rarer than at {other} (95 % "
    "interval {low} to {high}).",
    (False, -1, True): "At {what} {row}, ties are {points} points rarer than at {other} (95 % "
    "interval {low} to {high}); this holds when all {count} comparisons of this table are counted.",
    (True, 1, False): "At {what} {row}, the first player scores {points} points more than at "
    "{other} (95 % interval {low} to {high}).",
    (True, 1, True): "At {what} {row}, the first player scores {points} points more than at "
    "{other} (95 % interval {low} to {high}); this holds when all {count} comparisons of this "
    "table are counted.",
    (True, -1, False): "At {what} {row}, the first player scores {points} points less than at "
    "{other} (95 % interval {low} to {high}).",
    (True, -1, True): "At {what} {row}, the first player scores {points} points less than at "
    "{other} (95 % interval {low} to {high}); this holds when all {count} comparisons of this "
    "table are counted.",
}
"""What is said of a difference that holds: whether it is of scores (else of ties), its sign, and
whether there are other comparisons. A point is a hundredth."""

PERHAPS = (
    "By itself, the difference of {low} to {high} points between {what} {row} and {other} would "
    "hold; when all {count} comparisons of this table are counted, it may be chance."
)
OPEN = (
    "The games cannot tell {what} {row} from {other}: the difference may be {low} to {high} points."
)

REPEATED = (
    "The games repeat too much to tell {what} {row} from {other}: they are {own} and {others} "
    "different ones in effect, and the difference may be {low} to {high} points."
)


def sentence_of(
    comparison: Comparison, summary: Summary, word: Callable[..., str] = str.format
) -> str:
    """Return what a comparison says, in one plain sentence.

    Args:
        word: fills a sentence's gaps, in the user's language.
    """
    ends = 100 * comparison.difference.low, 100 * comparison.difference.high
    value = 100 * comparison.difference.value
    sign = 1 if value > 0 else -1
    if comparison.holds:
        text = SENTENCES[comparison.of_score, sign, comparison.comparisons > 1]
        low, high = (f"{end:.1f}" for end in sorted(sign * end for end in ends))
    elif comparison.chance < 1 - LEVEL:
        text = PERHAPS
        low, high = (f"{end:.1f}" for end in sorted(sign * end for end in ends))
    else:
        text = REPEATED if any(comparison.different) else OPEN
        low, high = (f"{end:+.1f}".replace("-", "\u2212") for end in ends)
    tournament = summary.tournament
    return word(
        text, what=tournament.varied, row=tournament.pairings[comparison.row].value,
        other=tournament.pairings[comparison.other].value, points=f"{abs(value):.1f}", low=low,
        high=high, count=comparison.comparisons, own=comparison.different[0],
        others=comparison.different[1],
    )  # fmt: skip
