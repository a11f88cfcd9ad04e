"""The playout tree in plain Python: what the one in C is held against.

It does the same as ``engine/native/uct.c``, simulation for simulation and draw for draw. The
comments there say what the numbers mean and where the method comes from.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from engine.board import Position
from engine.native.loading import Row
from engine.search.playouts import Playouts, bonus, logarithm
from engine.search.random_games import Marks, RandomGame
from engine.search.stream import Stream
from tests.engine.oracles.nodes import GrownTree, Node

_MOST_NODES = 1 << 20


class _PlayoutNode(Node):
    """A node that keeps the sum of its values' squares."""

    __slots__ = ("squares",)

    def __init__(self, square: int = 0) -> None:
        super().__init__(square)
        self.squares = 0.0

    def add(self, value: float) -> None:
        super().add(value)
        self.squares += value * value


class PlainPlayoutTree(GrownTree[_PlayoutNode]):
    """A tree with random games at its leaves.

    Args:
        position: the root.
        seed: of all that is drawn.
        allowed: the squares that the root may try; all where there are none.
        playouts: the games.
    """

    def __init__(
        self, position: Position, seed: int, allowed: Sequence[int], playouts: Playouts
    ) -> None:
        super().__init__(position, _PlayoutNode(), allowed)
        self._marks, self._random = Marks(position), Stream(seed)
        self._empties = [i for i, taken in enumerate(self._marks.taken) if not taken]
        self._playouts, self._exploration = playouts, playouts.exploration
        self.proofs = playouts.proofs

    def explore(self, exploration: float) -> None:
        """Go on with another constant."""
        self._exploration = exploration

    def children(self, path: Sequence[int]) -> list[Row]:
        """Return a node's moves; the path holds the numbers of the children that lead there."""
        node = self._at(path)
        return [
            (
                child.square, child.visits, child.sum, child.squares,
                child.low if self.proofs else -1, child.high if self.proofs else 1,
                self._value(child), bonus(child.visits, node.visits, self._exploration),
            )
            for child in node.children
        ]  # fmt: skip

    def _value(self, node: _PlayoutNode) -> float:
        if self.proofs and node.low == node.high:
            return float(node.low)
        return node.sum / node.visits if node.visits else 0.0

    def _added(self, node: _PlayoutNode) -> _PlayoutNode | None:
        """Give a node one child more; None where there is no room."""
        if self.nodes >= _MOST_NODES:
            return None
        tried = {child.square for child in node.children}
        if node is self._root and self._allowed:
            tried |= {square for square in self._empties if square not in self._allowed}
        moves = [square for square in self._free() if square not in tried]
        child = _PlayoutNode(moves[self._random.below(len(moves))])
        node.complete = len(moves) == 1
        node.children.append(child)
        self.nodes += 1
        return child

    def _free(self) -> list[int]:
        """Return the squares without a mark."""
        return [square for square in self._empties if not self._marks.taken[square]]

    def _chosen(self, node: _PlayoutNode) -> _PlayoutNode:
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
        line_made, played = 0, list[int]()
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
            side = (len(path) - 1) % 2
            foul = marks.is_foul(node.square, side)
            line_made = marks.make(node.square, side) - foul
            path.append(node)
        for number in range(len(path) - 1, 0, -1):
            marks.undo(path[number].square, (number - 1) % 2)
        self._back_up(path, value, played)

    def _look(self, node: _PlayoutNode, line_made: int, to_move: int) -> tuple[float, list[int]]:
        """Return a position's value for the side that moved there, and the last game from it."""
        free = self._free()
        if line_made or not free:
            value = -line_made if self._marks.reverse else line_made
            node.prove(value, value)
            return float(value), []
        total = 0
        for _ in range(self._playouts.count):
            game = RandomGame(self._marks, free.copy(), self._random, self._playouts.heavy)
            total -= game.result(to_move)
        return total / self._playouts.count, game.played
