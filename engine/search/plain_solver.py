"""The solver in plain Python, for where the native kernel is missing.

It answers the questions of ``engine/native/solver.c``; the comments there say what the numbers mean
and where the methods come from.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import cache
from random import Random

from engine.board import PLAYERO, Position
from engine.errors import Problem
from engine.search.pairs import paired
from engine.search.windows import Windows

SPEED = 0.01
"""How fast it is beside the one in C."""

_NONE = 1 << 14
_THREATS = 100
_TABLE = 1 << 20
"""Positions that are kept before the table is emptied."""


@cache
def _reflections(dim: int) -> tuple[tuple[int, ...], ...]:
    """Return the eight ways to turn and reflect a board: where each square goes."""
    side = range(dim)
    ways = []
    for flip_rows in (False, True):
        for flip_cols in (False, True):
            for swap in (False, True):
                rows = [dim - 1 - i if flip_rows else i for i in side]
                cols = [dim - 1 - i if flip_cols else i for i in side]
                ways.append(tuple(c * dim + r if swap else r * dim + c for r in rows for c in cols))
    return tuple(ways)


class PlainSolver:
    """Answers whether a position is worth more than a value (see ``engine.search.solver``)."""

    def __init__(self, position: Position) -> None:
        self.nodes = 0
        random, size = Random(1), position.rules.size
        squares = range(size**2)
        codes = [[random.getrandbits(64) for _ in squares] for _ in range(2)]
        # What a mark changes in each of the eight keys: [mark][square][way].
        self._codes = [
            [[codes[mark][way[square]] for way in _reflections(size)] for square in squares]
            for mark in range(2)
        ]
        self._turn = random.getrandbits(64)
        self._known: dict[int, tuple[int, int]] = {}
        self._search: Generator[None, None, int] | None = None
        self.place(position)

    def place(self, position: Position) -> None:
        """Ask about another position of the same rules from now on."""
        if self._search is not None:
            self._search.close()
        self._windows = w = Windows(position)
        self._second = int(position.player == PLAYERO)  # then O is side 0
        self._keys = [0] * 8
        self._question: tuple[int, int] | None = None
        self._search = None
        for square, owner in enumerate(w.owner):
            if owner >= 0:
                self._turn_keys(owner, square)

    def ask(self, square: int, alpha: int, nodes: int) -> int | None:
        """Ask whether a value is above ``alpha``; ``engine.search.solver.Questions`` says which."""
        if self._search is None or self._question != (square, alpha):
            if self._search is not None:
                self._search.close()
                self._search = None
            if square >= 0 and self._windows.owner[square] >= 0:
                raise Problem("there is no empty square to ask about")
            self._question, self._search = (square, alpha), self._answer(square, alpha)
        end = self.nodes + nodes
        try:
            while self.nodes < end:
                next(self._search)
        except StopIteration as answered:
            self._search = None
            return int(answered.value)
        return None

    def _answer(self, square: int, alpha: int) -> Generator[None, None, int]:
        if square < 0:
            return (yield from self._value(alpha))
        return (yield from self._after(square, alpha))

    def _after(self, square: int, alpha: int) -> Generator[None, None, int]:
        """Return the answer about the position after a move."""
        side = self._windows.to_move
        self._turn_keys(side, square)
        self._windows.make(square)
        try:
            return (yield from self._value(alpha))
        finally:  # also when the question is dropped
            self._windows.undo(square)
            self._turn_keys(side, square)

    def _value(self, alpha: int) -> Generator[None, None, int]:
        """Return a lower bound above ``alpha``, or an upper bound."""
        self.nodes += 1
        yield
        if not self._windows.empty:
            return 0
        # The keys tell X from O, and whose turn it is: they hold for every position of the rules.
        key = min(self._keys) ^ (self._turn if self._windows.to_move ^ self._second else 0)
        low, high = self._known.get(key, (-_NONE, _NONE))
        if low > alpha:
            return low
        if high <= alpha:
            return high
        best, moves = self._reverse(alpha) if self._windows.reverse else self._normal(alpha)
        if not moves:
            return best
        for square in moves:
            best = max(best, -(yield from self._after(square, -alpha - 1)))
            if best > alpha:
                break
        if len(self._known) >= _TABLE:
            self._known.clear()
        low, high = self._known.get(key, (-_NONE, _NONE))
        self._known[key] = (best, high) if best > alpha else (low, best)
        return best

    def _normal(self, alpha: int) -> tuple[int, list[int]]:
        """Return an answer and no moves, or the moves of the normal rule in a good order."""
        w = self._windows
        me, they = w.to_move, 1 - w.to_move
        block, other = w.threat_squares(they)
        if w.threats[me] or other >= 0:
            return self._win_in(1) if w.threats[me] else -self._win_in(2), []
        high = self._win_in(3 if w.pairs[me] else 5) if w.live[me] else 0
        low = -self._win_in(4 if w.pairs[they] or block >= 0 else 6) if w.live[they] else 0
        if high <= alpha or low > alpha:
            return high if high <= alpha else low, []
        if alpha == 0 and w.pairs[me] and w.win_by_threats([_THREATS]) >= 0:
            return 1, []  # a win, however late
        if block >= 0:
            return -_NONE, [block]
        # A side whose every live window is paired cannot win.
        attacker = me if alpha >= 0 else they
        if 2 * w.live[attacker] <= w.empty and self._is_paired(attacker):
            return 0, []
        return -_NONE, self._ordered(falling=True)

    def _reverse(self, alpha: int) -> tuple[int, list[int]]:
        """Return an answer and no moves, or the moves of the reverse rule that lose nothing yet."""
        w = self._windows
        me, they = w.to_move, 1 - w.to_move
        high = self._win_in(2) if w.live[they] else 0
        low = -self._win_in(1) if w.live[me] else 0
        if high <= alpha or low > alpha:
            return high if high <= alpha else low, []
        moves = [square for square in self._ordered(falling=False) if not w.completes(square)]
        return (-_NONE, moves) if moves else (-self._win_in(1), [])

    def _ordered(self, *, falling: bool) -> list[int]:
        """Return the empty squares in the order of what their windows are worth."""
        w = self._windows
        empty = [square for square in range(w.squares) if w.owner[square] < 0]
        return sorted(empty, key=lambda at: w.worth[0][at] + w.worth[1][at], reverse=falling)

    def _win_in(self, plies: int) -> int:
        """Return what a win is worth with the mark that comes so many moves from here."""
        at = self._windows.ply + plies
        return 1 + self._windows.squares - at if at <= self._windows.squares else 0

    def _is_paired(self, side: int) -> bool:
        w = self._windows
        live = [w.windows[i] for i, marks in enumerate(w.marks[1 - side]) if not marks]
        return paired(live, [owner < 0 for owner in w.owner]) is not None

    def _turn_keys(self, side: int, square: int) -> None:
        codes = self._codes[side ^ self._second][square]
        self._keys = [key ^ code for key, code in zip(self._keys, codes, strict=True)]
