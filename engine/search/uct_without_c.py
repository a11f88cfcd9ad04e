"""The playout tree in plain Python, for where the extension in C is missing.

It does the same as ``engine/native/uct.c``, simulation for simulation and draw for draw. The
comments there say what the numbers mean and where the method comes from.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from engine.board import EMPTY, Position
from engine.native.loading import Row
from engine.search.nodes import Node, PlainTree
from engine.search.playouts import bonus, logarithm
from engine.search.windows import windows_of, windows_through

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15

_MOST_NODES = 1 << 20


class _Node(Node):
    """A node that keeps the sum of its values' squares."""

    __slots__ = ("squares",)

    def __init__(self, square: int = 0) -> None:
        super().__init__(square)
        self.squares = 0.0

    def add(self, value: float) -> None:
        super().add(value)
        self.squares += value * value


class _Random:
    """A stream of whole numbers: splitmix64 (Steele, Lea and Flood, 2014)."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, limit: int) -> int:
        """Return a number from 0 to below a limit."""
        self._state = z = (self._state + _STEP) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((z ^ (z >> 31)) >> 32) * limit >> 32


class _Marks:
    """The marks of a position, and how many each side has in each window.

    Attributes:
        taken: whether a square has a mark.
        counts: for each side, its marks in each window.
    """

    def __init__(self, position: Position) -> None:
        rules, player, marks = position
        self.line, self.reverse = rules.line, rules.reverse
        self.windows = windows_of(rules.size, rules.line)
        self.through = windows_through(rules.size, rules.line)
        self.taken = [mark != EMPTY for mark in marks]
        self.counts = [[0] * len(self.windows) for _ in range(2)]
        for square, mark in enumerate(marks):
            if mark != EMPTY:
                self.make(square, int(mark != player))

    def make(self, square: int, side: int) -> bool:
        """Mark a square; return whether that completes a line."""
        self.taken[square] = True
        counts, full = self.counts[side], False
        for window in self.through[square]:
            counts[window] += 1
            full = full or counts[window] == self.line
        return full

    def undo(self, square: int, side: int) -> None:
        """Take a mark back."""
        self.taken[square] = False
        for window in self.through[square]:
            self.counts[side][window] -= 1


class _Game:
    """A random game from a position, whose marks are taken back at its end.

    Attributes:
        played: its moves.
    """

    def __init__(self, marks: _Marks, squares: list[int], random: _Random, heavy: bool) -> None:
        self._marks, self._order, self._random, self._heavy = marks, squares, random, heavy
        self._left = len(squares)
        self.played: list[int] = []

    def result(self, to_move: int) -> int:
        """Play it; return 1 if the side to move wins it, -1 if it loses, 0 for a tie."""
        marks, side, full, plies = self._marks, to_move, False, len(self._order)
        watching = self._heavy and not marks.reverse
        self._threats: tuple[list[int], list[int]] = [], []
        if watching:
            for each in range(2):
                self._watch(range(len(marks.windows)), each)
        while not full and len(self.played) < plies:
            square = self._next_move(side)
            self.played.append(square)
            full = marks.make(square, side)
            if watching:
                self._watch(marks.through[square], side)
            side = 1 - side
        for number, square in enumerate(self.played):
            marks.undo(square, to_move ^ (number & 1))
        if not full:
            return 0
        return 1 if (side != to_move) != marks.reverse else -1

    def _next_move(self, side: int) -> int:
        if not self._heavy:
            return self._drawn()
        if self._marks.reverse:
            return self._drawn_with_care(side)
        square = self._completing(side)
        if square < 0:
            square = self._completing(1 - side)
        return self._drawn() if square < 0 else square

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
            if tries and any(counts[each] == marks.line - 1 for each in marks.through[square]):
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
        threats, other, taken = self._threats[side], self._marks.counts[1 - side], self._marks.taken
        while threats and other[threats[-1]]:
            threats.pop()
        if not threats:
            return -1
        return next(each for each in self._marks.windows[threats[-1]] if not taken[each])


class PythonPlayoutTree(PlainTree[_Node]):
    """A tree with random games at its leaves.

    Args:
        position: the root.
        seed: of all that is drawn.
        allowed: the squares that the root may try; all where there are none.
        playouts: games from each new position.
        exploration: the constant of UCB1.
        heavy: whether the games see wins and blocks.
        proofs: whether what is proven goes up the tree.
    """

    def __init__(
        self,
        position: Position,
        seed: int,
        allowed: Sequence[int],
        playouts: int,
        exploration: float,
        heavy: bool,
        proofs: bool,
    ) -> None:
        super().__init__(position, _Node(), allowed)
        self._marks, self._random = _Marks(position), _Random(seed)
        self._empties = [i for i, taken in enumerate(self._marks.taken) if not taken]
        self._playouts, self._exploration, self._heavy = playouts, exploration, heavy
        self.proofs = proofs

    def explore(self, exploration: float) -> None:
        """Go on with another constant."""
        self._exploration = exploration

    def children(self, path: Sequence[int]) -> list[Row]:
        """Return a node's moves; the path holds the numbers of the children that lead there."""
        node = self._at(path)
        return [
            (
                each.square, each.visits, each.sum, each.squares,
                each.low if self.proofs else -1, each.high if self.proofs else 1,
                self._value(each), bonus(each.visits, node.visits, self._exploration),
            )
            for each in node.children
        ]  # fmt: skip

    def _value(self, node: _Node) -> float:
        if self.proofs and node.low == node.high:
            return float(node.low)
        return node.sum / node.visits if node.visits else 0.0

    def _added(self, node: _Node) -> _Node | None:
        """Give a node one child more; None where there is no room."""
        if self.nodes >= _MOST_NODES:
            return None
        tried = {child.square for child in node.children}
        if node is self._root and self._allowed:
            tried |= {square for square in self._empties if square not in self._allowed}
        moves = [square for square in self._free() if square not in tried]
        child = _Node(moves[self._random.below(len(moves))])
        node.complete = len(moves) == 1
        node.children.append(child)
        self.nodes += 1
        return child

    def _free(self) -> list[int]:
        """Return the squares without a mark."""
        return [square for square in self._empties if not self._marks.taken[square]]

    def _chosen(self, node: _Node) -> _Node:
        """Return the child to try next (UCB1)."""
        spread = self._exploration * sqrt(logarithm(node.visits))
        best, most = node.children[0], float("-inf")
        for child in node.children:
            if self.proofs and child.high == -1:
                continue
            weight = self._value(child) + spread / sqrt(child.visits)
            if weight > most:
                best, most = child, weight
        return best

    def _simulate(self) -> None:
        marks, node, path = self._marks, self._root, [self._root]
        line_made, played = False, list[int]()
        while True:
            if node.low == node.high:
                value = float(node.low)
                break
            child = None
            if (node.visits or node is self._root) and not node.complete:
                child = self._added(node)
            if child is None and not node.children:
                value, played = self._look(node, line_made, (len(path) - 1) % 2)
                break
            node = child or self._chosen(node)
            line_made = marks.make(node.square, (len(path) - 1) % 2)
            path.append(node)
        for number in range(len(path) - 1, 0, -1):
            marks.undo(path[number].square, (number - 1) % 2)
        self._back_up(path, value, played)

    def _look(self, node: _Node, line_made: bool, to_move: int) -> tuple[float, list[int]]:
        """Return a position's value for the side that moved there, and the last game from it."""
        free = self._free()
        if line_made or not free:
            value = 0 if not line_made else -1 if self._marks.reverse else 1
            node.prove(value, value)
            return float(value), []
        total = 0
        for _ in range(self._playouts):
            game = _Game(self._marks, free.copy(), self._random, self._heavy)
            total -= game.result(to_move)
        return total / self._playouts, game.played
