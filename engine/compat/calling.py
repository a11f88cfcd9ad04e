"""Calls a file's functions as a request says, in the file's process, and answers with plain data.

What is right is not known here: the looks at the answers are taken in the parent's process.
"""

from __future__ import annotations

import inspect
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.board import Board
from engine.compat.loading import LoadedFile, line_of, load_again, place_of, square_of
from engine.compat.neighbours import NeighbourError
from engine.compat.readable import OwnSolutionError
from engine.compat.source import Text
from engine.compat.terms import PARAMETERS, short
from engine.compat.watching import (
    Calls,
    EndlessError,
    WatchedBoard,
    game_seen,
    grid_of,
    marks_of,
)
from engine.errors import type_name

_NOT_ALLOWED = "; a course file may open no files, start no programs and use no network"

_MOST_KEPT = 8
"""How many programs, other than the file itself, are kept loaded."""


class Caller:
    """Calls the functions of a loaded file, as it is or with other constants or another text."""

    def __init__(self, file: LoadedFile, sealed: bool) -> None:
        self._file, self._sealed = file, sealed
        self._others: dict[object, LoadedFile] = {}

    def describe(self) -> dict[str, Any]:
        """Return, for each of the four functions that is there, how it can be called."""
        names = self._file.names
        return {
            "signatures": {name: _signature(names[name], name) for name in self._file.functions}
        }

    def call(self, request: dict[str, Any]) -> dict[str, Any]:
        """Make the calls of a request, one after the other, until one raises an error.

        Args:
            request: ``function`` names it; ``calls`` is a list with ``rows``, ``line`` and
                ``reverse`` of a board, ``player``, ``trials`` or ``scores`` as the function takes
                them, and ``times``; ``seed`` is for what is random; ``watched`` asks for evidence;
                ``constants`` and ``text`` make it another program.

        Returns:
            ``results``: of each call what it returned, the board's marks afterwards where they
            changed, the scores afterwards, and the evidence; ``failed``: what ended the calls
            early, or None.
        """
        results: list[list[Any]] = []
        failed = None
        try:
            with _awake() if request["text"] is not None else nullcontext():
                names = self._program(request["text"], request["constants"]).names
                _seed(request["seed"])
                for call in request["calls"]:
                    for _ in range(call["times"]):
                        done = _called(names, request["function"], call, request["watched"])
                        results.append(done)
        except BaseException as error:
            failed = failure_of(error, self._file.path, self._sealed)
        return {"results": results, "failed": failed}

    def _program(self, text: str | None, constants: dict[str, float]) -> LoadedFile:
        if text is None and not constants:
            return self._file
        key = text, tuple(sorted(constants.items()))
        if key not in self._others:
            if len(self._others) >= _MOST_KEPT:
                self._others.clear()
            file = self._file
            if text is not None:
                file = replace(file, tree=Text.read(file.path, text.encode("latin-1")).tree)
            self._others[key] = load_again(file, constants)
        return self._others[key]


@contextmanager
def _awake() -> Iterator[None]:
    """Let no time pass where a text sleeps: hundreds of edited ones are tried."""
    real, time.sleep = time.sleep, lambda _seconds: None
    try:
        yield
    finally:
        time.sleep = real


def failure_of(error: BaseException, path: Path, sealed: bool) -> dict[str, Any]:
    """Return an error as plain data: its sentence, its type, and the line that it came from.

    Args:
        sealed: whether this process is: then what is refused is explained.
    """
    if isinstance(error, MemoryError):
        return {"error": "it used more memory than it may", "kind": "MemoryError"}
    text = _first_line(error)
    of_neighbour = isinstance(error, NeighbourError)
    plain = (
        of_neighbour
        or isinstance(error, OwnSolutionError)
        or (isinstance(error, ValueError) and line_of(error, path) is None)
    )
    if sealed and isinstance(error, PermissionError):
        text += _NOT_ALLOWED
    kind = type_name(error)
    name, line = (None if of_neighbour else place_of(error, path)) or ("", None)
    return {
        "error": text if plain else f"{kind}: {text}" if text else kind,
        "line": line,
        "file": name,
        "kind": kind,
        "endless": isinstance(error, EndlessError),
    }


def _first_line(error: BaseException) -> str:
    """Return the first line of an error's text, which may be anything at all."""
    try:
        lines = short(str(error), 500).strip().splitlines()
    except BaseException:
        return ""
    return lines[0] if lines else ""


def _seed(seed: int) -> None:
    """Fix what is random, as far as one can: the file's own generators it cannot."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        with suppress(AttributeError):
            numpy.random.seed(seed % (1 << 32))


def _called(names: dict[str, Any], function: str, call: dict[str, Any], watched: bool) -> list[Any]:
    """Make one call and return its result."""
    start = Board(len(call["rows"]), call["reverse"], call["rows"], call["line"])
    board = WatchedBoard.watching(start)
    scores = [list(row) for row in call["scores"]] if call["scores"] is not None else None
    given = {
        "mc_trial": (board, call["player"]),
        "mc_update_scores": (scores, board, call["player"]),
        "get_best_move": (board, scores),
        "mc_move": (board, call["player"], call["trials"]),
    }[function]
    seen = None
    if watched and function == "mc_move":
        calls = Calls(names, board)
        try:
            with calls.noted():
                returned = names[function](*given)
        except Exception as error:  # what was seen before it may tell why
            return [{"told": short(repr(error))}, None, None, calls.as_data() | {"raised": True}]
        seen = calls.as_data()
    else:
        returned = names[function](*given)
        if watched and function == "mc_trial":
            seen = game_seen(board)
    before, after = marks_of(start), marks_of(board)
    grid = grid_of(scores) if function == "mc_update_scores" else None
    return [_plain(returned), None if before == after else after, grid, seen]


def _plain(returned: Any) -> Any:
    """Return what a function returned: a square as two numbers, else how it looks, as text."""
    if returned is None:
        return None
    try:
        return list(square_of(returned))
    except Exception:
        return {"told": short(returned)}


def _signature(function: Any, name: str) -> dict[str, Any]:
    """Return a function's parameters as text, and whether it takes what the course gives it."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # made by something that has none
        return {"text": "", "fits": True}
    try:
        signature.bind(*range(PARAMETERS[name]))
    except TypeError:
        return {"text": short(str(signature)), "fits": False}
    return {"text": short(str(signature)), "fits": True}
