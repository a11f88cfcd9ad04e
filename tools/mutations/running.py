"""Runs tests in copies of the project, in processes of their own."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import queue
import resource
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import psutil
import pytest

from tools.mutations.faults import PACKAGES, ROOT

LIMIT, TIMES, PATIENCE = 30, 2, 5
"""A fault counts as noticed where its tests take so many seconds of the processor besides so many
times what they take without it, or more times by the clock: another program may slow them down."""

_LOADED = ("hypothesis", "numpy", "scipy.stats")
_LOADED_FOR_WINDOWS = ("PySide6.QtWidgets", "PySide6.QtSvg", "pyqtgraph")
"""What the tests import is imported once, before the forks."""

_NO_WINDOWS = "tests/engine/"
"""Tests below this folder need no Qt."""


class Copies:
    """Copies of the project, each of which is lent to one user at a time."""

    def __init__(self, folder: Path, count: int) -> None:
        ignored = shutil.ignore_patterns("__pycache__", ".*", "build", "dist")
        self._free = queue.SimpleQueue[Path]()
        for number in range(count):
            shutil.copytree(ROOT, folder / str(number), ignore=ignored)
            self._free.put(folder / str(number))

    @contextlib.contextmanager
    def lent(self) -> Iterator[Path]:
        """Have a copy for a while."""
        copied = self._free.get()
        try:
            yield copied
        finally:
            self._free.put(copied)


def preload(tests: Iterable[str]) -> None:
    """Import what tests import."""
    windows = any(not test.startswith(_NO_WINDOWS) for test in tests)
    for name in (*_LOADED, *(_LOADED_FOR_WINDOWS if windows else ())):
        importlib.import_module(name)


def begin_pytest(
    copied: Path, arguments: Sequence[str], seconds: float = 0, plugin: object = None
) -> int:
    """Begin pytest in a copy of the project, in a process of its own; return the process's number.

    A fork: Python and the libraries of the tests need not be loaded for every fault.

    Args:
        arguments: pytest's: files, or tests.
        seconds: how long the tests take without a fault.
        plugin: of pytest; with one all tests are run, however long they take.
    """
    sys.stdout.flush()
    if number := os.fork():
        return number
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    options = ["-o", "addopts=", "-m", "not (nightly or campaign or release)", "--timeout=0"]
    options += ["-W", "ignore", "-p", "no:cacheprovider", f"--rootdir={copied}"]
    if all(argument.startswith(_NO_WINDOWS) for argument in arguments):
        options += ["-p", "no:pytest-qt"]
    if plugin is None:
        limit = LIMIT + round(TIMES * seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        options += ["-x"]
    os.chdir(copied)
    sys.path.insert(0, str(copied))
    os.environ["PYTHONPATH"] = str(copied)
    ours = {*PACKAGES, "tests", "tools"}
    for name in [name for name in sys.modules if name.partition(".")[0] in ours]:
        del sys.modules[name]
    sys.modules["__main__"] = ModuleType("__main__")  # processes of the tests would load this one
    status: Any = 1
    try:
        status = pytest.main([*options, *arguments], [plugin] if plugin else [])
    finally:
        os._exit(status)


def wait(number: int) -> int:
    """Return 0 where a process ended well, once it has."""
    return os.waitpid(number, 0)[1]


def end_children(number: int) -> None:
    """End all that a process has started."""
    for child in psutil.Process(number).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            child.kill()


def end(number: int) -> None:
    """End a process, and all that it has started."""
    end_children(number)
    os.kill(number, signal.SIGKILL)
    wait(number)


def write(path: Path, source: str) -> None:
    """Write a module; what was compiled of it may look as if it were new enough."""
    path.write_text(source, encoding="utf-8")
    Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)
