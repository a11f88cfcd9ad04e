"""Loads a course file, in the child's process: notes what had to be changed, runs no game."""

from __future__ import annotations

import ast
import contextlib
import importlib
import io
import operator
import re
import sys
import tokenize
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from engine.compat import imports, python2
from engine.compat.calls import RECORDER
from engine.compat.terms import FAR, FOUR
from engine.errors import Problem, type_name
from engine.reading import read_regular

NAME = "course_file"

MAX_SOURCE = 1 << 23
"""The most bytes that a file may have."""

_NOT_PYTHON = (SyntaxError, ValueError, MemoryError, RecursionError)


@dataclass
class LoadedFile:
    """A file that was loaded.

    Attributes:
        path: where it is.
        names: what it defines.
        notes: what had to be changed, a sentence each.
        calls: the calls at its bottom that were left out.
        tree: its text, read, as it is run; None for one that is not to be run again.
        given: the names that it starts with.
    """

    path: Path
    names: dict[str, Any]
    notes: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    tree: ast.Module | None = None
    given: dict[str, Any] = field(default_factory=dict)

    @property
    def functions(self) -> list[str]:
        """Which of the four functions it has."""
        return [name for name in FOUR if callable(self.names.get(name))]


def load(path: Path, as_script: bool = False) -> LoadedFile:
    """Load a file.

    Args:
        path: the file.
        as_script: run its calls of ``play_game`` and ``run_gui`` too, as ``__main__``.

    Raises:
        ValueError: it cannot be read, or is no Python; one sentence.
        Exception: whatever the file itself raises.
    """
    source = _read(path)
    notes = []
    if not imports.is_plain(source) and "\t" in source:
        source = source.expandtabs(8)  # tabs and spaces mixed, as Python 2 took them
    original = source
    converted = not imports.is_plain(source) or python2.looks_like(source)
    if converted:
        if imports.is_plain(source) or _is_python2(source):
            source = python2.convert(source, path.name)
            notes.append("this file is Python 2; it was converted")
        try:
            tree = python2.converted(source, str(path), original)
        except _NOT_PYTHON as error:
            raise _no_python(error) from None
    else:
        tree = python2.plain(source, str(path))
    code = compile(tree, str(path), "exec")
    finder = imports.install(source)
    module = ModuleType("__main__" if as_script else NAME)
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    _add_folder(str(path.parent))
    names = vars(module)
    names.update(python2.names() if converted else python2.orders())
    names.update(_expected(source))
    given = dict(names)
    if not _execute(code, names, as_script):
        notes.append("what it asks for or ends with at its bottom was left out")
    return LoadedFile(path, names, notes + finder.notes, list(RECORDER.calls), tree, given)


def _execute(code: CodeType, names: dict[str, Any], as_script: bool = False) -> bool:
    """Run a file's code; return whether it came to its end."""
    RECORDER.recording = not as_script
    RECORDER.calls.clear()
    try:
        exec(code, names)
    except (SystemExit, EOFError):
        if as_script or not callable(names.get("mc_move")):
            raise
        return False
    finally:
        RECORDER.recording = False
    return True


def load_again(file: LoadedFile, constants: dict[str, float]) -> LoadedFile:
    """Run a loaded file once more, beside itself, with other values for some of its constants.

    A constant has its other value as soon as the file has assigned its own, so that whatever the
    file makes of it, such as a table, is made of the other one.

    Raises:
        Exception: whatever the file itself raises.
    """
    assert file.tree is not None
    body: list[ast.stmt] = []
    for statement in file.tree.body:
        body.append(statement)
        bound = {
            node.id for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }  # fmt: skip
        for name in sorted(bound & constants.keys()):
            target = ast.Name(name, ast.Store())
            put = ast.Assign([target], ast.Constant(constants[name]))
            body.append(ast.fix_missing_locations(ast.copy_location(put, statement)))
    names = dict(file.given)
    _execute(compile(ast.Module(body, []), str(file.path), "exec"), names)
    return LoadedFile(file.path, names)


def _add_folder(folder: str) -> None:
    """Let the file import its neighbours: after Python's own modules, before installed ones.

    A neighbour called ``random.py`` would otherwise take the place of Python's own module, also
    for everything that runs beside the file here.
    """
    installed = (i for i, place in enumerate(sys.path) if place.endswith("-packages"))
    sys.path.insert(next(installed, len(sys.path)), folder)


def line_of(error: BaseException, path: Path) -> int | None:
    """Return the line of the file in which an error was raised, or None."""
    if isinstance(error, SyntaxError):
        return error.lineno
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == str(path)
    ]
    return lines[-1] if lines else None


def _read(path: Path) -> str:
    try:
        content = read_regular(path, MAX_SOURCE)
    except OSError as error:
        raise Problem("{name} cannot be read: {why}", name=path.name, why=error.strerror) from None
    if b"\0" in content:
        raise Problem("{name} is no Python file", name=path.name)
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


def _expected(source: str) -> dict[str, Any]:
    """Return names that some files expect to be there without importing them.

    Whatever the file binds itself takes their place.
    """
    provided = importlib.import_module("engine.compat.poc_ttt_provided")
    names: dict[str, Any] = {name: getattr(provided, name) for name in provided.__all__}
    names["provided"] = provided
    for name in imports.OURS:
        names[name] = importlib.import_module(f"engine.compat.{name}")
    if re.search(r"\brandom\.", source):
        names["random"] = importlib.import_module("random")
    return names


def square_of(move: Any) -> tuple[int, int]:
    """Return a move as row and column, whatever pair of whole numbers it is; else ValueError."""
    told = repr(move[:80]) if isinstance(move, str) else short(move)
    try:
        row, col = move
        square = operator.index(row), operator.index(col)
    except (TypeError, ValueError):
        raise Problem("{value} instead of a (row, column)", value=told) from None
    if max(map(abs, square)) >= FAR:
        raise Problem("{value} instead of a (row, column)", value=told)
    return square


def short(value: Any, length: int = 200) -> str:
    """Return a value as text of a bounded length."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except Exception as error:
        text = f"<{type(value).__name__}: {type_name(error)}>"
    return text if len(text) <= length else f"{text[:length]}…"
