"""Which of the four functions nobody has written yet: those that are as the course hands them out.

The course's template has four functions whose bodies do nothing: a docstring, ``pass``, or the
return of a constant.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from engine.compat.terms import FOUR

NOTHING = "nothing is written yet"
"""The verdict on a file in which none of the four functions does anything."""


def unwritten(tree: ast.Module) -> list[str]:
    """Return which of the four functions a module defines without anything to do in them.

    A function that the module binds in any other way, too, counts as written.
    """
    bodies: dict[str, list[Sequence[ast.stmt]]] = {name: [] for name in FOUR}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in bodies:
            bodies[node.name].append(node.body)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in bodies:
            bodies.pop(node.id)
    return [
        name for name, definitions in bodies.items()
        if definitions and all(_does_nothing(line) for body in definitions for line in body)
    ]  # fmt: skip


def is_unwritten(tree: ast.Module) -> bool:
    """Whether none of the four functions is written, and one at least is begun or nothing is there.

    A module with other functions that do something is no template.
    """
    empty = unwritten(tree)
    defined = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    if any(node.name not in empty for node in defined):
        return False
    return bool(empty) or all(_is_given(statement) for statement in tree.body)


def _does_nothing(statement: ast.stmt) -> bool:
    match statement:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Return(value=None):
            return True
        case ast.Return(value=value) if value is not None:
            return _is_constant(value)
        case ast.Raise(exc=ast.Name(id="NotImplementedError")):
            return True
        case ast.Raise(exc=ast.Call(func=ast.Name(id="NotImplementedError"))):
            return True
    return False


def _is_constant(value: ast.expr) -> bool:
    match value:
        case ast.Constant():
            return True
        case ast.UnaryOp(operand=operand):
            return _is_constant(operand)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return all(_is_constant(part) for part in parts)
    return False


def _is_given(statement: ast.stmt) -> bool:
    """Whether a statement of a module without functions is what every file begins with."""
    return isinstance(statement, ast.Import | ast.ImportFrom | ast.Expr | ast.Assign | ast.Pass)
