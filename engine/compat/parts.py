"""The parts of a file that some of its functions reach: where a mistake of theirs may be."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TypeGuard

Function = ast.FunctionDef | ast.AsyncFunctionDef

BOARD_METHODS = ("clone", "get_empty_squares", "check_win", "move", "get_dim", "square")
"""What boards are asked for."""

MARKS = ("EMPTY", "PLAYERX", "PLAYERO", "DRAW")
"""The marks and results of the course's module."""


@dataclass(frozen=True, slots=True)
class CodePart:
    """A part of a module that is looked at for edits: a function, or a statement.

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

    def choices(self, name: str) -> list[str]:
        """Return what a name of a rule may stand for that its pattern does not have."""
        weights = [name for name in self.names if name.isupper() and name not in ("NTRIALS", "_")]
        return {
            "_board": [*self.boards],
            "_name": [*self.names],
            "_local": [name for name in self.names if not name.isupper()],
            "_weight": weights,
            "_mark": [self.course + mark for mark in MARKS],
            "_draw": [f"{self.course}DRAW"],
            "_switch_player": [f"{self.course}switch_player"],
        }[name]


def parts_of(
    tree: ast.Module, functions: Collection[str], right: Collection[str] = ()
) -> list[CodePart]:
    """Return the parts of a module that some of its functions reach, helpers and constants too.

    Args:
        right: names that are known to be right: what only they reach is left out.
    """
    bound: dict[str, list[tuple[ast.stmt, ast.AST]]] = {}
    for statement in tree.body:
        for name, value in _bound(statement):
            bound.setdefault(name, []).append((statement, value))
    waiting, reached, used = list(functions), set[ast.stmt](), set(functions)
    while waiting:
        for statement, value in bound.get(waiting.pop(), []):
            reached.add(statement)
            new = _used(value) - used - set(right)
            used |= new
            waiting += new
    constants = tuple(
        name for name, places in bound.items()
        if all(isinstance(statement, ast.Assign | ast.AnnAssign) for statement, _ in places)
    )  # fmt: skip
    course = _course(tree)
    return [
        part
        for statement in tree.body if statement in reached
        for part in _parts(statement, constants, course, used)
    ]  # fmt: skip


def _parts(
    statement: ast.stmt, constants: tuple[str, ...], course: str, used: set[str]
) -> Iterator[CodePart]:
    if isinstance(statement, ast.ClassDef):
        for part in statement.body:
            if not isinstance(part, Function) or part.name in used or part.name.startswith("__"):
                yield from _parts(part, constants, course, used)
    elif not isinstance(statement, ast.Import | ast.ImportFrom):
        nodes = list(ast.walk(statement))
        given = {node.arg for node in nodes if isinstance(node, ast.arg)}
        own = dict.fromkeys(
            node.arg if isinstance(node, ast.arg) else node.id
            for node in nodes if isinstance(node, ast.arg) or _is_stored(node)
        )  # fmt: skip
        asked = {
            node.value.id for node in nodes
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
            and node.attr in BOARD_METHODS
        }  # fmt: skip
        asked = (asked | {name for name in given if "board" in name}) or given
        names = (*own, *constants) if isinstance(statement, Function) else constants
        yield CodePart(statement, names, tuple(name for name in own if name in asked), course)


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


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
                if _is_stored(node):
                    yield node.id, statement


def _used(value: ast.AST) -> set[str]:
    """Return the names that something uses; those of attributes too: they may be methods."""
    names = set[str]()
    for node in ast.walk(value):
        if isinstance(node, ast.Name) and not _is_stored(node):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
    return names


def _course(tree: ast.Module) -> str:
    """Return how a module writes a name of the course's module, up to that name."""
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for module in node.names:
                if module.name.endswith("poc_ttt_provided"):
                    return f"{module.asname or module.name}."
    return "provided."
