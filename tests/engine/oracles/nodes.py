"""What both trees here are made of, in plain Python: as ``engine/native/growing.c``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, Self, TypeVar

from engine.board import EMPTY, Position
from engine.errors import Problem
from engine.native.loading import Last

_JITTER = 0.2
_MASK = (1 << 64) - 1


class Node:
    """A move and the position that it leads to, valued for the side that made the move.

    Attributes:
        square: the move.
        visits: the simulations that went through it.
        sum: of their values.
        low, high: what is proven.
        children: the moves from there on.
        complete: whether every move that does not lose at once is a child.
    """

    __slots__ = ("children", "complete", "high", "low", "square", "sum", "visits")

    def __init__(self, square: int = 0) -> None:
        self.square = square
        self.sum, self.visits = 0.0, 0
        self.low, self.high = -1, 1
        self.children: list[Self] = []
        self.complete = False

    def prove(self, low: int, high: int) -> None:
        """Set the bounds."""
        self.low, self.high = low, high

    def add(self, value: float) -> None:
        """Count a simulation."""
        self.visits += 1
        self.sum += value

    def rebound(self) -> None:
        """Work the bounds out from the children."""
        low = max(child.low for child in self.children)
        high = max(child.high for child in self.children) if self.complete else 1
        self.low, self.high = max(self.low, -high), min(self.high, -low)


N = TypeVar("N", bound=Node)


def jitter(seed: int, square: int) -> float:
    """Return what a seed multiplies the prior of a move at the root by, by splitmix64."""
    z = (seed + 0x9E3779B97F4A7C15 * (square + 1)) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    z ^= z >> 31
    return 1 + _JITTER * ((z >> 11) / 2**53 - 0.5)


class GrownTree(ABC, Generic[N]):
    """A tree that grows (see ``engine.search.tree.Growing``).

    Args:
        position: the root.
        root: its node.
        allowed: the squares that the root may try; all where there are none.

    Attributes:
        nodes: the nodes in memory.
    """

    proofs = True

    def __init__(self, position: Position, root: N, allowed: Sequence[int]) -> None:
        marks = position.marks
        if not any(marks[square] == EMPTY for square in allowed or range(len(marks))):
            raise Problem("there is no move to try")
        self.nodes, self._root, self._simulations = 1, root, 0
        self._allowed = frozenset(allowed)
        self._last: Last = [], [], 0.0

    def grow(self, simulations: int) -> int:
        """Go on for so many simulations, and return how many there were in all."""
        for _ in range(simulations):
            if self._root.low == self._root.high:
                break
            self._simulate()
        return self._simulations

    def last(self) -> Last:
        """Return the last simulation's path, the game played from its end, and its result."""
        return self._last

    @abstractmethod
    def _simulate(self) -> None:
        """Go down the tree, add a position, and take its value back up."""

    def _at(self, path: Sequence[int]) -> N:
        """Return the node to which the numbers of children lead."""
        node = self._root
        for number in path:
            if number >= len(node.children):
                raise Problem("there is no such node")
            node = node.children[number]
        return node

    def _back_up(self, path: Sequence[N], value: float, played: list[int]) -> None:
        """Take a value and what was proven from the end of a path up to the root."""
        for node in reversed(path):
            if self.proofs and node.children:
                node.rebound()
            node.add(value)
            value = -value
        self._simulations += 1
        self._last = [node.square for node in path[1:]], played, value
