"""Networks in plain Python: what they make of a position, and trees that they guide.

They find what ``engine/native/net.c`` and ``net_tree.c`` find, but for the last digits: there all
sums are of floats, here of doubles. The comments there say what the numbers mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt, tanh
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.board import Position
from engine.learning.shapes import Shape
from engine.learning.task import PLAIN, SHAPES
from engine.native.loading import Row
from engine.search.windows import Windows
from tests.engine.oracles.nodes import GrownTree, Node, jitter

_EXPLORATION, _REDUCTION = 1.5, 0.2

_Numbers = NDArray[Any]


class _Net:
    """A network: its shape and the parts of its weights."""

    def __init__(self, kind: int, weights: _Numbers, position: Position) -> None:
        self.shape = Shape(SHAPES[kind], position.rules)
        self.parts = self.shape.named(np.asarray(weights, np.float64))

    def look(self, w: Windows) -> tuple[list[float], float]:
        """Return each square's prior, 0 where it is taken, and the value for the side to move."""
        parts = self.parts
        sides = np.array(w.owner)
        own, other = sides == w.to_move, sides == 1 - w.to_move
        if self.shape.name == PLAIN:
            inputs, board = np.concatenate([own, other]).astype(float), np.zeros(0)
        else:
            inputs, board = self._lines(w, own, other)
        first = _rectified(inputs @ parts["first"] + parts["first_bias"])
        last = second = _rectified(first @ parts["second"] + parts["second_bias"])
        if self.shape.name == PLAIN:
            logits = parts["prior"] @ second + parts["prior_bias"]
        else:
            logits = second @ parts["prior"][0] + parts["prior_bias"][0]
            pooled = np.concatenate([second.mean(0), second.max(0), board])
            last = _rectified(pooled @ parts["pooled"] + parts["pooled_bias"])
        value = tanh(float(last @ parts["value"] + parts["value_bias"][0]))
        empty = [square for square, side in enumerate(w.owner) if side < 0]
        most = max(float(logits[square]) for square in empty)
        powers = {square: exp(float(logits[square]) - most) for square in empty}
        whole = sum(powers.values())
        return [powers.get(square, 0.0) / whole for square in range(w.squares)], value

    def _lines(self, w: Windows, own: _Numbers, other: _Numbers) -> tuple[_Numbers, _Numbers]:
        """Return how many windows of each kind lead through each square, and on the board."""
        inputs, board = np.zeros((w.squares, self.shape.inputs)), np.zeros(2 * w.line)
        for number, window in enumerate(w.windows):
            mine, theirs = w.marks[w.to_move][number], w.marks[1 - w.to_move][number]
            kind = w.line - 1 + theirs if theirs else mine
            if mine and theirs:
                kind = 2 * w.line - 1
            board[kind] += 0.25
            for square in window:
                inputs[square, kind] += 1
        inputs[:, 2 * w.line], inputs[:, 2 * w.line + 1] = own, other
        return inputs, board


def _rectified(x: _Numbers) -> _Numbers:
    return np.maximum(x, 0.0)


def look(
    kind: int, _units: int, weights: _Numbers, position: Position
) -> tuple[list[float], float]:
    """Return what a network makes of a position (see ``engine.native.nets.look``)."""
    return _Net(kind, weights, position).look(Windows(position))


class _NetNode(Node):
    """A node with the share of simulations that it is to have."""

    __slots__ = ("prior",)

    def __init__(self, square: int = 0, prior: float = 0.0) -> None:
        super().__init__(square)
        self.prior = prior


class PlainNetTree(GrownTree[_NetNode]):
    """A tree whose leaves a network values (see ``engine.native.nets.NativeNetTree``).

    Args:
        kind, units, weights: the network.
        position: the root.
        seed: shifts the root's prior a little; 0 leaves it as it is.
        allowed: the squares that the root may try; all where there are none.
    """

    def __init__(
        self, kind: int, units: int, weights: _Numbers, position: Position, seed: int,
        allowed: Sequence[int],
    ) -> None:  # fmt: skip
        del units
        super().__init__(position, _NetNode(), allowed)
        self._net, self._windows = _Net(kind, weights, position), Windows(position)
        self._seed = seed
        self._root.add(self._look(self._root))

    def children(self, path: Sequence[int]) -> list[Row]:
        """Return a node's moves; the path holds the numbers of the children that lead there."""
        node = self._at(path)
        return [
            (
                each.square, each.visits, each.sum, each.prior, each.low, each.high,
                _value(node, each), _bonus(node, each),
            )
            for each in node.children
        ]  # fmt: skip

    def _simulate(self) -> None:
        node, path, w = self._root, [self._root], self._windows
        while node.low < node.high and node.children:
            node = _chosen(node)
            path.append(node)
            w.make(node.square)
        value = float(node.low) if node.low == node.high else self._look(node)
        for each in reversed(path[1:]):
            w.undo(each.square)
        self._back_up(path, value, [])

    def _look(self, node: _NetNode) -> float:
        """Look at a position, give its node moves, and return its value for who moved there."""
        w = self._windows
        if w.lines[1 - w.to_move] or not w.empty:
            value = 0 if not w.lines[1 - w.to_move] else -1 if w.reverse else 1
            node.prove(value, value)
            return float(value)
        priors, worth = self._net.look(w)
        only = self._allowed if node is self._root else frozenset[int]()
        moves = [
            square for square, side in enumerate(w.owner)
            if side < 0 and (not only or square in only)
        ]  # fmt: skip
        if node is self._root and self._seed:
            priors = [prior * jitter(self._seed, i) for i, prior in enumerate(priors)]
        whole = sum(priors[square] for square in moves)
        node.children = [_NetNode(square, priors[square] / whole) for square in moves]
        node.complete = True
        self.nodes += len(moves)
        return -worth


def _value(node: _NetNode, child: _NetNode) -> float:
    if child.low == child.high:
        return float(child.low)
    if child.visits:
        return child.sum / child.visits
    return -node.sum / node.visits - _REDUCTION


def _bonus(node: _NetNode, child: _NetNode) -> float:
    return _EXPLORATION * sqrt(node.visits) * child.prior / (1 + child.visits)


def _chosen(node: _NetNode) -> _NetNode:
    """Return the child to try next; a lost one only where all are."""
    open_ones = [child for child in node.children if child.high > -1] or node.children[:1]
    return max(open_ones, key=lambda child: _value(node, child) + _bonus(node, child))
