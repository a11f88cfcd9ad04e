"""Ctrl+C in the terminal, its end, and a polite kill: all close the window as its user would.

Python runs signal handlers between two of its instructions, wherever that is: an exception from
one would end a paint event half-way. So the handler does nothing, and the byte that the signal
leaves in a socket is what the event loop acts on. Qt wakes for the socket even where no Python
code runs.
"""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Slot

_SIGNALS = [signal.SIGINT, signal.SIGTERM]
if sys.platform != "win32":
    _SIGNALS.append(signal.SIGHUP)


class Interrupts(QObject):
    """Calls a function when the program is asked to end.

    Args:
        close: ends the program in good order.
    """

    def __init__(self, close: Callable[[], None]) -> None:
        super().__init__()
        self._close = close
        self._read, self._write = socket.socketpair()
        for end in (self._read, self._write):
            end.setblocking(False)
        signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        for number in _SIGNALS:
            signal.signal(number, _do_nothing)
        self._notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)

    @Slot()
    def _woken(self) -> None:
        self._read.recv(64)
        self._close()


def _do_nothing(_number: int, _frame: FrameType | None) -> None:
    pass
