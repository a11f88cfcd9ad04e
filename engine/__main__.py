"""Starts the console program: ``ttt-engine``, and ``python -m engine``.

Ctrl+C ends it with its status and without a traceback, as soon as Python itself has started.
"""

import os
import signal
import sys
from types import FrameType

_STATUS = 128 + signal.SIGINT
_IMPORTS = "importlib._bootstrap"
_AGAIN_SECONDS = 0.02


def _end_at_once(_number: int, _frame: FrameType | None) -> None:
    os._exit(_STATUS)


if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, _end_at_once)  # nothing is done yet that could be left undone

from threading import Timer  # noqa: E402


class _Interrupt:
    """Raises KeyboardInterrupt at Ctrl+C, as soon as no import is under way.

    What is raised in the middle of an import may come out as another error, or be lost.

    Attributes:
        is_due: whether it is still to be raised.
    """

    is_due = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_globals.get("__name__") == _IMPORTS:
                self.is_due = True
                again = Timer(_AGAIN_SECONDS, signal.raise_signal, (number,))
                again.daemon = True
                again.start()
                return
            frame = frame.f_back
        self.is_due = False
        raise KeyboardInterrupt


def main() -> int:
    """Run the console program and return its exit status."""
    interrupt = _Interrupt()
    if signal.getsignal(signal.SIGINT) is _end_at_once:
        signal.signal(signal.SIGINT, interrupt)
    try:
        from engine.cli.main import main as run  # noqa: PLC0415  (it imports much)

        status = run()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends anyway
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return _STATUS
    return _STATUS if interrupt.is_due else status


if __name__ == "__main__":
    sys.exit(main())
