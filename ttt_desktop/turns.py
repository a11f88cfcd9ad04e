"""What takes long in Python itself, done in the window's thread a few milliseconds at a time.

A thread of its own would keep the interpreter from the window (see ``ttt_desktop.jobs``).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ttt_desktop.jobs import REPORT_SECONDS

log = logging.getLogger(__name__)

TURN_SECONDS = 0.008
"""How long work is done before the window gets its turn. One step may take longer."""


class Turns(QObject):
    """Goes through an iterator in short turns, the first one at once.

    Args:
        parent: the Qt owner.

    Attributes:
        report_seconds: the shortest time between two ``turned``.

    Signals:
        turned(): some steps were made.
        ended(): the iterator has come to its end.
        failed(Exception): it raised this error.
    """

    turned = Signal()
    ended = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Iterator[object] | None = None
        self.report_seconds = REPORT_SECONDS
        self._told = 0.0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    @property
    def running(self) -> bool:
        """Whether there are steps to be made."""
        return self._steps is not None

    def start(self, steps: Iterator[object]) -> None:
        """Go through ``steps``; they take the place of earlier ones."""
        self._steps = steps
        self._timer.start()
        self._go_on()

    def stop(self) -> None:
        """Drop the remaining steps, and say nothing more."""
        self._steps = None
        self._timer.stop()

    def finish(self) -> None:
        """Go through the remaining steps now, in one go."""
        if self._steps is not None:
            for _ in self._steps:
                pass
            self.stop()
            self.ended.emit()

    @Slot()
    def _go_on(self) -> None:
        steps, start = self._steps, perf_counter()
        if steps is None:
            return
        try:
            while perf_counter() - start < TURN_SECONDS:
                next(steps)
        except StopIteration:
            self.stop()
            self.ended.emit()
        except Exception as error:
            if not isinstance(error, (OSError, ValueError)):  # those have a sentence to show
                log.exception("work in turns failed")
            self.stop()
            self.failed.emit(error)
        else:
            now = perf_counter()
            if now - self._told >= self.report_seconds:
                self._told = now
                self.turned.emit()
