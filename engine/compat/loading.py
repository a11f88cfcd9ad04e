"""Loads a course file, in the child's process, and the modules that lie beside it.

What had to be changed is noted; no game is run.
"""

from __future__ import annotations

import ast
import operator
import random
import re
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from engine.compat import imports
from engine.compat.neighbours import (
    Neighbour,
    Neighbours,
    is_neighbour,
    read_neighbours,
    show_lines,
)
from engine.compat.poc_ttt_provided import RECORDER
from engine.compat.source import Text, read_source
from engine.compat.terms import FAR, FOUR, short
from engine.errors import Problem

NAME = "course_file"


@dataclass
class LoadedFile:
    """A file that was loaded.

    Attributes:
        path: where it is.
        names: what it defines.
        tree: its text, read, as it is run.
        given: the names that it starts with.
        notes: what had to be changed, a sentence each.
        calls: the calls at its bottom that were left out.
    """

    path: Path
    names: dict[str, Any]
    tree: ast.Module
    given: dict[str, Any]
    notes: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)

    @property
    def functions(self) -> list[str]:
        """Which of the four functions it has."""
        return [name for name in FOUR if callable(self.names.get(name))]


def load_script(path: Path) -> LoadedFile:
    """Load a file as ``__main__``, and run its calls of ``play_game`` and ``run_gui`` too.

    It may import whatever lies in its folder, as Python's own scripts may. What it raises is as for
    ``load``.
    """
    content = read_source(path)
    installed = (i for i, place in enumerate(sys.path) if place.endswith("-packages"))
    sys.path.insert(next(installed, len(sys.path)), str(path.parent))
    return load(path, content, read_neighbours(path, content), as_script=True)


def load(
    path: Path, content: bytes, neighbours: Sequence[Neighbour] = (), as_script: bool = False
) -> LoadedFile:
    """Load a file.

    Args:
        path: the file, which need not be readable any more.
        as_script: run its calls of ``play_game`` and ``run_gui`` too, as ``__main__``.

    Raises:
        ValueError: it cannot be read, or is no Python; one sentence.
        Exception: whatever the file itself raises.
    """
    text = Text.read(path, content)
    code = compile(text.tree, str(path), "exec")
    replaced = imports.install(text.source)
    module = ModuleType("__main__" if as_script else NAME)
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    sys.meta_path.insert(1, Neighbours(path.parent, neighbours, replaced))
    show_lines(path, text.source)
    names = vars(module)
    names.update(text.names())
    names.update(_expected(text.source))
    given = dict(names)
    notes = list(text.notes)
    if not _execute(code, names, as_script):
        notes.append("what it asks for or ends with at its bottom was left out")
    return LoadedFile(path, names, text.tree, given, notes + replaced, list(RECORDER.calls))


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
    for name in [name for name, module in sys.modules.items() if is_neighbour(module)]:
        del sys.modules[name]  # they run anew, too
    names = dict(file.given)
    _execute(compile(ast.Module(body, []), str(file.path), "exec"), names)
    return replace(file, names=names)


def line_of(error: BaseException, path: Path) -> int | None:
    """Return the line of the file in which an error was raised, or None."""
    if isinstance(error, SyntaxError):
        return error.lineno
    return next((line for place, line in _places(error, path) if place == path), None)


def place_of(error: BaseException, path: Path) -> tuple[str, int] | None:
    """Return where an error was raised: in the file, or in a neighbour that it called; or None."""
    if isinstance(error, SyntaxError):
        return (path.name, error.lineno) if error.lineno else None
    return next(((place.name, line) for place, line in _places(error, path)), None)


def _places(error: BaseException, path: Path) -> list[tuple[Path, int]]:
    """Return the places in the file's folder that an error came through, the innermost first."""
    frames = reversed(traceback.extract_tb(error.__traceback__))
    places = ((Path(frame.filename), frame.lineno) for frame in frames)
    return [(place, line) for place, line in places if place.parent == path.parent and line]


def _expected(source: str) -> dict[str, Any]:
    """Return names that some files expect to be there without importing them.

    Whatever the file binds itself takes their place.
    """
    provided = imports.COURSE["poc_ttt_provided"]
    names: dict[str, Any] = {name: getattr(provided, name) for name in provided.__all__}
    names |= {"provided": provided} | imports.COURSE
    if re.search(r"\brandom\.", source):
        names["random"] = random
    return names


def square_of(move: Any) -> tuple[int, int]:
    """Return a move as row and column, whatever pair of whole numbers it is; else ValueError."""
    value = repr(move[:80]) if isinstance(move, str) else short(move)
    try:
        row, col = move
        square = operator.index(row), operator.index(col)
    except (TypeError, ValueError):
        raise Problem("{value} instead of a (row, column)", value=value) from None
    if max(map(abs, square)) >= FAR:
        raise Problem("{value} instead of a (row, column)", value=value)
    return square
