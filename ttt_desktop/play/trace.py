"""How a search converges: its snapshots, thinned out to what a logarithmic axis can show."""

from __future__ import annotations

from engine import Snapshot, Square
from engine.confidence import Weights, square_mean

GROWTH = 1.06
"""How much the trials grow from one kept snapshot to the next."""


class Trace:
    """The snapshots of one search at growing numbers of trials.

    The search's thread takes them in, the window's thread reads them: both only ever append to
    or copy the list.
    """

    def __init__(self) -> None:
        self._kept: list[Snapshot] = []
        self._points: dict[tuple[int, Square, Weights], tuple[float, float]] = {}

    def take(self, snapshot: Snapshot) -> None:
        """Keep a snapshot, if it is far enough from the last one or ends the search."""
        trials = snapshot.tally.trials
        last = self._kept[-1].tally.trials if self._kept else 0
        if trials > last and (snapshot.done or trials >= last * GROWTH):
            self._kept.append(snapshot)

    @property
    def snapshots(self) -> list[Snapshot]:
        """What was kept, the fewest trials first."""
        return list(self._kept)

    def curve(self, square: Square, weights: Weights, length: int) -> list[tuple[float, float]]:
        """Return a square's mean and half of its 95 % interval at the first ``length`` points.

        To be called in the window's thread only; what was derived once is remembered.
        """
        points = []
        for i in range(length):
            key = i, square, weights
            if key not in self._points:
                found = self._kept[i]
                self._points[key] = square_mean(found.tally, found.player, square, weights)
            points.append(self._points[key])
        return points
