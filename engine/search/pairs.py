"""Strategies that never lose, where they exist: pairs of squares, and the board's reflection.

If every line that a side can still complete has two empty squares of its own, the other side
answers each move in the pair's other square and is never beaten. On boards of 5x5 and more such
pairs exist for all full lines. In the reverse game, the side that always answers with the square
opposite through the centre never completes a line first, where no line lies upon its own
reflection, or where all that do go through squares of both sides.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from engine.board import EMPTY, PLAYERX, Board, Position
from engine.rules import Rule, Rules
from engine.search.windows import windows_of

Pairs = dict[int, int]
"""For each square of a pair its partner; squares are numbers, counted row by row."""


class _Matching:
    """Two squares for each line, as far as there are any: a bipartite matching.

    A line has two places, numbered 2 * line and 2 * line + 1. A place gets a square along a
    shortest augmenting path (Kuhn, 1955; Hopcroft and Karp, 1973); one that gets none never will,
    however many others follow.

    Args:
        lines: the squares of each line.
        free: for each square, whether it may be used.
    """

    def __init__(self, lines: Sequence[Sequence[int]], free: Sequence[bool]) -> None:
        self._lines, self._free = lines, free
        self.place_of: dict[int, int] = {}
        self.square_of: dict[int, int] = {}

    def without(self, square: int, lines: Collection[int]) -> _Matching:
        """Return the same matching without a square, and without the places of some lines."""
        free = [*self._free]
        free[square] = False
        other = _Matching(self._lines, free)
        for place, at in self.square_of.items():
            if at != square and place // 2 not in lines:
                other.place_of[at], other.square_of[place] = place, at
        return other

    def find(self, place: int) -> bool:
        """Find a square for a place, moving other places where that helps."""
        reached: dict[int, int] = {}
        queue = [place]
        for here in queue:
            for square in self._lines[here // 2]:
                if not self._free[square] or square in reached:
                    continue
                reached[square] = here
                if square in self.place_of:
                    queue.append(self.place_of[square])
                    continue
                self._move(square, reached)
                return True
        return False

    def _move(self, square: int, reached: dict[int, int]) -> None:
        """Give a square to the place that reached it, that one's to the next, back to the first."""
        while True:
            place = reached[square]
            given_up = self.square_of.get(place)
            self.place_of[square], self.square_of[place] = place, square
            if given_up is None:
                return
            square = given_up


def paired(lines: Sequence[Sequence[int]], free: Sequence[bool]) -> Pairs | None:
    """Return a pair of free squares in each line, no square in two pairs; None if there are none.

    Args:
        lines: the squares of each line.
        free: for each square, whether it may be used.
    """
    if 2 * len(lines) > sum(free):
        return None
    matching = _Matching(lines, free)
    if not all(matching.find(place) for place in range(2 * len(lines))):
        return None
    return {square: matching.square_of[place ^ 1] for square, place in matching.place_of.items()}


def _live(position: Position, attacker: int) -> list[tuple[int, ...]]:
    """Return the lines that a side can still complete."""
    rules, _, marks = position
    taken = {square for square, mark in enumerate(marks) if mark not in (EMPTY, attacker)}
    return [window for window in windows_of(rules.size, rules.line) if taken.isdisjoint(window)]


def may_foul(rules: Rules, player: int) -> bool:
    """Whether a side may lose by a foul: pairs do not keep it from losing."""
    return rules.rule == Rule.RENJU and player == PLAYERX


def pairs_against(position: Position, attacker: int) -> Pairs | None:
    """Return pairs that keep a side from ever completing a line; None where there are none.

    Args:
        position: any position of the normal rule.
        attacker: the side that shall not win.
    """
    return paired(_live(position, attacker), [mark == EMPTY for mark in position.marks])


def pairing_moves(position: Position, attacker: int) -> list[int]:
    """Return the moves of the other side after which there are pairs against the attacker.

    A move takes the lines through its square away, and the square. So there is no such move where
    too many lines are left to begin with; and one matching, made before any move, shows which few
    have to be tried.

    Args:
        position: any position of the normal rule.
        attacker: the side that shall not win.
    """
    lines, free = _live(position, attacker), [mark == EMPTY for mark in position.marks]
    through: dict[int, set[int]] = {square: set() for square, is_free in enumerate(free) if is_free}
    for number, line in enumerate(lines):
        for square in line:
            if free[square]:
                through[square].add(number)
    spare = len(through) - 2 * len(lines)
    moves = [square for square, own in through.items() if spare - 1 + 2 * len(own) >= 0]
    if not moves:
        return []
    most = 2 * max(len(through[square]) for square in moves)
    matching, missing = _Matching(lines, free), []
    for place in range(2 * len(lines)):
        if not matching.find(place):
            missing.append(place)
            if len(missing) > most:
                return []
    if not missing:
        return list(through)  # a mark takes lines away from the attacker, and no pair
    return [
        square
        for square in moves
        if len(missing) <= 2 * len(through[square])
        and _can_be_paired(matching, missing, square, through[square])
    ]


def _can_be_paired(
    matching: _Matching, missing: Sequence[int], square: int, lines: Collection[int]
) -> bool:
    """Whether all places have squares where a square and some lines are taken away."""
    after = matching.without(square, lines)
    places = [*missing, matching.place_of[square]] if square in matching.place_of else missing
    return all(after.find(place) for place in places if place // 2 not in lines)


@lru_cache(maxsize=64)
def has_pairs(rules: Rules) -> bool:
    """Whether all lines of an empty board can be paired, so that neither side loses."""
    empty = Position.of(Board.empty(rules), PLAYERX)
    return not rules.reverse and pairs_against(empty, PLAYERX) is not None


def mirrors(rules: Rules, *, first: bool) -> bool:
    """Whether a side never loses the reverse game by answering opposite through the centre.

    Args:
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
