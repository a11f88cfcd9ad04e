"""Which tests run which lines of the program: noted once, and kept until something changes."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import reduce
from itertools import chain, zip_longest
from operator import or_
from pathlib import Path
from threading import Event, Thread
from time import monotonic, perf_counter
from typing import Any

import coverage
import pytest

from tools.mutations.faults import PACKAGES, ROOT, Fault, path_of
from tools.mutations.running import Copies, begin_pytest, end_children, wait

KEPT = ROOT / "build" / "mutations"

LONGEST = 60
"""After so many seconds of one test the processes that it has started are ended, and again after as
many more: some play on for ever where each line is noted. Such a test fails, and is left out."""

ALL = "all"
"""Runs what no single test runs."""

CHILD = """
import os
if os.environ.get("LINES_OF"):
    import atexit, coverage, threading, time
    lines = coverage.Coverage(
        data_file={copied!r} + "/lines", data_suffix=True, source={sources!r}, config_file=False,
        context=os.environ["LINES_OF"], messages=False,
    )
    lines.start()
    atexit.register(lines.save)
    def save():
        while True:
            time.sleep(0.1)
            lines.save()
    threading.Thread(target=save, daemon=True).start()
"""
"""What other processes run first (as ``sitecustomize``): they may be killed at any time."""


@dataclass(frozen=True)
class Runs:
    """What a file of tests runs.

    Attributes:
        seconds: the tests that pass, and how long each takes.
        lines: by module and line, the tests that run it: a number whose bits stand for the tests,
            the lowest one for the first.
    """

    seconds: dict[str, float]
    lines: dict[str, dict[int, int]]

    def of(self, module: str, line: int) -> set[str]:
        """Return the tests that run a line."""
        return self._named(self.lines.get(module, {}).get(line, 0))

    def of_module(self, module: str) -> set[str]:
        """Return the tests that run any line of a module."""
        return self._named(reduce(or_, self.lines.get(module, {}).values(), 0))

    def _named(self, tests: int) -> set[str]:
        return {name for bit, name in enumerate(self.seconds) if tests >> bit & 1}

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data; a large number's digits are hexadecimal ones."""
        lines = {
            module: {str(line): f"{tests:x}" for line, tests in own.items()}
            for module, own in self.lines.items()
        }
        return {"seconds": self.seconds, "lines": lines}

    @classmethod
    def of_json(cls, data: dict[str, Any]) -> Runs:
        """Return what ``as_json`` returned."""
        lines = {
            module: {int(line): int(tests, 16) for line, tests in own.items()}
            for module, own in data["lines"].items()
        }
        return cls(data["seconds"], lines)


class Tests:
    """Which tests run a line.

    What a file of tests runs is kept in ``KEPT`` until the file or a module that it runs changes.
    """

    def __init__(self, copies: Copies, files: Sequence[str], jobs: int) -> None:
        KEPT.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(jobs) as pool:
            self._files = [*pool.map(lambda file: _runs(copies, file), files)]
        self._seconds: dict[str, float] = {}
        for runs in self._files:
            self._seconds |= runs.seconds

    def of(self, fault: Fault, most: float) -> tuple[list[str], float]:
        """Return the tests that run a fault's line, and how long they take, in s.

        The quickest test of each file comes first, then each one's second, and so on: so tests of
        many subjects fit into a given time. The module's other tests follow: a line may run on
        import, or in a sealed process that notes nothing. Of a module that runs there alone they
        are its package's.

        Args:
            most: how long they may take, in s; one is always returned, if there is any.
        """
        first = set[str]()
        if fault.in_a_function:
            first = {test for runs in self._files for test in runs.of(fault.module, fault.line)}
        rest = self._of_modules([fault.module])
        if not rest:
            package = fault.module.rpartition("/")[0]
            modules = {module for runs in self._files for module in runs.lines}
            rest = self._of_modules(
                module for module in modules if module.rpartition("/")[0] == package
            )
        chosen, seconds = list[str](), 0.0
        for name in chain(in_turns(first, self._seconds), in_turns(rest - first, self._seconds)):
            if chosen and seconds + self._seconds[name] > most:
                break
            seconds += self._seconds[name]
            chosen.append(name)
        return chosen, seconds

    def _of_modules(self, modules: Iterable[str]) -> set[str]:
        return {
            test for module in modules for runs in self._files for test in runs.of_module(module)
        }


def in_turns(names: Iterable[str], seconds: Mapping[str, float]) -> Iterator[str]:
    """Yield the quickest test of each file, then the second one of each, and so on."""
    files: dict[str, list[str]] = {}
    for name in sorted(names, key=seconds.__getitem__):
        files.setdefault(name.partition("::")[0], []).append(name)
    for turn in zip_longest(*files.values()):
        yield from sorted(filter(None, turn), key=seconds.__getitem__)


def _runs(copies: Copies, file: str) -> Runs:
    """Return what a file of tests runs: kept, or noted now."""
    kept = KEPT / f"{file.removeprefix('tests/').replace('/', '-')}.json"
    if kept.exists():
        data = json.loads(kept.read_text())
        if data["of"] == _state(file, data["lines"]):
            return Runs.of_json(data)
    with copies.lent() as copied:
        runs = _noted(copied, file)
    kept.write_text(json.dumps(runs.as_json() | {"of": _state(file, runs.lines)}))
    return runs


def _state(file: str, run: Iterable[str]) -> str:
    """Return what changes when a file of tests may run other lines than before of these modules."""
    paths = [ROOT / file, *(path_of(module) for module in sorted(run))]
    contents = [path.read_bytes() if path.exists() else b"" for path in paths]
    return hashlib.sha256(b"".join(contents)).hexdigest()


def _noted(copied: Path, file: str) -> Runs:
    """Run a file of tests, and return which lines they run."""
    print(f"which lines {file} runs ...", file=sys.stderr, flush=True)
    for left in (*copied.glob("lines*"), *copied.glob("seconds")):
        left.unlink()
    sources = [str(copied / package) for package in PACKAGES]
    code = CHILD.format(copied=str(copied), sources=sources)
    (copied / "sitecustomize.py").write_text(code)
    wait(begin_pytest(copied, [file], plugin=_Lines(copied, sources)))
    (copied / "sitecustomize.py").unlink()
    place = copied / "seconds"
    seconds = json.loads(place.read_text()) if place.exists() else {}
    bits = {name: 1 << bit for bit, name in enumerate(seconds)} | {ALL: (1 << len(seconds)) - 1}
    lines: dict[str, dict[int, int]] = {}
    for path in copied.glob("lines*"):
        data = coverage.CoverageData(str(path))
        with contextlib.suppress(coverage.exceptions.CoverageException):  # its process was killed
            data.read()
            for name in data.measured_files():
                module = Path(name).relative_to(copied).with_suffix("").as_posix()
                own = lines.setdefault(module, {})
                for line, contexts in data.contexts_by_lineno(name).items():
                    for context in contexts:
                        own[line] = own.get(line, 0) | bits.get(context, 0)
    return Runs(seconds, lines)


class _Lines:
    """A plugin of pytest that notes which tests run which lines, and how long each takes.

    What a fixture of a whole file runs counts for all tests of that file. Other processes that
    a test starts note their lines themselves (``CHILD``).
    """

    def __init__(self, copied: Path, sources: list[str]) -> None:
        self._coverage = coverage.Coverage(
            data_file=str(copied / "lines"), source=sources, config_file=False
        )
        self._copied = copied
        self._seconds: dict[str, float] = {}
        self._running = ""
        self._finished = Event()

    def _switch(self, context: str) -> None:
        self._coverage.switch_context(context)
        os.environ["LINES_OF"] = context

    def pytest_sessionstart(self) -> None:
        self._coverage.start()
        Thread(target=self._end_what_is_long, daemon=True).start()

    def _end_what_is_long(self) -> None:
        running, since = "", monotonic()
        while not self._finished.wait(1):
            if running != self._running:
                running, since = self._running, monotonic()
            elif monotonic() > since + LONGEST:
                end_children(os.getpid())
                since = monotonic()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._running = item.nodeid
        self._switch(item.nodeid)
        start = perf_counter()
        try:
            return (yield)
        finally:
            self._seconds[item.nodeid] = perf_counter() - start
            self._switch("")

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        self._switch(self._running if fixturedef.scope == "function" else ALL)
        try:
            return (yield)
        finally:
            self._switch(self._running)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self._seconds[report.nodeid] = float("inf")

    def pytest_sessionfinish(self) -> None:
        self._finished.set()
        self._coverage.stop()
        self._coverage.save()
        passed = {name: spent for name, spent in self._seconds.items() if spent < float("inf")}
        (self._copied / "seconds").write_text(json.dumps(passed))
