"""One process that runs a course file: started once, asked, ended once, never started again."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from array import array
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import IO, Any

from engine.compat.answers import (
    EndedError,
    FileError,
    LateError,
    UnansweredError,
    WaitsError,
    decode,
)
from engine.compat.frames import GarbledError, Unpacker, new_word
from engine.processor_time import Sleep, limit_processor_time, processor_seconds

OUTPUT_KEPT = 1 << 16
"""How many bytes of a file's output are kept: the newest ones."""

CHILD = "--course-file-child"
"""The argument that makes a bundled program the child; see ``child_command``."""

WALL_TIMES = 10
"""How many times its processor time a file may take by the clock: a busy machine is slow."""

WALL_LEAST = 60.0
"""The seconds that it may take by the clock in any case."""

ASLEEP_SECONDS = 5.0
"""So long a file may sleep for an answer, without wanting a processor, where this can be seen."""

_PACKAGE = str(Path(__file__).resolve().parents[1])
_INHERITED = (
    "PATH", "HOME", "LANG", "LC_", "TZ", "PYTHON", "LD_LIBRARY_PATH", "DYLD_", "VIRTUAL_ENV",
    "SYSTEM", "WINDIR", "TEMP", "TMP", "_PYI", "_MEIPASS",
)  # fmt: skip
"""What names of the environment begin with that the child gets: a file may print all of them."""

_ENVIRONMENT = {
    "PYTHONIOENCODING": "utf-8",
    "PYTHONUNBUFFERED": "",
    "PYTHONHASHSEED": "0",  # sets of texts come in the same order every time
    "OPENBLAS_NUM_THREADS": "1",  # NumPy's threads would take up the address space
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}
_READ_BYTES = 1 << 16
_LOOK_SECONDS = 0.5
_LEAST_LOOK_SECONDS = 0.02
_LIVES_SECONDS = 1.0
"""A process that has closed its pipe, and computes or sleeps for so long, is not about to end."""

_LEAST_PIPE = 4096
"""The fewest bytes that a pipe holds: a program that wrote more may have had to wait for us."""

_HARDLY = 0.05
"""A file that computes for less than this share of the time waits for something."""


def child_command() -> list[str]:
    """Return the command that starts the child's process.

    Its folder is not on the path of imports (``-P``): a student's ``random.py`` there would take
    the place of Python's own. Our package is a bare one there, which loads no more of the engine
    than the child needs: what is not in its memory, a file cannot find.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, CHILD]
    start = (
        "import sys; engine = sys.modules['engine'] = type(sys)('engine'); "
        f"engine.__path__ = [{_PACKAGE!r}]; from engine.compat.child import main; main()"
    )
    return [_python(), "-P", "-c", start]


def _python() -> str:
    """Return the interpreter itself: on Windows, a virtual environment's only starts another."""
    return getattr(sys, "_base_executable", sys.executable) if os.name == "nt" else sys.executable


def wall_seconds(seconds: float) -> float:
    """Return how long an answer may take by the clock, for so much processor time."""
    return max(WALL_LEAST, WALL_TIMES * seconds)


class Output:
    """The newest part of what a file prints, over all its processes. Safe in any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept = bytearray()
        self._printed = 0

    @property
    def printed(self) -> int:
        """How many bytes were printed so far."""
        return self._printed

    def add(self, data: bytes) -> None:
        """Take in what was printed."""
        with self._lock:
            self._printed += len(data)
            self._kept += data
            del self._kept[: max(0, len(self._kept) - OUTPUT_KEPT)]

    @property
    def text(self) -> str:
        """What is kept, and how much was left out before it."""
        with self._lock:
            text = bytes(self._kept).decode("utf-8", "replace")
            left_out = self._printed - len(self._kept)
        return f"[{left_out:,} bytes before this were left out]\n{text}" if left_out else text


class ChildProcess:
    """A process that answers requests about one file, until it is ended.

    One thread asks; any thread may kill it.

    Args:
        name: the file's name, for sentences.
        memory: the address space that it may use, in bytes (not limited on Windows and macOS).
        modules: what it imports before it is sealed.

    Attributes:
        spent: the processor time that its answers have taken so far, in seconds.
    """

    def __init__(self, name: str, memory: int, output: Output, modules: Sequence[str] = ()) -> None:
        self._name = name
        self.spent = 0.0
        self._unpacker = Unpacker()
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._garbled = self._killed = False
        self._output = output
        environment = {
            name: value for name, value in os.environ.items() if name.upper().startswith(_INHERITED)
        } | _ENVIRONMENT
        if _python() != sys.executable:
            environment["__PYVENV_LAUNCHER__"] = sys.executable  # it is to find the same packages
        self._process = process = subprocess.Popen(
            [*child_command(), str(memory), *modules],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=os.name != "nt",
        )
        self.pid = process.pid
        threading.Thread(target=self._read_answers, daemon=True).start()
        threading.Thread(target=self._read_output, daemon=True).start()

    @property
    def alive(self) -> bool:
        """Whether it may be asked."""
        return not (self._killed or self._garbled) and self._process.poll() is None

    def ask(self, request: dict[str, Any], seconds: float | None, loading: bool) -> dict[str, Any]:
        """Send a request and return the answer.

        Args:
            seconds: the processor time that it may take; None for no limit. How long it may take
                by the clock follows from that.

        Raises:
            FileError: it took too long, did not answer, ended itself, or wrote what it must not. It
                has ended then.
        """
        word = new_word()
        self._unpacker.word = word
        stdin = self._process.stdin
        assert stdin is not None
        wall = None if seconds is None else wall_seconds(seconds)
        line = json.dumps(request | {"word": word, "seconds": wall}).encode() + b"\n"
        limit_processor_time(self.pid, seconds)
        before = processor_seconds(self.pid)  # before it is asked: it may be fast
        begun, spent = monotonic(), self.spent
        try:
            stdin.write(line)
            stdin.flush()
            answer = self._await(before, seconds, wall, loading)
        except FileError:
            self.kill()
            raise
        except (OSError, ValueError):  # its end of the pipe is closed, or ours is
            answer = None
        if answer is None:
            how = self._how_it_ended()
            if wall is not None and monotonic() - begun >= wall and isinstance(how, EndedError):
                how = self._unanswered(wall, self.spent - spent)  # nobody looked, but its own watch
            self.kill()
            raise type(how)("{how} while it was loaded", how=how) if loading else how
        try:
            return decode(answer, self._name)
        except FileError:
            self.kill()
            raise

    def _await(
        self, before: float | None, seconds: float | None, wall: float | None, loading: bool
    ) -> bytes | None:
        """Wait for an answer, or None where the process has ended; FileError where it is too late.

        A file that sleeps, with nothing to compute, waits for what nobody will send it.

        Processor time alone says that the file is slow: by the clock, another program may be what
        slows it down. What the process has started may hold its pipe open after its end.
        """
        begun, spent, printed = monotonic(), self.spent, self._output.printed
        pause, used = _LEAST_LOOK_SECONDS, None
        sleep: Sleep | None = None  # most answers come before it is looked at
        while True:
            ended = self._process.poll() is not None and not _unread(self._process.stdout)
            try:
                return self._answers.get(timeout=pause)
            except queue.Empty:
                if ended:
                    return None
            finally:
                now = processor_seconds(self.pid)
                if before is not None and now is not None:  # else it has gone
                    used = now - before
                    self.spent = spent + used
            sleep = sleep or Sleep(self.pid)
            sleep.look(excused=self._waits_for_us(printed))
            printed = self._output.printed
            waited = monotonic() - begun
            if seconds is None or wall is None:
                pause = _LOOK_SECONDS
                continue
            if used is not None and used >= seconds:
                raise self._too_late(f"{seconds:g}", loading)
            if sleep.seconds >= ASLEEP_SECONDS:
                raise self._waits(loading)
            if waited >= wall:
                raise self._unanswered(wall, used)
            left = min(wall - waited, seconds - (used or 0.0))
            pause = min(max(left, _LEAST_LOOK_SECONDS), _LOOK_SECONDS)

    def _waits_for_us(self, printed: int) -> bool:
        """Whether the process may sleep because we are slow to read what it writes.

        Args:
            printed: how much it had printed when it was looked at before.
        """
        if self._output.printed - printed >= _LEAST_PIPE:
            return True
        return _unread(self._process.stdout) or _unread(self._process.stderr)

    def kill(self) -> None:
        """End the process and all that it has started, without waiting for that."""
        if self._killed:
            return
        self._killed = True
        started = _descendants(self.pid)
        if os.name != "nt":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        self._process.kill()
        for number in started:  # those that have left the group
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(number, signal.SIGKILL)

    def _read_answers(self) -> None:
        """Hand answers over as they come; the last thing handed over is None."""
        process = self._process
        assert process.stdout is not None
        assert process.stdin is not None
        with process.stdout, contextlib.suppress(OSError):
            while data := os.read(process.stdout.fileno(), _READ_BYTES):
                try:
                    answer = self._unpacker.feed(data)
                except GarbledError:
                    self._garbled = True
                    break
                if answer is not None:
                    self._answers.put(answer)
        if self._garbled:
            self.kill()
        self._see_it_end()  # so that it can be said how it ended
        self._answers.put(None)
        if process.poll() is None:
            self.kill()  # it has closed its pipe: it can answer nothing any more
            process.wait()
        with contextlib.suppress(OSError):
            process.stdin.close()

    def _see_it_end(self) -> None:
        """Wait until a process that has closed its pipe has ended, unless it goes on living."""
        sleep, begun, before = Sleep(self.pid), monotonic(), processor_seconds(self.pid) or 0.0
        lived = 0.0
        while lived < _LIVES_SECONDS and monotonic() - begun < WALL_LEAST:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_LEAST_LOOK_SECONDS)
                return
            sleep.look()
            lived = sleep.seconds + (processor_seconds(self.pid) or before) - before

    def _read_output(self) -> None:
        stderr = self._process.stderr
        assert stderr is not None
        with stderr, contextlib.suppress(OSError):
            while data := os.read(stderr.fileno(), _READ_BYTES):
                self._output.add(data)

    def _too_late(self, seconds: str, loading: bool) -> LateError:
        if loading:
            return LateError(
                "{name} took longer than {seconds} s of processor time while it was loaded and was "
                "ended",
                name=self._name, seconds=seconds,
            )  # fmt: skip
        return LateError(
            "{name} took longer than {seconds} s of processor time for an answer and was ended",
            name=self._name, seconds=seconds,
        )  # fmt: skip

    def _waits(self, loading: bool) -> WaitsError:
        if loading:
            return WaitsError(
                "{name} waited for {seconds} s for something that never came while it was loaded "
                "and was ended",
                name=self._name, seconds=f"{ASLEEP_SECONDS:g}",
            )  # fmt: skip
        return WaitsError(
            "{name} waited for {seconds} s for something that never came and was ended",
            name=self._name, seconds=f"{ASLEEP_SECONDS:g}",
        )  # fmt: skip

    def _unanswered(self, wall: float, used: float | None) -> UnansweredError:
        """Return what is true of a file that was waited for long enough."""
        if used is None:
            return UnansweredError(
                "{name} did not answer within {wall} s and was ended",
                name=self._name, wall=f"{wall:g}",
            )  # fmt: skip
        if used < wall * _HARDLY:
            return UnansweredError(
                "{name} did not answer within {wall} s, of which it computed for {used} s, and was "
                "ended; it seems to wait for something",
                name=self._name, wall=f"{wall:g}", used=f"{used:.1f}",
            )  # fmt: skip
        return UnansweredError(
            "the machine was too busy: within {wall} s it left {used} s of processor time to "
            "{name}, which had not answered by then and was ended",
            name=self._name, wall=f"{wall:g}", used=f"{used:.1f}",
        )  # fmt: skip

    def _how_it_ended(self) -> FileError:
        name = self._name
        if self._garbled:
            return FileError(
                "{name} wrote into the pipe of its answers, which belongs to the game, and was "
                "stopped",
                name=name,
            )
        if self._killed:
            return FileError("{name} was stopped", name=name)
        code = self._process.poll()
        if code is None or code == 0:
            return EndedError("{name} ended its own process", name=name)
        if code > 0:
            return EndedError(
                "{name} ended its own process (exit status {code})", name=name, code=code
            )
        return self._ended_by(-code)

    def _ended_by(self, number: int) -> FileError:
        """Return how a signal ended it."""
        names = {member.value: member.name for member in signal.Signals}
        name = names.get(number, f"signal {number}")
        if name == "SIGXCPU":
            return LateError(
                "{name} took more processor time than it may and was ended", name=self._name
            )
        return EndedError("{name} ended its own process ({signal})", name=self._name, signal=name)


def _descendants(number: int) -> list[int]:
    """Return the processes that a process has started, and those that these have (Linux only)."""
    numbers: list[int] = []
    with contextlib.suppress(OSError, ValueError):
        for thread in Path(f"/proc/{number}/task").iterdir():
            for child in (thread / "children").read_text().split():
                numbers += [int(child), *_descendants(int(child))]
    return numbers


def _unread(pipe: IO[bytes] | None) -> bool:
    """Whether something lies in a pipe that our thread has not come to read (Linux only)."""
    if sys.platform != "linux" or pipe is None:
        return False
    import fcntl  # noqa: PLC0415  (not on Windows)
    import termios  # noqa: PLC0415

    count = array("i", [0])
    with contextlib.suppress(OSError, ValueError):  # it is closed
        fcntl.ioctl(pipe.fileno(), termios.FIONREAD, count)
    return count[0] > 0
