"""Another judge of Renju's fouls, by another method than the program's.

It knows nothing of lines around a square. A four is a set of four marks that lacks one square of a
row of five; a three is a set of three marks that lacks one of four in a row with both ends open.
All such rows of a board are listed once, as bits of a whole number, one for each square.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple


class Row(NamedTuple):
    """Squares in a row, those next to its ends, and those behind them; 0 beyond the edge."""

    squares: int
    ends: tuple[int, int]
    behind: tuple[int, int]


@lru_cache
def rows_through(size: int, length: int) -> list[list[Row]]:
    """Return, for each square, all rows of a length that it is in."""
    found: list[list[Row]] = [[] for _ in range(size * size)]

    def bit(row: int, col: int) -> int:
        inside = 0 <= row < size and 0 <= col < size
        return 1 << (row * size + col) if inside else 0

    for row in range(size):
        for col in range(size):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                bits = [bit(row + i * down, col + i * right) for i in range(-2, length + 2)]
                inner = bits[2:-2]
                if all(inner):
                    made = Row(sum(inner), (bits[1], bits[-2]), (bits[0], bits[-1]))
                    for each in inner:
                        found[each.bit_length() - 1].append(made)
    return found


def foul(size: int, own: int, free: int, square: int) -> str:
    """Return what kind of foul X's mark on an empty square is; empty if it is none."""
    mark = 1 << square
    own, free = own | mark, free & ~mark
    if any(_fives(size, own, square)):
        return ""
    if any(own & row.squares == row.squares for row in rows_through(size, 6)[square]):
        return "overline"
    fours = {
        own & row.squares for row in rows_through(size, 5)[square]
        if (own & row.squares).bit_count() == 4 and row.squares & ~own & free
        and not own & sum(row.ends)
    }  # fmt: skip
    if len(fours) > 1:
        return "double four"
    return "double three" if len(_threes(size, own, free, square)) > 1 else ""


def _fives(size: int, own: int, square: int) -> Iterator[bool]:
    for row in rows_through(size, 5)[square]:
        yield own & row.squares == row.squares and not own & sum(row.ends)


def _threes(size: int, own: int, free: int, square: int) -> set[int]:
    found = set()
    for row in rows_through(size, 4)[square]:
        marks, lacking = own & row.squares, row.squares & ~own
        if marks.bit_count() != 3 or not lacking & free or marks in found:
            continue
        if not all(end & free for end in row.ends) or any(own & each for each in row.behind):
            continue
        at = lacking.bit_length() - 1
        if not any(_fives(size, own | lacking, at)) and not foul(size, own, free, at):
            found.add(marks)
    return found
