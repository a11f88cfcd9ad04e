"""Random playouts, the solver and the trees in C: fast, without NumPy and without the GIL.

Importing this module raises ImportError where the extension was not built.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine import _kernel
from engine.board import Position
from engine.native.loading import SINGLE_BLOCK, Last, Row, are_single
from engine.rules import Rule
from engine.tally import Tally

NAME = "native"

MAX_NODES = 2**31 - 1


def instruction_set() -> str:
    """Return the instruction set in use, such as "avx2"."""
    return _kernel.isa()


def block_trials(position: Position, heavy: bool = False) -> int:
    """Return how many playouts one block has: the smallest unit that is seeded by itself."""
    if are_single(position, heavy):
        return SINGLE_BLOCK
    return _kernel.block_trials(position.rules.size)


def play(
    position: Position, seed: int, first_block: int, trials: int, heavy: bool = False
) -> Tally:
    """Play ``trials`` random games from ``position`` and count them.

    Args:
        seed: a number of 64 bits; with the blocks' numbers it fixes all the games.
        first_block: the number of the first block; the games go on through the next ones.
        heavy: whether both sides see wins and blocks (see ``engine.search.playouts``).
    """
    rules, player, marks = position
    if are_single(position, heavy):
        counts = _kernel.play_games(
            marks, rules.size, rules.line, rules.rule, player, heavy, seed, first_block,
            SINGLE_BLOCK, trials,
        )  # fmt: skip
    else:
        counts = _kernel.play(marks, rules.size, rules.line, player, seed, first_block, trials)
    return Tally.of_lines(position, trials, counts)


class NativeSolver:
    """Questions about a position's value (see ``engine.search.solver.Questions``).

    Args:
        position: a position with at most 64 empty squares.
    """

    def __init__(self, position: Position) -> None:
        rules, player, marks = position
        self._solver = _kernel.solver(marks, rules.size, rules.line, rules.reverse, player)

    def place(self, position: Position) -> None:
        """Ask about another position of the same rules from now on."""
        _kernel.place(self._solver, position.marks, position.player)

    @property
    def nodes(self) -> int:
        """The positions looked at so far."""
        return _kernel.solver_nodes(self._solver)

    def ask(self, square: int, alpha: int, nodes: int) -> int | None:
        """Ask whether a value is above ``alpha``."""
        return _kernel.ask(self._solver, square, alpha, nodes)


def forced_win(position: Position, nodes: int, allowed: Sequence[int]) -> list[int]:
    """Return the squares of a won row of threats; none for none (see ``engine.search.force``)."""
    rules, player, marks = position
    only = _one_for_each(allowed, len(marks))
    return _kernel.force(marks, rules.size, rules.line, rules.rule, player, nodes, only)


def types_of(position: Position) -> bytes:
    """Return what a mark makes of the four lines through each square: four bytes a square.

    Each is the type that the side to move would make and, times 16, the other side's; 0 where there
    is a mark (see ``engine/native/patterns.h``).
    """
    rules, player, marks = position
    return _kernel.patterns(marks, rules.size, rules.line, rules.rule, player, b"", 0)[0]


class NativeGrowing:
    """A tree that grows (see ``engine.search.tree.Growing``)."""

    _tree: object

    @property
    def nodes(self) -> int:
        """The nodes in memory."""
        return _kernel.tree_nodes(self._tree)

    def grow(self, simulations: int) -> int:
        """Go on for so many simulations, and return how many there were in all."""
        return _kernel.grow(self._tree, simulations)

    def children(self, path: Sequence[int]) -> list[Row]:
        """Return a node's moves; the path holds the numbers of the children that lead there."""
        return _kernel.children(self._tree, b"".join(number.to_bytes(2, "big") for number in path))

    def last(self) -> Last:
        """Return the last simulation's path, the game played from its end, and its result."""
        return _kernel.last(self._tree)


class NativeTree(NativeGrowing):
    """A tree with windows at its leaves.

    Args:
        seed: shifts the root's prior a little; 0 leaves it as it is.
        allowed: the squares that the root may try; all where there are none.
    """

    def __init__(self, position: Position, seed: int, allowed: Sequence[int]) -> None:
        self._tree = _kernel.tree(*root_of(position, seed, allowed))


class NativePatternTree(NativeGrowing):
    """A tree that sees line patterns and threats, where ``engine.search.force.sees_threats``.

    Args:
        seed: shifts the root's prior a little; 0 leaves it as it is.
        allowed: the squares that the root may try; all where there are none.
        most_nodes: how many positions a threat search may look at, for fours and for threes each.
    """

    def __init__(
        self, position: Position, seed: int, allowed: Sequence[int], most_nodes: int = MAX_NODES
    ) -> None:
        self._tree = _kernel.pattern_tree(*root_of(position, seed, allowed), most_nodes)

    def hurry(self, most_nodes: int) -> None:
        """Have threat searches look at so many positions at most from now on: time is short."""
        _kernel.tree_hurry(self._tree, most_nodes)


class RandomGames(Protocol):
    """How a tree is to value new positions (see ``engine.search.playouts.Playouts``)."""

    @property
    def count(self) -> int: ...  # noqa: D102
    @property
    def exploration(self) -> float: ...  # noqa: D102
    @property
    def heavy(self) -> bool: ...  # noqa: D102
    @property
    def proofs(self) -> bool: ...  # noqa: D102


class NativePlayoutTree(NativeGrowing):
    """A tree with random games at its leaves.

    Args:
        seed: of all that is drawn.
        allowed: the squares that the root may try; all where there are none.
    """

    def __init__(
        self, position: Position, seed: int, allowed: Sequence[int], playouts: RandomGames
    ) -> None:
        self._tree = _kernel.playout_tree(
            *root_of(position, seed, allowed), playouts.count, playouts.exploration,
            playouts.heavy, playouts.proofs,
        )  # fmt: skip

    def explore(self, exploration: float) -> None:
        """Go on with another constant."""
        _kernel.explore(self._tree, exploration)


def root_of(
    position: Position, seed: int, allowed: Sequence[int]
) -> tuple[bytes, int, int, Rule, int, int, bytes]:
    """Return what the extension needs to know of a tree's root."""
    rules, player, marks = position
    only = _one_for_each(allowed, len(marks))
    return marks, rules.size, rules.line, rules.rule, player, seed, only


def _one_for_each(allowed: Sequence[int], squares: int) -> bytes:
    return bytes(square in allowed for square in range(squares)) if allowed else b""
