"""The scores of a search as they are shown: for any weights, in any of the ways to show them."""

from __future__ import annotations

from functools import cached_property
from math import inf

from engine import Snapshot, Square, best_squares, contenders, half_widths, square_name
from engine.confidence import MIN_TRIALS, Weights
from ttt_desktop.look.colormap import round_limit

TOTAL, MEAN, INTERVAL, NONE = "total", "mean", "interval", "none"
"""What numbers are shown on squares."""

ENOUGH = 50
"""Playouts that told something of a square, from which on it is shown at full strength."""

_MANY = 150
"""Empty squares from which on close calls are judged by a wider bound, to save time."""

_MARKED = 8
"""The most squares that are marked as too close to the best one."""


class ScoreSheet:
    """What a search found, derived from its tally. Nothing here plays another game.

    What costs time is derived when it is first asked for.

    Args:
        snapshot: the search.
        weights: SCORE_CURRENT and SCORE_OTHER.
        numbers: TOTAL, MEAN, INTERVAL or NONE.
        locked: the end of the colour scale, in score a trial; None to fit it to the scores.

    Attributes:
        means: each square's score a trial.
        scores: totals or means, as shown.
        as_mean: whether it is means that are shown.
        best: the squares with the greatest score; none where all are equal.
        limit: the score, as shown, at the end of the colour scale.
    """

    def __init__(
        self, snapshot: Snapshot, weights: Weights, numbers: str, locked: float | None = None
    ) -> None:
        self.snapshot = snapshot
        self.weights = weights
        self.numbers = numbers
        self.as_mean = numbers in (MEAN, INTERVAL)
        tally, board = snapshot.tally, snapshot.board
        totals = self._totals()
        trials = max(tally.trials, 1)
        self.means = [[total / trials for total in row] for row in totals]
        self.scores = self.means if self.as_mean else totals
        self._empty = board.get_empty_squares()
        best = best_squares(board, totals)
        # Where every square is as good as any other, none is worth marking.
        self.best = frozenset(best if len(best) < len(self._empty) or len(self._empty) == 1 else ())
        greatest = max(abs(self.scores[row][col]) for row, col in self._empty)
        unit = 1 if self.as_mean else trials
        self.limit = round_limit(greatest) if locked is None else locked * unit

    def _totals(self) -> list[list[float]]:
        return self.snapshot.tally.scores(self.snapshot.player, *self.weights)

    @property
    def mean_limit(self) -> float:
        """The end of the colour scale in score a trial."""
        return self.limit / (1 if self.as_mean else max(self.snapshot.tally.trials, 1))

    @property
    def trials(self) -> int:
        """Playouts that the scores are from."""
        return self.snapshot.tally.trials

    @cached_property
    def widths(self) -> list[list[float]]:
        """Half of each mean's 95 % interval."""
        return half_widths(self.snapshot.tally, self.snapshot.player, self.weights)

    @cached_property
    def close(self) -> frozenset[Square]:
        """The squares that are too close to the best one to call, without that one."""
        found = self.snapshot
        if not self.best:
            return frozenset()  # all are equal
        rough = len(self._empty) > _MANY
        return frozenset(
            contenders(found.board, found.player, found.tally, self.weights, rough=rough)
        )

    @cached_property
    def marked_close(self) -> frozenset[Square]:
        """Those of ``close`` that are worth a mark: not where nearly all would get one."""
        few = len(self.close) <= _MARKED and self.trials >= MIN_TRIALS
        return self.close if few else frozenset()

    @cached_property
    def _decisive(self) -> tuple[int, ...]:
        return self.snapshot.tally.decisive()

    def decisive(self, square: Square) -> int:
        """Return how many playouts told something of a square: someone won, with a mark there."""
        return self._decisive[square[0] * self.snapshot.tally.dim + square[1]]

    def strength(self, square: Square) -> float:
        """Return how much is known of a square, from 0 to 1."""
        return min(1.0, self.decisive(square) / ENOUGH)

    def text(self, square: Square, compact: bool = False) -> str:
        """Return the number that is shown on a square."""
        row, col = square
        if self.numbers == NONE:
            return ""
        text = score_text(self.scores[row][col], self.as_mean, compact)
        if self.numbers == INTERVAL:
            width = self.widths[row][col]
            text += f"\n±{score_text(width, True, compact).lstrip('+') if width < 1e6 else '∞'}"
        return text

    def explained(self, square: Square) -> str:
        """Return a sentence on a square: score, interval, samples, and how it stands."""
        row, col = square
        tally = self.snapshot.tally
        total = self.means[row][col] * tally.trials
        width = self.widths[row][col]
        interval = f" ± {width:.3g} (95 %)" if tally.trials > 1 else ""
        words = [
            f"{square_name(square)}: total {total:+,.6g}, "
            f"mean {self.means[row][col]:+.4f}{interval}",
            f"{self.decisive(square):,} of {tally.trials:,} trials decisive here",
        ]
        if square in self.best:
            words.append("the best square")
        elif square in self.close:
            words.append("too close to the best square to call")
        return ", ".join(words)

    def verdict(self) -> str:
        """Return a sentence on the best square, and on whether it is sure."""
        if not self.trials:
            return "No trials yet."
        if len(self._empty) == 1:
            return f"The only square: {_names(self._empty)}."
        if not self.best:
            return "All squares are equal so far."
        if self.trials < MIN_TRIALS:
            return f"Best so far: {_names(sorted(self.best))}; too few trials to be sure."
        if self.close - self.best or len(self.best) > 1:
            return f"Too close to call: {_names(sorted(self.best | self.close))}."
        return f"Best square: {_names(sorted(self.best))}."


class GivenSheet(ScoreSheet):
    """Scores that somebody else has added up, such as a course file: totals, and nothing more.

    Args:
        snapshot: the position, with the trials.
        given: the totals, a grid.
        numbers: what is shown (an interval is not known).
        locked: the end of the colour scale, in score a trial, or None.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        given: list[list[float]],
        numbers: str,
        locked: float | None = None,
    ) -> None:
        self._given = given
        super().__init__(snapshot, (1.0, 1.0), MEAN if numbers == INTERVAL else numbers, locked)

    def _totals(self) -> list[list[float]]:
        return self._given

    @cached_property
    def close(self) -> frozenset[Square]:
        """None: how far the totals vary is not known."""
        return frozenset()

    @cached_property
    def widths(self) -> list[list[float]]:
        """Infinite: how far the totals vary is not known."""
        return [[inf] * len(self._given) for _ in self._given]

    def strength(self, square: Square) -> float:
        """Return 1: how many trials told something is not known."""
        return 1.0

    def explained(self, square: Square) -> str:
        """Return a sentence on a square."""
        total = self._given[square[0]][square[1]]
        best = ", the best square" if square in self.best else ""
        return f"{square_name(square)}: total {total:+,.6g} by the file's own count{best}"

    def verdict(self) -> str:
        """Return a sentence on the best square."""
        if not self.best:
            return "The file's own totals are all equal."
        return f"By the file's own totals, best square: {_names(sorted(self.best))}."


def _names(squares: list[Square]) -> str:
    more = f" and {len(squares) - 4} more" if len(squares) > 4 else ""
    return ", ".join(square_name(square) for square in squares[:4]) + more


def score_text(score: float, as_mean: bool, compact: bool = False) -> str:
    """Return a score short enough for a square: "+12.3k", or "+.283" for a mean.

    Args:
        score: the score.
        as_mean: whether it is a mean of one trial, rather than a total.
        compact: keep to two digits, for small squares: "+12k", "+.28".
    """
    if score == 0:
        return "0"
    if as_mean:
        text = f"{score:+.{2 if compact else 3}f}"
        return text.replace("0.", ".", 1) if text[1] == "0" else text
    digits, plain = (2, 1e3) if compact else (3, 1e4)
    for size, unit, start in ((1e9, "G", 1e9), (1e6, "M", 1e6), (1e3, "k", plain)):
        if abs(score) >= start:
            text = f"{score / size:+.{digits}g}"
            return (text if "e" not in text else f"{score / size:+.0f}") + unit
    whole = compact or abs(score) >= 1000 or score == int(score)
    return f"{score:+.0f}" if whole else f"{score:+.1f}"
