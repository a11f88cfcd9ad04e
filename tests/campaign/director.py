"""Somebody in front of the window: follows a scene, and closes or measures."""

from __future__ import annotations

import json
import os
import traceback
from itertools import pairwise
from pathlib import Path
from time import perf_counter, thread_time

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

READY = object()
"""What a scene yields when all is set and what it is about begins."""

_POLL_MS = 5
_TICK_MS = 10
_FEWEST_TICKS = 20


def tell(**said):
    """Print a line for the parent."""
    print(json.dumps(said), flush=True)


class Director(QObject):
    """Steps through a scene: a generator that yields conditions to wait for, and READY once.

    Args:
        window: the main window, which owns this object.
        act: the scene.
        way: what is done when it is ready; see ``driver``.
        seconds: when, or how long.
        files: the folder of the scene's files.
    """

    def __init__(self, window, act, way, seconds, files: Path):
        super().__init__(window)
        self.files = files
        self._way, self._seconds = way, seconds
        self._ticks: list[float] = []
        self._spent: list[float] = []  # of the processor, by the window's thread
        self._until = None
        self._scene = act(self)
        self._wait = self._window_stands
        self._stepping = self._begun = False
        self._poll = self._timer(_POLL_MS, self._step)
        self._poll.start()

    # --- what scenes use ------------------------------------------------------------------

    @property
    def window(self):
        """The main window."""
        return self.parent()

    def trigger(self, name):
        """Choose an action of the window."""
        self.window.action[name].trigger()

    def button(self, within, text):
        """Return a button by what is written on it."""
        buttons = within.findChildren(QAbstractButton)
        return next(each for each in buttons if each.text().replace("&", "") == text)

    def seconds(self, count):
        """Return a condition that comes true after so long."""
        end = perf_counter() + count
        return lambda: perf_counter() >= end

    # --- how it goes on -------------------------------------------------------------------

    def _timer(self, interval, call, once=False):
        timer = QTimer(self, interval=round(interval), singleShot=once)
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.timeout.connect(call)
        return timer

    def _window_stands(self):
        return not self.window.board.viewport().visibleRegion().isEmpty()

    @Slot()
    def _step(self):
        if self._stepping:
            return  # the scene has opened a dialog that runs an event loop of its own
        if self._begun and not self.window.isVisible():
            self._poll.stop()  # nobody presses anything in a window that has been closed
            return
        self._stepping = True
        try:
            if self._wait is None or self._wait():
                wanted = next(self._scene, None)
                self._wait = None if wanted is READY else wanted
                if wanted is READY:
                    self._begin()
                elif wanted is None:
                    self._over()
        except Exception:
            # Not the app's fault, and not to be taken for one.
            tell(broken=traceback.format_exc())
            os._exit(70)
        finally:
            self._stepping = False

    def _begin(self):
        self._begun = True
        if self._way in ("window", "quit"):
            act = self._close if self._way == "window" else self._come_to_the_front
            self._timer(self._seconds * 1000, act, once=True).start()
        elif self._way == "measure":
            self._clock = self._timer(_TICK_MS, self._tick)
            self._until = perf_counter() + self._seconds
            self._clock.start()
            self._poll.setInterval(2 * _TICK_MS)
            self._wait = self.seconds(0.1)
        tell(ready=True)

    def _over(self):
        self._poll.stop()
        if self._way == "look":
            tell(notice=self.window.notice.text)
            self._close()
        elif self._way == "measure":
            self._until = min(self._until, perf_counter() + 0.2)

    @Slot()
    def _tick(self):
        self._ticks.append(perf_counter() * 1000)
        self._spent.append(thread_time() * 1000)
        if perf_counter() > self._until and len(self._ticks) >= _FEWEST_TICKS:
            self._clock.stop()
            self._poll.stop()
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
        self._poll.stop()
        self.window.close()

    @Slot()
    def _come_to_the_front(self):
        """Leave the dialog that is open, as one must, and turn to the main window."""
        self._poll.stop()
        if dialog := QApplication.activeModalWidget():
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
        self.window.activateWindow()
        # Again and again, as one does: a window takes its time to become the active one.
        self._timer(50, self._press).start()

    @Slot()
    def _press(self):
        if not self.window.isVisible():
            return
        quit_action = self.window.action["quit"]
        if quit_action.shortcut().isEmpty():
            quit_action.trigger()  # by the menu: the offscreen platform has no keys for quitting
        else:
            QTest.keySequence(self.window.board, quit_action.shortcut())
