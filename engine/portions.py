"""How much a running search does between two looks at the clock."""

from __future__ import annotations

SECONDS = 0.012
"""How long a portion should take: short enough for "stop" to feel immediate and for a picture to
refresh 60 times a second, long enough for its overhead not to matter."""


def next_size(size: int, seconds: float) -> int:
    """Return how large the next portion should be, growing by two at the most.

    Args:
        size: how large the last one was.
        seconds: how long it took.
    """
    if seconds <= 0:
        return size * 2
    return max(1, min(size * 2, int(size * SECONDS / seconds)))
