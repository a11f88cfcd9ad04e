"""Line types by the definition of ``engine/native/patterns.h``, slow and without a table."""

from __future__ import annotations

from functools import cache

from engine.rules import Rule

DEAD, B1, F1, B2, F2, B3, F3, B4, F4, F5, FORKED, LONG = range(12)
_LESS = {DEAD: B1, B1: B1, F1: B1, B2: B1, F2: F1, B3: B2, F3: F2, B4: B3, F4: F3}

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def _missing(line: int, around: str, rule: Rule) -> list[list[int]]:
    """Return what each window lacks in which the side can still get a line."""
    more = int(rule.ends_matter)
    found = []
    for first in range(more, line + more):
        window, ends = (
            range(first, first + line),
            (around[first - 1], around[first + line : first + line + 1]),
        )
        if any(around[at] in "o#" for at in window):
            continue
        if rule in (Rule.EXACT, Rule.RENJU) and "x" in ends:
            continue
        if rule == Rule.CARO and ends == ("o", "o"):
            continue
        found.append([at for at in window if around[at] == "."])
    return found


@cache
def line_type(line: int, around: str, rule: Rule = Rule.NORMAL) -> int:
    """Return what a mark in the middle makes of a line.

    Letters are ``x`` for own, ``.`` for empty, ``o`` for the other side's, ``#`` for the edge.
    Where a line's ends matter, there is a square more on each side. Renju's are X's lines.
    """
    missing = _missing(line, around, rule)
    if [] in missing:
        return F5
    if rule == Rule.RENJU:
        middle = len(around) // 2
        before, behind = around[:middle][::-1], around[middle + 1 :]
        if 1 + sum(len(each) - len(each.lstrip("x")) for each in (before, behind)) > line:
            return LONG
    if not missing:
        return DEAD
    if rule == Rule.RENJU and len(_fours(line, around, rule)) > 1:
        return FORKED
    if any(len(squares) == 1 for squares in missing):
        answers = (at for at, mark in enumerate(around) if mark == ".")
        held = all(
            any(
                len(each) == 1
                for each in _missing(line, around[:at] + "o" + around[at + 1 :], rule)
            )
            for at in answers
        )
        return F4 if held else B4
    reached = [
        line_type(line, around[:at] + "x" + around[at + 1 :], rule)
        for at, mark in enumerate(around)
        if mark == "."
    ]
    return _LESS[max((each for each in reached if each <= F5), default=DEAD)]


def _fours(line: int, around: str, rule: Rule) -> set[tuple[int, ...]]:
    """Return the marks of each four: of a window that lacks one."""
    found = set()
    for squares in _missing(line, around, rule):
        if len(squares) == 1:
            for first in range(squares[0] - line + 1, squares[0] + 1):
                window = range(max(first, 0), first + line)
                marks = tuple(at for at in window if around[at : at + 1] == "x")
                ends = around[max(first - 1, 0) : first] + around[first + line : first + line + 1]
                if len(marks) == line - 1 and len(around) // 2 in marks and "x" not in ends:
                    found.add(marks)
    return found


def types_at(
    marks: bytes, size: int, line: int, square: int, side: int, rule: Rule = Rule.NORMAL
) -> list[int]:
    """Return a side's types of the four lines through an empty square."""
    row, col = divmod(square, size)
    if rule == Rule.RENJU and side != 2:
        rule = Rule.NORMAL
    found = []
    for down, right in DIRECTIONS:
        around = ""
        for step in range(1 - line - rule.ends_matter, line + rule.ends_matter):
            at = row + step * down, col + step * right
            inside = min(at) >= 0 and max(at) < size
            mark = marks[at[0] * size + at[1]] if inside else 0
            own = step == 0 or mark == side
            around += "x" if own else "." if mark == 1 else "o" if mark else "#"
        found.append(line_type(line, around, rule))
    return found
