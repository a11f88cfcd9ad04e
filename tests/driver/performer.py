"""Follows scripts: what somebody does, step by step, with what to wait for between the steps."""

from __future__ import annotations

from collections.abc import Callable, Generator
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Slot

Condition = Callable[[], object]
Script = Generator[Condition, None, None]
"""Does something, yields what to wait for, goes on."""

_TICK_MS = 5
_PATIENCE_S = 600.0


class Performer(QObject):
    """Goes through a script, which is thrown a ``TimeoutError`` if it waits too long.

    Args:
        parent: what owns this.
        script: what is done.
        over: called at its end.
    """

    def __init__(self, parent: QObject, script: Script, over: Callable[[], object]) -> None:
        super().__init__(parent)
        self._script = script
        self._over = over
        self._until: Condition = lambda: True
        self._since = monotonic()
        self._stepping = False
        # A timer and no loop of its own: it goes on inside of dialogs that have such a loop.
        self._timer = QTimer(self, interval=_TICK_MS)
        self._timer.timeout.connect(self._step)
        self._timer.start()

    @Slot()
    def _step(self) -> None:
        """Go on with the script; at its end say so."""
        if self._stepping:
            return  # the script has opened a dialog that runs an event loop of its own
        self._stepping = True
        try:
            self._go_on()
        except StopIteration:
            self.stop()
            self._over()
        finally:
            self._stepping = False

    def _go_on(self) -> None:
        """Take the next step if what is waited for has come; the script hears what went wrong."""
        try:
            come = self._until()
        except Exception as error:
            self._until = self._script.throw(error)
        else:
            if come:
                self._until = next(self._script)
            elif monotonic() - self._since > _PATIENCE_S:
                self._until = self._script.throw(TimeoutError("what is waited for never came"))
            else:
                return
        self._since = monotonic()

    @Slot()
    def stop(self) -> None:
        """Leave the script where it is, with all that it holds."""
        self._timer.stop()
        if not self._stepping:
            self._script.close()
