"""A tree search: simulations until a limit is reached, and what the tree knows then.

Like a ``Search``, it knows nothing of threads or windows: iterating over it does the work, and any
other thread may stop it. For a number of simulations and a seed it is deterministic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Event
from time import perf_counter
from typing import NamedTuple, Protocol

from engine.board import Board, Position
from engine.native.loading import Row, searcher
from engine.rules import Line, Square
from engine.search.analysis import Analysis, Certainty
from engine.search.limit import Limit, next_portion
from engine.search.sampling import check_seed
from engine.tally import Grid

_FIRST_PORTION = 64
_LOOK = 500
"""Simulations between two checks of a search that nobody follows: a few milliseconds."""

_LONGEST_LINE = 12
_LEAST_SHARE = 50
"""The expected line ends where a move has less than one in so many of the root's simulations."""


class Growing(Protocol):
    """What both trees offer. Values and bounds are those of the side that makes a move."""

    @property
    def nodes(self) -> int:
        """The nodes in memory."""

    def grow(self, simulations: int) -> int:
        """Go on for so many simulations, or until the root is proven; return all there were."""

    def children(self, path: Sequence[int]) -> list[Row]:
        """Return a node's moves, the most promising at first sight first.

        Args:
            path: the numbers of the children that lead to the node.
        """


class Move(NamedTuple):
    """A move in the tree.

    Attributes:
        square: where.
        visits: simulations that went through it.
        value: their mean result for the side that makes the move, from -1 to 1; None for none.
        prior: the share of simulations that it was to have at first sight.
        low, high: what is proven: it is at least and at most worth this.
        weighed: the value that selection takes for it; an untried move's is somewhat less than its
            position's.
        bonus: what selection adds to that (PUCT: Rosin 2011): the prior times the root of the
            position's visits, divided by one more than the move's own.
    """

    square: Square
    visits: int
    value: float | None
    prior: float
    low: int
    high: int
    weighed: float
    bonus: float

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
        moves: the moves that the tree tried, the most promising at first sight first.
        simulations: how many there were so far.
        expected: the moves that the tree expects, its own first.
        nodes: the nodes in memory.
        seconds: how long the search has taken.
        limit: when it ends.
        done: whether this is its last word.
        is_proven: whether the whole position is proven, not one of its moves alone.
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
        """The moves that the tree would choose from, row by row."""
        best = max(move.rank for move in self.moves)
        return sorted(move.square for move in self.moves if move.rank == best)

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
        """Return the share of the simulations that a move was to have at first sight."""
        move = self.by_square.get(square)
        return None if move is None else move.prior

    def samples(self, square: Square) -> int:
        """Return the simulations that went through a move."""
        move = self.by_square.get(square)
        return 0 if move is None else move.visits


class TreeSearch:
    """A tree search of one position. Iterate over it for an analysis a portion.

    Args:
        board: the position; copied.
        player: the side to move.
        limit: when to end; trials are simulations. A proven position ends it, too.
        seed: shifts the prior at the root a little, so that games differ; None differs every time,
            0 shifts nothing.
        allowed: the squares to choose from; all where there are none.

    Raises:
        ValueError: a finished game, an unknown player, or a bad seed.
    """

    def __init__(
        self,
        board: Board,
        player: int,
        limit: Limit,
        seed: int | None = None,
        allowed: Sequence[Square] = (),
    ) -> None:
        position = Position.of(board, player)
        self._board, self._player, self._limit = board.clone(), player, limit
        self._allowed = [row * board.size + col for row, col in allowed]
        self._tree: Growing = searcher().new_tree(position, check_seed(seed), self._allowed)
        self._stop = Event()

    def stop(self) -> None:
        """End the search after the portion under way; may be called from any thread."""
        self._stop.set()

    def __iter__(self) -> Iterator[TreeAnalysis]:
        """Yield an analysis after each portion; the last one is ``done``. At least one comes."""
        start, count, portion, done = perf_counter(), 0, _FIRST_PORTION, False
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
            wanted = min(_LOOK, simulations - count)
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

    def moves(self, path: Sequence[int] = ()) -> tuple[Move, ...]:
        """Return a node's moves.

        Args:
            path: the numbers of the moves that lead to the node, each in its own node's order.
        """
        rows = self._tree.children(path)
        # A seed shifts the root's priors a little, so that they no longer add up to 1.
        whole = 1.0 if path else sum(row[3] for row in rows)
        return tuple(
            Move(
                divmod(square, self._board.size), visits, total / visits if visits else None,
                prior / whole, low, high, weighed, bonus,
            )
            for square, visits, total, prior, low, high, weighed, bonus in rows
        )  # fmt: skip

    def _analysis(self, count: int, seconds: float, done: bool, proven: bool) -> TreeAnalysis:
        moves = tuple(_valued(move) for move in self.moves())
        return TreeAnalysis(
            self._board, self._player, moves, count, self._line(count), self._tree.nodes,
            seconds, self._limit, done, proven,
        )  # fmt: skip

    def _line(self, count: int) -> Line:
        """Return the moves that the tree expects: the best one of each node, from the root on."""
        line: list[Square] = []
        path: list[int] = []
        while len(line) < _LONGEST_LINE:
            moves = self.moves(path)
            if not moves:
                break
            number = max(range(len(moves)), key=lambda i: moves[i].rank)
            if line and moves[number].visits * _LEAST_SHARE < count and moves[number].low < 1:
                break
            line.append(moves[number].square)
            path.append(number)
        return tuple(line)


def _valued(move: Move) -> Move:
    """Return a move with its value as it is proven, where it is."""
    return move if move.proven is None else move._replace(value=float(move.proven))
