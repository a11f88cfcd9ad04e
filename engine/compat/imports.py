"""Finds the course's modules, under whatever path a file imports them."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from engine.compat import poc_simpletest, poc_ttt_gui, poc_ttt_provided

COURSE = {
    "poc_ttt_provided": poc_ttt_provided,
    "poc_ttt_gui": poc_ttt_gui,
    "poc_simpletest": poc_simpletest,
}
"""Modules of the course that are here in full; a sealed process can import no other copy."""

OURS = tuple(COURSE)

_STAND_INS = re.compile(r"simplegui|simpleplot|codeskulptor|SimpleGUICS2Pygame|user\d+_\w+")


class _Harmless:
    """Stands for anything that exists on the course's web site only: it can be called and asked."""

    def __call__(self, *_arguments: Any, **_options: Any) -> _Harmless:
        return self

    def __getattr__(self, name: str) -> _Harmless:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __getitem__(self, _key: Any) -> _Harmless:
        return self

    def __iter__(self) -> Iterator[_Harmless]:
        return iter(())

    def __lt__(self, _other: object) -> bool:
        return False

    __gt__ = __le__ = __ge__ = __lt__


class _StandIn(ModuleType):
    """A module in which every name is harmless."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "TestSuite":
            return poc_simpletest.TestSuite
        return _Harmless()


class CourseFinder(MetaPathFinder, Loader):
    """Finds the course's modules for a file's imports.

    Asked first: copies of the course's own modules that lie beside a file are Python 2.

    Args:
        notes: takes sentences on what was replaced.
    """

    def __init__(self, source: str, notes: list[str]) -> None:
        self._packages = _parents(source)
        self._notes = notes

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for a name that this finder knows."""
        if name.startswith("engine."):
            return None
        first, last = name.partition(".")[0], name.rpartition(".")[2]
        if last in OURS or name in self._packages:
            return ModuleSpec(name, self, is_package=name in self._packages)
        if _STAND_INS.fullmatch(last) or _STAND_INS.fullmatch(first):
            return ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return our module, an empty package, or a stand-in."""
        last = spec.name.rpartition(".")[2]
        if last in OURS:
            return _alias(spec.name, COURSE[last])
        if spec.name in self._packages:
            return None
        self._notes.append(
            f"{spec.name} exists on the course's web site only; what it does was left out"
        )
        return _StandIn(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: there is nothing left to run."""


def _alias(name: str, module: ModuleType) -> ModuleType:
    """Return a module of another name with the same contents."""
    alias = ModuleType(name, module.__doc__)
    for key, value in vars(module).items():
        if not key.startswith("__"):
            setattr(alias, key, value)
    return alias


def _parents(source: str) -> set[str]:
    """Return the packages that the file believes the course's modules to be in."""
    parents: set[str] = set()
    for path in re.findall(r"[\w.]+", source):
        parts = path.split(".")
        if len(parts) > 1 and parts[-1] in OURS:
            parents.update(".".join(parts[:end]) for end in range(1, len(parts)))
    # "from poc.tic_tac_toe import poc_ttt_provided"
    for package, names in re.findall(r"from\s+([\w.]+)\s+import\s+([\w, ]+)", source):
        if any(name.strip().split(" ")[0] in OURS for name in names.split(",")):
            parts = package.split(".")
            parents.update(".".join(parts[:end]) for end in range(1, len(parts) + 1))
    return {name for name in parents if name}


class RelativeFinder(MetaPathFinder, Loader):
    """Finds modules that are the course's under another name, by what is asked of them.

    Asked last, for what no other finder knows.

    Args:
        notes: takes sentences on what was taken for what.
    """

    def __init__(self, source: str, notes: list[str]) -> None:
        self._asked = _asked_of_modules(source)
        self._notes = notes

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for a module of which the course's names are asked, and no others."""
        return ModuleSpec(name, self) if self._meant(name) else None

    def _meant(self, name: str) -> str:
        """Return the module of the course that is meant; empty where it is none."""
        asked = self._asked.get(name, set())
        for known, module in COURSE.items():
            public = set(getattr(module, "__all__", ())) or set(vars(module))
            if asked and asked <= {word for word in public if not word.startswith("_")}:
                return known
        return ""

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return our module under the name that was asked for."""
        known = self._meant(spec.name)
        self._notes.append(f"{spec.name} is not there; the course's {known} takes its place")
        return _alias(spec.name, COURSE[known])

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: there is nothing left to run."""


def _asked_of_modules(source: str) -> dict[str, set[str]]:
    """Return which names a text of Python 3 asks of the modules that it imports."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return {}
    asked: dict[str, set[str]] = {}
    bound: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            asked.setdefault(node.module, set()).update(alias.name for alias in node.names)
        elif isinstance(node, ast.Import):
            bound.update((alias.asname or alias.name, alias.name) for alias in node.names)
    for node in ast.walk(tree):
        name = getattr(node.value, "id", "") if isinstance(node, ast.Attribute) else ""
        if isinstance(node, ast.Attribute) and name in bound:
            asked.setdefault(bound[name], set()).add(node.attr)
    return asked


def install(source: str) -> list[str]:
    """Let the imports of a file with this text be found; return what takes notes on that."""
    notes: list[str] = []
    sys.meta_path.insert(0, CourseFinder(source, notes))
    sys.meta_path.append(RelativeFinder(source, notes))
    return notes


def is_plain(source: str) -> bool:
    """Whether a text is Python 3."""
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError):  # nested too deeply
        return False
    return True
