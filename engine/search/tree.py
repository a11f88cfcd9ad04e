"""A tree search: simulations until a limit is reached, and what the tree knows then.

New positions are valued by line patterns where these are known, by their windows elsewhere, by
random games (``engine.search.playouts``), or by whatever else a tree asks.

Like a ``Search``, it knows nothing of threads or windows of the desktop: iterating over it does the
work, and any other thread may stop it. For a number of simulations and a seed it is deterministic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from threading import Event
from time import perf_counter
from typing import NamedTuple, Protocol, runtime_checkable

from engine.board import Board, Position
from engine.errors import Problem
from engine.native.loading import Last, Row, kernel_lacking, native_kernel, needed_kernel
from engine.rules import Line, Rule, Rules, Square
from engine.search.analysis import Analysis, Certainty
from engine.search.force import sees_threats
from engine.search.limit import Limit, next_portion
from engine.search.playouts import Playouts, Simulation
from engine.search.sampling import check_seed
from engine.search.solver import is_solvable
from engine.tally import Grid

WINDOWS, PATTERNS = 0, 1
"""What a tree looks at: windows alone; or line patterns and threats, in the normal game with lines
of 4 to 6 and with the native kernel (see ``engine.search.force.sees_threats``)."""

_FIRST_PORTION = 64
_LOOK = 500
"""Simulations between two checks of a search that nobody follows: a few milliseconds."""

_LONGEST_LINE = 12
_LEAST_SHARE = 50
"""The expected line ends where a move has less than one in so many of the root's simulations."""


class Growing(Protocol):
    """What all trees offer. Values and bounds are those of the side that makes a move."""

    @property
    def nodes(self) -> int:
        """The nodes in memory."""

    def grow(self, simulations: int) -> int:
        """Go on for so many simulations, or until the root is proven; return all there were."""

    def children(self, path: Sequence[int]) -> list[Row]:
        """Return a node's moves, in the order in which they are tried first.

        Args:
            path: the numbers of the children that lead to the node.
        """

    def last(self) -> Last:
        """Return the last simulation's path, the game played from its end, and its result."""


@runtime_checkable
class Exploring(Growing, Protocol):
    """A tree with playouts, whose constant can be changed."""

    def explore(self, exploration: float) -> None:
        """Go on with another constant."""


Leaves = int | Playouts | Callable[[Position, int, Sequence[int]], Growing]
"""How a tree values new positions: by ``WINDOWS`` or ``PATTERNS``, as far as these are known; by
random games; or as a tree of another kind does, which is made from the root, the seed and the
numbers of the squares that the root may try (none for all)."""


class Move(NamedTuple):
    """A move in the tree.

    Attributes:
        square: where.
        visits: simulations that went through it.
        value: their mean result for the side that makes the move, from -1 to 1; None for none.
        prior: the share of simulations that it was to have at first sight; None in a tree with
            playouts, which has none.
        low, high: what is proven: it is at least and at most worth this.
        weighed: the value that selection takes for it; an untried move's is somewhat less than its
            position's.
        bonus: what selection adds to that. PUCT (Rosin 2011): the prior times the root of the
            position's visits, divided by one more than the move's own. In a tree with playouts
            UCB1's (see ``engine.search.playouts.bonus``).
        error: the standard error of the value in a tree with playouts, as if its simulations were
            random; None where there is none, and below two visits. It says nothing of what the
            games behind the value are worth.
    """

    square: Square
    visits: int
    value: float | None
    prior: float | None
    low: int
    high: int
    weighed: float
    bonus: float
    error: float | None = None

    @property
    def proven(self) -> int | None:
        """What the move is worth, where that is proven: 1 won, 0 tied, -1 lost."""
        return self.low if self.low == self.high else None

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """What makes one move better than another: a proven win, no proven loss, visits."""
        return self.low == 1, self.high > -1, self.visits


@dataclass(frozen=True, repr=False)
class TreeAnalysis(Analysis):
    """What a tree knows of a position.

    Attributes:
        board: the position searched. Not to be changed.
        player: the side to move.
        moves: the moves in the tree, in the order in which they are tried first.
        simulations: how many there were so far.
        expected: the moves that the tree expects, its own first.
        nodes: the nodes in memory.
        seconds: how long the search has taken.
        limit: when it ends.
        done: whether this is its last word.
        is_proven: whether the whole position is proven, not one of its moves alone.
        leaves: how new positions were valued by random games; None where by their windows.
    """

    board: Board
    player: int
    moves: tuple[Move, ...]
    simulations: int
    expected: Line
    nodes: int
    seconds: float
    limit: Limit
    done: bool
    is_proven: bool
    leaves: Playouts | None = None
    certainty = Certainty.ESTIMATED
    unit = "simulations"

    @property
    def count(self) -> int:
        """The simulations so far."""
        return self.simulations

    @property
    def line(self) -> Line:
        """The moves that the tree expects."""
        return self.expected

    @cached_property
    def by_square(self) -> dict[Square, Move]:
        """The moves by their squares."""
        return {move.square: move for move in self.moves}

    @cached_property
    def means(self) -> Grid:
        """The moves' values; 0 where the tree knows none (see ``knows``)."""
        side = range(self.board.size)
        known = {move.square: move.value or 0.0 for move in self.moves}
        return [[known.get((row, col), 0.0) for col in side] for row in side]

    @property
    def totals(self) -> Grid:
        """The same as ``means``: values of a tree do not add up."""
        return self.means

    @cached_property
    def best(self) -> list[Square]:
        """The moves that the tree would choose from, row by row; a foul only where all are."""
        moves = _sound(self.moves) if self.leaves is not None and self.is_proven else self.moves
        if self.board.rules.rule == Rule.RENJU:
            may = self.board.moves_for(self.player)
            moves = tuple(move for move in moves if move.square in may)
            if not moves:
                return may
        most = max(move.rank for move in moves)
        return sorted(move.square for move in moves if move.rank == most)

    @cached_property
    def outcome(self) -> int | None:
        """How the game ends in perfect play, where that is proven."""
        low = max(move.low for move in self.moves)
        return low if low == 1 or self.is_proven else None

    @property
    def progress(self) -> float:
        """How far the search has come towards its limit, from 0 to 1."""
        return 1.0 if self.done else self.limit.progress(self.count, self.seconds)

    def knows(self, square: Square) -> bool:
        """Whether the tree has a value of a move."""
        move = self.by_square.get(square)
        return move is not None and move.value is not None

    def proven(self, square: Square) -> int | None:
        """Return what a move is worth, where that is proven."""
        move = self.by_square.get(square)
        return None if move is None else move.proven

    def prior(self, square: Square) -> float | None:
        """Return the share of the simulations that a move was to have at first sight, if any."""
        move = self.by_square.get(square)
        return None if move is None else move.prior

    def samples(self, square: Square) -> int:
        """Return the simulations that went through a move."""
        move = self.by_square.get(square)
        return 0 if move is None else move.visits


class TreeSearch:
    """A tree search of one position. Iterate over it for an analysis a portion.

    Args:
        limit: when to end; trials are simulations. A proven position ends it, too.
        seed: shifts the prior at the root a little, so that games differ; None differs every time,
            0 shifts nothing. In a tree with playouts all that is drawn comes from it.
        allowed: the squares to choose from; all where there are none.

    Raises:
        ValueError: a finished game, an unknown player, a bad seed, or a tree that needs the native
            kernel where that is missing.
    """

    def __init__(
        self,
        board: Board,
        player: int,
        limit: Limit,
        seed: int | None = None,
        allowed: Sequence[Square] = (),
        leaves: Leaves = PATTERNS,
    ) -> None:
        position = Position.of(board, player)
        self._board, self._player, self._limit = board.clone(), player, limit
        self._allowed = [row * board.size + col for row, col in allowed]
        if isinstance(leaves, int) and not needs_no_games(position.rules):
            leaves = Playouts(heavy=True)
        self._leaves = leaves if isinstance(leaves, Playouts) else None
        self._tree = _new_tree(position, check_seed(seed), self._allowed, leaves)
        self._stop = Event()

    @property
    def board(self) -> Board:
        """A copy of the position."""
        return self._board.clone()

    @property
    def player(self) -> int:
        """The side to move."""
        return self._player

    @property
    def leaves(self) -> Playouts | None:
        """By what random games new positions are valued; None for by what is seen of them."""
        return self._leaves

    def stop(self) -> None:
        """End the search after the portion under way; may be called from any thread."""
        self._stop.set()

    def __iter__(self) -> Iterator[TreeAnalysis]:
        """Yield an analysis after each portion; the last one is ``done``. At least one comes."""
        start, count, portion, done = perf_counter(), 0, self._portion(_FIRST_PORTION), False
        while not done:
            began = perf_counter()
            wanted = min(portion, (self._limit.trials or portion + count) - count)
            before, count = count, self._tree.grow(wanted)
            now = perf_counter()
            proven = count - before < wanted
            done = proven or self._stop.is_set() or self._limit.is_over(count, now - start)
            yield self._analysis(count, now - start, done, proven and not self._allowed)
            portion = next_portion(portion, now - began)

    def result(self) -> TreeAnalysis:
        """Run the search to its end and return the last analysis."""
        *_, last = self
        return last

    def look(self, simulations: int, check: Callable[[], None]) -> TreeAnalysis:
        """Go on for so many simulations and return what is known then: the cheapest way to ask.

        Args:
            simulations: how many, whatever the limit.
            check: called every few milliseconds; an error that it raises ends the work.
        """
        start, count = perf_counter(), 0
        while count < simulations:
            check()
            wanted = min(self._portion(_LOOK), simulations - count)
            before, count = count, self._tree.grow(wanted)
            if count - before < wanted:
                break
        proven = count < simulations and not self._allowed
        return self._analysis(count, perf_counter() - start, True, proven)

    def grow(self, simulations: int) -> int:
        """Go on for so many simulations, whatever the limit, for those who watch each step.

        Returns:
            All simulations by now: fewer than asked for where the position is proven.
        """
        return self._tree.grow(simulations)

    def explore(self, exploration: float) -> None:
        """Go on with another constant of UCB1, in a tree with playouts; what was found stays.

        Raises:
            ValueError: a constant that is out of bounds, or a tree without playouts.
        """
        if self._leaves is None or not isinstance(self._tree, Exploring):
            raise Problem("only a tree with playouts has such a constant")
        self._leaves = replace(self._leaves, exploration=exploration)
        self._tree.explore(exploration)

    def moves(self, path: Sequence[int] = ()) -> tuple[Move, ...]:
        """Return a node's moves.

        Args:
            path: the numbers of the moves that lead to the node, each in its own node's order.
        """
        rows, sampled = self._tree.children(path), self._leaves is not None
        # A seed shifts the root's priors a little, so that they no longer add up to 1.
        prior_sum = 1.0 if path or sampled else sum(row[3] for row in rows)
        return tuple(
            Move(
                divmod(square, self._board.size), visits, total / visits if visits else None,
                None if sampled else more / prior_sum, low, high, weighed, bonus,
                _error(visits, total, more) if sampled else None,
            )
            for square, visits, total, more, low, high, weighed, bonus in rows
        )  # fmt: skip

    def last(self) -> Simulation:
        """Return what the last simulation did; one without moves before the first."""
        path, playout, result = self._tree.last()
        size = self._board.size
        return Simulation(
            tuple(divmod(square, size) for square in path),
            tuple(divmod(square, size) for square in playout),
            result,
        )

    def _portion(self, simulations: int) -> int:
        """Return how many simulations take about as long as so many with one playout each."""
        return simulations if self._leaves is None else max(1, simulations // self._leaves.count)

    def _analysis(self, count: int, seconds: float, done: bool, proven: bool) -> TreeAnalysis:
        moves = tuple(_valued(move) for move in self.moves())
        return TreeAnalysis(
            self._board, self._player, moves, count, self._line(count, proven), self._tree.nodes,
            seconds, self._limit, done, proven, self._leaves,
        )  # fmt: skip

    def _expected(self, move: Move) -> tuple[tuple[bool, bool, int], float]:
        """Return what makes a move more expected than another; games tell those of equal visits."""
        valued = self._leaves is not None and move.value is not None
        return move.rank, move.value if valued and move.value is not None else 0.0

    def _line(self, count: int, proven: bool) -> Line:
        """Return the moves that the tree expects: the best one of each node, from the root on."""
        line: list[Square] = []
        path: list[int] = []
        while len(line) < _LONGEST_LINE:
            moves = self.moves(path)
            if not moves:
                break
            sound = _sound(moves) if proven and not path and self._leaves is not None else moves
            number = moves.index(max(sound, key=self._expected))
            if line and moves[number].visits * _LEAST_SHARE < count and moves[number].low < 1:
                break
            line.append(moves[number].square)
            path.append(number)
        return tuple(line)


def lacking(rules: Rules) -> str:
    """Return why no tree grows under some rules, without its end; empty where one does.

    Where it can value new positions only by games from them, it needs the native kernel.
    """
    return "" if needs_no_games(rules) else kernel_lacking()


def needs_no_games(rules: Rules) -> bool:
    """Whether a tree values new positions without playing games from them.

    Windows do not tell what stands beyond their ends, and patterns need the native kernel.
    """
    return is_solvable(rules) or sees_threats(rules)


def _new_tree(position: Position, seed: int, allowed: Sequence[int], leaves: Leaves) -> Growing:
    """Return a tree that begins to grow."""
    tree: Growing
    by_patterns = leaves == PATTERNS or not is_solvable(position.rules)
    if not isinstance(leaves, Playouts | int):
        tree = leaves(position, seed, allowed)
    elif isinstance(leaves, Playouts):
        tree = needed_kernel().NativePlayoutTree(position, seed, allowed, leaves)
    elif by_patterns and sees_threats(position.rules):
        tree = needed_kernel().NativePatternTree(position, seed, allowed)
    elif (kernel := native_kernel()) is not None:
        tree = kernel.NativeTree(position, seed, allowed)
    else:
        from engine.search.plain_tree import PlainTree  # noqa: PLC0415  (rarely needed)

        tree = PlainTree(position, seed, allowed)
    return tree


def _sound(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves of a proven position that are proven to be worth as much as it is.

    A proof may come from one move while others, of which less is known, have more visits.
    """
    most = max(move.low for move in moves)
    return tuple(move for move in moves if move.low == most)


def _error(visits: int, total: float, squares: float) -> float | None:
    """Return the standard error of a mean."""
    if visits < 2:
        return None
    return sqrt(max(0.0, squares / visits - (total / visits) ** 2) / (visits - 1))


def _valued(move: Move) -> Move:
    """Return a move with its value as it is proven, where it is."""
    if move.proven is None:
        return move
    error = None if move.error is None else 0.0
    return move._replace(value=float(move.proven), error=error)
