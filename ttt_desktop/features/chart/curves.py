"""The curves of a search that converges: what the chart draws and its table of numbers holds."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from functools import cached_property
from io import StringIO

from engine import Analysis, Certainty, Square, Truth, Weights, square_name
from ttt_desktop.session.trace import Point, Trace

CURVES = 6
"""How many of the leading squares get a curve."""

BANDS = 2
"""How many of them have their intervals drawn; the others while somebody points at them."""


@dataclass(frozen=True)
class Curves:
    """Means and intervals of the leading squares at growing numbers of trials.

    Attributes:
        trace: the search's states.
        states: those that the curves go through, the earliest first.
        weights: SCORE_CURRENT and SCORE_OTHER.
        squares: the squares that have a curve, the best one first.
        exact: their means after infinitely many trials, where that is known.
    """

    trace: Trace
    states: list[Analysis]
    weights: Weights
    squares: list[Square]
    exact: dict[Square, float] = field(default_factory=dict)

    @classmethod
    def of(cls, trace: Trace, weights: Weights, truth: Truth | None = None) -> Curves:
        """Return the curves of a search; ``truth`` is of its position, or None."""
        states = trace.states
        if not states:
            return cls(trace, [], weights, [])
        last = states[-1].reweighed(weights)
        ranked = sorted(
            last.board.get_empty_squares(), key=lambda square: -last.totals[square[0]][square[1]]
        )
        squares = ranked[:CURVES]
        exact = {}
        if truth is not None and truth.tally is not None:
            means = truth.tally.mean(truth.player, *weights)
            exact = {(row, col): means[row][col] for row, col in squares}
        return cls(trace, states, weights, squares, exact)

    @property
    def sampled(self) -> bool:
        """Whether the means are of playouts, with intervals; else they are a tree's values."""
        return not self.states or self.states[-1].certainty is Certainty.SAMPLED

    @property
    def trials(self) -> list[int]:
        """The number of trials at each point of a curve."""
        return [state.count for state in self.states]

    def of_square(self, square: Square) -> list[Point]:
        """Return a square's mean and its 95 % interval at each point; a tree's value has none."""
        return self.trace.curve(square, self.weights, len(self.states))

    @cached_property
    def span(self) -> tuple[float, float]:
        """The lowest and highest value that the chart must hold.

        These are all means, the last intervals, and all of those that are drawn: one that is cut
        off looks like a limit.
        """
        low, high = 0.0, 0.0
        for place, square in enumerate(self.squares):
            points = self.of_square(square)
            drawn = points if place < BANDS else points[-1:]
            means = [point[0] for point in points]
            ends = [end for point in drawn for end in point[1:]]
            low, high = min(low, *means, *ends), max(high, *means, *ends)
        return (low, high) if high > low else (-1.0, 1.0)

    def as_csv(self) -> str:
        """Return a table: a row for each number of trials; for each square its mean and interval.

        A tree's values have no intervals, and so no columns for them.
        """
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        titles = ["trials" if self.sampled else self.states[-1].unit]
        kinds = ("mean", "95 % from", "95 % to") if self.sampled else ("value",)
        titles += [f"{square_name(square)} {kind}" for square in self.squares for kind in kinds]
        writer.writerow(titles)
        columns = [self.of_square(square) for square in self.squares]
        for i, trials in enumerate(self.trials):
            numbers = (number for column in columns for number in column[i][: len(kinds)])
            writer.writerow([trials, *numbers])
        return text.getvalue()
