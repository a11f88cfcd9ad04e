"""Ctrl+C and SIGTERM end a console program in the same good order, with what it has done so far."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SHELLS = 128
"""What a shell adds to a signal's number for the exit status of a program that it ended."""


class Terminated(KeyboardInterrupt):
    """Somebody asks the program to end: ``kill``, or a system that shuts down."""


def status_of(interrupt: KeyboardInterrupt) -> int:
    """Return the exit status of a program that was interrupted."""
    number = signal.SIGTERM if isinstance(interrupt, Terminated) else signal.SIGINT
    return _SHELLS + number


@contextmanager
def sigterm_interrupts() -> Iterator[None]:
    """Have SIGTERM raise Terminated for now, unless somebody decided on that signal before."""
    free = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if not free or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGTERM, _raise)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _raise(number: int, _frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # once is enough: the end is under way
    raise Terminated
