"""A stream of random whole numbers that a seed fixes, the same on every machine."""

from __future__ import annotations

MASK = (1 << 64) - 1
"""The greatest number of 64 bits."""

GOLDEN = 0x9E3779B97F4A7C15
"""What a stream's state grows by: 2^64 divided by the golden ratio."""


class Stream:
    """A stream of whole numbers: splitmix64 (Steele, Lea and Flood, 2014)."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def next(self) -> int:
        """Return a number of 64 bits."""
        self._state = z = (self._state + GOLDEN) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, limit: int) -> int:
        """Return a number from 0 to below a limit."""
        return (self.next() >> 32) * limit >> 32
