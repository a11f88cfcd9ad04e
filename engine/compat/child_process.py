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
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from engine.compat.answers import FileError, LateError, decode
from engine.compat.frames import GarbledError, Unpacker, new_word

OUTPUT_KEPT = 1 << 16
"""How many bytes of a file's output are kept: the newest ones."""

CHILD = "--course-file-child"
"""The argument that makes a bundled program the child; see ``child_command``."""

_ROOT = str(Path(__file__).resolve().parents[2])
_ENVIRONMENT = {
    "PYTHONIOENCODING": "utf-8",
    "PYTHONUNBUFFERED": "",
    "PYTHONHASHSEED": "0",  # sets of texts come in the same order every time
}
_READ_BYTES = 1 << 16
_LOOK_SECONDS = 0.5


def child_command() -> list[str]:
    """Return the command that starts the child's process.

    Its folder is not on the path of imports (``-P``): a student's ``random.py`` there would take
    the place of Python's own.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, CHILD]
    start = f"import sys; sys.path.append({_ROOT!r}); from engine.compat.child import main; main()"
    return [sys.executable, "-P", "-c", start]


class Output:
    """The newest part of what a file prints, over all its processes. Safe in any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept = bytearray()
        self._printed = 0

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
        output: takes what the file prints.
    """

    def __init__(self, name: str, memory: int, output: Output) -> None:
        self._name = name
        self._unpacker = Unpacker()
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._garbled = self._killed = False
        environment = os.environ | _ENVIRONMENT
        self._process = process = subprocess.Popen(
            [*child_command(), str(memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=os.name != "nt",
        )
        self.pid = process.pid
        threading.Thread(target=self._read_answers, daemon=True).start()
        threading.Thread(target=self._read_output, args=(output,), daemon=True).start()

    @property
    def alive(self) -> bool:
        """Whether it may be asked."""
        return not (self._killed or self._garbled) and self._process.poll() is None

    def ask(self, request: dict[str, Any], seconds: float | None, loading: bool) -> dict[str, Any]:
        """Send a request and return the answer.

        Args:
            request: what the child is to do.
            seconds: how long it may take; None for no limit.
            loading: whether it is to load the file, for sentences.

        Raises:
            FileError: it took too long, ended itself, or wrote what it must not. It has ended then.
        """
        word = new_word()
        self._unpacker.word = word
        stdin = self._process.stdin
        assert stdin is not None
        line = json.dumps(request | {"word": word, "seconds": seconds}).encode() + b"\n"
        try:
            stdin.write(line)
            stdin.flush()
            answer = self._await(seconds)
        except queue.Empty:
            self.kill()
            raise self._too_late(f"{seconds:g}", loading) from None
        except (OSError, ValueError):  # its end of the pipe is closed, or ours is
            answer = None
        if answer is None:
            how = self._how_it_ended()
            self.kill()
            raise FileError("{how} while it was loaded", how=how) if loading else how
        try:
            return decode(answer, self._name)
        except FileError:
            self.kill()
            raise

    def _await(self, seconds: float | None) -> bytes | None:
        """Wait for an answer, or None where the process has ended; queue.Empty after ``seconds``.

        What the process has started may hold its pipe open after its end.
        """
        end = monotonic() + (inf if seconds is None else seconds)
        while True:
            ended = self._process.poll() is not None
            left = end - monotonic()
            try:
                return self._answers.get(timeout=max(0.0, min(left, _LOOK_SECONDS)))
            except queue.Empty:
                if ended:
                    return None
                if left <= _LOOK_SECONDS:
                    raise

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
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(1)  # so that it can be said how it ended
        self._answers.put(None)
        if process.poll() is None:
            self.kill()  # it has closed its pipe: it can answer nothing any more
            process.wait()
        with contextlib.suppress(OSError):
            process.stdin.close()

    def _read_output(self, output: Output) -> None:
        stderr = self._process.stderr
        assert stderr is not None
        with stderr, contextlib.suppress(OSError):
            while data := os.read(stderr.fileno(), _READ_BYTES):
                output.add(data)

    def _too_late(self, seconds: str, loading: bool) -> LateError:
        if loading:
            return LateError(
                "{name} took longer than {seconds} s while it was loaded and was ended",
                name=self._name, seconds=seconds,
            )  # fmt: skip
        return LateError(
            "{name} took longer than {seconds} s for an answer and was ended",
            name=self._name, seconds=seconds,
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
            return FileError("{name} ended its own process", name=name)
        if code > 0:
            return FileError(
                "{name} ended its own process (exit status {code})", name=name, code=code
            )
        names = {member.value: member.name for member in signal.Signals}
        if -code not in names:
            return FileError("{name} ended its own process (signal {code})", name=name, code=-code)
        return FileError("{name} ended its own process ({signal})", name=name, signal=names[-code])


def _descendants(number: int) -> list[int]:
    """Return the processes that a process has started, and those that these have (Linux only)."""
    found: list[int] = []
    with contextlib.suppress(OSError, ValueError):
        for thread in Path(f"/proc/{number}/task").iterdir():
            for child in (thread / "children").read_text().split():
                found += [int(child), *_descendants(int(child))]
    return found
