"""Which tests run which lines of the program: noted once, and kept until something changes."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, zip_longest
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


class Tests:
    """Which tests run a line.

    What a file of tests runs is kept in ``KEPT`` until the file or a module that it runs changes.
    """

    def __init__(self, copies: Copies, files: Sequence[str], jobs: int) -> None:
        self._seconds: dict[str, float] = {}
        self._lines: dict[str, dict[int, set[str]]] = {}
        KEPT.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(jobs) as pool:
            for entry in pool.map(lambda file: _entry(copies, file), files):
                self._add(entry)

    def _add(self, entry: dict[str, Any]) -> None:
        self._seconds |= entry["seconds"]
        for module, lines in entry["lines"].items():
            for line, names in lines.items():
                tests = entry["seconds"] if ALL in names else names
                self._lines.setdefault(module, {}).setdefault(int(line), set()).update(tests)

    def of(self, fault: Fault, most: float) -> tuple[list[str], float]:
        """Return the tests that run a fault's line, and how long they take, in s.

        The quickest test of each file comes first, then each one's second, and so on: so tests of
        many subjects fit into a given time. The module's other tests follow: a line may run on
        import, or in a sealed process that notes nothing. Of a module that runs there alone they
        are its package's.

        Args:
            most: how long they may take, in s; one is always returned, if there is any.
        """
        lines = self._lines.get(fault.module, {})
        first = lines.get(fault.line, set()) if fault.in_a_function else set()
        package = fault.module.rpartition("/")[0]
        near = [lines] if lines else [
            others for module, others in self._lines.items()
            if module.rpartition("/")[0] == package
        ]  # fmt: skip
        rest = {name for others in near for names in others.values() for name in names} - first
        chosen, seconds = list[str](), 0.0
        parts = [in_turns(names & self._seconds.keys(), self._seconds) for names in (first, rest)]
        for name in chain(*parts):
            if chosen and seconds + self._seconds[name] > most:
                break
            seconds += self._seconds[name]
            chosen.append(name)
        return chosen, seconds


def in_turns(names: Iterable[str], seconds: Mapping[str, float]) -> Iterator[str]:
    """Yield the quickest test of each file, then the second one of each, and so on."""
    files: dict[str, list[str]] = {}
    for name in sorted(names, key=seconds.__getitem__):
        files.setdefault(name.partition("::")[0], []).append(name)
    for turn in zip_longest(*files.values()):
        yield from sorted(filter(None, turn), key=seconds.__getitem__)


def _entry(copies: Copies, file: str) -> dict[str, Any]:
    """Return what a file of tests runs, and how long each test takes; kept, or measured now."""
    kept = KEPT / f"{file.removeprefix('tests/').replace('/', '-')}.json"
    if kept.exists():
        entry: dict[str, Any] = json.loads(kept.read_text())
        if entry["of"] == _state(file, entry["lines"]):
            return entry
    with copies.lent() as copied:
        entry = _run_lines(copied, file)
    kept.write_text(json.dumps(entry | {"of": _state(file, entry["lines"])}))
    return entry


def _state(file: str, run: Iterable[str]) -> str:
    """Return what changes when a file of tests may run other lines than before of these modules."""
    paths = [ROOT / file, *(path_of(module) for module in sorted(run))]
    contents = [path.read_bytes() if path.exists() else b"" for path in paths]
    return hashlib.sha256(b"".join(contents)).hexdigest()


def _run_lines(copied: Path, file: str) -> dict[str, Any]:
    """Run a file of tests; return how long each takes, and which tests run which lines."""
    print(f"which lines {file} runs ...", file=sys.stderr, flush=True)
    for left in (*copied.glob("lines*"), *copied.glob("seconds")):
        left.unlink()
    sources = [str(copied / package) for package in PACKAGES]
    code = CHILD.format(copied=str(copied), sources=sources)
    (copied / "sitecustomize.py").write_text(code)
    wait(begin_pytest(copied, [file], plugin=_Lines(copied, sources)))
    (copied / "sitecustomize.py").unlink()
    lines: dict[str, dict[int, set[str]]] = {}
    for path in copied.glob("lines*"):
        data = coverage.CoverageData(str(path))
        with contextlib.suppress(coverage.exceptions.CoverageException):  # its process was killed
            data.read()
            for name in data.measured_files():
                module = Path(name).relative_to(copied).with_suffix("").as_posix()
                for line, contexts in data.contexts_by_lineno(name).items():
                    lines.setdefault(module, {}).setdefault(line, set()).update(contexts)
    seconds = copied / "seconds"
    return {
        "seconds": json.loads(seconds.read_text()) if seconds.exists() else {},
        "lines": {
            module: {line: sorted(names - {""}) for line, names in own.items() if names - {""}}
            for module, own in lines.items()
        },
    }


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
