"""Garbage collection in the window's thread only.

Python collects reference cycles in whichever thread happens to allocate. A cycle may hold Qt
widgets, and destroying those from a worker's thread crashes. So automatic collection is off, and
a timer does it where the widgets live. What the program consists of is looked at once, and then
left out: it never becomes garbage, and going through it would hold the window up each time.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Slot

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
