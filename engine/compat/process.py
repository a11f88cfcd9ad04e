"""A course file in a process of its own: asked with limits, and ended when it will not answer."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

LOAD_SECONDS = 10.0
MEMORY = 2 << 30
"""The address space that a file may use, in bytes."""

OUTPUT_KEPT = 1 << 16
"""How many bytes of a file's output are kept: the newest ones."""

CHILD = "--course-file-child"
"""The argument that makes a bundled program the child; see ``child_command``."""

_GONE = "gone"


class FileError(Exception):
    """A file did something that it may not, or nothing at all. The text is a sentence."""


def child_command() -> list[str]:
    """Return the command that starts the child's process."""
    if getattr(sys, "frozen", False):
        return [sys.executable, CHILD]
    return [sys.executable, "-m", "engine.compat.child"]


class FileProcess:
    """A file that runs beside us.

    Args:
        path: the file.
        memory: the address space that it may use, in bytes (not limited on Windows and macOS).

    Attributes:
        functions: which of the four functions it has.
        notes: what had to be changed to load it.
        calls: calls at its bottom that were left out.

    Raises:
        FileError: it cannot be loaded.
    """

    def __init__(self, path: Path, memory: int = MEMORY) -> None:
        self._path = path.absolute()
        self._memory = memory
        self._lock = threading.Lock()
        self._output = bytearray()
        self._printed = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.Queue[str] = queue.Queue()
        self._stopped = False
        self.functions: list[str] = []
        self.notes: list[str] = []
        self.calls: list[str] = []
        self._start()

    @property
    def output(self) -> str:
        """The newest part of what the file printed."""
        with self._lock:
            text = bytes(self._output).decode("utf-8", "replace")
            left_out = self._printed - len(self._output)
        return f"[{left_out:,} bytes before this were left out]\n{text}" if left_out else text

    @property
    def alive(self) -> bool:
        """Whether the process is there."""
        return self._process is not None and self._process.poll() is None

    def ask(self, request: dict[str, Any], seconds: float | None) -> dict[str, Any]:
        """Send a request and return the answer.

        Args:
            request: what the child is to do.
            seconds: how long it may take; None for as long as it likes.

        Raises:
            FileError: the file raised an error, took too long, or ended its process. After
                the latter two, the next request starts it anew.
        """
        if not self.alive:
            self._start()
        answer = self._exchange(request, seconds)
        if "error" in answer:
            line = answer.get("line")
            where = f" (line {line} of {self._path.name})" if line else ""
            raise FileError(f"{answer['error']}{where}")
        return answer

    def stop(self) -> None:
        """End what the file is doing, from any thread."""
        self._stopped = True
        self._kill()

    def close(self) -> None:
        """End the process."""
        self._kill()

    def _start(self) -> None:
        self._stopped = False
        answers: queue.Queue[str] = queue.Queue()
        self._answers = answers
        environment = os.environ | {"PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": ""}
        self._process = process = subprocess.Popen(
            [*child_command(), str(self._memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=os.name != "nt",
        )
        for work in (self._read_answers, self._read_output):
            threading.Thread(target=work, args=(process, answers), daemon=True).start()
        request = {"do": "load", "path": str(self._path)}
        loaded = self._exchange(request, LOAD_SECONDS, "while it was loaded")
        if "error" in loaded:
            self._kill()
            line = loaded.get("line")
            where = f" in line {line}" if line else ""
            raise FileError(f"{self._path.name} cannot be loaded: {loaded['error']}{where}")
        self.functions = loaded["functions"]
        self.notes, self.calls = loaded["notes"], loaded["calls"]

    def _exchange(
        self, request: dict[str, Any], seconds: float | None, when: str = ""
    ) -> dict[str, Any]:
        process, answers = self._process, self._answers
        assert process is not None
        assert process.stdin is not None
        name = self._path.name
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            line = answers.get(timeout=seconds)
        except queue.Empty:
            self._kill()
            raise FileError(
                f"{name} took longer than {seconds:g} s{f' {when}' if when else ' for an answer'}"
                " and was ended"
            ) from None
        except OSError:
            line = _GONE
        if line == _GONE:
            self._kill()
            if self._stopped:
                raise FileError(f"{name} was stopped")
            raise FileError(f"{name} ended its own process{_how(process)}{when and f' {when}'}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    @staticmethod
    def _read_answers(process: subprocess.Popen[bytes], answers: queue.Queue[str]) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                answers.put(line.decode())
        answers.put(_GONE)

    def _read_output(self, process: subprocess.Popen[bytes], _answers: queue.Queue[str]) -> None:
        assert process.stderr is not None
        with process.stderr:
            while data := os.read(process.stderr.fileno(), 1 << 16):
                with self._lock:
                    self._printed += len(data)
                    self._output += data
                    del self._output[: max(0, len(self._output) - OUTPUT_KEPT)]

    def _kill(self) -> None:
        """End the process and all that it has started."""
        process = self._process
        if process is None:
            return
        if os.name == "nt":
            process.kill()
        else:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                process.kill()
        process.wait()
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()


def _how(process: subprocess.Popen[bytes]) -> str:
    """Say how a process ended."""
    code = process.poll()
    if code is None or code == 0:
        return ""
    if code < 0:
        names = {member.value: member.name for member in signal.Signals}
        return f" ({names.get(-code, f'signal {-code}')})"
    return f" (exit status {code})"
