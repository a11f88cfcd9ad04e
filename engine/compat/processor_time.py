"""How much processor time another process has used: what it computed, however busy the machine."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import time
from functools import cache

_ASK_ABOUT_IT = 0x1000  # PROCESS_QUERY_LIMITED_INFORMATION
_TICK = 1e-7


def processor_seconds(number: int) -> float | None:
    """Return the processor time that a process has used so far, all its threads together.

    Args:
        number: the process's.

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
        told = system.GetProcessTimes(handle, *map(ctypes.byref, times))
        system.CloseHandle(handle)
        return (times[2].value + times[3].value) * _TICK if told else None
