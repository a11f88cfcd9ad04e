"""Waiting for what other threads, processes and programs do.

Every wait has one limit, ``HANG_S``. It ends what hangs, and decides nothing else: on a busy
machine something may take minutes that takes a moment on an idle one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout, suppress
from io import StringIO

import psutil
from pytestqt.qtbot import QtBot

HANG_S = 300.0
"""After this long, in s, what is waited for hangs; well below pytest's own limit of a test."""

_HANG_MS = round(HANG_S * 1000)


class PatientBot(QtBot):
    """pytest-qt's robot, which waits for windows, signals and conditions as long as all others."""

    def waitUntil(self, callback, *, timeout=_HANG_MS):
        """Let events happen until ``callback()`` is true."""
        super().waitUntil(callback, timeout=max(timeout, _HANG_MS))

    def waitSignal(self, signal, *, timeout=_HANG_MS):
        """Return a context manager that waits for a signal at its end."""
        return super().waitSignal(signal, timeout=max(timeout, _HANG_MS))

    def waitActive(self, widget, *, timeout=_HANG_MS):
        """Return a context manager that waits for a window to be the active one."""
        return super().waitActive(widget, timeout=max(timeout, _HANG_MS))


def wait_until(is_so: Callable[[], object], what: str = "") -> None:
    """Wait until something is so; fail if it hangs."""
    end = time.monotonic() + HANG_S
    while not is_so():
        assert time.monotonic() < end, f"not so within {HANG_S:g} s: {what}"
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


def ran(*arguments, env=None, **options) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments to its end; return what it printed, and its exit status.

    Args:
        arguments: what comes after ``python``.
        env: what its environment has in place of ours, or beside it.
        options: as for ``subprocess.run``.
    """
    usual = {"capture_output": True, "text": True, "timeout": HANG_S, "check": False}
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(command, env=os.environ | (env or {}), **(usual | options))  # noqa: PLW1510


def commanded(*arguments, text="", folder=".") -> subprocess.CompletedProcess[str]:
    """Run ``ttt-engine`` in this process, in a tenth of the time that one of its own takes.

    For what depends on arguments and input only: no signals, no terminal.

    Args:
        text: what somebody types; then the input ends.
        folder: where it is run.
    """
    from engine.cli.main import main

    words, out, err = list(map(str, arguments)), StringIO(), StringIO()
    usual, sys.stdin = sys.stdin, StringIO(text)
    try:
        with chdir(folder), redirect_stdout(out), redirect_stderr(err):
            status = main(words)
    except SystemExit as end:
        status = end.code
    finally:
        sys.stdin = usual
    return subprocess.CompletedProcess(words, status, out.getvalue(), err.getvalue())


@contextmanager
def started(command, **options) -> Iterator[subprocess.Popen]:
    """Start a program as ``subprocess.Popen`` does; if the test fails, it and its children go."""
    with subprocess.Popen(command, **options) as process:
        try:
            yield process
        except BaseException:
            with suppress(psutil.NoSuchProcess):
                for each in psutil.Process(process.pid).children(recursive=True):
                    with suppress(psutil.NoSuchProcess):
                        each.kill()
            process.kill()
            raise
