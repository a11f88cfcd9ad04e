"""How a search converges: its snapshots, thinned out to what a logarithmic axis can show."""

from __future__ import annotations

from engine import Snapshot, Square
from engine.confidence import LEVEL, z_value
from engine.tally import Counts, Tally

GROWTH = 1.06
"""How much the trials grow from one kept snapshot to the next."""

Weights = tuple[float, float]


class Trace:
    """The snapshots of one search at growing numbers of trials.

    The search's thread takes them in, the window's thread reads them: both only ever append to
    or copy the list.
    """

    def __init__(self) -> None:
        self._kept: list[Snapshot] = []

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


def square_mean(tally: Tally, player: int, square: Square, weights: Weights) -> tuple[float, float]:
    """Return one square's mean and half of its 95 % interval.

    The same as in ``Tally.mean`` and ``engine.half_widths``, without the other squares.
    """
    index = square[0] * tally.dim + square[1]
    own = Tally(
        1, tally.trials, tally.x_wins, tally.o_wins,
        *(_only(counts, index) for counts in (
            tally.x_won_x, tally.x_won_o, tally.o_won_x, tally.o_won_o
        )),
    )  # fmt: skip
    mean = own.mean(player, *weights)[0][0]
    error = own.standard_error(player, *weights)[0][0]
    return mean, z_value(LEVEL) * error


def _only(counts: Counts, index: int) -> Counts:
    return (counts[index],)
