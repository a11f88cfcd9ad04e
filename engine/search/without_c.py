"""The solver and the tree in plain Python, for where the extension in C is missing.

The solver answers the questions of ``engine/native/solver.c``; the tree does the same as
``engine/native/tree.c``, simulation for simulation; ``uct_without_c`` has the one with playouts.
The comments there say what the numbers mean and where the methods come from.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import cache
from math import sqrt
from random import Random

from engine.board import PLAYERO, Position
from engine.errors import Problem
from engine.native.loading import Row
from engine.search.nodes import Node, PlainTree, jitter
from engine.search.pairs import paired
from engine.search.uct_without_c import PythonPlayoutTree
from engine.search.windows import Windows

SPEED = 0.01
"""How fast the solver is, beside the one in C (``engine.native.kernel``)."""

SEES_THREATS = False
"""There is no threat search here, and no tree that sees patterns."""

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


class PythonSolver:
    """Answers whether a position is worth more than a value (see ``engine.search.solver``).

    Args:
        position: a position without a line.
    """

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


_WIDE, _CANDIDATES = 36, 15
_LEAF_THREATS, _ROOT_THREATS = 60, 20_000
_EXPLORATION, _REDUCTION, _OWN, _TEMPO = 1.0, 0.2, 1.5, 1.2

_MOST_NODES = 1 << 20


class _Node(Node):
    """A node with the share of simulations that it is to have at first sight."""

    __slots__ = ("prior",)

    def __init__(self, square: int = 0) -> None:
        super().__init__(square)
        self.prior = 0.0

    def weighed(self) -> list[tuple[float, float]]:
        """Return what selection weighs each child by: its value, and a bonus for few visits."""
        untried = (-self.sum / self.visits if self.visits else 0.0) - _REDUCTION
        scale = _EXPLORATION * sqrt(self.visits)
        found = []
        for child in self.children:
            value = child.sum / child.visits if child.visits else untried
            if child.low == child.high:
                value = child.low
            found.append((value, scale * child.prior / (1 + child.visits)))
        return found

    def chosen(self) -> _Node:
        """Return the child to try next (PUCT)."""
        best, most = self.children[0], -1e300
        for child, (value, bonus) in zip(self.children, self.weighed(), strict=True):
            if child.high > -1 and value + bonus > most:
                best, most = child, value + bonus
        return best


class PythonTree(PlainTree[_Node]):
    """A tree with windows at its leaves.

    Args:
        position: the root.
        seed: shifts the root's prior a little; 0 leaves it as it is.
        allowed: the squares that the root may try; all where there are none.
    """

    def __init__(self, position: Position, seed: int, allowed: Sequence[int]) -> None:
        super().__init__(position, _Node(), allowed)
        self._windows, self._seed = Windows(position), seed
        self._start()

    def children(self, path: Sequence[int]) -> list[Row]:
        """Return a node's moves; the path holds the numbers of the children that lead there."""
        node = self._at(path)
        return [
            (each.square, each.visits, each.sum, each.prior, each.low, each.high, *weighed)
            for each, weighed in zip(node.children, node.weighed(), strict=True)
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

    def _expand(self, node: _Node, everything: bool) -> bool:
        """Give a node its children, or all that are missing; False where there is no room."""
        moves, complete = self._candidates(node is self._root, everything)
        if self.nodes + len(moves) > _MOST_NODES:
            return False
        total, old = 0.0, {child.square: child for child in node.children}
        for promise, _ in moves:
            total += promise
        node.children = []
        for promise, square in moves:
            child = old.get(square) or _Node(square)
            child.prior = promise / total
            if node is self._root and self._seed:
                child.prior *= jitter(self._seed, square)
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
        for each in reversed(path[1:]):
            w.undo(each.square)
        self._back_up(path, value, [])


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


def _look(w: Windows, node: _Node) -> float:
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


new_solver, new_tree, new_playout_tree = PythonSolver, PythonTree, PythonPlayoutTree
