"""Small faults put into the engine one by one, to see whether the tests notice.

Run by hand: ``python -m tests.mutations``; ``--help`` tells what can be chosen. Each fault is put
into a copy of the project, and the tests that run the changed line are run there, the quick ones
first, until one fails. What lives is listed: it is either no fault, or no test looks at it.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import random
import resource
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import coverage
import hypothesis  # noqa: F401  (what the tests import is imported once, before the forks)
import numpy as np  # noqa: F401
import pytest
import scipy.stats  # noqa: F401

ROOT = Path(__file__).resolve().parent.parent
TESTS = tuple(
    f"tests/engine/test_{name}.py"
    for name in (
        "board", "exact", "game", "levels", "limit", "notation", "proofs", "sampling",
        "search_and_players", "solver", "tally", "tree",
    )
)  # fmt: skip
"""The tests of the engine's own modules: those that start no other processes."""

SUBJECTS = (
    "analysis", "board", "exact", "game", "limit", "notation",
    "pairing", "portions", "position", "proofs", "rules", "sampling", "search", "search_native",
    "solver", "solver_python", "tally", "tree", "tree_python", "weights", "windows",
    "players/level", "players/monte_carlo", "players/perfect", "players/player",
    "players/random_player", "players/searching", "players/tree_player",
)  # fmt: skip

TOO_LONG = "far_levels or careful_person or every_level or not_beaten or no_value or still_tries"
"""Tests that play many games."""

TOGETHER, LIMIT = 4.0, 60
"""Seconds of the processor: of all tests of one fault, and after which it counts as noticed."""

_SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr, ast.And: ast.Or, ast.Or: ast.And, ast.USub: ast.UAdd,
}  # fmt: skip
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Fault(NamedTuple):
    """A fault: where it is, what stands there and what instead, and its number in the module."""

    module: str
    line: int
    before: str
    after: str
    number: int

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
        case ast.Constant(value=int() | float()):
            new.value += 1
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            new.value = ast.Constant(None)
        case ast.Break():
            return ast.Continue()
        case _:
            return None
    return new


def _places(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Yield what can be changed below a node: parent, field, place in a list, and what is there.

    Annotations are left out, and so are messages.
    """
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "type_comment", "keywords" if _is_text(node) else ""):
            continue
        for place, each in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(each, ast.AST):
                yield node, field, place, each
                yield from _places(each)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "Problem"


def _parsed(module: str) -> ast.Module:
    return ast.parse((ROOT / "engine" / f"{module}.py").read_text(encoding="utf-8"))


def _changes(tree: ast.Module) -> list[tuple[ast.AST, str, int | None, ast.AST, ast.AST]]:
    """Return what can be changed in a module, as ``_places`` yields it, and into what."""
    changes = [(*place, _changed(place[-1])) for place in _places(tree)]
    return [change for change in changes if change[-1] is not None]


def faults_of(module: str) -> list[Fault]:
    """Return all faults that a module of the engine can get."""
    return [
        Fault(module, node.lineno, ast.unparse(node), ast.unparse(new), number)
        for number, (*_, node, new) in enumerate(_changes(_parsed(module)))
    ]


class _Lines:
    """A plugin of pytest that notes which tests run which lines, and how long each takes."""

    def __init__(self, copied: Path) -> None:
        self._coverage = coverage.Coverage(
            data_file=str(copied / "lines"), source=[str(copied / "engine")], config_file=False
        )
        self._copied = copied
        self._seconds: dict[str, float] = {}

    def pytest_sessionstart(self) -> None:
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid)
        start = process_time()
        try:
            yield
        finally:
            self._seconds[item.nodeid] = process_time() - start
            self._coverage.switch_context("")

    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        self._coverage.save()
        (self._copied / "seconds").write_text(json.dumps(self._seconds))


class Tests:
    """Which tests run a line of the engine, the quick ones first."""

    def __init__(self, copied: Path, files: Sequence[str]) -> None:
        if _wait(_pytest(copied, [*files, "-k", f"not ({TOO_LONG})"], _Lines(copied))):
            sys.exit("the tests have to pass before faults are put in")
        self._seconds: dict[str, float] = json.loads((copied / "seconds").read_text())
        self._data = coverage.CoverageData(str(copied / "lines"))
        self._data.read()
        self._copied = copied

    def of(self, fault: Fault) -> list[str]:
        """Return the tests that run a fault's line; of one that runs on import, the module's."""
        lines = self._data.contexts_by_lineno(str(self._copied / "engine" / f"{fault.module}.py"))
        names = set(lines.get(fault.line, ())) & set(self._seconds)
        if not names:
            names = {name for each in lines.values() for name in each} & set(self._seconds)
        chosen, seconds = [], 0.0
        for name in sorted(names, key=lambda name: self._seconds[name]):
            seconds += self._seconds[name]
            if seconds > TOGETHER:
                break
            chosen.append(name)
        return chosen


def _pytest(copied: Path, arguments: Sequence[str], plugin: Any = None) -> int:
    """Begin pytest in a copy of the project, in a process of its own; return the process's number.

    A fork: Python and the libraries of the tests need not be loaded for every fault.
    """
    sys.stdout.flush()
    if number := os.fork():
        return number
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    if plugin is None:
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    os.chdir(copied)
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(copied))
    for name in [name for name in sys.modules if name.partition(".")[0] in ("engine", "tests")]:
        del sys.modules[name]
    options = [
        "-n0",
        "-x",
        "--timeout=0",
        "-W",
        "ignore",
        "-p",
        "no:cacheprovider",
        f"--rootdir={copied}",
    ]
    status = 1
    try:
        status = pytest.main([*options, *arguments], [plugin] if plugin else [])
    finally:
        os._exit(status)


def _wait(number: int) -> int:
    """Return 0 where a process ended well, once it has."""
    return os.waitpid(number, 0)[1]


def _copy(folder: Path) -> Path:
    """Copy what the tests need."""
    folder.mkdir()
    for name in ("engine", "tests", "packaging", "ttt_desktop"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def _begin(fault: Fault, tests: Sequence[str], copied: Path) -> int:
    """Run the tests of a fault in a copy; return the process's number."""
    path = copied / "engine" / f"{fault.module}.py"
    path.write_text(fault.source, encoding="utf-8")
    return _pytest(copied, tests)


def living(faults: Sequence[Fault], tests: Tests, copies: list[Path]) -> Iterator[Fault]:
    """Yield the faults that no test notices; as many are tried at a time as there are copies."""
    under_way: dict[int, tuple[Fault, Path]] = {}
    todo = list(faults)
    while todo or under_way:
        while todo and copies:
            fault = todo.pop()
            if not (chosen := tests.of(fault)):
                yield fault
                continue
            copied = copies.pop()
            under_way[_begin(fault, chosen, copied)] = fault, copied
        if not under_way:
            break
        number, status = os.wait()
        fault, copied = under_way.pop(number)
        shutil.copy(
            ROOT / "engine" / f"{fault.module}.py", copied / "engine" / f"{fault.module}.py"
        )
        copies.append(copied)
        if status == 0:
            yield fault


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("modules", nargs="*", default=SUBJECTS, help="such as solver (all of them)")
    parser.add_argument("--count", type=int, default=200, help="how many faults (200)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="files of tests")
    wanted = parser.parse_args()
    every = [fault for module in wanted.modules for fault in faults_of(module)]
    faults = random.Random(wanted.seed).sample(every, min(wanted.count, len(every)))
    lived = 0
    with tempfile.TemporaryDirectory() as name:
        copies = [_copy(Path(name) / str(number)) for number in range(wanted.jobs)]
        tests = Tests(_copy(Path(name) / "lines"), wanted.tests)
        for fault in living(faults, tests, copies):
            print(f"{fault.module}:{fault.line}: {fault.before}  ->  {fault.after}", flush=True)
            lived += 1
    share = 1 - lived / len(faults)
    print(f"noticed: {len(faults) - lived} of {len(faults)} faults ({share:.1%})")


if __name__ == "__main__":
    main()
