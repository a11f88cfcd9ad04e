"""Strategies that never lose, where they exist: pairs of squares, and the board's reflection.

If every line that a side can still complete has two empty squares of its own, the other side
answers each move in the pair's other square and is never beaten. On boards of 5x5 and more such
pairs exist for all full lines. In the reverse game, the side that always answers with the square
opposite through the centre never completes a line first, where no line lies upon its own
reflection, or where all that do go through squares of both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.board import EMPTY, PLAYERX
from engine.position import Position
from engine.rules import Rules
from engine.windows import windows_of

Pairs = dict[int, int]
"""For each square of a pair its partner; squares are numbers, counted row by row."""


def paired(lines: Sequence[Sequence[int]], free: Sequence[bool]) -> Pairs | None:
    """Return a pair of free squares in each line, no square in two pairs; None if there are none.

    A bipartite matching of each line's two places to squares, by augmenting paths (Kuhn, 1955).

    Args:
        lines: the squares of each line.
        free: for each square, whether it may be used.
    """
    place_of: dict[int, int] = {}

    def augment(place: int, seen: set[int]) -> bool:
        for square in lines[place // 2]:
            if free[square] and square not in seen:
                seen.add(square)
                if square not in place_of or augment(place_of[square], seen):
                    place_of[square] = place
                    return True
        return False

    if not all(augment(place, set()) for place in range(2 * len(lines))):
        return None
    square_of = {place: square for square, place in place_of.items()}
    return {square: square_of[place ^ 1] for square, place in place_of.items()}


def pairs_against(position: Position, attacker: int) -> Pairs | None:
    """Return pairs that keep a side from ever completing a line; None where there are none.

    Args:
        position: any position of the normal rule.
        attacker: the side that shall not win.
    """
    rules, _, marks = position
    live = [
        window
        for window in windows_of(rules.size, rules.line)
        if all(marks[square] in (EMPTY, attacker) for square in window)
    ]
    if 2 * len(live) > position.empty:
        return None
    return paired(live, [mark == EMPTY for mark in marks])


@lru_cache(maxsize=64)
def has_pairs(rules: Rules) -> bool:
    """Whether all lines of an empty board can be paired, so that neither side loses."""
    squares = rules.size**2
    windows = windows_of(rules.size, rules.line)
    if rules.reverse or 2 * len(windows) > squares:
        return False
    return paired(windows, [True] * squares) is not None


def mirrors(rules: Rules, *, first: bool) -> bool:
    """Whether a side never loses the reverse game by answering opposite through the centre.

    Args:
        rules: the game's rules.
        first: whether it is the side that begins; it takes the centre first.
    """
    if not rules.reverse:
        return False
    if rules.size % 2 == 0:
        return not first
    return first and rules.line == rules.size


def mirrored_move(position: Position) -> int | None:
    """Return the move that makes a position its own reflection with the sides swapped.

    Returns:
        The square's number; None where there is no such move, or where it proves nothing.
    """
    rules, player, marks = position
    last, middle = len(marks) - 1, len(marks) // 2
    odd = rules.size % 2 == 1
    if not rules.reverse or (odd and rules.line != rules.size):
        return None
    if odd and marks[middle] == EMPTY:
        return middle if position.empty == len(marks) else None
    if odd and marks[middle] != player:
        return None
    unanswered = [
        square
        for square, mark in enumerate(marks)
        if mark != EMPTY and not (odd and square == middle) and marks[last - square] == EMPTY
    ]
    if not _is_mirrored(marks) or len(unanswered) != 1 or marks[unanswered[0]] == player:
        return None
    return last - unanswered[0]


def _is_mirrored(marks: bytes) -> bool:
    """Whether no square has the mark of the one opposite it; the middle is its own opposite."""
    last = len(marks) - 1
    return all(
        mark != marks[last - square]
        for square, mark in enumerate(marks)
        if mark != EMPTY and square != last - square
    )


def answers(position: Position, attacker: int) -> Pairs | None:
    """Return the pairs in which a side that answers each move keeps another one from winning.

    Args:
        position: any position.
        attacker: the side that shall not win.

    Returns:
        Partners of empty squares: of the lines that are left, or opposite each other through the
        centre in the reverse game; None where neither proves anything.
    """
    rules, _, marks = position
    if not rules.reverse:
        return pairs_against(position, attacker)
    if not mirrors(rules, first=attacker != PLAYERX) or not _is_mirrored(marks):
        return None
    last = len(marks) - 1
    free = [square for square, mark in enumerate(marks) if EMPTY in (mark, marks[last - square])]
    return {square: last - square for square in free if square != last - square}
