"""A course file's text: read, converted where it is Python 2, and parsed."""

from __future__ import annotations

import ast
import contextlib
import io
import re
import tokenize
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.compat import imports, python2
from engine.compat.terms import short
from engine.errors import Problem
from engine.files import read_regular

MAX_SOURCE = 1 << 23
"""The most bytes that a file may have."""

_NOT_PYTHON = (SyntaxError, ValueError, MemoryError, RecursionError)


@dataclass(frozen=True)
class Text:
    """A file's text, as Python 3.

    Attributes:
        source: the text, converted where it was Python 2.
        tree: the text, read, so that it computes as it did before.
        old: whether it needs what only Python 2 had.
        was_python2: whether it was converted.
    """

    source: str
    tree: ast.Module
    old: bool
    was_python2: bool

    @classmethod
    def read(cls, path: Path, content: bytes | None = None) -> Text:
        """Read a file; ValueError, one sentence, where it cannot be read or is no Python.

        Args:
            path: the file.
            content: what is in it, where that was read already.
        """
        source = _decoded(read_source(path) if content is None else content, path.name)
        if not imports.is_plain(source) and "\t" in source:
            source = source.expandtabs(8)  # tabs and spaces mixed, as Python 2 took them
        plain = imports.is_plain(source)
        if plain and not python2.looks_like(source):
            return cls(source, python2.plain(source, str(path)), False, False)
        original = source
        is_python2 = plain or _is_python2(source)
        if is_python2:
            source = python2.convert(source, path.name)
        try:
            return cls(source, python2.converted(source, str(path), original), True, is_python2)
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


def _decoded(content: bytes, name: str) -> str:
    if b"\0" in content:
        raise Problem("{name} is no Python file", name=name)
    with contextlib.suppress(SyntaxError, UnicodeDecodeError, LookupError):
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        return content.decode(encoding).replace("\r\n", "\n")
    return content.decode("latin-1").replace("\r\n", "\n")


def _is_python2(source: str) -> bool:
    """Whether a text that is no Python 3 may be Python 2; SyntaxError as a sentence if not."""
    if re.search(r"\bprint\b|`|<>|\bexec\b|\braise\b", source):
        return True
    try:
        compile(source, "", "exec")
    except _NOT_PYTHON as error:
        raise _no_python(error) from None
    return False


def _no_python(error: Exception) -> Problem:
    """Return what is wrong with a text that Python cannot read."""
    if isinstance(error, SyntaxError):
        why = short(error.msg)
        if error.lineno:
            return Problem(
                "this file is no Python in line {line}: {why}", line=error.lineno, why=why
            )
    elif not str(error):
        return Problem("this file is no Python: it is nested too deeply")
    else:
        why = short(str(error))
    return Problem("this file is no Python: {why}", why=why)
