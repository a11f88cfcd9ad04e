"""Throws for the darts' dock: in short turns, and not before NumPy is there."""

from __future__ import annotations

import random
from collections.abc import Callable

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

    Args:
        runner: loads NumPy.

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
        self._wanted = 0
        self.what = PI
        self.throwing = Throwing(Darts(0))
        self.measure(PI)

    @property
    def running(self) -> bool:
        """Whether throws are being made, or wait for NumPy."""
        return self._turns.running or self._wanted > 0

    @property
    def measured(self) -> Measured:
        """How things stand."""
        return self.throwing.measured

    @property
    def full(self) -> bool:
        """Whether nobody may throw any more."""
        return self.measured.count >= MOST

    @Slot()
    def load(self) -> None:
        """Begin to load what throws need."""
        self._numpy.load()

    def measure(self, what: str) -> None:
        """Measure something, from the beginning."""
        self._turns.stop()
        self._wanted = 0
        self.what = what
        self.throwing = Throwing(SUBJECTS[what](random.getrandbits(_SEED_BITS)))
        self.changed.emit()

    def reset(self) -> None:
        """Forget all throws."""
        self.measure(self.what)

    def run(self, count: int) -> None:
        """Have everybody throw so often."""
        if self.running or self.full:
            return
        self._wanted = count
        if self._numpy.module is None:
            self._numpy.load()
        else:
            self._begin()
        self.changed.emit()

    def run_fourfold(self) -> None:
        """Throw until everybody has thrown four times as often; ten times to begin with."""
        count = self.measured.count
        self.run(3 * count if count else _FIRST_FOURFOLD)

    def stop(self) -> None:
        """End the run under way; what was thrown counts."""
        self._turns.stop()
        self._wanted = 0
        self.changed.emit()

    @Slot()
    def _begin(self) -> None:
        count, self._wanted = self._wanted, 0
        if count:
            self._turns.start(self.throwing.run(count))
            self.changed.emit()
