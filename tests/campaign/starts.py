"""Starts of the app by the hundred: each in a process of its own, in which all is imported already.

``python -m tests.campaign.starts SECONDS`` imports the app, and then forks for each folder that it
is told in a line. There the app starts, keeps what it keeps in that folder, and is ended once its
window stands. What came of it is a line of JSON: whether it stood within SECONDS, its exit status,
its error stream, and after how many seconds it stood.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import sys
from importlib import import_module
from tempfile import TemporaryFile
from time import monotonic, sleep
from typing import NoReturn

_MOST_BYTES, _MOST_MEMORY = 200 << 20, 4 << 30
_END_S = 60


def main() -> None:
    """Start the app over each folder that is told."""
    for module in ("ttt_desktop.start.app", "ttt_desktop.features"):
        import_module(module)
    for line in sys.stdin:
        print(json.dumps(_start(line.rstrip("\n"), float(sys.argv[1]))), flush=True)


def _start(folder: str, seconds: float) -> tuple[bool, int, str, float]:
    ours, its = os.pipe()
    with TemporaryFile("w+", encoding="utf-8") as errors, os.fdopen(ours, "rb") as said:
        begun = monotonic()
        child = os.fork()
        if child == 0:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(its, 1)
            os.dup2(errors.fileno(), 2)
            _run(folder)
        os.close(its)
        with selectors.DefaultSelector() as selector:
            selector.register(said, selectors.EVENT_READ)
            stood = bool(selector.select(seconds)) and said.readline() == b"stands\n"
        after = monotonic() - begun
        os.kill(child, signal.SIGTERM if stood else signal.SIGKILL)
        status = _end_of(child)
        errors.seek(0)
        return stood, status, errors.read(), after


def _end_of(child: int) -> int:
    """Wait for a process that was asked to end; return its exit status."""
    deadline = monotonic() + _END_S
    while (ended := os.waitpid(child, os.WNOHANG))[0] == 0:
        if monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
        sleep(0.01)
    return os.waitstatus_to_exitcode(ended[1])


def _run(folder: str) -> NoReturn:
    """Be the app, until it is ended."""
    import resource

    from PySide6.QtCore import QTimer

    from ttt_desktop.__main__ import main as program
    from ttt_desktop.start import app

    # An endless file must eat neither the memory of the machine nor its disk.
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_MOST_BYTES, _MOST_BYTES))
    build = app.build

    def built(*given):
        made = build(*given)
        QTimer.singleShot(300, lambda: os.write(1, b"stands\n"))
        return made

    app.build = built
    status = 1
    try:
        status = program(["--data-dir", folder, "--trials", "20", "--animations", "off"])
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException as error:
        os.write(2, f"Traceback: {error!r}\n".encode())
    os._exit(status)


if __name__ == "__main__":
    main()
