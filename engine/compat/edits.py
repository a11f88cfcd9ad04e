"""Small edits of a text, one at a time: what somebody who made a slip might have meant.

An edit changes one place, or the same thing in all places of a function. The likeliest come first.
Nothing is run here, and nothing says that an edit is right: ``engine.compat.repairs`` tries them.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

_SHOWN = 60

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Replacement:
    """A piece of a text that becomes another: offsets in bytes, and the new bytes."""

    start: int
    end: int
    new: bytes


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit.

    Attributes:
        lines: the lines that it changes, or after which it adds one, in their order.
        changes: what it changes; they do not overlap.
        told: what it does, to follow "line 45: ".
        rank: how likely it is, 0 first.
        kind: what it has in common with edits of other places.
        is_addition: whether it adds a statement after its line.
    """

    lines: tuple[int, ...]
    changes: tuple[Replacement, ...]
    told: str
    rank: int
    kind: str
    is_addition: bool = False


class Pieces:
    """A text by lines and offsets, as its tree speaks of them.

    Args:
        source: a text that Python can read.

    Attributes:
        data: the text in bytes.
        tree: the text, read.
    """

    def __init__(self, source: str) -> None:
        source = source.replace("\r", "\n")
        self.data = source.encode()
        self.tree = ast.parse(source)
        self._starts = [0]
        for line in self.data.split(b"\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)

    def start(self, node: ast.expr | ast.stmt) -> int:
        """Return where a node begins."""
        return self.at(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt) -> int:
        """Return where a node ends."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.at(node.end_lineno, node.end_col_offset)

    def at(self, line: int, column: int = 0) -> int:
        """Return the offset of a place; lines count from 1."""
        return self._starts[line - 1] + column

    def line(self, offset: int) -> int:
        """Return the line of an offset."""
        return bisect_right(self._starts, offset)

    def text(self, node: ast.expr | ast.stmt) -> str:
        """Return what a node is written as."""
        return self.data[self.start(node) : self.end(node)].decode()

    def quoted(self, line: int) -> str:
        """Return what stands in a line, without its indentation."""
        return self.data[self.at(line) : self.at(line + 1) - 1].decode().strip()

    def edited(self, edit: Edit) -> str:
        """Return the text with an edit."""
        data = self.data
        for change in sorted(edit.changes, key=lambda each: each.start, reverse=True):
            data = data[: change.start] + change.new + data[change.end :]
        return data.decode()

    def replaced(self, start: int, end: int, new: str, rank: int, kind: str = "") -> Edit:
        """Return an edit that writes something else in one place."""
        old = self.data[start:end].decode()
        told = f"with {_quoted(new)} instead of {_quoted(old)}"
        change = Replacement(start, end, new.encode())
        return Edit((self.line(start),), (change,), told, rank, kind or f"{new} for {old}")

    def instead(self, node: ast.expr, new: str, rank: int, kind: str = "") -> Edit:
        """Return an edit that writes something else instead of a node."""
        start, end = self.start(node), self.end(node)
        if "\n" in self.text(node):
            new = f"({new})"
        return self.replaced(start, end, new, rank, kind)


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return f"`{line if len(line) <= _SHOWN else line[:_SHOWN] + '…'}`"


@dataclass(frozen=True, slots=True)
class Scope:
    """A part of a text that is looked at for edits: a function, or a statement of the module.

    Attributes:
        node: it.
        names: what a name in it may stand for: its own variables, and the module's constants.
        boards: those of its names that are asked as boards are.
        course: how the module writes a name of the course's module, up to that name.
    """

    node: ast.stmt
    names: tuple[str, ...]
    boards: tuple[str, ...]
    course: str


def parts_of(
    tree: ast.Module, functions: Collection[str], right: Collection[str] = ()
) -> list[Scope]:
    """Return the parts of a module that some of its functions reach, helpers and constants too.

    Args:
        tree: the module.
        functions: names that the module binds, in any way.
        right: names that are known to be right: what only they reach is left out.
    """
    bound: dict[str, list[tuple[ast.stmt, ast.AST]]] = {}
    for statement in tree.body:
        for name, value in _bound(statement):
            bound.setdefault(name, []).append((statement, value))
    waiting, reached, used = list(functions), set[int](), set(functions)
    while waiting:
        for statement, value in bound.get(waiting.pop(), []):
            reached.add(id(statement))
            new = _used(value) - used - set(right)
            used |= new
            waiting += new
    constants = tuple(
        name for name, where in bound.items()
        if all(isinstance(each, ast.Assign | ast.AnnAssign) for each, _ in where)
    )  # fmt: skip
    course = _course(tree)
    found: list[Scope] = []
    for statement in tree.body:
        if id(statement) in reached:
            found += _parts(statement, constants, course, used)
    return found


def _parts(
    statement: ast.stmt, constants: tuple[str, ...], course: str, used: set[str]
) -> Iterator[Scope]:
    if isinstance(statement, ast.ClassDef):
        for each in statement.body:
            if not isinstance(each, Function) or each.name in used or each.name.startswith("__"):
                yield from _parts(each, constants, course, used)
    elif not isinstance(statement, ast.Import | ast.ImportFrom):
        own = dict.fromkeys(name for each in ast.walk(statement) if (name := _variable(each)))
        names = tuple(own) + constants if isinstance(statement, Function) else constants
        asked, given = _asked_as_boards(statement), _parameters(statement)
        asked = (asked | {name for name in given if "board" in name}) or given
        boards = tuple(name for name in own if name in asked)
        yield Scope(statement, names, boards, course)


def _variable(node: ast.AST) -> str:
    """Return the name that a node makes a variable of; empty where it makes none."""
    if isinstance(node, ast.arg):
        return node.arg
    return node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else ""


def _is_stored(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _parameters(statement: ast.stmt) -> set[str]:
    return {node.arg for node in ast.walk(statement) if isinstance(node, ast.arg)}


BOARD_METHODS = ("clone", "get_empty_squares", "check_win", "move", "get_dim", "square")
"""What boards are asked for."""


def _asked_as_boards(statement: ast.stmt) -> set[str]:
    return {
        node.value.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.attr in BOARD_METHODS
    }


def _bound(statement: ast.stmt) -> Iterator[tuple[str, ast.AST]]:
    """Yield the names that a statement of a module binds, each with what it is bound to."""
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield statement.name, statement
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            for target, value in zip(targets, values, strict=False):
                if isinstance(target, ast.Name):
                    yield target.id, value
        case ast.Import() | ast.ImportFrom():
            return
        case _:
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and _is_stored(node):
                    yield node.id, statement


def _used(value: ast.AST) -> set[str]:
    """Return the names that something uses; those of attributes too: they may be methods."""
    found = set[str]()
    for node in ast.walk(value):
        if isinstance(node, ast.Name) and not _is_stored(node):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
    return found


def _course(tree: ast.Module) -> str:
    """Return how a module writes a name of the course's module, up to that name."""
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for each in node.names:
                if each.name.endswith("poc_ttt_provided"):
                    return f"{each.asname or each.name}."
    return "provided."


def everywhere(edits: Iterable[Edit]) -> Iterator[Edit]:
    """Yield edits that change the same thing in all its places: a slip may be made throughout."""
    alike: dict[str, list[Edit]] = {}
    for edit in edits:
        alike.setdefault(edit.kind, []).append(edit)
    for same in alike.values():
        lines = tuple(dict.fromkeys(line for edit in same for line in edit.lines))
        once = dict.fromkeys(each for edit in same for each in edit.changes)
        changes = sorted(once, key=lambda each: each.start)
        apart = all(a.end <= b.start for a, b in pairwise(changes))
        if len(changes) > 1 and apart and not same[0].is_addition:
            told = f"{same[0].told} in {len(changes)} places"
            rank = same[0].rank + 1
            yield Edit(tuple(sorted(lines)), tuple(changes), told, rank, same[0].kind)
