"""Qt's application object: files that macOS hands to it, signals that end it, its garbage."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from types import FrameType

from PySide6.QtCore import QEvent, QObject, QSocketNotifier, QTimer, Slot
from PySide6.QtGui import QFileOpenEvent, QSessionManager
from PySide6.QtWidgets import QApplication

from ttt_desktop.look import spoken
from ttt_desktop.look.guard import virtual


class Application(QApplication):
    """The application; on macOS a double-clicked file is no argument but an event.

    Attributes:
        open_file: called with the path of each such file; None until the window can open it.
    """

    open_file: Callable[[str], object] | None = None

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(arguments)
        spoken.install()
        self.saveStateRequest.connect(self.remember_start)

    @Slot(QSessionManager)
    def remember_start(self, session: QSessionManager) -> None:
        """Tell a desktop that ends how to start the program again at the next login.

        The window's layout and the unfinished game come back by themselves; a file that was opened
        at the start is not opened anew, nor are a test or wishes for one start repeated.
        """
        program = [sys.executable] if getattr(sys, "frozen", False) else _MODULE
        kept = _option(sys.argv[1:], "--data-dir")
        session.setRestartCommand([*program, *(("--data-dir", kept) if kept else ())])

    @virtual(bool)
    def event(self, event: QEvent) -> bool:
        """Take the events that open a file."""
        if isinstance(event, QFileOpenEvent) and event.file() and self.open_file is not None:
            self.open_file(event.file())
            return True
        return super().event(event)


_MODULE = [sys.executable, "-m", "ttt_desktop"]


def _option(arguments: Sequence[str], name: str) -> str:
    """Return the value of an option of the command line; empty where it is not given."""
    for number, word in enumerate(arguments):
        if word == name:
            return "".join(arguments[number + 1 : number + 2])
        if word.startswith(f"{name}="):
            return word.partition("=")[2]
    return ""


_SIGNALS = [signal.SIGINT, signal.SIGTERM]
if sys.platform != "win32":
    _SIGNALS.append(signal.SIGHUP)


class Interrupts(QObject):
    """Calls a function when the program is asked to end.

    Args:
        close: ends the program in good order.
    """

    def __init__(self, close: Callable[[], None]) -> None:
        super().__init__()
        self._close = close
        self._read, self._write = socket.socketpair()
        for end in (self._read, self._write):
            end.setblocking(False)
        signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        for number in _SIGNALS:
            signal.signal(number, _do_nothing)
        self._notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)

    @Slot()
    def _woken(self) -> None:
        self._read.recv(64)
        self._close()


def _do_nothing(_number: int, _frame: FrameType | None) -> None:
    pass


INTERVAL_MS = 1000

_WHOLE = 10
"""After so many looks, all is looked through. By Python's own count it would be two minutes: until
then, what waits to be freed makes memory grow, in pieces that are never given back."""

_MMAP_THRESHOLD = -3
"""What malloc.h calls M_MMAP_THRESHOLD."""
_LARGE = 128 << 10


def _trim() -> Callable[[], object]:
    """Return what gives free memory back to the system, where the C library can be told to.

    Without it the GNU library keeps what many threads have used and freed: 40 MB after some
    thousand clicks (seen). Large blocks, such as a search's tree or a picture, are to come from
    the system and go straight back to it: in the middle of other memory they leave holes that
    fill with small blocks and then stay. (The library begins with the same limit, but raises it.)
    """
    with contextlib.suppress(OSError, AttributeError):
        if sys.platform == "linux":
            libc = ctypes.CDLL("libc.so.6")
            libc.mallopt(_MMAP_THRESHOLD, _LARGE)
            return lambda: libc.malloc_trim(0)
    return lambda: None


class Collector(QObject):
    """Looks through what is new once a second, where that is much, and through all now and then.

    Args:
        parent: the Qt owner, in whose thread it works.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._settled = False
        self._looks = 0
        self._give_back = _trim()
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self._collect)
        self._timer.start()

    @Slot()
    def _collect(self) -> None:
        self._looks += 1
        young, middle, _ = gc.get_count()
        if self._looks % _WHOLE == 0 and middle:
            gc.collect()
            self._give_back()
        elif young > gc.get_threshold()[0]:
            gc.collect(0)
        if not self._settled:
            self._settled = True
            gc.collect()
            gc.freeze()
