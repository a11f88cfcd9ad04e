"""What a course file's text says, read here and never run: names, lines, weights, imports.

The judge asks the text for these, since the file's own process may say anything.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from pathlib import Path

from engine.compat.source import Text
from engine.compat.terms import FOUR

Weights = tuple[float, float]
"""SCORE_CURRENT and SCORE_OTHER, under whatever names."""

EDITIONS = (("SCORE_CURRENT", "SCORE_OTHER"), ("MCMATCH", "MCOTHER"))
"""The names of the two weights in the two editions of the course."""

_OURS = ("poc_ttt_provided", "poc_ttt_gui", "poc_simpletest")
_MOST_QUOTED = 100


@dataclass(frozen=True)
class Facts:
    """What a file's text says.

    Attributes:
        lines: the text as it was written, line by line.
        defined: in which line each of the four functions is defined, where that can be seen.
        spans: the first and last line of each function of the file's.
        weight_names: what the file calls its weights; None where it has neither edition's names.
        weights: their values; None where they are not plain numbers that are assigned once.
        borrowed: modules of this program that the file imports, apart from the course's own.
    """

    lines: list[str] = field(default_factory=list)
    defined: dict[str, int] = field(default_factory=dict)
    spans: dict[str, tuple[int, int]] = field(default_factory=dict)
    weight_names: tuple[str, str] | None = None
    weights: Weights | None = None
    borrowed: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, content: bytes, path: Path) -> Facts:
        """Read a text; nothing is known of one that is no Python.

        Args:
            content: the text, in whatever encoding.
        """
        lines = content.decode("utf-8", "replace").splitlines()
        try:
            tree = Text.read(path, content).tree
        except (ValueError, RecursionError, MemoryError):
            return cls(lines)
        assigned = _assigned(tree)
        names = next((pair for pair in EDITIONS if all(name in assigned for name in pair)), None)
        values = [assigned[name] for name in names] if names else []
        plain = [value for value in values if value is not None]
        weights = (plain[0], plain[1]) if len(plain) == 2 else None
        return cls(lines, _defined(tree), _spans(tree), names, weights, _borrowed(tree))

    def function_at(self, line: int | None) -> str:
        """Return the function of the file's that a line belongs to; empty where it is in none."""
        at = line or 0
        spans = self.spans.items()
        return next((name for name, (first, last) in spans if first <= at <= last), "")

    def quoted(self, line: int | None) -> str:
        """Return a line's text; empty where there is no such line."""
        if line is None or not 0 < line <= len(self.lines):
            return ""
        text = " ".join(self.lines[line - 1].split())
        return text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]}…"


def _stored(statement: ast.stmt) -> set[str]:
    return {
        node.id for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }  # fmt: skip


def _assigned(tree: ast.Module) -> dict[str, float | None]:
    """Return the names that a module assigns, with the number where it is plain and the only one.

    What functions and classes assign inside is theirs.
    """
    numbers: dict[str, float | None] = {}
    for statement in tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        for name in _stored(statement):
            numbers[name] = None if name in numbers else _number(statement)
    return numbers


def _number(statement: ast.stmt) -> float | None:
    """Return the plain number that a statement assigns to one name, or None."""
    if isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        if any(not isinstance(target, ast.Name) for target in targets):
            return None
        try:
            value = ast.literal_eval(statement.value)
        except (ValueError, TypeError, RecursionError, MemoryError):
            return None
        if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e9:
            return float(value)
    return None


def _spans(tree: ast.Module) -> dict[str, tuple[int, int]]:
    return {
        node.name: (node.lineno, node.end_lineno or node.lineno)
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }


def _defined(tree: ast.Module) -> dict[str, int]:
    """Return where each of the four functions gets its name, the last time."""
    lines: dict[str, int] = {}
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names = {node.name}
        else:
            names = _stored(node)
        lines.update({name: node.lineno for name in names if name in FOUR})
    return lines


def _borrowed(tree: ast.Module) -> list[str]:
    """Return the modules of this program that a text imports by name, or names to an importer."""
    modules: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            modules += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call):
            modules += [
                given.value for given in node.args
                if isinstance(given, ast.Constant) and isinstance(given.value, str)
                and _imports(node.func)
            ]  # fmt: skip
    ours = [name for name in modules if name.split(".")[0] == "engine"]
    return sorted({name for name in ours if not any(part in _OURS for part in name.split("."))})


def _imports(function: ast.expr) -> bool:
    name = getattr(function, "id", getattr(function, "attr", ""))
    return name in ("__import__", "import_module", "find_spec")
