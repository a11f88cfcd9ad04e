"""Threats on a board: squares that complete a line, forks, and chains of forced answers.

A side's *end* is an empty square that completes one of its lines. A *fork* is a move after which a
side has ends that no single answer takes from it, and its opponent has none: usually two, as one
answer cannot fill both; in Caro one may stop two lines by closing them, and in Renju X may not
answer with a foul, nor threaten with one. A *chain* is a row of moves
that each leave the opponent one answer, and that ends in a fork (threat sequences: Allis, 1994).
Squares are numbers here, counted row by row.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

from engine.board import EMPTY, PLAYERX, Board, is_line, switch_player
from engine.renju import FoulJudge
from engine.rules import Rule, Rules
from engine.search.windows import ends_of, windows_of, windows_through


@dataclass(frozen=True, slots=True)
class Chain:
    """A way to win that leaves the opponent no choice.

    Attributes:
        moves: the side's own moves; after the last one it has ``ends``.
        answers: the forced answer to each move but the last.
        ends: the squares that complete a line after the last move: two or more.
    """

    moves: tuple[int, ...]
    answers: tuple[int, ...]
    ends: tuple[int, ...]

    @property
    def line(self) -> tuple[int, ...]:
        """The moves and answers in the order in which they are made."""
        line = [self.moves[0]]
        for answer, move in zip(self.answers, self.moves[1:], strict=True):
            line += answer, move
        return tuple(line)

    @property
    def plies(self) -> int:
        """Moves until the line stands: the chain, an answer that does not help, and the end."""
        return 2 * len(self.moves) + 1


@lru_cache(maxsize=4)
def _beyond(dim: int, line: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each square, the windows that it lies just beyond an end of."""
    windows: list[list[int]] = [[] for _ in range(dim * dim)]
    for window, ends in enumerate(ends_of(dim, line)):
        for square in ends:
            windows[square].append(window)
    return tuple(map(tuple, windows))


class _Spent(Exception):  # noqa: N818  (it is caught where the search began)
    """A search has tried as much as it may."""


class Threats:
    """A position whose open windows follow its moves; either side may move at any time.

    It is made of the mark of each square, row by row.
    """

    def __init__(self, rules: Rules, marks: bytes) -> None:
        self.rules = rules
        self.marks = [EMPTY] * len(marks)
        self._windows = windows_of(rules.size, rules.line)
        self._through = windows_through(rules.size, rules.line)
        # Where a line's ends matter, marks just beyond a window may close it, too.
        self._beyond = _beyond(rules.size, rules.line) if rules.rule.ends_matter else None
        self._counts = {side: [0] * len(self._windows) for side in (2, 3)}
        # Windows without a mark of the other side that lack one mark, or two.
        short = {
            1: set(range(len(self._windows))) if rules.line == 1 else set[int](),
            2: set(range(len(self._windows))) if rules.line == 2 else set[int](),
        }
        self._lacking = {side: {1: {*short[1]}, 2: {*short[2]}} for side in (2, 3)}
        self._left = 0
        self._judge = None
        if rules.rule == Rule.RENJU:
            squares = [divmod(square, rules.size) for square in range(len(marks))]
            self._judge = FoulJudge((), squares)
        for square, mark in enumerate(marks):
            if mark != EMPTY:
                self.make(square, mark)

    @classmethod
    def of(cls, board: Board) -> Threats:
        """Return those of a position."""
        return cls(board.rules, bytes(mark for row in board.rows for mark in row))

    # --- moves ------------------------------------------------------------------------

    def make(self, square: int, side: int) -> None:
        """Put a side's mark on an empty square."""
        self.marks[square] = side
        if self._judge is not None:
            self._judge.make(divmod(square, self.rules.size), side == PLAYERX)
        other = switch_player(side)
        own_counts, other_counts = self._counts[side], self._counts[other]
        own, others, line = self._lacking[side], self._lacking[other], self.rules.line
        for window in self._through[square]:
            count = own_counts[window] = own_counts[window] + 1
            if not other_counts[window]:
                if count >= line - 2:
                    self._sort(own, window, line - count)
            elif count == 1:  # the other side can no longer complete it
                others[1].discard(window)
                others[2].discard(window)
        if self._beyond is not None:
            self._sort_again(square)

    def undo(self, square: int) -> None:
        """Take a mark off its square."""
        side = self.marks[square]
        self.marks[square] = EMPTY
        if self._judge is not None:
            self._judge.undo(divmod(square, self.rules.size))
        other = switch_player(side)
        own_counts, other_counts = self._counts[side], self._counts[other]
        own, others, line = self._lacking[side], self._lacking[other], self.rules.line
        for window in self._through[square]:
            count = own_counts[window] = own_counts[window] - 1
            if not other_counts[window]:
                if count >= line - 3:
                    self._sort(own, window, line - count)
            elif count == 0 and other_counts[window] >= line - 2:
                self._sort(others, window, line - other_counts[window])
        if self._beyond is not None:
            self._sort_again(square)

    @contextmanager
    def after(self, square: int, side: int) -> Iterator[None]:
        """Have a mark on a square for a while."""
        self.make(square, side)
        try:
            yield
        finally:
            self.undo(square)

    def _sort_again(self, square: int) -> None:
        """Sort the windows that a mark lies in or just beyond, where a line's ends matter."""
        assert self._beyond is not None
        ends = ends_of(self.rules.size, self.rules.line)
        for window in (*self._through[square], *self._beyond[square]):
            for side, lacking in self._lacking.items():
                count, others = (self._counts[at][window] for at in (side, switch_player(side)))
                beyond = [self.marks[end] for end in ends[window]]
                closed = others or not is_line(self.rules.rule, side, beyond)
                self._sort(lacking, window, 0 if closed else self.rules.line - count)

    @staticmethod
    def _sort(lacking: dict[int, set[int]], window: int, missing: int) -> None:
        for count, windows in lacking.items():
            if count == missing:
                windows.add(window)
            else:
                windows.discard(window)

    # --- what is seen -----------------------------------------------------------------

    @property
    def empty(self) -> list[int]:
        """The empty squares."""
        return [square for square, mark in enumerate(self.marks) if mark == EMPTY]

    def ends(self, side: int) -> list[int]:
        """Return the empty squares that complete a line of a side, in order."""
        return sorted({self._missing(window)[0] for window in self._lacking[side][1]})

    def may(self, square: int, side: int) -> bool:
        """Whether a side's mark on an empty square is no foul."""
        if self._judge is None or side != PLAYERX:
            return True
        return self._judge.foul_at(divmod(square, self.rules.size)) is None

    def answers(self, side: int) -> list[int]:
        """Return the squares on which the other side takes all of a side's ends from it.

        There are none where it has no end, or a fork.
        """
        ends = self.ends(side)
        if self.rules.rule != Rule.CARO:
            return ends if len(ends) == 1 and self.may(ends[0], switch_player(side)) else []
        beyond = ends_of(self.rules.size, self.rules.line)
        tried = {*ends}.union(*(beyond[window] for window in self._lacking[side][1]))
        answers = []
        for square in sorted(at for at in tried if self.marks[at] == EMPTY):
            with self.after(square, switch_player(side)):
                if not self._lacking[side][1]:
                    answers.append(square)
        return answers

    def forks(self, side: int) -> bool:
        """Whether a side has ends that no single answer takes from it."""
        return bool(self._lacking[side][1]) and not self.answers(side)

    def lines_at(self, square: int, side: int) -> list[tuple[int, ...]]:
        """Return the lines of a side that an empty square completes: each one's squares."""
        return [
            self._windows[window]
            for window in self._through[square]
            if window in self._lacking[side][1] and self.marks[square] == EMPTY
        ]

    def open_at(self, square: int, side: int) -> int:
        """Return how many windows through a square hold marks of a side and none of the other."""
        own, others = self._counts[side], self._counts[switch_player(side)]
        return sum(1 for window in self._through[square] if own[window] and not others[window])

    def new_ends(self, square: int, side: int) -> int:
        """Return how many more ends a side has after a mark of its own on a square."""
        before = {*self.ends(side)} - {square}
        with self.after(square, side):
            return len({*self.ends(side)} - before)

    def chain(self, side: int, longest: int, budget: int, first: int | None = None) -> Chain | None:
        """Return a shortest chain of a side that is to move, or None.

        Args:
            side: whose chain; it has no end of its own.
            longest: how many moves of its own it may take; 1 for a fork.
            budget: how many moves may be tried in all; None is also what is returned after them.
            first: a square; chains that begin there come before shorter ones.
        """
        self._left = budget
        try:
            for start in (None,) if first is None else (first, None):
                for moves in range(1, longest + 1):
                    chain = self._chain(side, moves, start)
                    if chain is not None:
                        return chain
        except _Spent:
            pass
        return None

    def _chain(self, side: int, moves: int, first: int | None = None) -> Chain | None:
        other = switch_player(side)
        forced = self.answers(other)
        if self.forks(other) or self._lacking[side][1]:
            return None
        for square in self._threatening(side, forced):
            if first is not None and square != first:
                continue
            self._left -= 1
            if self._left < 0:
                raise _Spent
            chain = self._try(square, side, moves)
            if chain is not None:
                return chain
        return None

    def _try(self, square: int, side: int, moves: int) -> Chain | None:
        """Return the chain that begins on a square, with so many moves in all."""
        self.make(square, side)
        try:
            answers = self.answers(side)
            if moves == 1:
                return Chain((square,), (), tuple(self.ends(side))) if self.forks(side) else None
            if len(answers) != 1:
                return None  # a fork is a shorter chain
            self.make(answers[0], switch_player(side))
            try:
                rest = self._chain(side, moves - 1)
            finally:
                self.undo(answers[0])
        finally:
            self.undo(square)
        if rest is None:
            return None
        return Chain((square, *rest.moves), (answers[0], *rest.answers), rest.ends)

    def _threatening(self, side: int, forced: list[int]) -> list[int]:
        """Return the squares that make an end; forced ones alone where there are any."""
        squares: set[int] = set()
        for window in self._lacking[side][2]:
            squares.update(self._missing(window))
        if forced:
            squares.intersection_update(forced)
        return sorted(square for square in squares if self.may(square, side))

    def _missing(self, window: int) -> list[int]:
        return [square for square in self._windows[window] if self.marks[square] == EMPTY]

    def wins(self, side: int, longest: int, budget: int) -> bool:
        """Whether a side that is to move has an end, a fork or a chain."""
        return bool(self._lacking[side][1]) or self.chain(side, longest, budget) is not None

    def holds(self, chain: Chain, side: int) -> bool:
        """Whether a chain that was found in another position wins in this one, too."""
        moves: list[int] = []
        other = switch_player(side)
        try:
            for number, square in enumerate(chain.moves):
                forced = self.answers(other)
                if self.marks[square] != EMPTY or self.forks(other) or self._lacking[side][1]:
                    return False
                if (forced and square not in forced) or not self.may(square, side):
                    return False
                self.make(square, side)
                moves.append(square)
                if number < len(chain.answers):
                    answers = self.answers(side)
                    if answers != [chain.answers[number]]:
                        return False
                    self.make(answers[0], other)
                    moves.append(answers[0])
            return self.forks(side)
        finally:
            for square in reversed(moves):
                self.undo(square)

    def is_plan(self, square: int, side: int, longest: int, budget: int) -> bool:
        """Whether every answer to a move loses to an end, a fork or a chain."""
        other = switch_player(side)
        with self.after(square, side):
            forced = self.ends(other)
            if forced or not self.empty:
                return False  # the other side completes a line first
            known = self.chain(side, longest, budget)
            for answer in self.answers(side) if self._lacking[side][1] else self.empty:
                with self.after(answer, other):
                    lost = bool(self._lacking[side][1])
                    lost = lost or (known is not None and self.holds(known, side))
                    if not lost and not self.wins(side, longest, budget):
                        return False
            return True
