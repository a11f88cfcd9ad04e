"""What another process has done with its time: computed, waited for a processor, or slept."""

from __future__ import annotations

import contextlib
import ctypes
import math
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_LONGEST_LOOK = 1.0
"""So much of the time between two looks counts as slept, at most: nobody may have looked."""

_SLEEPS = "S"
"""The state of a thread that waits for something that it asked for itself: not for the disk."""

_SLACK_SECONDS = 2.0


class Sleep:
    """How long a process slept, all its threads together, without wanting a processor (Linux).

    A process that the system does not let compute, because others do, does not sleep.

    Attributes:
        seconds: how long it has slept so far, while it was looked at; always 0 where the system
            does not tell.
    """

    def __init__(self, number: int) -> None:
        self.seconds = 0.0
        self._number = number
        self._then = time.monotonic()
        self._busy = self._busy_seconds()

    def look(self, excused: bool = False) -> None:
        """Take in how the process fares now; to be called several times a second.

        Args:
            excused: it had a reason to sleep that is not its own since it was looked at last: that
                does not count.
        """
        now, busy, then = time.monotonic(), self._busy_seconds(), self._then
        if not excused and busy is not None and self._busy is not None and self._all_sleep():
            passed = min(now - then, _LONGEST_LOOK)
            self.seconds += max(0.0, passed - (busy - self._busy))
        self._then, self._busy = now, busy

    def _busy_seconds(self) -> float | None:
        """Return how long its threads have computed, or wanted to, in seconds."""
        try:
            times = [(place / "schedstat").read_text().split() for place in self._threads()]
            return sum(int(ran) + int(waited) for ran, waited, _ in times) * 1e-9
        except (OSError, ValueError):
            return None

    def _all_sleep(self) -> bool:
        try:
            texts = [(place / "stat").read_text() for place in self._threads()]
        except OSError:
            return False
        return all(text.rpartition(")")[2].split()[0] == _SLEEPS for text in texts)

    def _threads(self) -> Iterator[Path]:
        return Path(f"/proc/{self._number}/task").iterdir()


def limit_processor_time(number: int, seconds: float | None) -> None:
    """Have the system end a process that uses much more processor time than it may (Linux).

    That is for the case that nobody is there any more to end it in time: whoever asked it may have
    been killed.

    Args:
        seconds: what it may use from now on; None for no limit.
    """
    used = processor_seconds(number)
    if sys.platform != "linux" or used is None:
        return
    import resource  # noqa: PLC0415  (not on Windows)

    with contextlib.suppress(OSError, ValueError):
        _, most = resource.prlimit(number, resource.RLIMIT_CPU)
        soft = most if seconds is None else math.ceil(used + seconds + _SLACK_SECONDS)
        resource.prlimit(number, resource.RLIMIT_CPU, (soft, most))


_ASK_ABOUT_IT = 0x1000  # PROCESS_QUERY_LIMITED_INFORMATION
_TICK = 1e-7


def processor_seconds(number: int) -> float | None:
    """Return the processor time that a process has used so far, all its threads together.

    Returns:
        Seconds; None where the process has gone, or the system does not tell.
    """
    if sys.platform == "win32":
        return _by_windows(number)
    if (clock_of := _clock_function()) is None:
        return _by_ps(number)
    clock = ctypes.c_int()
    try:
        return None if clock_of(number, ctypes.byref(clock)) else time.clock_gettime(clock.value)
    except OSError:
        return None


@cache
def _clock_function() -> ctypes._NamedFuncPointer | None:
    """Return POSIX's ``clock_getcpuclockid``, or None where it is missing, as on macOS."""
    try:
        return ctypes.CDLL(None).clock_getcpuclockid
    except (OSError, AttributeError):
        return None


def _by_ps(number: int) -> float | None:
    command = ["ps", "-o", "time=", "-p", str(number)]
    try:
        return read_time(subprocess.run(command, capture_output=True, text=True).stdout)  # noqa: PLW1510
    except (OSError, ValueError):
        return None


def read_time(text: str) -> float:
    """Return the seconds of a time as ``ps`` prints it: ``[[dd-]hh:]mm:ss``, or ``0:01.25``."""
    days, _, rest = text.strip().rpartition("-")
    seconds = 0.0
    for part in rest.split(":"):
        seconds = seconds * 60 + float(part)
    return seconds + 86_400 * int(days or 0)


if sys.platform == "win32":

    def _by_windows(number: int) -> float | None:
        system = ctypes.WinDLL("kernel32")
        system.OpenProcess.restype = ctypes.c_void_p
        handle = ctypes.c_void_p(system.OpenProcess(_ASK_ABOUT_IT, False, number))
        if not handle:
            return None
        times = [ctypes.c_uint64() for _ in range(4)]  # begun, ended, kernel, user
        is_known = system.GetProcessTimes(handle, *map(ctypes.byref, times))
        system.CloseHandle(handle)
        return (times[2].value + times[3].value) * _TICK if is_known else None
