"""The scores of an analysis as they are shown, in any of the ways to show them."""

from __future__ import annotations

from functools import cached_property
from math import inf

from engine import Analysis, Certainty, Square, square_name
from engine.confidence import MIN_TRIALS
from engine.exact import WORTH
from ttt_desktop.look.colormap import round_limit
from ttt_desktop.text import listed, tr

TOTAL, MEAN, INTERVAL, NONE = "total", "mean", "interval", "none"
"""What numbers are shown on squares."""

ENOUGH = 50
"""Playouts that say something about a square, from which on it is shown at full strength."""

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
        limit: the score, as shown, at the end of the colour scale.
    """

    def __init__(self, analysis: Analysis, numbers: str, locked: float | None = None) -> None:
        self.analysis = analysis
        sampled = analysis.certainty is Certainty.SAMPLED
        self._numbers = MEAN if numbers == INTERVAL and not sampled else numbers
        self.as_mean = self._numbers in (MEAN, INTERVAL)
        self.means = analysis.means
        self.scores = analysis.means if self.as_mean else analysis.totals
        self._empty = analysis.board.get_empty_squares()
        best = analysis.best
        # Where every square is as good as any other, none is worth marking.
        self.best = frozenset(best if len(best) < len(self._empty) or len(self._empty) == 1 else ())
        greatest = max(abs(self.scores[row][col]) for row, col in self._empty)
        unit = 1 if self.as_mean else max(analysis.count, 1)
        self.limit = round_limit(greatest) if locked is None else locked * unit

    @property
    def mean_limit(self) -> float:
        """The end of the colour scale in score a trial."""
        return self.limit / (1 if self.as_mean else max(self.analysis.count, 1))

    @property
    def trials(self) -> int:
        """Playouts that the scores are from."""
        return self.analysis.count

    @cached_property
    def widths(self) -> list[list[float]]:
        """Half of each mean's 95 % interval; infinite where it is not known."""
        size = self.analysis.board.size
        return self.analysis.half_widths() or [[inf] * size for _ in range(size)]

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
        return 1.0 if decisive is None else min(1.0, decisive / ENOUGH)

    def text(self, square: Square, compact: bool = False) -> str:
        """Return the number that is shown on a square."""
        row, col = square
        if self._numbers == NONE:
            return ""
        text = score_text(self.scores[row][col], self.as_mean, compact)
        if self._numbers == INTERVAL:
            width = self.widths[row][col]
            text += f"\n±{score_text(width, True, compact).lstrip('+') if width < 1e6 else '∞'}"
        return text

    def explained(self, square: Square) -> str:
        """Return sentences on a square: score, interval, samples, and how it stands."""
        row, col = square
        total = self.analysis.totals[row][col]
        certainty, name = self.analysis.certainty, square_name(square)
        if certainty is Certainty.EXACT:
            worth = tr(WORTH[int(total)])
            sentences = [tr("{square}: {worth} in perfect play.", square=name, worth=worth)]
        elif certainty is Certainty.UNKNOWN:
            shown = f"{total:+,.6g}"
            text = tr("{square}: total {total} by the file's own count.", square=name, total=shown)
            sentences = [text]
        else:
            sentences = self._measured(square, total)
        if square in self.best:
            sentences.append(tr("The best square."))
        elif square in self.close:
            sentences.append(tr("Too close to the best square to call."))
        return " ".join(sentences)

    def _measured(self, square: Square, total: float) -> list[str]:
        row, col = square
        mean = f"{self.means[row][col]:+.4f}"
        if self.trials > 1:
            mean = tr("{mean} ± {width} (95 %)", mean=mean, width=f"{self.widths[row][col]:.3g}")
        return [
            tr(
                "{square}: total {total}, mean {mean}.",
                square=square_name(square),
                total=f"{total:+,.6g}",
                mean=mean,
            ),
            tr(
                "{count} of {trials} trials decisive here.",
                count=f"{self.decisive(square):,}",
                trials=f"{self.trials:,}",
            ),
        ]

    def verdict(self) -> str:
        """Return a sentence on the best square, and on whether it is sure."""
        certainty = self.analysis.certainty
        if certainty is Certainty.EXACT:
            return tr("Best in perfect play: {squares}.", squares=_names(self.analysis.best))
        if certainty is Certainty.SAMPLED:
            return self._sampled_verdict()
        if not self.best:
            return tr("The file's own totals are all equal.")
        best = _names(sorted(self.best))
        return tr("By the file's own totals, best square: {squares}.", squares=best)

    def _sampled_verdict(self) -> str:
        best = _names(sorted(self.best))
        if not self.trials:
            return tr("No trials yet.")
        if len(self._empty) == 1:
            return tr("The only square: {square}.", square=best)
        if not best:
            return tr("All squares are equal so far.")
        if self.trials < MIN_TRIALS:
            return tr("Best so far: {squares}; too few trials to be sure.", squares=best)
        if self.close - self.best or len(self.best) > 1:
            near = _names(sorted(self.best | self.close))
            return tr("Too close to call: {squares}.", squares=near)
        return tr("Best square: {square}.", square=best)


def _names(squares: list[Square]) -> str:
    names = listed(square_name(square) for square in squares[:4])
    more = len(squares) - 4
    return tr("{squares} and %n more", n=more, squares=names) if more > 0 else names


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
