"""Throws for the darts' dock: in short turns, and not before NumPy is there."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Signal, Slot

from engine.search.darts import MOST, Darts, FirstMoves, Measured, Subject, Throwing
from ttt_desktop.work.jobs import JobRunner
from ttt_desktop.work.turns import ModuleLoader, Turns

PI, FIRST = "pi", "first"
"""What is measured: pi by darts, or how often the first mover wins by random games."""

SUBJECTS: dict[str, Callable[[int], Subject]] = {PI: Darts, FIRST: FirstMoves}

_FIRST_FOURFOLD = 10
_REPORT_SECONDS = 0.1
_SEED_BITS = 64


class Thrower(QObject):
    """Has a hundred throwers measure something.

    Attributes:
        what: what is measured: PI or FIRST.
        throwing: the throwers.

    Signals:
        changed(): something to be seen is different now.
    """

    changed = Signal()

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._turns = Turns(self)
        self._turns.report_seconds = _REPORT_SECONDS
        self._turns.turned.connect(self.changed)
        self._turns.ended.connect(self.changed)
        self._numpy = ModuleLoader("numpy", runner, self)
        self._numpy.loaded.connect(self._begin)
        self._goals: list[int] = []
        self.what = PI
        self.throwing = Throwing(Darts(random.Random().getrandbits(_SEED_BITS)))

    @property
    def running(self) -> bool:
        """Whether throws are being made, or wait for NumPy."""
        return bool(self._goals)

    @property
    def measured(self) -> Measured:
        """How things stand."""
        return self.throwing.measured

    @property
    def goal(self) -> int:
        """How often everybody will have thrown once all is done that was asked for."""
        return self._goals[-1] if self._goals else self.measured.count

    @Slot()
    def load(self) -> None:
        """Begin to load what throws need."""
        self._numpy.load()

    def measure(self, what: str) -> None:
        """Measure something, from the beginning."""
        self._turns.stop()
        self._goals.clear()
        self.what = what
        self.throwing = Throwing(SUBJECTS[what](random.getrandbits(_SEED_BITS)))
        self.changed.emit()

    def reset(self) -> None:
        """Forget all throws."""
        self.measure(self.what)

    def run(self, count: int) -> None:
        """Have everybody throw so often, once they have done what was asked for before."""
        if self.goal >= MOST:
            return
        self._goals.append(min(MOST, self.goal + count))
        if self._numpy.module is None:
            self._numpy.load()
        else:
            self._begin()
        self.changed.emit()

    def run_fourfold(self) -> None:
        """Throw until everybody has thrown four times as often; ten times to begin with."""
        self.run(3 * self.goal or _FIRST_FOURFOLD)

    def stop(self) -> None:
        """End the run under way; what was thrown counts."""
        self._turns.stop()
        self._goals.clear()
        self.changed.emit()

    @Slot()
    def _begin(self) -> None:
        if not self._turns.running:
            self._turns.start(self._throws())

    def _throws(self) -> Iterator[None]:
        """Throw up to one goal after another: errors are measured at each of them."""
        while self._goals:
            yield from self.throwing.run(self._goals[0] - self.measured.count)
            del self._goals[0]
