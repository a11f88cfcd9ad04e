"""A program that speaks the Gomocup protocol, in a process of its own: started, asked, ended."""

from __future__ import annotations

import contextlib
import ctypes
import os
import queue
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

from engine.compat.child_process import wall_seconds
from engine.compat.clocks import processor_seconds
from engine.errors import Problem, shown
from engine.gomocup.words import REMARKS
from engine.players.player import UndecidedError

START_SECONDS = 20.0
"""The processor time that a program may take to get ready."""

GRACE_SECONDS = 1.0
"""How much later than told an answer may come."""

MOST_LINES = 10_000
"""How many lines a program may write before one answer."""

MOST_LETTERS = 4_096
"""How long a line may be."""

_REST_SECONDS = 0.02
"""How long a program is left alone after an answer: some answer slightly before they listen again,
and miss a command that comes at once (Rapfi 0.43)."""

_LOOK_SECONDS = 0.05
_KEPT = 200
_MEGABYTE = 1 << 20
_ROOM = 1_024
"""The address space that a program gets besides its memory, in MB: code and stacks are in it."""

_PR_SET_PDEATHSIG = 1


@cache
def _tie() -> Callable[[], object] | None:
    """Return what a new process is to call, so that it ends with ours, even if ours is killed.

    Linux alone can do that, and its processes end with the thread that started them.
    """
    if sys.platform != "linux":
        return None
    try:
        prctl = ctypes.CDLL(None).prctl
    except (OSError, AttributeError):
        return None
    return lambda: prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


class RefusedError(Problem):
    """A program reports that it cannot carry out a command."""


class Program:
    """One process of a program.

    Args:
        memory: the megabytes that it may use. Where the system can see to that, as Linux can, it
            gets no more.

    Attributes:
        name: what it is called in sentences: its file's name.
        remarks: its newest ``MESSAGE`` and ``DEBUG`` lines.
        used: the processor time of its newest answer, in seconds.

    Raises:
        ValueError: it cannot be started.
    """

    def __init__(self, path: Path, memory: int) -> None:
        self.name = path.name
        self.remarks: deque[str] = deque(maxlen=_KEPT)
        self.used = 0.0
        self._rests_until = 0.0
        self._stopped = False
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES + 1)
        begun: queue.Queue[subprocess.Popen[bytes] | Exception] = queue.Queue()
        Thread(target=self._live, args=(path.absolute(), begun), daemon=True).start()
        process = begun.get()
        if isinstance(process, Exception):
            why = getattr(process, "strerror", None) or str(process)
            raise Problem("{name} cannot be started: {why}", name=self.name, why=why)
        self._process = process
        if sys.platform == "linux":
            import resource  # noqa: PLC0415  (not on every system)

            room = (memory + _ROOM) * _MEGABYTE
            with contextlib.suppress(OSError, ValueError):
                resource.prlimit(self._process.pid, resource.RLIMIT_AS, (room, room))

    @property
    def alive(self) -> bool:
        """Whether it may be asked."""
        return not self._stopped and self._process.poll() is None

    def tell(self, *lines: str) -> None:
        """Write commands that are not answered."""
        stdin = self._process.stdin
        assert stdin is not None
        sleep(max(0.0, self._rests_until - monotonic()))
        with contextlib.suppress(OSError, ValueError):  # it has ended: its answer will be missing
            stdin.write("".join(f"{line}\n" for line in lines).encode())
            stdin.flush()

    def ask(self, *lines: str, seconds: float) -> str:
        """Write commands and return the answer: the first line that is no remark.

        Its own computing alone says that it is late: by the clock, another program may be what
        slows it down.

        Raises:
            ValueError: it ended, is late, or talks too much.
            RefusedError: it refuses, which is a ValueError, too.
            UndecidedError: it gave no answer, and that need not be its own doing.
        """
        pid = self._process.pid
        before, begun = processor_seconds(pid) or 0.0, monotonic()
        self.tell(*lines)
        for _ in range(MOST_LINES):
            line = self._next(before, begun, seconds)
            word, _, rest = line.partition(" ")
            if word.upper() in REMARKS:
                self.remarks.append(rest)
            elif word.upper() in ("ERROR", "UNKNOWN"):
                raise RefusedError("{name} refuses {line}: {why}", name=self.name,
                                   line=shown(lines[0]), why=rest)  # fmt: skip
            elif line:
                self.used = (processor_seconds(pid) or before) - before
                self._rests_until = monotonic() + _REST_SECONDS
                return line
        raise Problem("{name} wrote {lines} lines, and no move", name=self.name, lines=MOST_LINES)

    def _next(self, before: float, begun: float, seconds: float) -> str:
        """Return the next line of the answer."""
        while True:
            try:
                line = self._lines.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                self._judge((processor_seconds(self._process.pid) or before) - before,
                            monotonic() - begun, seconds)  # fmt: skip
                continue
            if line is None:
                self._lines.put(None)  # whoever asks next must see the end, too
                raise self._how_it_ended()
            if len(line) > MOST_LETTERS:
                raise Problem(
                    "{name} wrote a line of more than {letters} letters",
                    name=self.name, letters=MOST_LETTERS,
                )  # fmt: skip
            return line.strip()

    def _judge(self, used: float, waited: float, seconds: float) -> None:
        late = seconds + GRACE_SECONDS
        if waited > late and used > late:
            raise Problem("{name} took more than its {seconds} s", name=self.name,
                          seconds=f"{seconds:g}")  # fmt: skip
        if waited > wall_seconds(late):
            raise UndecidedError(
                "{name} gave no answer in {seconds} s: it waits for something, or the computer is "
                "too busy", name=self.name, seconds=f"{wall_seconds(late):g}",
            )  # fmt: skip

    def _how_it_ended(self) -> Exception:
        if self._stopped:
            return UndecidedError("{name} was stopped before it had a move", name=self.name)
        try:
            status = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return Problem("{name} closed its output", name=self.name)
        if status < 0:
            return Problem(
                "{name} was ended by signal {number}, without an answer",
                name=self.name, number=-status,
            )  # fmt: skip
        return Problem(
            "{name} ended itself with status {status}, without an answer",
            name=self.name, status=status,
        )  # fmt: skip

    def _live(self, path: Path, begun: queue.Queue[subprocess.Popen[bytes] | Exception]) -> None:
        """Start the process, and hand its lines over; the last thing handed over is None.

        This is done in a thread that is there for as long as the process: see ``_tie``.
        """
        try:
            process = subprocess.Popen(
                [str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, cwd=path.parent, start_new_session=os.name != "nt",
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                preexec_fn=_tie(),  # noqa: PLW1509  (it calls a function of C, and nothing else)
            )  # fmt: skip
        except Exception as error:  # whatever it is, somebody waits for it
            begun.put(error)
            return
        begun.put(process)
        stdout = process.stdout
        assert stdout is not None
        with contextlib.suppress(OSError, ValueError):
            while line := stdout.readline(MOST_LETTERS + 2):
                self._lines.put(line.decode("utf-8", "replace"))
        self._lines.put(None)
        if _tie() is not None:
            with contextlib.suppress(ChildProcessError):  # its number stays its own until ``close``
                os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)

    def kill(self) -> None:
        """End it, and all of its group, at once; from any thread."""
        self._stopped = True
        if os.name != "nt":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        while True:  # a reader that waits for room in the queue gets it
            try:
                self._lines.get_nowait()
            except queue.Empty:
                break
        with contextlib.suppress(queue.Full):
            self._lines.put_nowait(None)  # wake whoever is waiting for an answer

    def close(self) -> None:
        """Tell it to end, then end it."""
        if self.alive:
            self.tell("END")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(0.3)
        self.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError, ValueError):
                    pipe.close()
