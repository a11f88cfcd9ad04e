"""A program that speaks the Gomocup protocol, in a process of its own: started, asked, ended."""

from __future__ import annotations

import contextlib
import ctypes
import os
import queue
import secrets
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Lock, Thread
from time import monotonic, sleep

from engine.errors import Problem, shown
from engine.gomocup.words import REMARKS
from engine.players.player import OnWait, UndecidedError, tell_nobody
from engine.processor_time import processor_seconds

START_SECONDS = 20.0
"""The processor time that a program may take to get ready."""

GRACE_SECONDS = 1.0
"""How much later than told an answer may come."""

MOST_LINES = 10_000
"""How many lines a program may write before one answer."""

MOST_LETTERS = 4_096
"""How long a line may be."""

WAIT_SECONDS = 60.0
"""How long an answer is waited for by the clock, where nobody says otherwise."""

TELL_SECONDS, TELL_AGAIN_SECONDS = 20.0, 10.0
"""After so long it is said whom we wait for, and again each time after so long."""

END_SECONDS = 0.3
"""How long a program may take to end after ``END``."""

_REST_SECONDS = 0.02
"""How long a program is left alone after an answer: some answer slightly before they listen again,
and miss a command that comes at once (Rapfi 0.43)."""

_LOOK_SECONDS = 0.05
_QUIET_LOOKS = 4
"""So often nothing may have come after its end: what it wrote before has been read by then."""

_READ_BYTES = 1 << 16
_KEPT = 200
_MEGABYTE = 1 << 20
_ROOM = 1_024
"""The address space that a program gets besides its memory, in MB: code and stacks are in it."""

_MARK = "TTT_PROGRAM"
"""The variable of the environment by which all that a program starts is known."""

_SWEEP = f"""
read -r _
rounds=0 quiet=0
while [ $quiet -lt 2 ] && [ $rounds -lt 100 ]; do
    quiet=$((quiet + 1)) rounds=$((rounds + 1))
    for file in $(grep -lsF "{_MARK}=$1" /proc/[0-9]*/environ); do
        number=${{file#/proc/}}
        kill -9 "${{number%/environ}}" && quiet=0
    done
    sleep 0.02
done
"""
"""Waits until its parent closes the pipe or is killed; then ends every process with the mark."""

_KILL_SECONDS = 0.5
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


def _sweeper(mark: str) -> subprocess.Popen[bytes] | None:
    """Start what ends all with a mark as soon as its input is closed, even by our own end."""
    if sys.platform != "linux":
        return None
    with contextlib.suppress(OSError):
        sweeper = subprocess.Popen(
            ["/bin/sh", "-c", _SWEEP, "sh", mark], stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, bufsize=0,
        )  # fmt: skip
        Thread(target=sweeper.wait, daemon=True).start()
        return sweeper
    return None


def _end_tree(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it has started (Windows)."""
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(
            ["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False,
            timeout=_KILL_SECONDS, creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    process.kill()


class RefusedError(Problem):
    """A program reports that it cannot carry out a command."""


class _Wait:
    """How long an answer is waited for.

    Args:
        name: whom we wait for.
        before: the processor time that it had used before, in seconds.
        seconds: what it may take.
        since, end: from when on it is waited for, and until when, by the clock.

    Attributes:
        is_said: whether it was said that we wait.
    """

    def __init__(self, name: str, before: float, seconds: float, since: float, end: float) -> None:
        self.name, self._before, self._seconds = name, before, seconds
        self._late = seconds + GRACE_SECONDS
        self._begun, self._since, self._end = monotonic(), since, end
        self._next = since + TELL_SECONDS
        self.is_said = False

    def used(self, pid: int) -> float:
        """Return the processor time that the answer has taken so far, in seconds."""
        return (processor_seconds(pid) or self._before) - self._before

    def look(self, pid: int) -> Problem | None:
        """Return what is to be said of the wait now, if anything.

        Raises:
            ValueError: it is late.
            UndecidedError: it was waited for long enough.
        """
        now = monotonic()
        if now > self._begun + self._late and self.used(pid) > self._late:
            raise Problem("{name} took more than its {seconds} s", name=self.name,
                          seconds=f"{self._seconds:g}")  # fmt: skip
        if now > self._end:
            raise UndecidedError(
                "{name} gave no answer in {seconds} s: it waits for something, or the computer is "
                "too busy", name=self.name, seconds=f"{self._end - self._since:g}",
            )  # fmt: skip
        if now < self._next:
            return None
        self._next, self.is_said = now + TELL_AGAIN_SECONDS, True
        return Problem(
            "{name} has given no answer for {waited} s; it is waited for {left} s more at most",
            name=self.name, waited=f"{now - self._since:.0f}", left=f"{self._end - now:.0f}",
        )  # fmt: skip


class Program:
    """One process of a program.

    It has a session of its own, which is ended as a whole. On Linux so are processes that leave it,
    by a mark in the environment that they inherit.

    Args:
        memory: the megabytes that it may use. Where the system can see to that, as Linux can, it
            gets no more.
        wait: how many seconds it is waited for by the clock, from its start or ``attend`` on.
        on_wait: called while an answer is late.

    Attributes:
        name: what it is called in sentences: its file's name.
        remarks: its newest ``MESSAGE`` and ``DEBUG`` lines.
        used: the processor time of its newest answer, in seconds.

    Raises:
        ValueError: it cannot be started.
    """

    def __init__(
        self, path: Path, memory: int, wait: float = WAIT_SECONDS, on_wait: OnWait = tell_nobody
    ) -> None:
        self.name = path.name
        self.remarks: deque[str] = deque(maxlen=_KEPT)
        self.used = 0.0
        self._wait, self._on_wait, self._since = wait, on_wait, monotonic()
        self._rests_until = 0.0
        self._stopped = False
        self._ending = Lock()
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES + 1)
        mark = secrets.token_hex(16)
        started: queue.Queue[subprocess.Popen[bytes] | Exception] = queue.Queue()
        Thread(target=self._live, args=(path.absolute(), mark, started), daemon=True).start()
        process = started.get()
        if isinstance(process, Exception):
            why = getattr(process, "strerror", None) or str(process)
            raise Problem("{name} cannot be started: {why}", name=self.name, why=why)
        self._process = process
        self._sweeper = _sweeper(mark)
        if sys.platform == "linux":
            import resource  # noqa: PLC0415  (not on every system)

            room = (memory + _ROOM) * _MEGABYTE
            with contextlib.suppress(OSError, ValueError):
                resource.prlimit(self._process.pid, resource.RLIMIT_AS, (room, room))

    @property
    def alive(self) -> bool:
        """Whether it may be asked."""
        return not self._stopped and not self._has_ended()

    def _has_ended(self) -> bool:
        """Whether the process has ended; where possible, its number is still its own then."""
        if self._process.returncode is None and hasattr(os, "waitid"):
            look = os.WEXITED | os.WNOWAIT | os.WNOHANG
            with contextlib.suppress(ChildProcessError):
                return os.waitid(os.P_PID, self._process.pid, look) is not None
        return self._process.poll() is not None

    def attend(self) -> None:
        """Begin to wait anew: for a move, and all that is to be asked before."""
        self._since = monotonic()

    def tell(self, *lines: str) -> None:
        """Write commands that are not answered."""
        stdin = self._process.stdin
        assert stdin is not None
        sleep(max(0.0, self._rests_until - monotonic()))
        with contextlib.suppress(OSError, ValueError):  # it has ended: its answer will be missing
            stdin.write("".join(f"{line}\n" for line in lines).encode())

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
        end = self._since + self._wait
        wait = _Wait(self.name, processor_seconds(pid) or 0.0, seconds, self._since, end)
        self.tell(*lines)
        try:
            for _ in range(MOST_LINES):
                line = self._next(wait)
                word, _, rest = line.partition(" ")
                if word.upper() in REMARKS:
                    self.remarks.append(rest)
                elif word.upper() in ("ERROR", "UNKNOWN"):
                    raise RefusedError("{name} refuses {line}: {why}", name=self.name,
                                       line=shown(lines[0]), why=rest)  # fmt: skip
                elif line:
                    self.used = wait.used(pid)
                    self._rests_until = monotonic() + _REST_SECONDS
                    return line
        finally:
            if wait.is_said:
                self._on_wait(None)
        raise Problem("{name} wrote {lines} lines, and no move", name=self.name, lines=MOST_LINES)

    def _next(self, wait: _Wait) -> str:
        """Return the next line of the answer."""
        quiet = 0
        while True:
            try:
                line = self._lines.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                # What it started may hold its output open: then no end of that output comes.
                quiet = quiet + 1 if self._has_ended() else 0
                if quiet >= _QUIET_LOOKS:
                    raise self._how_it_ended() from None
                if (sentence := wait.look(self._process.pid)) is not None:
                    self._on_wait(sentence)
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

    def _live(
        self, path: Path, mark: str, started: queue.Queue[subprocess.Popen[bytes] | Exception]
    ) -> None:
        """Start the process, and hand its lines over; the last thing handed over is None.

        This is done in a thread that is there for as long as the process: see ``_tie``. It alone
        reads the output and closes it, and nobody waits for it: what the program started may hold
        the output open for ever.
        """
        try:
            process = subprocess.Popen(
                [str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, cwd=path.parent, start_new_session=os.name != "nt",
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0), bufsize=0,
                env=os.environ | {_MARK: mark},
                preexec_fn=_tie(),  # noqa: PLW1509  (it calls a function of C, and nothing else)
            )  # fmt: skip
        except Exception as error:  # whatever it is, somebody waits for it
            started.put(error)
            return
        started.put(process)
        assert process.stdout is not None
        with process.stdout as stdout, contextlib.suppress(OSError):
            self._read(stdout.fileno())
        self._lines.put(None)
        if _tie() is not None:
            with contextlib.suppress(ChildProcessError):
                os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)

    def _read(self, output: int) -> None:
        """Hand over what is written, line by line, and of a long line so much as shows that."""
        rest = b""
        while data := os.read(output, _READ_BYTES):
            *lines, rest = (rest + data).split(b"\n")
            if len(rest) > MOST_LETTERS:
                lines, rest = [*lines, rest], b""
            for line in lines:
                if self._stopped:
                    return
                self._lines.put(line[: MOST_LETTERS + 1].decode("utf-8", "replace"))
        if rest:
            self._lines.put(rest.decode("utf-8", "replace"))

    def kill(self) -> None:
        """End it, and all that it has started, at once and without waiting; from any thread."""
        with self._ending:
            if self._stopped:  # its number may be another process's by now
                return
            self._stopped = True
        if os.name == "nt":
            Thread(target=_end_tree, args=(self._process,)).start()
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
        if self._sweeper is not None and self._sweeper.stdin is not None:
            self._sweeper.stdin.close()
        while True:  # a reader that waits for room in the queue gets it
            try:
                self._lines.get_nowait()
            except queue.Empty:
                break
        with contextlib.suppress(queue.Full):
            self._lines.put_nowait(None)  # wake whoever is waiting for an answer

    def close(self) -> None:
        """Have it end, in a thread that waits for that, and kill it where it does not."""
        Thread(target=self._end).start()  # no daemon: at our own end, it is still done

    def _end(self) -> None:
        if self.alive:
            self.tell("END")
            end = monotonic() + END_SECONDS
            while self.alive and monotonic() < end:
                sleep(_LOOK_SECONDS / 5)
        self.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_KILL_SECONDS)
        if self._process.stdin is not None:
            self._process.stdin.close()
