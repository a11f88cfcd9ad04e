"""The rules of a game: how large the board is, what makes a line, and what a line does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.errors import whole_number

MAX_SIZE = 25

Square = tuple[int, int]
"""A (row, column) pair, both counted from 0, row 0 at the top."""

Line = tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """What a game keeps from its start to its end.

    Attributes:
        size: squares along each side of the board, 1 to 25.
        line: marks in a row that make a line, 1 to ``size``.
        reverse: in the reverse (misère) game, a player who completes a line loses.

    Raises:
        ValueError: a size or line length that no board can have.
    """

    size: int
    line: int
    reverse: bool = False

    def __post_init__(self) -> None:
        size = whole_number(self.size, "the board's side", 1, MAX_SIZE)
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "line", whole_number(self.line, "the line length", 1, size))
        object.__setattr__(self, "reverse", bool(self.reverse))

    @classmethod
    def of(cls, size: int = 3, line: int | None = None, reverse: bool = False) -> Rules:
        """Return rules whose line is the whole side, as in the course, where none is given."""
        return cls(size, size if line is None else line, reverse)

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every run of squares that makes a line, in the order of ``lines_of``."""
        return lines_of(self.size, self.line)


@lru_cache(maxsize=1024, typed=True)
def rules_of(size: int, line: int, reverse: bool) -> Rules:
    """Return rules, checked once: every call of ``sample`` asks for those of its board.

    Raises:
        ValueError: a size or line length that no board can have.
        TypeError: something that cannot be one, such as a list.
    """
    return Rules(size, line, reverse)


TIC_TAC_TOE = Rules(3, 3)
"""The rules of the course."""


@lru_cache(maxsize=16)
def lines_of(size: int, line: int) -> tuple[Line, ...]:
    """Return every run of ``line`` squares in a row on a board of ``size`` x ``size``.

    Rows come first, then columns, diagonals and anti-diagonals: the order in which the
    course's ``check_win`` looks.
    """
    span = range(line)
    starts = range(size - line + 1)
    side = range(size)
    rows = [tuple((row, col + i) for i in span) for row in side for col in starts]
    if line == 1:
        return tuple(rows)
    columns = [tuple((row + i, col) for i in span) for col in side for row in starts]
    falling = [tuple((row + i, col + i) for i in span) for row in starts for col in starts]
    rising = [
        tuple((row + i, size - 1 - col - i) for i in span) for row in starts for col in starts
    ]
    return (*rows, *columns, *falling, *rising)
