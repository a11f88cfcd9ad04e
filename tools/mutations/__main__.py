"""Small faults put into the engine one by one, to see whether the tests notice.

Run by hand: ``python -m tools.mutations``; ``--help`` tells what can be chosen. Each fault is put
into a copy of the project, and the tests that run the changed line are run there, the quick ones
first, until one fails. What lives is listed: it is either no fault, or no test looks at it.
``no_faults.txt`` names those that have been looked at, with the reason why they live.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import hashlib
import importlib.util
import json
import os
import queue
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread
from time import monotonic, perf_counter, sleep
from types import ModuleType
from typing import Any, NamedTuple

import coverage
import hypothesis  # noqa: F401  (what the tests import is imported once, before the forks)
import numpy as np  # noqa: F401
import psutil
import pytest
import scipy.stats  # noqa: F401

from tools.mutations.no_faults import NO_FAULTS, Change, lines_of, no_faults

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "mutations"
TESTS = tuple(
    path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests/engine").glob("test_*.py"))
)

LIMIT, TIMES, PATIENCE = 60, 2, 5
"""A fault counts as noticed where its tests take so many seconds of the processor besides so many
times what they take without it, or more times by the clock: another program may slow them down."""

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
        data_file={copied!r} + "/lines", data_suffix=True, source=[{copied!r} + "/engine"],
        config_file=False, context=os.environ["LINES_OF"], messages=False,
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

_SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr, ast.And: ast.Or, ast.Or: ast.And, ast.USub: ast.UAdd,
}  # fmt: skip
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


def stale(listed: Iterable[Change]) -> list[Change]:
    """Return the changes that the engine has no place for any more."""
    known = {each.module for each in listed} & set(modules())
    every = {fault.change for module in known for fault in faults_of(module)}
    return [each for each in listed if each not in every]


class Fault(NamedTuple):
    """A fault: where it is, what stands there and what instead, and its number in the module."""

    module: str
    line: int
    before: str
    after: str
    number: int

    @property
    def change(self) -> Change:
        """What is changed in which line, wherever that line stands."""
        return Change(self.module, lines_of(self.module)[self.line - 1], self.before, self.after)

    @property
    def source(self) -> str:
        """The whole module with the fault."""
        tree = _parsed(self.module)
        parent, field, place, _, new = _changes(tree)[self.number]
        if place is None:
            setattr(parent, field, new)
        else:
            getattr(parent, field)[place] = new
        return ast.unparse(ast.fix_missing_locations(tree))


def _changed(node: ast.AST) -> ast.AST | None:
    """Return a node with a fault in it, or None where this kind of node takes none."""
    new = copy.deepcopy(node)
    match new:
        case ast.Compare(ops=[op, *_]) if type(op) in _SWAPS:
            new.ops[0] = _SWAPS[type(op)]()
        case ast.BinOp() | ast.BoolOp() | ast.UnaryOp() | ast.AugAssign() if type(new.op) in _SWAPS:
            new.op = _SWAPS[type(new.op)]()
        case ast.UnaryOp(op=ast.Not()):
            return new.operand
        case ast.Name(id=name) if name in _NAMES:
            new.id = _NAMES[name]
        case ast.Constant(value=bool()):
            new.value = not new.value
        case ast.Constant(value=int() | float() as number):
            new.value = number + 1
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            new.value = ast.Constant(None)
        case ast.Break():
            return ast.Continue()
        case _:
            return None
    return new


def _places(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Yield what can be changed below a node: parent, field, place in a list, and what is there.

    Annotations are left out, and so are messages, and what only guards against slips: a class's
    being frozen, a ``zip``'s being strict.
    """
    for field, value in ast.iter_fields(node):
        if field in (
            "annotation",
            "returns",
            "type_comment",
            "keywords" if _is_checked(node) else "",
        ):
            continue
        for place, each in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(each, ast.AST):
                yield node, field, place, each
                yield from _places(each)


def _is_checked(node: ast.AST) -> bool:
    names = ("Problem", "FileError", "dataclass", "zip")
    return isinstance(node, ast.Call) and ast.unparse(node.func) in names


def modules() -> list[str]:
    """Return the engine's modules."""
    folder = ROOT / "engine"
    return sorted(
        path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.py")
    )


def _parsed(module: str) -> ast.Module:
    return ast.parse((ROOT / "engine" / f"{module}.py").read_text(encoding="utf-8"))


def _changes(tree: ast.Module) -> list[tuple[ast.AST, str, int | None, Any, ast.AST]]:
    """Return what can be changed in a module, as ``_places`` yields it, and into what."""
    changes = []
    for parent, field, place, node in _places(tree):
        changed = _changed(node)
        if changed is not None:
            changes.append((parent, field, place, node, changed))
    return changes


def faults_of(module: str) -> list[Fault]:
    """Return all faults that a module of the engine can get."""
    return [
        Fault(module, node.lineno, ast.unparse(node), ast.unparse(new), number)
        for number, (*_, node, new) in enumerate(_changes(_parsed(module)))
    ]


class _Lines:
    """A plugin of pytest that notes which tests run which lines, and how long each takes.

    What a fixture of a whole file runs counts for all tests of that file. Other processes that
    a test starts note their lines themselves (``CHILD``).
    """

    def __init__(self, copied: Path) -> None:
        self._coverage = coverage.Coverage(
            data_file=str(copied / "lines"), source=[str(copied / "engine")], config_file=False
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
                _end_children(os.getpid())
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
        passed = {name: each for name, each in self._seconds.items() if each < float("inf")}
        (self._copied / "seconds").write_text(json.dumps(passed))


class Tests:
    """Which tests run a line of the engine, the quick ones first.

    What a file of tests runs is kept in ``KEPT`` until the file or one of these modules changes.
    """

    def __init__(self, copied: Path, files: Sequence[str], seconds: float) -> None:
        self._most = seconds
        self._seconds: dict[str, float] = {}
        self._lines: dict[str, dict[int, set[str]]] = {}
        KEPT.mkdir(parents=True, exist_ok=True)
        for file in files:
            kept = KEPT / f"{Path(file).stem}.json"
            known: dict[str, Any] = {"of": "", "lines": {}}
            if kept.exists():
                known = json.loads(kept.read_text())
            if known["of"] != _state(file, known["lines"]):
                known = _run_lines(copied, file)
                kept.write_text(json.dumps(known | {"of": _state(file, known["lines"])}))
            self._seconds |= known["seconds"]
            for module, lines in known["lines"].items():
                for line, names in lines.items():
                    every = known["seconds"] if ALL in names else names
                    self._lines.setdefault(module, {}).setdefault(int(line), set()).update(every)

    def of(self, fault: Fault) -> tuple[list[str], float]:
        """Return the tests that run a fault's line, and how long they take, in s.

        The module's other tests follow, as far as there is time: a line may run on import, or in a
        sealed process that notes nothing. Of a module that runs there alone they are its package's.
        """
        lines = self._lines.get(fault.module, {})
        first = lines.get(fault.line, set()) if _is_in_a_function(fault) else set()
        package = fault.module.rpartition("/")[0]
        near = [lines] if lines else [
            each for module, each in self._lines.items() if module.rpartition("/")[0] == package
        ]  # fmt: skip
        every = {name for each in near for names in each.values() for name in names}
        every &= set(self._seconds)
        chosen, seconds = list[str](), 0.0
        for name in sorted(every, key=lambda name: (name not in first, self._seconds[name])):
            seconds += self._seconds[name]
            if chosen and seconds > self._most:
                break
            chosen.append(name)
        return chosen, seconds


def _is_in_a_function(fault: Fault) -> bool:
    """Whether a fault's line runs when a function is called, and not on import alone."""
    for each in ast.walk(_parsed(fault.module)):
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            first = each.body.lineno if isinstance(each, ast.Lambda) else each.body[0].lineno
            if first <= fault.line <= (each.end_lineno or 0):
                return True
    return False


def _state(file: str, run: Iterable[str]) -> str:
    """Return what changes when a file of tests may run other lines than before of these modules."""
    paths = [ROOT / file, *(ROOT / "engine" / f"{module}.py" for module in sorted(run))]
    read = [path.read_bytes() if path.exists() else b"" for path in paths]
    return hashlib.sha256(b"".join(read)).hexdigest()


def _run_lines(copied: Path, file: str) -> dict[str, Any]:
    """Run a file of tests; return how long each takes, and which tests run which lines."""
    print(f"which lines {file} runs ...", file=sys.stderr, flush=True)
    for left in (*copied.glob("lines*"), *copied.glob("seconds")):
        left.unlink()
    (copied / "sitecustomize.py").write_text(CHILD.format(copied=str(copied)))
    _wait(_pytest(copied, [file], plugin=_Lines(copied)))
    (copied / "sitecustomize.py").unlink()
    lines: dict[str, dict[int, set[str]]] = {}
    for path in copied.glob("lines*"):
        data = coverage.CoverageData(str(path))
        with contextlib.suppress(coverage.exceptions.CoverageException):  # its process was killed
            data.read()
            for name in data.measured_files():
                module = Path(name).relative_to(copied / "engine").with_suffix("").as_posix()
                for line, contexts in data.contexts_by_lineno(name).items():
                    lines.setdefault(module, {}).setdefault(line, set()).update(contexts)
    return {
        "seconds": json.loads((copied / "seconds").read_text()),
        "lines": {
            module: {line: sorted(names - {""}) for line, names in each.items() if names - {""}}
            for module, each in lines.items()
        },
    }


def _pytest(copied: Path, arguments: Sequence[str], seconds: float = 0, plugin: Any = None) -> int:
    """Begin pytest in a copy of the project, in a process of its own; return the process's number.

    A fork: Python and the libraries of the tests need not be loaded for every fault.

    Args:
        copied: the copy.
        arguments: pytest's.
        seconds: how long the tests take without a fault.
        plugin: of pytest; with one all tests are run, however long they take.
    """
    sys.stdout.flush()
    if number := os.fork():
        return number
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    if plugin is None:
        limit = LIMIT + round(TIMES * seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        arguments = ["-x", *arguments]
    os.chdir(copied)
    sys.path.insert(0, str(copied))
    os.environ["PYTHONPATH"] = str(copied)
    for name in [
        name for name in sys.modules if name.partition(".")[0] in ("engine", "tests", "tools")
    ]:
        del sys.modules[name]
    sys.modules["__main__"] = ModuleType("__main__")  # processes of the tests would load this one
    options = ["-o", "addopts=", "-m", "not (nightly or campaign or release)", "--timeout=0"]
    options += ["-W", "ignore", "-p", "no:cacheprovider", "-p", "no:pytest-qt"]
    status = 1
    try:
        arguments = [*options, f"--rootdir={copied}", *arguments]
        status = pytest.main(arguments, [plugin] if plugin else [])
    finally:
        os._exit(status)


def _wait(number: int) -> int:
    """Return 0 where a process ended well, once it has."""
    return os.waitpid(number, 0)[1]


def _copy(folder: Path) -> Path:
    """Copy what the tests need."""
    ignored = shutil.ignore_patterns("__pycache__", ".*", "build", "dist")
    shutil.copytree(ROOT, folder, ignore=ignored)
    return folder


def _end_children(number: int) -> None:
    """End all that a process has started."""
    for each in psutil.Process(number).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            each.kill()


def _end(number: int) -> None:
    """End a process, and all that it has started."""
    _end_children(number)
    os.kill(number, signal.SIGKILL)
    _wait(number)


def _write(path: Path, source: str) -> None:
    """Write a module; what was compiled of it may look as if it were new enough."""
    path.write_text(source, encoding="utf-8")
    Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)


def _is_noticed(fault: Fault, tests: Tests, copied: Path) -> bool:
    """Whether a test fails with a fault, or takes far longer than it should."""
    chosen, seconds = tests.of(fault)
    if not chosen:
        return False
    path = copied / "engine" / f"{fault.module}.py"
    _write(path, fault.source)
    number = _pytest(copied, chosen, seconds)
    latest = monotonic() + LIMIT + PATIENCE * seconds
    try:
        while monotonic() < latest:
            ended, status = os.waitpid(number, os.WNOHANG)
            if ended:
                return status != 0
            sleep(0.05)
        _end(number)
        return True
    finally:
        _write(path, (ROOT / "engine" / f"{fault.module}.py").read_text(encoding="utf-8"))


def living(faults: Sequence[Fault], tests: Tests, copies: Sequence[Path]) -> Iterator[Fault]:
    """Yield the faults that no test notices; as many are tried at a time as there are copies."""
    free = queue.SimpleQueue[Path]()
    for copied in copies:
        free.put(copied)

    def lives(fault: Fault) -> Fault | None:
        copied = free.get()
        try:
            return None if _is_noticed(fault, tests, copied) else fault
        finally:
            free.put(copied)

    with ThreadPoolExecutor(len(copies)) as pool:
        yield from (fault for fault in pool.map(lives, faults) if fault)


def drawn(every: Iterable[Fault], count: int, seed: int) -> list[Fault]:
    """Return some faults, drawn at random by a seed; whatever else changes, they stay the same."""

    def lot(fault: Fault) -> bytes:
        return hashlib.sha256(repr((seed, fault.change)).encode()).digest()

    return sorted(every, key=lot)[:count]


def main() -> None:
    """Try the faults that the command line asks for, and list those that live."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutations", description=__doc__)
    parser.add_argument("modules", nargs="*", help="such as solver or players/level (all of them)")
    parser.add_argument("--count", type=int, default=200, help="how many faults (200)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--only", default="", help="of these, those of modules that begin so")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    parser.add_argument("--seconds", type=float, default=60, help="of tests for one fault (60)")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="files of tests")
    wanted = parser.parse_args()
    every = [fault for module in wanted.modules or modules() for fault in faults_of(module)]
    faults = drawn(every, wanted.count, wanted.seed)
    faults = [fault for fault in faults if fault.module.startswith(tuple(wanted.only.split(",")))]
    listed = no_faults()
    for change in stale(listed):
        print("no such change any more:", *change, sep="\n    ", flush=True)
    looked_at = sum(fault.change in listed for fault in faults)
    faults = [fault for fault in faults if fault.change not in listed]
    lived = 0
    with tempfile.TemporaryDirectory() as name:
        tests = Tests(_copy(Path(name) / "lines"), wanted.tests, wanted.seconds)
        copies = [_copy(Path(name) / str(number)) for number in range(wanted.jobs)]
        for fault in living(faults, tests, copies):
            print(f"{fault.module}:{fault.line}: {fault.before}  ->  {fault.after}", flush=True)
            lived += 1
    share = 1 - lived / len(faults)
    print(
        f"noticed: {len(faults) - lived} of {len(faults)} faults ({share:.1%}), besides "
        f"{looked_at} that {NO_FAULTS.name} explains"
    )


if __name__ == "__main__":
    main()
