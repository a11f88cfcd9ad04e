"""What faults a module can get, and the changes that are none, as ``no_faults.txt`` lists them."""

from __future__ import annotations

import ast
import copy
import functools
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
NO_FAULTS = Path(__file__).with_name("no_faults.txt")

PACKAGES = ("engine", "ttt_desktop")
"""What is sampled."""

_SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr, ast.And: ast.Or, ast.Or: ast.And, ast.USub: ast.UAdd,
}  # fmt: skip
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}

_GUARDED = ("Problem", "FileError", "dataclass", "zip")
"""Calls whose named arguments are left alone: messages, and what only guards against slips, such as
a class's being frozen."""


class Change(NamedTuple):
    """A change of a line: the module, the line without its indent, what stands there, what then."""

    module: str
    line: str
    before: str
    after: str


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

    @property
    def in_a_function(self) -> bool:
        """Whether its line runs when a function is called, and not on import alone."""
        for node in ast.walk(_parsed(self.module)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
                body = node.body if isinstance(node, ast.Lambda) else node.body[0]
                if body.lineno <= self.line <= (node.end_lineno or 0):
                    return True
        return False


# --- modules --------------------------------------------------------------------------


def modules(packages: Iterable[str] = PACKAGES) -> list[str]:
    """Return the modules of some packages: their paths without the ending."""
    paths = (path for package in packages for path in (ROOT / package).rglob("*.py"))
    return sorted(path.relative_to(ROOT).with_suffix("").as_posix() for path in paths)


def path_of(module: str, root: Path = ROOT) -> Path:
    """Return a module's file."""
    return root / f"{module}.py"


@functools.cache
def lines_of(module: str) -> list[str]:
    """Return a module's lines, without their indents."""
    return [line.strip() for line in path_of(module).read_text(encoding="utf-8").split("\n")]


def _parsed(module: str) -> ast.Module:
    return ast.parse(path_of(module).read_text(encoding="utf-8"))


# --- changes --------------------------------------------------------------------------


def faults_of(module: str) -> list[Fault]:
    """Return all faults that a module can get."""
    return [
        Fault(module, node.lineno, ast.unparse(node), ast.unparse(new), number)
        for number, (*_, node, new) in enumerate(_changes(_parsed(module)))
    ]


def drawn(faults: Iterable[Fault], count: int, seed: int) -> list[Fault]:
    """Return some faults, drawn at random by a seed; whatever else changes, they stay the same."""

    def lot(fault: Fault) -> tuple[bytes, int]:
        return hashlib.sha256(repr((seed, fault.change)).encode()).digest(), fault.number

    return sorted(faults, key=lot)[:count]


def _changes(tree: ast.Module) -> list[tuple[ast.AST, str, int | None, Any, ast.AST]]:
    """Return what can be changed in a module, as ``_places`` yields it, and into what."""
    changes = []
    for parent, field, place, node in _places(tree):
        changed = _changed(node)
        if changed is not None:
            changes.append((parent, field, place, node, changed))
    return changes


def _places(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Yield what can be changed below a node: parent, field, place in a list, and what it is.

    Annotations are left out, and so are the named arguments of what is ``_GUARDED``.
    """
    left_out = {"annotation", "returns", "type_comment"}
    if isinstance(node, ast.Call) and ast.unparse(node.func) in _GUARDED:
        left_out.add("keywords")
    for field, value in ast.iter_fields(node):
        if field in left_out:
            continue
        children: Sequence[tuple[int | None, Any]] = [(None, value)]
        if isinstance(value, list):
            children = [*enumerate(value)]
        for place, child in children:
            if isinstance(child, ast.AST):
                yield node, field, place, child
                yield from _places(child)


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


# --- changes that are no faults -------------------------------------------------------


def no_faults() -> dict[Change, str]:
    """Return the listed changes, and why each is no fault."""
    reasons = {}
    for part in NO_FAULTS.read_text(encoding="utf-8").split("\n\n")[1:]:
        module, line, change, *reason = map(str.strip, part.strip().split("\n"))
        before, _, after = change.partition("  ->  ")
        reasons[Change(module, line, before, after)] = " ".join(reason)
    return reasons


def stale(listed: Iterable[Change]) -> list[Change]:
    """Return the changes that the program has no place for any more."""
    listed = [*listed]
    known = {change.module for change in listed} & set(modules())
    possible = {fault.change for module in known for fault in faults_of(module)}
    return [change for change in listed if change not in possible]
