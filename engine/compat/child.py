"""The child's process: seals itself, loads a file and answers for it, over pipes.

Requests are lines of JSON, answers are framed (``engine.compat.frames``). What the file itself
prints goes to the error stream, which the parent reads; what the file reads is empty. If the
parent goes away, so does this process.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import queue
import random
import sys
import threading
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from engine.board import Board
from engine.compat.bundle import import_first
from engine.compat.calling import Caller, failure_of
from engine.compat.frames import pack
from engine.compat.loading import LoadedFile, load, load_again, square_of
from engine.compat.neighbours import from_json
from engine.compat.poc_ttt_provided import TTTBoard
from engine.compat.readable import narrow_imports
from engine.compat.seal import SEALED, seal
from engine.compat.terms import MOST_NOTES
from engine.compat.watching import in_order
from engine.errors import Problem
from engine.rules import Rule

_GRACE_SECONDS = 5.0
_PRIVATE_DESCRIPTOR = 600
"""Far above those that a program's own files get, and that files try out one by one."""


class Child:
    """Answers requests about one file.

    Args:
        guard: what guards this process, as ``seal`` says it.
    """

    def __init__(self, guard: str) -> None:
        self._guard = guard
        self._file: LoadedFile | None = None
        self._caller: Caller | None = None
        self._work = {
            "guard": self._tell_guard,
            "load": self._load,
            "move": self._move,
            "describe": self._describe,
            "call": self._call,
            "renew": self._renew,
        }

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request; errors of the file are answers too."""
        try:
            return self._work[request["do"]](request)
        except BaseException as error:
            path = Path(request.get("path") or (self._file.path if self._file else ""))
            return failure_of(error, path, self._guard == SEALED)

    def _tell_guard(self, request: dict[str, Any]) -> dict[str, Any]:
        del request
        return {"guard": self._guard}

    def _load(self, request: dict[str, Any]) -> dict[str, Any]:
        content, beside = request["text"].encode("latin-1"), from_json(request["neighbours"])
        self._file = file = load(Path(request["path"]), content, beside)
        self._caller = Caller(file, self._guard == SEALED)
        return {
            "functions": file.functions,
            "notes": file.notes[:MOST_NOTES],
            "calls": file.calls[:MOST_NOTES],
        }

    def _move(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._file is not None
        names = self._file.names
        position = Board(request["dim"], Rule(request["rule"]), request["rows"], request["line"])
        board = TTTBoard.of(position)
        random.seed(request["seed"])
        captured: list[Any] = []
        chooser = names.get("get_best_move")
        if callable(chooser):

            def watched(*given: Any, **options: Any) -> Any:
                with contextlib.suppress(TypeError, ValueError):
                    scores = in_order(chooser, given, options)[1]
                    captured[:] = [[list(row) for row in scores]]
                return chooser(*given, **options)

            names["get_best_move"] = watched
        try:
            move = names[request["function"]](board, request["player"], request["trials"])
        finally:
            if callable(chooser):
                names["get_best_move"] = chooser
        try:
            square = square_of(move)
        except ValueError as error:
            raise Problem(
                "{function} returned {error}", function=request["function"], error=error
            ) from None
        return {"square": square, "scores": _grid(captured, board), "chose": bool(captured)}

    def _renew(self, request: dict[str, Any]) -> dict[str, Any]:
        del request
        assert self._file is not None
        self._file = load_again(self._file, {})
        return {}

    def _describe(self, request: dict[str, Any]) -> dict[str, Any]:
        del request
        assert self._caller is not None
        return self._caller.describe()

    def _call(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._caller is not None
        return self._caller.call(request)


def _grid(captured: list[Any], board: TTTBoard) -> list[list[float]] | None:
    """Return the scores that ``get_best_move`` was given, if they are a grid of numbers."""
    try:
        grid = [[float(value) for value in row] for row in captured[0]]
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return None
    return grid if [len(row) for row in grid] == [board.get_dim()] * board.get_dim() else None


def serve(memory: int) -> None:
    """Seal this process, and answer requests until there are no more.

    Args:
        memory: the address space that may be used, in bytes.
    """
    requests, answers = _private_pipes()
    nowhere = _private(os.open(os.devnull, os.O_WRONLY))
    guard = seal(memory, narrow_imports())  # before there is another thread
    waiting: queue.Queue[str] = queue.Queue()

    def read() -> None:
        for line in requests:
            waiting.put(line)
        os._exit(0)  # the parent has gone, or wants no more

    threading.Thread(target=read, daemon=True).start()
    child = Child(guard)
    while True:
        request = json.loads(waiting.get())
        _end_in_time(request["seconds"], nowhere)
        answer = child.answer(request)
        with contextlib.suppress(OSError, ValueError, AttributeError):
            sys.stdout.flush()
        answers.write(pack(request["word"], json.dumps(answer).encode()))
        answers.flush()
        faulthandler.cancel_dump_traceback_later()


def _end_in_time(seconds: float | None, nowhere: int) -> None:
    """End this process by itself soon after its time is up, if the parent does not.

    A parent that was killed cannot; and a file that never gives the interpreter's lock back keeps
    the thread above from seeing that. This watch needs no lock.
    """
    if seconds is not None:
        faulthandler.dump_traceback_later(seconds + _GRACE_SECONDS, exit=True, file=nowhere)


def _private_pipes() -> tuple[TextIO, BinaryIO]:
    """Keep the pipes to the parent for ourselves, and give the file others."""
    requests = os.fdopen(_private(0), "r", encoding="utf-8")
    answers = os.fdopen(_private(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return requests, answers


def _private(descriptor: int) -> int:
    """Return a copy of a descriptor that files do not come across by accident."""
    with contextlib.suppress(ImportError, OSError):
        import fcntl  # noqa: PLC0415  (not on Windows)

        return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _PRIVATE_DESCRIPTOR)
    return os.dup(descriptor)


def main() -> None:
    """Begin: the first argument is the memory that may be used, in bytes; modules may follow.

    These are imported now, as a bundle's cannot be found any more later on.
    """
    import_first(sys.argv[2:])
    serve(int(sys.argv[1]))


if __name__ == "__main__":
    main()
