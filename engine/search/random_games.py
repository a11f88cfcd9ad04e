"""Random games in plain Python, one at a time: light ones, and heavy ones that see wins and blocks.

They are those of ``engine/native/games.c``, draw for draw; the comments there say what the numbers
mean. The theatre shows one at a time, and whole searches play them where the native kernel is
missing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.board import EMPTY, PLAYERX, Board, Position, switch_player
from engine.rules import Rule
from engine.search.stream import MASK, Stream
from engine.search.windows import beside_of, windows_of, windows_through
from engine.tally import LineCounts

_BLOCKS = 0xD1342543DE82EF95


class Marks:
    """The marks of a position, and how many each side has in each window.

    Attributes:
        taken: whether a square has a mark.
        counts: for each side, its marks in each window.
    """

    def __init__(self, position: Position) -> None:
        rules, player, marks = position
        self.line, self.reverse = rules.line, rules.reverse
        self._size, self._rule = rules.size, rules.rule
        self._x_side = int(player != PLAYERX)
        self.ends_matter = rules.rule.ends_matter
        self._beside = beside_of(rules.size, rules.line) if self.ends_matter else ()
        self.windows = windows_of(rules.size, rules.line)
        self.through = windows_through(rules.size, rules.line)
        self._judge = position.board.foul_judge() if rules.rule == Rule.RENJU else None
        self.taken = [mark != EMPTY for mark in marks]
        self.counts = [[0] * len(self.windows) for _ in range(2)]
        for square, mark in enumerate(marks):
            if mark != EMPTY:
                self._count(square, int(mark != player))

    def make(self, square: int, side: int) -> bool:
        """Mark a square; return whether that completes a line."""
        if self._judge is not None:
            self._judge.make(divmod(square, self._size), side == self._x_side)
        return self._count(square, side)

    def may_foul(self, side: int) -> bool:
        """Whether some moves of a side are fouls."""
        return self._judge is not None and side == self._x_side

    def is_foul(self, square: int, side: int) -> bool:
        """Whether a side's mark on an empty square would be a foul."""
        if self._judge is None or side != self._x_side:
            return False
        return self._judge.foul_at(divmod(square, self._size)) is not None

    def _count(self, square: int, side: int) -> bool:
        self.taken[square] = True
        counts, full = self.counts[side], False
        for window in self.through[square]:
            counts[window] += 1
            full = full or counts[window] == self.line
        if full and self.ends_matter:
            through = self.through[square]
            full = any(
                counts[window] == self.line and self._is_line(window, side) for window in through
            )
        return full

    def _is_line(self, window: int, side: int) -> bool:
        """Whether a window that is full of a side's marks is a line: see ``engine.board.is_line``.

        The windows beside it hold one square more each.
        """
        own, other, beside = self.counts[side], self.counts[1 - side], self._beside[window]
        rule = self._rule
        if rule == Rule.RENJU:
            rule = Rule.EXACT if side == self._x_side else Rule.NORMAL
        if rule == Rule.EXACT:
            return all(own[neighbour] < self.line for neighbour in beside)
        return (
            rule != Rule.CARO
            or len(beside) < 2
            or not all(other[neighbour] for neighbour in beside)
        )

    def completes(self, square: int, side: int) -> bool:
        """Whether a mark on an empty square completes a line."""
        line = self.make(square, side)
        self.undo(square, side)
        return line

    def undo(self, square: int, side: int) -> None:
        """Take a mark back."""
        if self._judge is not None:
            self._judge.undo(divmod(square, self._size))
        self.taken[square] = False
        for window in self.through[square]:
            self.counts[side][window] -= 1


class RandomGame:
    """A random game from a position, whose marks are taken back at its end.

    Attributes:
        played: its moves.
        fouled: whether its last move was a foul, as no other one was left.
    """

    fouled = False

    def __init__(self, marks: Marks, squares: list[int], chance: Stream, heavy: bool) -> None:
        self._marks, self._order, self._random, self._heavy = marks, squares, chance, heavy
        self._left = len(squares)
        self.played: list[int] = []

    def result(self, to_move: int) -> int:
        """Play it; return 1 if the side to move wins it, -1 if it loses, 0 for a tie."""
        marks, side, full, plies = self._marks, to_move, False, len(self._order)
        watching = self._heavy and not marks.reverse
        self._threats: tuple[list[int], list[int]] = [], []
        if watching:
            for watched in range(2):
                self._watch(range(len(marks.windows)), watched)
        while not full and len(self.played) < plies:
            square = self._next_move(side)
            self.played.append(square)
            full = marks.make(square, side) or self.fouled
            if watching:
                self._watch(marks.through[square], side)
            side = 1 - side
        for number, square in enumerate(self.played):
            marks.undo(square, to_move ^ (number & 1))
        if not full:
            return 0
        return 1 if (side != to_move) != (marks.reverse or self.fouled) else -1

    def _next_move(self, side: int) -> int:
        if not self._heavy:
            return self._drawn_for(side)
        if self._marks.reverse:
            return self._drawn_with_care(side)
        square = self._completing(side)
        if square < 0:
            square = self._completing(1 - side)
            if square >= 0 and self._marks.is_foul(square, side):
                square = -1
        return self._drawn_for(side) if square < 0 else square

    def _drawn_for(self, side: int) -> int:
        return self._drawn_without_foul(side) if self._marks.may_foul(side) else self._drawn()

    def _drawn_without_foul(self, side: int) -> int:
        """Draw a square that is no foul; any other one only where there is no such one."""
        order, tries, marks = self._order, self._left, self._marks
        while tries:
            i = self._random.below(tries)
            tries -= 1
            square = order[i]
            order[i], order[tries] = order[tries], square
            taken = marks.taken[square]
            if not taken and marks.is_foul(square, side):
                continue
            self._left -= 1
            order[tries] = order[self._left]
            if not taken:
                return square
        self.fouled = True
        self._left -= 1
        return order[self._left]

    def _drawn(self) -> int:
        order = self._order
        while True:
            i = self._random.below(self._left)
            square = order[i]
            self._left -= 1
            order[i] = order[self._left]
            if not self._marks.taken[square]:
                return square

    def _drawn_with_care(self, side: int) -> int:
        """Draw a square that completes no line; any other one only where there is no such one."""
        order, tries, marks = self._order, self._left, self._marks
        while True:
            i = self._random.below(tries)
            tries -= 1
            square = order[i]
            order[i], order[tries] = order[tries], square
            counts = marks.counts[side]
            if tries and any(counts[window] == marks.line - 1 for window in marks.through[square]):
                continue
            self._left -= 1
            order[tries] = order[self._left]
            return square

    def _watch(self, windows: Sequence[int], side: int) -> None:
        """Remember the windows that lack one mark of a side."""
        own, other = self._marks.counts[side], self._marks.counts[1 - side]
        lacking = self._marks.line - 1
        self._threats[side].extend(
            window for window in windows if own[window] == lacking and not other[window]
        )

    def _completing(self, side: int) -> int:
        """Return a square that completes a line of a side, or -1."""
        threats, marks = self._threats[side], self._marks
        own, other = marks.counts[side], marks.counts[1 - side]
        while threats and (other[threats[-1]] or own[threats[-1]] == marks.line):
            threats.pop()
        for window in reversed(threats):
            if other[window] or own[window] == marks.line:
                continue
            square = next(empty for empty in marks.windows[window] if not marks.taken[empty])
            if not marks.ends_matter or marks.completes(square, side):
                return square
        return -1


def heavy_trial(board: Board, player: int) -> None:
    """Play one heavy game from here to its end, on ``board`` itself (see ``mc_trial``).

    Both sides complete a line where they can, else block one, else play at random; in the reverse
    game they complete none as long as there is another move. A game that is already over is left
    alone.
    """
    if board.check_win() is not None:
        return
    marks = Marks(Position.of(board, player))
    free = [square for square, taken in enumerate(marks.taken) if not taken]
    game = RandomGame(marks, free, Stream(random.getrandbits(64)), True)
    game.result(0)
    for square in game.played:
        board.move(*divmod(square, board.size), player)
        player = switch_player(player)


def play_games(
    position: Position, heavy: bool, seed: int, first_block: int, block: int, trials: int
) -> LineCounts:
    """Play games from a position, by any rule, and count them for ``Tally.of_lines``.

    Args:
        heavy: whether both sides see wins and blocks.
        seed: a number of 64 bits; with the blocks' numbers it fixes all the games.
    """
    marks = Marks(position)
    free = [square for square, taken in enumerate(marks.taken) if not taken]
    lines = [0, 0]
    counts = [[[0] * len(marks.taken) for _ in range(2)] for _ in range(2)]
    for number, first in enumerate(range(0, trials, block), first_block):
        chance = Stream(Stream((seed ^ (number * _BLOCKS)) & MASK).next())
        for _ in range(min(block, trials - first)):
            game = RandomGame(marks, free.copy(), chance, heavy)
            if game.result(0):
                completed = (1 - len(game.played) % 2) ^ game.fouled
                lines[completed] += 1
                for ply, square in enumerate(game.played):
                    counts[completed][ply % 2][square] += 1
    for square, mark in enumerate(position.marks):
        if mark != EMPTY:
            for completed in range(2):
                counts[completed][int(mark != position.player)][square] = lines[completed]
    grids = [tuple(counts[completed][side]) for completed in range(2) for side in range(2)]
    return lines[0], lines[1], grids[0], grids[1], grids[2], grids[3]
