"""A course file in a process of its own: asked with limits, and ended when it will not answer.

The processes of one file follow each other, and each request belongs to one of them. A request
that was given up never touches a later process, and after ``close`` none is started.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.compat.answers import FileError, functions_of, problem_of, sentence, texts_of
from engine.compat.bundle import modules_for
from engine.compat.child_process import ChildProcess, Output
from engine.compat.neighbours import Neighbour, as_json, read_neighbours
from engine.compat.source import read_source
from engine.errors import Problem, printable

LOAD_SECONDS = 10.0
"""The processor time that loading may take."""

MEMORY = 2 << 30
"""The address space that a file may use, in bytes."""


class Asking:
    """A request that any thread may give up: before, while, or after it is answered."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._child: ChildProcess | None = None
        self._given_up = False

    def give_up(self) -> None:
        """Have the request end at once, by ending the process that works on it."""
        with self._lock:
            self._given_up = True
            if self._child is not None:
                self._child.kill()

    @property
    def given_up(self) -> bool:
        """Whether it was given up."""
        return self._given_up

    def begin(self, child: ChildProcess | None, name: str) -> None:
        """Say which process works on it; FileError where it was given up already."""
        with self._lock:
            if self._given_up:
                raise FileError("{name} was stopped", name=name)
            self._child = child

    def end(self) -> None:
        """Say that it is answered: giving it up ends nothing from now on."""
        with self._lock:
            self._child = None


@dataclass(frozen=True)
class _Text:
    """What is run: the file's bytes, and the modules beside it that it may import."""

    content: bytes
    neighbours: list[Neighbour]


class FileProcess:
    """A file that runs beside us, from its first request on.

    It is read once: all its processes run the same text, whatever becomes of the file meanwhile,
    until ``take_newer`` is called.

    Args:
        memory: the address space that it may use, in bytes (not limited on macOS).
        follow: read modules beside it through links; those of a hand-in are not followed.
        content: its bytes, where they were read already.

    Attributes:
        guard: what guarded this computer from the file, in words that follow "it ran"; empty before
            its process has started.
        functions: which of the four functions it has.
        notes: what had to be changed to load it.
        calls: calls at its bottom that were left out.
        refused: why ``take_newer`` left it at that, though the file is another by now; else None.
    """

    def __init__(
        self,
        path: Path,
        memory: int = MEMORY,
        follow: bool = True,
        content: bytes | None = None,
    ) -> None:
        self._path = path.absolute()
        self._given = content
        self._memory = memory
        self._follow = follow
        self._turn = threading.Lock()
        self._lock = threading.Lock()
        self._child: ChildProcess | None = None
        self._started: list[ChildProcess] = []  # the newest one, and one that may take its place
        weakref.finalize(self, _end, self._started)
        self._closed = False
        self._output = Output()
        self._spent = 0.0
        self._text: _Text | None = None
        self.guard = ""
        self.refused: Problem | None = None
        self._refused: _Text | None = None
        self.loaded = False
        self.functions: list[str] = []
        self.notes: list[str] = []
        self.calls: list[str] = []

    @property
    def path(self) -> Path:
        """Where the file is."""
        return self._path

    @property
    def name(self) -> str:
        """The file's name, as it can be shown."""
        return printable(self._path.name)

    @property
    def content(self) -> bytes | None:
        """What is run: the file's bytes; None before it is read."""
        return self._given if self._text is None else self._text.content

    @property
    def output(self) -> str:
        """The newest part of what the file printed."""
        return self._output.text

    @property
    def spent(self) -> float:
        """The processor time that its answers have taken so far, in seconds, loading included."""
        return self._spent + (self._child.spent if self._child is not None else 0.0)

    @property
    def alive(self) -> bool:
        """Whether its process is there."""
        return self._child is not None and self._child.alive

    @property
    def closed(self) -> bool:
        """Whether it was closed for good."""
        return self._closed

    @property
    def pid(self) -> int | None:
        """The number of its newest process."""
        return None if self._child is None else self._child.pid

    def load(self, asking: Asking | None = None) -> FileProcess:
        """Start the process and have it load the file; FileError where that fails."""
        with self._turn:
            self._ready(asking or Asking())
        return self

    def take_newer(
        self, accept: Callable[[list[str]], object], asking: Asking | None = None
    ) -> None:
        """Run what is in the file by now, from the next request on, if that can be loaded.

        Else what ran before goes on, and ``refused`` says why; what was refused is not tried
        again. A request under way is not disturbed.

        Args:
            accept: is given the functions of the newer text; raises a ``Problem`` to refuse it.

        Raises:
            FileError: it was given up, or the file was closed; what ran before goes on.
        """
        asking = asking or Asking()
        with self._turn:
            asking.begin(None, self._path.name)
            text = None
            try:
                text = self._read()
                if text == self._text:
                    self.refused = self._refused = None
                elif text != self._refused:
                    self._replace(text, accept, asking)
            except Problem as problem:
                if asking.given_up or self._closed:
                    raise
                self.refused, self._refused = problem, text

    def _replace(self, text: _Text, accept: Callable[[list[str]], object], asking: Asking) -> None:
        """Let a process of another text take the place of the one that runs; Problem if not."""
        child = self._start(text)
        try:
            asking.begin(child, self._path.name)
            loaded = self._load(child, text)
            accept(functions_of(loaded))
        except BaseException:
            child.kill()
            raise
        finally:
            asking.end()
        with self._lock:
            before, self._spent = self._child, self.spent
            self._child = child
        if before is not None:
            before.kill()
        self.refused = self._refused = None  # before the content: others look at both
        self._take(text, loaded)

    def ask(
        self, request: dict[str, Any], seconds: float | None, asking: Asking | None = None
    ) -> dict[str, Any]:
        """Send a request and return the answer; requests from other threads wait for their turn.

        Args:
            seconds: the processor time that it may take; None for as much as it likes.

        Raises:
            FileError: the file raised an error, took too long, did not answer, or ended its
                process; or the request was given up. Where the process ended, the next request
                starts another.
        """
        asking = asking or Asking()
        with self._turn:
            child = self._ready(asking)
            try:
                asking.begin(child, self._path.name)
                answer = child.ask(request, seconds, loading=False)
            finally:
                asking.end()
        problem, line, name = problem_of(answer, self._path.name)
        if problem:
            if not line:
                raise FileError("{problem}", problem=problem)
            raise FileError(
                "{problem} (line {line} of {name})",
                problem=problem, line=line, name=name,
            )  # fmt: skip
        return answer

    def close(self) -> None:
        """End the process for good; a thread that waits for an answer gets a FileError."""
        with self._lock:
            self._closed = True
            _end(self._started)

    def _ready(self, asking: Asking) -> ChildProcess:
        """Return a living process that has loaded the file."""
        asking.begin(None, self._path.name)
        if self._child is not None and self._child.alive:
            return self._child
        text = self._text = self._text or self._read(self._given)
        child = self._start(text)
        with self._lock:
            self._spent = self.spent
            self._child = child
        try:
            asking.begin(child, self._path.name)
            self._take(text, self._load(child, text))
        except BaseException:
            child.kill()
            raise
        finally:
            asking.end()
        return child

    def _start(self, text: _Text) -> ChildProcess:
        """Return a new process, which has loaded nothing yet; closing ends it, too."""
        with self._lock:
            if self._closed:
                raise FileError("{name} was closed", name=self._path.name)
            modules = modules_for(text.content, text.neighbours)
            child = ChildProcess(self._path.name, self._memory, self._output, modules)
            self._started[:] = [*filter(None, [self._child]), child]
        return child

    def _read(self, content: bytes | None = None) -> _Text:
        try:
            content = read_source(self._path) if content is None else content
            return _Text(content, read_neighbours(self._path, content, self._follow))
        except Problem as problem:
            raise FileError(
                "{name} cannot be loaded: {problem}", name=self._path.name, problem=problem
            ) from None

    def _load(self, child: ChildProcess, text: _Text) -> dict[str, Any]:
        """Have a new process load the file, and return what it says of it.

        What guards the process is asked before the file is sent: later on, it might answer for it.
        """
        answer = child.ask({"do": "guard"}, LOAD_SECONDS, loading=True)
        self.guard = sentence(str(answer.get("guard", "")))
        request = {
            "do": "load", "path": str(self._path), "text": text.content.decode("latin-1"),
            "neighbours": as_json(text.neighbours),
        }  # fmt: skip
        loaded = child.ask(request, LOAD_SECONDS, loading=True)
        problem, line, place = problem_of(loaded, self._path.name)
        if problem:
            if not line:
                raise FileError(
                    "{name} cannot be loaded: {problem}", name=self._path.name, problem=problem
                )
            if place != self._path.name:
                raise FileError(
                    "{name} cannot be loaded: {problem} in line {line} of {place}",
                    name=self._path.name, problem=problem, line=line, place=place,
                )  # fmt: skip
            raise FileError(
                "{name} cannot be loaded: {problem} in line {line}",
                name=self._path.name, problem=problem, line=line,
            )  # fmt: skip
        return loaded

    def _take(self, text: _Text, loaded: dict[str, Any]) -> None:
        """Keep what a process says of the file that it has loaded."""
        self.functions = functions_of(loaded)
        self.notes, self.calls = texts_of(loaded, "notes"), texts_of(loaded, "calls")
        self._text, self.loaded = text, True


def _end(started: list[ChildProcess]) -> None:
    """End the process of a file whose player is gone."""
    for child in started:
        child.kill()
