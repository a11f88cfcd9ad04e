"""How a search converges: its states, thinned out to what a logarithmic axis can show."""

from __future__ import annotations

from engine import Analysis, Certainty, Square, Weights

GROWTH = 1.06
"""How much the work grows from one kept state to the next."""

Point = tuple[float, float, float]
"""A mean, and the ends of its interval; the mean again where it has none."""


class Trace:
    """The states of one search after growing numbers of playouts; of a solved one, the last.

    The search's thread takes them in, the window's thread reads them: lists are only ever appended
    to, copied, or replaced as a whole.
    """

    def __init__(self) -> None:
        self._kept: list[Analysis] = []
        self._points: dict[tuple[Square, Weights], list[Point]] = {}

    def take(self, analysis: Analysis) -> None:
        """Keep a state of the search, if it is far enough from the last one or ends it."""
        if analysis.certainty is Certainty.EXACT:  # what led to it tells no more
            self._kept, self._points = [analysis], {}
            return
        count = analysis.count
        last = self._kept[-1].count if self._kept else 0
        if count > last and (analysis.done or count >= last * GROWTH):
            self._kept.append(analysis)

    @property
    def states(self) -> list[Analysis]:
        """What was kept, the earliest first."""
        return list(self._kept)

    def curve(self, square: Square, weights: Weights, length: int) -> list[Point]:
        """Return a square's mean and its 95 % interval at the first ``length`` points.

        To be called in the window's thread only; what was derived once is remembered.
        """
        points = self._points.setdefault((square, weights), [])
        for state in self._kept[len(points) : length]:
            analysis = state.reweighed(weights)
            mean = analysis.mean(square)
            points.append((mean, *(analysis.interval(square) or (mean, mean))))
        return points[:length]
