"""Waiting for what other threads, processes and programs do."""

from __future__ import annotations

import time
from collections.abc import Callable

import psutil


def wait_until(is_so: Callable[[], object], what: str = "", seconds: float = 30) -> None:
    """Wait until something is so; fail if it takes too long."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, f"not so within {seconds:g} s: {what}"
        time.sleep(0.02)


def wait_until_it_computes(number: int) -> None:
    """Wait until a process that had nothing to do has spent time on something."""
    process = psutil.Process(number)
    idle = process.cpu_times().user
    wait_until(lambda: process.cpu_times().user > idle + 0.1, "it computes")


def is_gone(number: int) -> bool:
    """Whether a process has ended, even if its status was never collected."""
    try:
        return psutil.Process(number).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
