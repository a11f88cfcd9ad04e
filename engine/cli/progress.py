"""A line that shows how far something has come, on a terminal only."""

from __future__ import annotations

import sys
from time import perf_counter

_REFRESH_SECONDS = 0.2
_BAR = 24


class ProgressLine:
    """A line with a bar, the rate and the time left.

    Args:
        unit: what is counted, such as ``games``.
        done: how much was done before.
        whole: how much there is.
    """

    def __init__(self, unit: str, done: int, whole: int) -> None:
        self._unit, self._whole, self._first = unit, whole, done
        self._start = self._last = perf_counter()
        self._shown = sys.stderr is not None and sys.stderr.isatty()

    def show(self, done: int) -> None:
        """Show how far it has come."""
        now = perf_counter()
        if not self._shown or now - self._last < _REFRESH_SECONDS:
            return
        self._last = now
        rate = (done - self._first) / (now - self._start)
        left = (self._whole - done) / rate if rate else 0.0
        bar = "#" * round(_BAR * done / self._whole)
        print(
            f"\r[{bar:<{_BAR}}] {done:,}/{self._whole:,} {self._unit}, {rate:,.3g}/s, "
            f"{left:,.0f} s left \x1b[K",
            end="", file=sys.stderr, flush=True,
        )  # fmt: skip

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
