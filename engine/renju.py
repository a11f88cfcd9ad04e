"""Renju's fouls: the moves by which X, who moves first, loses.

In Renju exactly five in a row win for X, and five or more for O. X must make neither six or more in
a row, nor two fours, nor two open threes with one move; a move that makes five is never a foul. The
definitions are those of the Renju International Federation's rules of the game (2008, 9.2, 9.3):

- a *four* lacks one mark of exactly five; it is *straight* if either of its ends would do;
- a *three* lacks one mark of a straight four, and X may put that mark: it is no foul itself, and
  makes no five. So whether three marks are a three may depend on other fouls, and these on others.

``engine/native/renju.c`` finds the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from engine.rules import FIVE, Square

_REACH = FIVE
"""Squares to each side of a mark that decide what it makes of a line."""

_WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))
_STEPS = [step for step in range(-_REACH, _REACH + 1) if step]
_OWN, _FREE, _SHUT = "x", ".", "#"


class Foul(Enum):
    """What makes a move a foul, as Renju's players call it."""

    OVERLINE = "overline"
    """Six or more in a row."""
    DOUBLE_FOUR = "double four"
    """Two fours at once."""
    DOUBLE_THREE = "double three"
    """Two threes at once."""


class FoulJudge:
    """Tells fouls in one position.

    Args:
        own: the squares with X's marks.
        free: the empty ones.
    """

    def __init__(self, own: Iterable[Square], free: Iterable[Square]) -> None:
        self._own, self._free = set(own), set(free)

    def make(self, square: Square, own: bool) -> None:
        """Put a mark on an empty square, X's or not."""
        self._free.remove(square)
        if own:
            self._own.add(square)

    def undo(self, square: Square) -> None:
        """Take a mark back."""
        self._own.discard(square)
        self._free.add(square)

    def foul_at(self, square: Square) -> Foul | None:
        """Return what kind of foul X's mark on a square would be; None if it is none, or taken."""
        if square not in self._free or not self._is_busy(square):
            return None
        self.make(square, own=True)
        foul = self._foul_of(square)
        self.undo(square)
        return foul

    def fouls(self) -> dict[Square, Foul]:
        """Return all squares that are fouls, row by row."""
        near: dict[Square, list[int]] = {}
        for way, (down, right) in enumerate(_WAYS):
            for row, col in self._own:
                for step in _STEPS:
                    counts = near.setdefault((row + step * down, col + step * right), [0] * 4)
                    counts[way] += 1
        busy = (square for square, counts in near.items() if _are_many(counts))
        fouls = ((square, self.foul_at(square)) for square in sorted(self._free.intersection(busy)))
        return {square: foul for square, foul in fouls if foul is not None}

    def _is_busy(self, square: Square) -> bool:
        """Whether so many marks are near on its lines that a foul is possible at all."""
        return _are_many([self._around(square, way).count(_OWN) for way in _WAYS])

    def _foul_of(self, square: Square) -> Foul | None:
        """Return what kind of foul a mark is that stands there."""
        lines = [self._around(square, way) for way in _WAYS]
        lengths = [_row_length(line) for line in lines]
        if FIVE in lengths:
            return None
        if max(lengths) > FIVE:
            return Foul.OVERLINE
        fours = [_fours(line) for line in lines]
        if sum(fours) > 1:
            return Foul.DOUBLE_FOUR
        threes = 0
        for line, four, way in zip(lines, fours, _WAYS, strict=True):
            threes += not four and self._is_three(square, line, way)
            if threes > 1:
                return Foul.DOUBLE_THREE
        return None

    def _around(self, square: Square, way: tuple[int, int]) -> str:
        """Return a line's squares around one, with a letter each."""
        (row, col), (down, right) = square, way
        letters = []
        for step in range(-_REACH, _REACH + 1):
            at = row + step * down, col + step * right
            letters.append(_OWN if at in self._own else _FREE if at in self._free else _SHUT)
        return "".join(letters)

    def _is_three(self, square: Square, line: str, way: tuple[int, int]) -> bool:
        """Whether X may make a straight four of what a mark makes of a line."""
        for place, letter in enumerate(line):
            if letter != _FREE or not _is_straight(_with(line, place)):
                continue
            step = place - _REACH
            at = square[0] + step * way[0], square[1] + step * way[1]
            if self._may_be_put(at):
                return True
        return False

    def _may_be_put(self, square: Square) -> bool:
        """Whether a mark is no foul, and makes no five."""
        self.make(square, own=True)
        lengths = [_row_length(self._around(square, way)) for way in _WAYS]
        may = FIVE not in lengths and self._foul_of(square) is None
        self.undo(square)
        return may


def _are_many(near: list[int]) -> bool:
    """Whether so many marks on a square's four lines are enough for a foul."""
    return max(near) >= FIVE - 1 or sum(count > 1 for count in near) > 1


def _with(line: str, place: int) -> str:
    """Return a line with a mark more."""
    return line[:place] + _OWN + line[place + 1 :]


def _row_length(line: str) -> int:
    """Return how many marks are in a row with the one in the middle."""
    before, behind = line[:_REACH][::-1], line[_REACH + 1 :]
    return 1 + sum(len(part) - len(part.lstrip(_OWN)) for part in (before, behind))


def _completing(line: str) -> list[int]:
    """Return the places where a mark more makes exactly five with the one in the middle."""
    return [
        place
        for place, letter in enumerate(line)
        if letter == _FREE and _row_length(_with(line, place)) == FIVE
    ]


def _fours(line: str) -> int:
    """Return how many fours the mark in the middle makes: a straight one is one."""
    places = _completing(line)
    return 1 if _are_ends(line, places) else len(places)


def _is_straight(line: str) -> bool:
    """Whether the mark in the middle is part of a straight four."""
    return _are_ends(line, _completing(line))


def _are_ends(line: str, places: list[int]) -> bool:
    """Whether two places are the ends of four marks in a row."""
    return len(places) == 2 and line[places[0] + 1 : places[1]] == _OWN * (FIVE - 1)
