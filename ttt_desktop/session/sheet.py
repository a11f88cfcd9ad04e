"""The scores of an analysis as they are shown, in any of the ways to show them."""

from __future__ import annotations

from functools import cached_property
from math import sqrt

from engine import Analysis, Certainty, Square
from engine.search.confidence import MIN_TRIALS, Ends
from engine.search.exact import WORTH
from ttt_desktop.look.colormap import round_limit
from ttt_desktop.look.text import tr, with_minus

TOTAL, MEAN, INTERVAL, NONE = "total", "mean", "interval", "none"
"""What numbers are shown on squares."""

ENOUGH = 50
"""Playouts that say something about a square, from which on it is shown at full strength."""

_SMALLEST = 0.45
"""The side of a tile that a tree never visited, as a share of a whole one."""

_MANY = 150
"""Empty squares from which on close calls are judged by a wider bound, to save time."""

_MARKED = 8
"""The most squares that are marked as too close to the best one."""


class ScoreSheet:
    """An analysis as it is shown. Nothing here plays another game.

    What costs time is derived when it is first asked for.

    Args:
        analysis: what is shown, valued by the weights in force.
        numbers: TOTAL, MEAN, INTERVAL or NONE.
        locked: the end of the colour scale, in score a trial; None to fit it to the scores.

    Attributes:
        means: each square's score a trial.
        scores: totals or means, as shown.
        as_mean: whether it is means that are shown.
        best: the squares with the greatest score; none where all are equal.
        valued: whether the scores are values from lost (−1) to won (1), and no sums.
        limit: the score, as shown, at the end of the colour scale.
    """

    def __init__(self, analysis: Analysis, numbers: str, locked: float | None = None) -> None:
        self.analysis = analysis
        certainty = analysis.certainty
        sampled = certainty is Certainty.SAMPLED
        self._numbers = MEAN if numbers == INTERVAL and not sampled else numbers
        # Values of a tree, and of perfect play, are no sums.
        self.valued = certainty in (Certainty.ESTIMATED, Certainty.EXACT)
        self.as_mean = self.valued or self._numbers in (MEAN, INTERVAL)
        self.means = analysis.means
        self.scores = analysis.means if self.as_mean else analysis.totals
        self._empty = analysis.board.get_empty_squares()
        best = analysis.best
        # Where every square is as good as any other, none is worth marking.
        self.best = frozenset(best if len(best) < len(self._empty) or len(self._empty) == 1 else ())
        greatest = max([abs(self.scores[row][col]) for row, col in self._empty])
        unit = 1 if self.as_mean else max(analysis.count, 1)
        fitting = round_limit(greatest) if locked is None else locked * unit
        self.limit = 1.0 if self.valued else fitting

    @property
    def mean_limit(self) -> float:
        """The end of the colour scale in score a trial."""
        return self.limit / (1 if self.as_mean else max(self.analysis.count, 1))

    @property
    def trials(self) -> int:
        """Playouts that the scores are from."""
        return self.analysis.count

    def interval(self, square: Square) -> Ends | None:
        """Return the ends of one mean's 95 % interval; None where they are not known."""
        return self.analysis.interval(square)

    @cached_property
    def close(self) -> frozenset[Square]:
        """The squares that are too close to the best one to call, without that one."""
        if not self.best:
            return frozenset()  # all are equal
        return frozenset(self.analysis.contenders(rough=len(self._empty) > _MANY))

    @cached_property
    def marked_close(self) -> frozenset[Square]:
        """Those of ``close`` that are worth a mark: not where nearly all would get one."""
        few = len(self.close) <= _MARKED and self.trials >= MIN_TRIALS
        return self.close if few else frozenset()

    def decisive(self, square: Square) -> int | None:
        """Return the playouts that one side won with a mark on a square, where known."""
        return self.analysis.samples(square)

    def strength(self, square: Square) -> float:
        """Return how much is known of a square, from 0 to 1."""
        decisive = self.decisive(square)
        if decisive is None or self.analysis.certainty is Certainty.ESTIMATED:
            return 1.0
        return min(1.0, decisive / ENOUGH)

    @cached_property
    def _most_visited(self) -> int:
        return max(1, *(self.analysis.samples(square) or 0 for square in self._empty))

    def size(self, square: Square) -> float:
        """Return how large a tile is, from 0 to 1: by its share of a tree's simulations."""
        if self.analysis.certainty is not Certainty.ESTIMATED or self.analysis.proven(square) == 1:
            return 1.0
        visits = self.analysis.samples(square) or 0
        return _SMALLEST + (1 - _SMALLEST) * sqrt(visits / self._most_visited)

    @cached_property
    def expected(self) -> dict[Square, int]:
        """The moves that the player expects, and their numbers from 1."""
        return {square: number for number, square in enumerate(self.analysis.line, 1)}

    def text(self, square: Square, compact: bool = False) -> str:
        """Return the number that is shown on a square."""
        row, col = square
        if self._numbers == NONE:
            return ""
        worth = self.analysis.proven(square)
        if worth is not None and self.analysis.certainty is Certainty.EXACT:
            return tr(WORTH[worth])
        text = score_text(self.scores[row][col], self.as_mean, compact)
        ends = self.interval(square) if self._numbers == INTERVAL else None
        if ends is None:
            return text
        if not compact:
            return f"{text}\n{score_text(ends[0], True)}…{score_text(ends[1], True)}"
        # There is no room for both ends: the longer side.
        side = max(abs(end - self.scores[row][col]) for end in ends)
        return f"{text}\n±{score_text(side, True, compact)}"


def score_text(score: float, as_mean: bool, compact: bool = False) -> str:
    """Return a score short enough for a square: "+12.3k" or "−804", or "0.283" for a mean.

    Args:
        as_mean: whether it is a mean of one trial, rather than a total.
        compact: keep to two digits, for small squares: "+12k", "0.28".
    """
    if as_mean and abs(score) < 1000:
        text = f"{score:.{2 if compact else 3}f}"
        return with_minus(text) if float(text) else "0"
    text = _total_text(score, compact) if score else "0"
    return with_minus(text.removeprefix("+") if as_mean else text)


def _total_text(score: float, compact: bool) -> str:
    digits, plain = (2, 1e3) if compact else (3, 1e4)
    if abs(score) >= 1e12:
        return f"{score:+.{digits - 1}g}"
    for size, unit, start in ((1e9, "G", 1e9), (1e6, "M", 1e6), (1e3, "k", plain)):
        if abs(score) >= start:
            text = f"{score / size:+.{digits}g}"
            return (text if "e" not in text else f"{score / size:+.0f}") + unit
    if abs(score) < 1:
        return f"{score:+.{digits - 1}g}"
    rounded = compact or abs(score) >= 1000 or score == int(score)
    return f"{score:+.0f}" if rounded else f"{score:+.1f}"
