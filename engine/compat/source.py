"""A course file's text: read, converted where it is Python 2, and parsed."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.compat import imports, python2
from engine.compat.file_kinds import program_text
from engine.compat.terms import short
from engine.errors import Problem
from engine.files import read_regular

MAX_SOURCE = 1 << 23
"""The most bytes that a file may have."""

PYTHON2 = "this file is Python 2; it was converted"
TABS = (
    "its lines begin with tabs and with spaces, mixed: Python itself may refuse to run it; use "
    "spaces alone"
)

_OLD = re.compile(
    r"\bprint\b|`|<>|\bexec\b|\braise\b|\bexcept\b[^:\n]+,|\blambda\s*\(|\bdef\b[^:\n]*[(,]\s*\(|"
    r"\b\d+[lL]\b|\b0[0-7]+\b"
)
"""What only Python 2 can read, or what often stands beside it."""

_STATEMENTS = re.compile("Missing parentheses in call to|multiple exception types must be")
"""What Python 3 says of Python 2's statements."""

_NOT_PYTHON = (SyntaxError, ValueError, MemoryError, RecursionError)


@dataclass(frozen=True)
class Text:
    """A file's text, as Python 3.

    Attributes:
        source: the text, converted where it was Python 2.
        original: the text as it was, line by line, but for its encoding.
        tree: the text, read, so that it computes as it did before.
        old: whether it needs what only Python 2 had.
        notes: how it was read, where that is not plain, a sentence each.
    """

    source: str
    original: str
    tree: ast.Module
    old: bool
    notes: tuple[str, ...]

    @classmethod
    def read(cls, path: Path, content: bytes | None = None) -> Text:
        """Read a file; ValueError, one sentence, where it cannot be read or is no Python.

        Args:
            content: what is in it, where that was read already.
        """
        given = read_source(path) if content is None else content
        original, notes = program_text(given, path.name)
        source = original
        if not imports.is_plain(source) and "\t" in source:
            source = _without_tabs(source)
            if imports.is_plain(source):
                notes.append(TABS)
        plain = imports.is_plain(source)
        if plain and not python2.looks_like(source):
            return cls(source, original, python2.plain(source, str(path)), False, tuple(notes))
        before = source
        if plain or _is_python2(source):
            try:
                source = python2.convert(source, path.name)
            except SyntaxError as error:
                raise _no_python(_either(source, error)) from None
            notes.append(PYTHON2)
        try:
            tree = python2.converted(source, str(path), before)
            return cls(source, original, tree, True, tuple(notes))
        except _NOT_PYTHON as error:
            raise _no_python(error) from None

    def names(self) -> dict[str, Any]:
        """Return the names that it needs to compute as it did."""
        return python2.names() if self.old else python2.orders()


def read_source(path: Path) -> bytes:
    """Return what is in a file; ValueError, one sentence, where it cannot be read."""
    try:
        return read_regular(path, MAX_SOURCE)
    except OSError as error:
        raise Problem("{name} cannot be read: {why}", name=path.name, why=error.strerror) from None


def _without_tabs(source: str) -> str:
    """Return a text with spaces for tabs: 8, as Python 2 took them, or 4, if that alone fits."""
    wide, narrow = source.expandtabs(8), source.expandtabs(4)
    return narrow if imports.is_plain(narrow) and not imports.is_plain(wide) else wide


def _is_python2(source: str) -> bool:
    """Whether a text that is no Python 3 may be Python 2; SyntaxError as a sentence if not."""
    if _OLD.search(source):
        return True
    try:
        compile(source, "", "exec")
    except _NOT_PYTHON as error:
        raise _no_python(error) from None
    return False


def _either(source: str, old: SyntaxError) -> SyntaxError:
    """Return why a text is neither: what Python 3 says, unless it stumbles over Python 2 first."""
    try:
        ast.parse(source)
    except SyntaxError as error:
        if not _STATEMENTS.match(error.msg):
            return error
    return old


def _no_python(error: Exception) -> Problem:
    """Return what is wrong with a text that Python cannot read."""
    if isinstance(error, SyntaxError):
        why = short(error.msg)
        if error.lineno:
            return Problem("line {line} is not valid Python ({why})", line=error.lineno, why=why)
    elif not str(error):
        return Problem("this is not valid Python: it is nested too deeply")
    else:
        why = short(str(error))
    return Problem("this is not valid Python: {why}", why=why)
