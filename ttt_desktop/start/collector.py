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
    """Collects what Python's own thresholds say is due, once a second.

    Args:
        parent: the Qt owner, in whose thread it works.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._settled = False
        self._give_back = _trim()
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self._collect)
        self._timer.start()

    @Slot()
    def _collect(self) -> None:
        due = [
            generation
            for generation, (count, threshold) in enumerate(
                zip(gc.get_count(), gc.get_threshold(), strict=True)
            )
            if count > threshold > 0
        ]
        if due:
            gc.collect(max(due))
        if 2 in due:
            self._give_back()
        if not self._settled:
            self._settled = True
            gc.collect()
            gc.freeze()
