"""A byte for each game of a tournament, in memory that grows with the games, not their number."""

from __future__ import annotations

_BITS = 16
_PAGE = 1 << _BITS


class ByteMap:
    """Numbers from 0 to 255 by index; 0 until another one is set. Pages of 64 kB come on demand.

    A damaged file may announce thousands of millions of games and hold three.
    """

    def __init__(self) -> None:
        self._pages: dict[int, bytearray] = {}

    def __getitem__(self, index: int) -> int:
        page = self._pages.get(index >> _BITS)
        return page[index & (_PAGE - 1)] if page is not None else 0

    def __setitem__(self, index: int, value: int) -> None:
        number = index >> _BITS
        if number not in self._pages:
            self._pages[number] = bytearray(_PAGE)
        self._pages[number][index & (_PAGE - 1)] = value

    def count(self, value: int, stop: int | None = None, parity: int | None = None) -> int:
        """Return how often a value other than 0 is there.

        Args:
            value: the value.
            stop: look at indices below this one only.
            parity: look at even (0) or odd (1) indices only.
        """
        found = 0
        for number, page in self._pages.items():
            room = _PAGE if stop is None else max(0, stop - number * _PAGE)
            inside = page if room >= _PAGE else page[:room]
            found += (inside if parity is None else inside[parity::2]).count(value)
        return found
