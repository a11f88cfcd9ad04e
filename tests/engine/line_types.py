"""Line types by the definition of ``engine/native/patterns.h``, slow and without a table."""

from __future__ import annotations

from functools import cache

DEAD, B1, F1, B2, F2, B3, F3, B4, F4, F5 = range(10)
_LESS = {DEAD: B1, B1: B1, F1: B1, B2: B1, F2: F1, B3: B2, F3: F2, B4: B3, F4: F3}

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@cache
def line_type(line: int, around: str, exact: bool = False) -> int:
    """Return what a mark in the middle makes of a line: ``x`` own, ``.`` empty, ``#`` blocked.

    Where a line must not be longer (``exact``), there is a square more on each side.
    """
    windows = [range(first, first + line) for first in range(exact, line + exact)]
    alive = [window for window in windows if all(around[at] != "#" for at in window)]
    if exact:
        alive = [each for each in alive if "x" not in (around[each[0] - 1], around[each[-1] + 1])]
    if not alive:
        return DEAD
    missing = [[at for at in window if around[at] == "."] for window in alive]
    if [] in missing:
        return F5
    completing = {squares[0] for squares in missing if len(squares) == 1}
    if completing:
        return F4 if len(completing) > 1 else B4
    reached = [
        line_type(line, around[:at] + "x" + around[at + 1 :], exact)
        for at, mark in enumerate(around)
        if mark == "."
    ]
    return _LESS[max(reached)]


def types_at(
    marks: bytes, size: int, line: int, square: int, side: int, exact: bool = False
) -> list[int]:
    """Return a side's types of the four lines through an empty square."""
    row, col = divmod(square, size)
    found = []
    for down, right in DIRECTIONS:
        around = ""
        for step in range(1 - line - exact, line + exact):
            at = row + step * down, col + step * right
            inside = min(at) >= 0 and max(at) < size
            mark = marks[at[0] * size + at[1]] if inside else 0
            own = step == 0 or mark == side
            around += "x" if own else "." if mark == 1 else "#"
        found.append(line_type(line, around, exact))
    return found
