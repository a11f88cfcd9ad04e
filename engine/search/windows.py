"""A position and its windows, the places where a line can come to stand, in plain Python.

The same as ``engine/native/windows.c``, for installations without the native kernel: the solver
and the tree of both find the same. Sides are 0, to move at the root, and 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from engine.board import EMPTY, Board, Position, is_line
from engine.rules import Square

_GROWTH = 4
_TOP_WEIGHT = _GROWTH**5


@lru_cache(maxsize=8)
def windows_of(dim: int, line: int) -> tuple[tuple[int, ...], ...]:
    """Return every window of a board: the numbers of its squares, counted row by row."""
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))[: 4 if line > 1 else 1]
    reach = line - 1
    return tuple(
        tuple((row + i * down) * dim + col + i * right for i in range(line))
        for down, right in steps
        for row in range(dim)
        for col in range(dim)
        if row + reach * down < dim and 0 <= col + reach * right < dim
    )


@lru_cache(maxsize=8)
def windows_through(dim: int, line: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each square, the numbers of the windows through it."""
    through: list[list[int]] = [[] for _ in range(dim * dim)]
    for number, window in enumerate(windows_of(dim, line)):
        for square in window:
            through[square].append(number)
    return tuple(map(tuple, through))


@lru_cache(maxsize=8)
def beside_of(dim: int, line: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each window, the numbers of those that begin a square before or behind it.

    Windows have three squares or more.
    """
    windows = windows_of(dim, line)
    number_of = {window[:2]: number for number, window in enumerate(windows)}
    behind = [number_of.get(window[1:3], -1) for window in windows]
    beside: list[list[int]] = [[] for _ in windows]
    for number, other in enumerate(behind):
        if other >= 0:
            beside[number].append(other)
            beside[other].append(number)
    return tuple(map(tuple, beside))


@lru_cache(maxsize=8)
def ends_of(dim: int, line: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each window, the squares just beyond its ends: two, or fewer at the edge."""
    windows = windows_of(dim, line)
    return tuple(
        tuple({*windows[other]}.difference(windows[number]).pop() for other in others)
        for number, others in enumerate(beside_of(dim, line))
    )


@cache
def _weights(line: int) -> tuple[int, ...]:
    """Return what a live window is worth, by its marks; 0 for a full one."""
    falling = [_TOP_WEIGHT]
    while len(falling) < line:
        falling.append(falling[-1] // _GROWTH if falling[-1] > _GROWTH else 1)
    return (*reversed(falling), 0)


def completing(board: Board, player: int) -> list[Square]:
    """Return the empty squares where a mark of a side completes a line, row by row."""
    return sorted({square for (square,) in _gaps(board, player, 1)})


def double_threats(board: Board, player: int) -> dict[Square, list[Square]]:
    """Return the empty squares where a mark of a side makes lines that lack one mark in two places.

    Returns:
        For each such square those where the lines could be completed next, both row by row.
    """
    completions: dict[Square, set[Square]] = {}
    for one, other in _gaps(board, player, 2):
        completions.setdefault(one, set()).add(other)
        completions.setdefault(other, set()).add(one)
    return {
        square: sorted(completions[square])
        for square in sorted(completions)
        if len(completions[square]) > 1
    }


def _gaps(board: Board, player: int, lacking: int) -> Iterator[list[Square]]:
    """Yield the empty squares of each place where a line of a side lacks so many marks."""
    rules = board.rules
    marks = [mark for row in board.rows for mark in row]
    for number, window in enumerate(windows_of(rules.size, rules.line)):
        marked = [marks[square] for square in window]
        if marked.count(player) != rules.line - lacking or marked.count(EMPTY) != lacking:
            continue
        if rules.rule.ends_matter:
            ends = ends_of(rules.size, rules.line)[number]
            if not is_line(rules.rule, player, [marks[square] for square in ends]):
                continue
        yield [divmod(square, rules.size) for square in window if marks[square] == EMPTY]


def numbers(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, in rising order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


class Windows:
    """A position whose windows' counts and sums follow its moves.

    Attributes:
        owner: for each square 0, 1, or -1 where it is empty.
        marks: for each side, its marks in each window.
        live: windows without a mark of the other side.
        lines: windows that are full of a side's marks.
        threats, pairs: bit sets of live windows that lack one mark, or two.
        score: the sum of the weights of a side's live windows.
        worth: the same, of the windows through each square.
    """

    def __init__(self, position: Position) -> None:
        rules, player, marks = position
        self.dim, self.line, self.reverse = rules.size, rules.line, rules.reverse
        self.squares = self.empty = self.dim * self.dim
        self.ply = self.to_move = 0
        self.windows = windows_of(self.dim, self.line)
        self.through = windows_through(self.dim, self.line)
        self.weight = _weights(self.line)
        self.owner = [-1] * self.squares
        self.marks = [[0] * len(self.windows) for _ in range(2)]
        self.live, self.lines, self.score = [0, 0], [0, 0], [0, 0]
        self.threats, self.pairs = [0, 0], [0, 0]
        self.worth = [[0] * self.squares for _ in range(2)]
        for number in range(len(self.windows)):
            self._count(number, 0, 1)
            self._count(number, 1, 1)
        for square, mark in enumerate(marks):
            if mark != EMPTY:
                self.to_move = int(mark != player)
                self.make(square)
        self.to_move = 0

    def make(self, square: int) -> None:
        """Mark a square for the side to move."""
        self._put(square, self.to_move, 1)
        self.owner[square] = self.to_move
        self.ply += 1
        self.empty -= 1
        self.to_move ^= 1

    def undo(self, square: int) -> None:
        """Take the last mark back."""
        self.to_move ^= 1
        self.ply -= 1
        self.empty += 1
        self.owner[square] = -1
        self._put(square, self.to_move, -1)

    def threat_squares(self, side: int) -> tuple[int, int]:
        """Return two squares that complete a line of a side; -1 where there are not so many."""
        first = -1
        for number in numbers(self.threats[side]):
            square = next(empty for empty in self.windows[number] if self.owner[empty] < 0)
            if first < 0:
                first = square
            elif square != first:
                return first, square
        return first, -1

    def completes(self, square: int) -> bool:
        """Whether a mark of the side to move completes a line there."""
        own, other = self.marks[self.to_move], self.marks[1 - self.to_move]
        return any(own[i] == self.line - 1 and not other[i] for i in self.through[square])

    def win_by_threats(self, budget: list[int]) -> int:
        """Return the first of threats that leave one answer each and win; -1 where there are none.

        Args:
            budget: how many threats may be tried; what is left of it afterwards.
        """
        me = self.to_move
        forced, other = self.threat_squares(1 - me)
        if other >= 0:
            return -1
        for number in numbers(self.pairs[me]):
            for square in [empty for empty in self.windows[number] if self.owner[empty] < 0]:
                if forced >= 0 and square != forced:
                    continue
                budget[0] -= 1
                if budget[0] < 0:
                    return -1
                if self._wins_with(square, budget):
                    return square
        return -1

    def _wins_with(self, square: int, budget: list[int]) -> bool:
        """Whether a threat there wins, because of a second one or of more that follow."""
        me = self.to_move
        self.make(square)
        answer, second = self.threat_squares(me)
        won = second >= 0
        if not won:
            self.make(answer)
            won = self.win_by_threats(budget) >= 0
            self.undo(answer)
        self.undo(square)
        return won

    def _put(self, square: int, side: int, by: int) -> None:
        for number in self.through[square]:
            self._count(number, 0, -1)
            self._count(number, 1, -1)
            self.marks[side][number] += by
            self._count(number, 0, 1)
            self._count(number, 1, 1)

    def _count(self, number: int, side: int, sign: int) -> None:
        """Take a window out of a side's sums, or put it in."""
        if self.marks[1 - side][number]:
            return
        marks = self.marks[side][number]
        self.live[side] += sign
        if marks == self.line:
            self.lines[side] += sign
        elif marks == self.line - 1:
            self.threats[side] ^= 1 << number
        elif marks == self.line - 2:
            self.pairs[side] ^= 1 << number
        weight, worth = sign * self.weight[marks], self.worth[side]
        self.score[side] += weight
        for square in self.windows[number]:
            worth[square] += weight
