"""The tree in plain Python, for where the native kernel is missing.

It does the same as ``engine/native/tree.c``, simulation for simulation; the comments there and in
``growing.c`` say what the numbers mean and where the methods come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from engine.board import EMPTY, Position
from engine.errors import Problem
from engine.native.loading import Last, Row
from engine.search.stream import GOLDEN, MASK, Stream
from engine.search.windows import Windows

_WIDE, _CANDIDATES = 36, 15
_LEAF_THREATS, _ROOT_THREATS = 60, 20_000
_EXPLORATION, _REDUCTION, _OWN, _TEMPO = 1.0, 0.2, 1.5, 1.2
_JITTER = 0.2

_MOST_NODES = 1 << 20


class Node:
    """A move and the position that it leads to, valued for the side that made the move.

    Attributes:
        square: the move.
        visits: the simulations that went through it.
        sum: of their values.
        prior: the share of simulations that it is to have at first sight.
        low, high: what is proven.
        children: the moves from there on.
        complete: whether every move that does not lose at once is a child.
    """

    __slots__ = ("children", "complete", "high", "low", "prior", "square", "sum", "visits")

    def __init__(self, square: int = 0) -> None:
        self.square = square
        self.sum, self.visits, self.prior = 0.0, 0, 0.0
        self.low, self.high = -1, 1
        self.children: list[Node] = []
        self.complete = False

    def prove(self, low: int, high: int) -> None:
        """Set the bounds."""
        self.low, self.high = low, high

    def rebound(self) -> None:
        """Work the bounds out from the children."""
        low = max(child.low for child in self.children)
        high = max(child.high for child in self.children) if self.complete else 1
        self.low, self.high = max(self.low, -high), min(self.high, -low)

    def weighed(self) -> list[tuple[float, float]]:
        """Return what selection weighs each child by: its value, and a bonus for few visits."""
        untried = (-self.sum / self.visits if self.visits else 0.0) - _REDUCTION
        scale = _EXPLORATION * sqrt(self.visits)
        weights = []
        for child in self.children:
            value = child.sum / child.visits if child.visits else untried
            if child.low == child.high:
                value = child.low
            weights.append((value, scale * child.prior / (1 + child.visits)))
        return weights

    def chosen(self) -> Node:
        """Return the child to try next (PUCT)."""
        best, most = self.children[0], -1e300
        for child, (value, bonus) in zip(self.children, self.weighed(), strict=True):
            if child.high > -1 and value + bonus > most:
                best, most = child, value + bonus
        return best


class PlainTree:
    """A tree that grows, with windows at its leaves (see ``engine.search.tree.Growing``).

    Args:
        seed: shifts the root's prior a little; 0 leaves it as it is.
        allowed: the squares that the root may try; all where there are none.

    Attributes:
        nodes: the nodes in memory.
    """

    def __init__(self, position: Position, seed: int, allowed: Sequence[int]) -> None:
        marks = position.marks
        if not any(marks[square] == EMPTY for square in allowed or range(len(marks))):
            raise Problem("there is no move to try")
        self.nodes, self._root, self._simulations = 1, Node(), 0
        self._allowed = frozenset(allowed)
        self._last: Last = [], [], 0.0
        self._windows, self._seed = Windows(position), seed
        self._start()

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

    def children(self, path: Sequence[int]) -> list[Row]:
        """Return a node's moves; the path holds the numbers of the children that lead there."""
        node = self._root
        for number in path:
            if number >= len(node.children):
                raise Problem("there is no such node")
            node = node.children[number]
        return [
            (child.square, child.visits, child.sum, child.prior, child.low, child.high, *weighed)
            for child, weighed in zip(node.children, node.weighed(), strict=True)
        ]

    def _start(self) -> None:
        """Look at the root: a long search for a row of threats, whose first move is then proven."""
        w, root = self._windows, self._root
        self._expand(root, False)
        root.visits, root.sum = 1, -_valued(w)
        if w.reverse or self._allowed:
            return
        if w.threats[0]:
            first = w.threat_squares(0)[0]
        elif w.pairs[0]:
            first = w.win_by_threats([_ROOT_THREATS])
        else:
            return
        if first < 0:
            return
        if all(child.square != first for child in root.children):
            self._expand(root, True)
        next(child for child in root.children if child.square == first).prove(1, 1)
        root.rebound()

    def _expand(self, node: Node, everything: bool) -> bool:
        """Give a node its children, or all that are missing; False where there is no room."""
        moves, complete = self._candidates(node is self._root, everything)
        if self.nodes + len(moves) > _MOST_NODES:
            return False
        total, old = 0.0, {child.square: child for child in node.children}
        for promise, _ in moves:
            total += promise
        node.children = []
        for promise, square in moves:
            child = old.get(square) or Node(square)
            child.prior = promise / total
            if node is self._root and self._seed:
                child.prior *= _jitter(self._seed, square)
            node.children.append(child)
        node.complete = complete
        self.nodes += len(moves)
        return True

    def _candidates(self, root: bool, everything: bool) -> tuple[list[tuple[float, int]], bool]:
        """Return the best moves with their promise, and whether all others lose at once."""
        w = self._windows
        empty = [square for square in range(w.squares) if w.owner[square] < 0]
        if root and self._allowed:
            empty = [square for square in empty if square in self._allowed]
        if w.reverse:
            safe = [square for square in empty if not w.completes(square)] or empty
        else:
            block = w.threat_squares(1 - w.to_move)[0]
            safe = [block] if block in empty and not (root and w.threats[0]) else empty
        promises = [(_promise(w, square), square) for square in safe]
        ranked = sorted(promises, key=lambda pair: -pair[0])
        if everything or w.squares <= _WIDE or len(ranked) <= _CANDIDATES:
            return ranked, True
        return ranked[:_CANDIDATES], False

    def _simulate(self) -> None:
        w, node, path = self._windows, self._root, [self._root]
        while True:
            if node.low == node.high:
                value = float(node.low)
                break
            if not node.visits:
                value = _look(w, node)
                break
            widen = (
                bool(node.children)
                and not node.complete
                and all(child.high == -1 for child in node.children)
            )
            if (not node.children or widen) and not self._expand(node, widen):
                value = -_valued(w)
                break
            node = node.chosen()
            path.append(node)
            w.make(node.square)
        for visited in reversed(path[1:]):
            w.undo(visited.square)
        self._back_up(path, value)

    def _back_up(self, path: Sequence[Node], value: float) -> None:
        """Take a value and what was proven from the end of a path up to the root."""
        for node in reversed(path):
            if node.children:
                node.rebound()
            node.visits += 1
            node.sum += value
            value = -value
        self._simulations += 1
        self._last = [node.square for node in path[1:]], [], value


def _jitter(seed: int, square: int) -> float:
    """Return what a seed multiplies the prior of a move at the root by."""
    number = Stream((seed + GOLDEN * square) & MASK).next()
    return 1 + _JITTER * ((number >> 11) / 2**53 - 0.5)


def _valued(w: Windows) -> float:
    """Return what the windows say of a position, for the side to move, from -1 to 1."""
    own, other = float(w.score[w.to_move]), float(w.score[1 - w.to_move])
    lead = other - own if w.reverse else _TEMPO * own - other
    return lead / sqrt(lead * lead + 2 * (own + other) * (own + other) + 1)


def _promise(w: Windows, square: int) -> float:
    """Return how promising a move is."""
    own, other = float(w.worth[w.to_move][square]), float(w.worth[1 - w.to_move][square])
    row, col = divmod(square, w.dim)
    away = abs(2 * row + 1 - w.dim) + abs(2 * col + 1 - w.dim)
    nearness = w.weight[0] * (2 * w.dim - away) / 2
    x = 1 / (1 + own) if w.reverse else _OWN * own + other + nearness
    return sqrt(x) * sqrt(sqrt(x))


def _look(w: Windows, node: Node) -> float:
    """Prove what can be seen of a new position; return its value for the side that moved there."""
    me, they = w.to_move, 1 - w.to_move
    if w.lines[they]:
        node.prove(*(2 * (-1 if w.reverse else 1,)))
    elif not w.empty:
        node.prove(0, 0)
    elif w.reverse:
        node.prove(-1 if w.live[they] else 0, 1 if w.live[me] else 0)
    elif w.threats[me]:
        node.prove(-1, -1)
    elif w.threat_squares(they)[1] >= 0:
        node.prove(1, 1)
    else:
        node.prove(-1 if w.live[me] else 0, 1 if w.live[they] else 0)
        if w.pairs[me] and w.win_by_threats([_LEAF_THREATS]) >= 0:
            node.prove(-1, -1)
    return float(node.low) if node.low == node.high else -_valued(w)
