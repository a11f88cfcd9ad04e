"""Follows a scene in the window, and closes it or measures how smooth it is."""

from __future__ import annotations

import json
import os
import traceback
from collections.abc import Callable, Iterator
from itertools import pairwise
from time import perf_counter, thread_time

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.driver.performer import Script
from tests.driver.user import User

READY = object()
"""What a scene yields when all is set and what it is about begins."""

Act = Callable[[User], Iterator[object]]
"""A scene: what is done, with what to wait for between, and READY once."""

_TICK_MS = 10
_FEWEST_TICKS = 20


def tell(**said):
    """Print a line for the parent."""
    print(json.dumps(said), flush=True)


def directed(user: User, act: Act, way: str, seconds: float) -> Script:
    """Return the script of a scene, and of what is done when it is ready; see ``app``."""
    director, begun = Director(user.window, way, seconds), False

    def gone():
        return director.leaves or (begun and not user.window.isVisible())

    try:
        yield user.shows
        for step in act(user):
            until = step
            if step is READY:
                begun = True
                director.begin()
                until = user.seconds(0.1 if way == "measure" else 0)
            yield lambda until=until: gone() or until()
            if gone():
                return  # nobody presses anything in a window that has been closed
        director.end(user.window.notice.text)
    except Exception:
        # Not the app's fault, and not to be taken for one.
        tell(broken=traceback.format_exc())
        os._exit(70)


class Director(QObject):
    """Closes the window, or measures, at the time for it.

    Args:
        window: the main window, which owns this object.
        way: what is done; see ``app``.
        seconds: when, or how long.
    """

    def __init__(self, window, way: str, seconds: float) -> None:
        super().__init__(window)
        self._way, self._seconds = way, seconds
        self._ticks: list[float] = []
        self._spent: list[float] = []  # of the processor, by the window's thread
        self._until = 0.0
        self.leaves = False

    def begin(self) -> None:
        """Say that the scene is ready, and do then what is asked for."""
        acts = {"window": self._close, "quit": self._come_to_the_front}
        if self._way in acts:
            self._timer(self._seconds * 1000, acts[self._way], once=True).start()
        elif self._way == "measure":
            self._clock = self._timer(_TICK_MS, self._tick)
            self._until = perf_counter() + self._seconds
            self._clock.start()
        tell(ready=True)

    def end(self, notice: str) -> None:
        """Come to the end, as the scene is over; ``notice`` is what the window says."""
        if self._way == "look":
            tell(notice=notice)
            self._close()
        elif self._way == "measure":
            self._until = min(self._until, perf_counter() + 0.2)

    def _timer(self, interval, call, once=False):
        timer = QTimer(self, interval=round(interval), singleShot=once)
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.timeout.connect(call)
        return timer

    @Slot()
    def _tick(self):
        self._ticks.append(perf_counter() * 1000)
        self._spent.append(thread_time() * 1000)
        if perf_counter() > self._until and len(self._ticks) >= _FEWEST_TICKS:
            self._clock.stop()
            gaps = sorted(after - before for before, after in pairwise(self._ticks))
            tell(
                ticks=len(gaps),
                p50=round(gaps[len(gaps) // 2], 1),
                p99=round(gaps[int(len(gaps) * 0.99)], 1),
                longest=round(gaps[-1], 1),
                busiest=round(max(b - a for a, b in pairwise(self._spent)), 1),
            )
            self._close()

    @Slot()
    def _close(self):
        self.leaves = True
        self.parent().close()

    @Slot()
    def _come_to_the_front(self):
        """Leave the dialog that is open, as one must, and turn to the main window."""
        self.leaves = True
        if dialog := QApplication.activeModalWidget():
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
        self.parent().activateWindow()
        # Again and again, as one does: a window takes its time to become the active one.
        self._timer(50, self._press).start()

    @Slot()
    def _press(self):
        window = self.parent()
        if not window.isVisible():
            return
        quit_action = window.action["quit"]
        if quit_action.shortcut().isEmpty():
            quit_action.trigger()  # by the menu: the offscreen platform has no keys for quitting
        else:
            QTest.keySequence(window.board, quit_action.shortcut())
