"""Grows a tree one simulation at a time, and tells which way each of them went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from PySide6.QtCore import QObject, Signal

from engine import Board, Result, Square, switch_player
from engine.errors import Problem
from engine.search.limit import Limit
from engine.search.playouts import Playouts, Simulation
from engine.search.proofs import SOLVED
from engine.search.solver import Solver, UnsolvedError, go_on
from engine.search.tree import WINDOWS, Move, TreeSearch
from ttt_desktop.work.turns import Turns

_BESIDE = 0.7
"""How much of the room boards beside each other get; the rest is for the best ones' answers."""

_NO_LIMIT = Limit(trials=1)  # never iterated over: each step is asked for

_TRUTH_NODES = 20_000
"""Positions that the solver may look at for the truth of one board: a few milliseconds."""

_PER_TURN = 64
"""The most simulations in one go: with playouts they are quick, and all but one need no picture."""


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A position in the tree, as it is drawn.

    Attributes:
        line: the moves that lead to it from the root.
        player: the side that made the last of them.
        move: that move, with its visits and value; None for the root.
        share: its visits, as a share of all simulations.
        expected: whether it lies on the line that the tree expects.
        walked: whether the last simulation went through it.
        next: whether the next simulation will go through it.
        truth: what it is worth in perfect play to the side that moved there: 1, 0 or -1; None where
            that is not asked for, or not known.
        hidden: how many positions below it are not drawn because it was folded.
        children: the positions after its most visited moves.
    """

    line: tuple[Square, ...]
    player: int
    move: Move | None
    share: float
    expected: bool
    walked: bool
    next: bool
    truth: int | None
    hidden: int
    children: tuple[DrawnNode, ...]


class TreeGrower(QObject):
    """A tree of one position, for show.

    Attributes:
        board, player: the root.
        leaves: by what random games its leaves are valued; None for by their windows.
        walk: the moves that the last simulation went through, when it was made alone.
        leaf: the last one of them, as the tree knows it now.
        last: what that simulation did; None where there is none.
        top: the moves that lead to the board that is drawn topmost.
        folded: the positions below which nothing is drawn.
        shows_truth: whether nodes say what they are worth in perfect play.
        problem: why no tree can be grown of a position that goes on.

    Signals:
        changed(): something to be seen is different now.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._turns = Turns(self)
        self._turns.turned.connect(self.changed)
        self._turns.ended.connect(self.changed)
        self._search: TreeSearch | None = None
        self._solver = Solver()
        self._truths: dict[tuple[Square, ...], int | None] = {}
        self.board, self.player = Board(3), 0
        self._leaves: Playouts | None = None
        self.simulations = 0
        self.walk: tuple[Square, ...] = ()
        self.leaf: Move | None = None
        self.last: Simulation | None = None
        self.top: tuple[Square, ...] = ()
        self.folded: set[tuple[Square, ...]] = set()
        self.is_proven = self.shows_truth = False
        self.problem: Problem | None = None

    @property
    def possible(self) -> bool:
        """Whether there is a move to make in the position."""
        return self._search is not None

    @property
    def leaves(self) -> Playouts | None:
        """By what random games the leaves are valued; None for by what is seen of them."""
        return self._leaves if self._search is None else self._search.leaves

    @property
    def moves(self) -> int:
        """How many moves of the position the tree weighs; on a large board not all."""
        return 0 if self._search is None else len(self._search.moves())

    @property
    def running(self) -> bool:
        """Whether many simulations are being made."""
        return self._turns.running

    # --- what it is grown from ------------------------------------------------------------

    def look_at(self, board: Board, player: int) -> None:
        """Turn to a position; a tree of the same one stays."""
        if player == self.player and (board.rules, board.rows) == (
            self.board.rules, self.board.rows,
        ):  # fmt: skip
            return
        self.board, self.player = board.clone(), player
        self.reset()

    def value_by(self, leaves: Playouts | None) -> None:
        """Have the leaves valued by such games; with another constant alone, the tree stays."""
        before, self._leaves = self._leaves, leaves
        if before == leaves:
            return
        same = before and leaves and replace(before, exploration=leaves.exploration) == leaves
        if same and leaves is not None and self._search is not None:
            self._search.explore(leaves.exploration)
            self.changed.emit()
        else:
            self.reset()

    def show_truth(self, shown: bool) -> None:
        """Say of nodes what they are worth in perfect play, or not."""
        if shown != self.shows_truth:
            self.shows_truth = shown
            self.changed.emit()

    def reset(self) -> None:
        """Begin the tree anew."""
        self._turns.stop()
        over = not self.player or self.board.check_win() is not None
        self._search = self.problem = None
        try:
            # Always the same seed: the same position always grows the same tree.
            self._search = None if over else TreeSearch(
                self.board, self.player, _NO_LIMIT, seed=0, leaves=self._leaves or WINDOWS
            )  # fmt: skip
        except Problem as problem:
            self.problem = problem
        self.simulations, self.walk, self.is_proven = 0, (), False
        self.leaf = self.last = None
        self.top, self.folded, self._truths = (), set(), {}
        self.changed.emit()

    # --- growing --------------------------------------------------------------------------

    def step(self) -> None:
        """Make one simulation, and remember its way."""
        if self.running or self._search is None or self.is_proven:
            return
        before, self.simulations = self.simulations, self._search.grow(1)
        self.is_proven = self.simulations == before
        self.last = None if self.is_proven else self._search.last()
        self.walk = self.last.path if self.last is not None else ()
        path = self._path(self.walk)
        self.leaf = path[1] if path is not None else None
        self.changed.emit()

    def add(self, count: int) -> None:
        """Make many simulations."""
        if not self.running and self.possible:
            self.walk, self.last = (), None
            self._turns.start(self._many(count))
            self.changed.emit()

    def stop(self) -> None:
        """End a run; what was grown stays."""
        self._turns.stop()
        self.changed.emit()

    def _many(self, count: int) -> Iterator[None]:
        search, left = self._search, count
        while search is not None and left > 0 and not self.is_proven:
            wanted = min(left, _PER_TURN)
            before, self.simulations = self.simulations, search.grow(wanted)
            self.is_proven = self.simulations - before < wanted
            left -= wanted
            yield

    def _path(self, line: tuple[Square, ...]) -> tuple[list[int], Move | None] | None:
        """Return the numbers of some moves in their nodes, and the last one; None where not there.

        Args:
            line: the moves, from the root on.
        """
        if self._search is None:
            return None
        path, last = list[int](), None
        for square in line:
            moves = self._search.moves(path)
            number = next((i for i, move in enumerate(moves) if move.square == square), None)
            if number is None:
                return None
            path.append(number)
            last = moves[number]
        return path, last

    # --- what is drawn --------------------------------------------------------------------

    def follow(self, line: tuple[Square, ...]) -> None:
        """Draw the tree from a position on; from its root where there is none of these moves."""
        self.top = line if self._path(line) is not None else ()
        self.changed.emit()

    def fold(self, line: tuple[Square, ...]) -> None:
        """Draw nothing below a position, or all again; of a game that is over there is no tree."""
        if self._path(line) is not None:
            self.folded ^= {line}
            self.changed.emit()

    def side(self, ply: int) -> int:
        """Return who makes a move: 0 is the first one below the root, -1 the one that led there."""
        return self.player if ply % 2 == 0 else switch_player(self.player)

    def after(self, line: Sequence[Square]) -> Board:
        """Return the board with some moves made from the root on."""
        board = self.board.clone()
        for ply, square in enumerate(line):
            board.move(*square, self.side(ply))
        return board

    def tree(self, width: int, levels: int) -> DrawnNode:
        """Return the tree from its topmost board on, as far as it is to be drawn.

        Args:
            width: how many boards there is room for beside each other.
            levels: and how many below each other, the topmost one included.
        """
        known = self._path(self.top)
        path, move = known if known is not None else ([], None)
        player = self.side(len(self.top) - 1)
        share = move.visits / max(1, self.simulations) if move is not None else 1.0
        root = DrawnNode(
            self.top, player, move, share, True, bool(self.walk) and self._is_walked(self.top),
            self._is_next(path), self._truth(self.top), 0, (),
        )  # fmt: skip
        return self._grown(root, path, width, levels - 1)

    def _grown(self, node: DrawnNode, path: list[int], width: int, levels: int) -> DrawnNode:
        """Return a node with what is drawn below it."""
        if node.line in self.folded:
            assert self._search is not None
            return replace(node, hidden=len(self._search.moves(path)))
        return replace(node, children=self._children(node, path, width, levels))

    def _children(
        self, node: DrawnNode, path: list[int], width: int, levels: int
    ) -> tuple[DrawnNode, ...]:
        if self._search is None or not levels:
            return ()
        line, moves = node.line, self._search.moves(path)
        ranked = self._ranked(moves)
        if line != self.top:  # further down, what was never tried is not there yet
            ranked = [number for number in ranked if moves[number].visits]
        shares = _shares(width, len(ranked), everything=line == self.top)
        best = max(ranked, key=lambda number: moves[number].rank, default=None)
        following = self._chosen(moves, len(line)) if node.next else None
        drawn = []
        for number, room in zip(self._seen_best(line, moves, ranked, len(shares)), shares,
                                strict=True):  # fmt: skip
            move = moves[number]
            here = (*line, move.square)
            child = DrawnNode(
                here, self.side(len(line)), move, move.visits / max(1, self.simulations),
                node.expected and number == best and move.visits > 0, self._is_walked(here),
                number == following, self._truth(here), 0, (),
            )  # fmt: skip
            drawn.append(self._grown(child, [*path, number], room, levels - 1))
        return tuple(drawn)

    def _ranked(self, moves: Sequence[Move]) -> list[int]:
        """Return the numbers of moves: those that are chosen next first, or the best ones."""
        key = (lambda i: moves[i].rank) if self.leaves is None else (lambda i: _weight(moves[i]))
        return sorted(range(len(moves)), key=key, reverse=True)

    def _chosen(self, moves: Sequence[Move], depth: int) -> int | None:
        """Return the move that the next simulation goes through; None where it adds a new one."""
        if self.leaves is not None and len(moves) < len(self.board.get_empty_squares()) - depth:
            return None
        live = [number for number, move in enumerate(moves) if move.high > -1]
        return max(live, key=lambda number: _weight(moves[number])[1], default=None)

    def _is_next(self, path: list[int]) -> bool:
        """Whether the next simulation goes through a position."""
        if self._search is None or self.is_proven:
            return False
        return all(
            self._chosen(self._search.moves(path[:depth]), depth) == number
            for depth, number in enumerate(path)
        )

    def _is_walked(self, line: tuple[Square, ...]) -> bool:
        return line == self.walk[: len(line)]

    def _seen_best(
        self, line: tuple[Square, ...], moves: Sequence[Move], ranked: list[int], count: int
    ) -> list[int]:
        """Return the moves that are drawn: the best ones, and always the one that was walked."""
        drawn, left = ranked[:count], ranked[count:]
        walked = [number for number in left if self._is_walked((*line, moves[number].square))]
        return [*drawn[: count - len(walked)], *walked]

    # --- the truth ------------------------------------------------------------------------

    def _truth(self, line: tuple[Square, ...]) -> int | None:
        """Return what a position is worth in perfect play to the side that moved there."""
        if not (self.shows_truth and self.possible and self.board.rules in SOLVED):
            return None
        if line not in self._truths:
            self._truths[line] = self._solved(line)
        return self._truths[line]

    def _solved(self, line: tuple[Square, ...]) -> int | None:
        board, player = self.after(line), self.side(len(line))
        result = Result.of(board)
        if result is not None:
            return 0 if result.winner is None else -1 if result.winner == player else 1
        inquiry = self._solver.inquire(board, player, go_on)
        inquiry.allow(_TRUTH_NODES)
        try:
            return -inquiry.value()
        except UnsolvedError:
            return None


def _weight(move: Move) -> tuple[bool, float]:
    """Return what selection takes the greatest of; what is proven lost is never chosen."""
    return move.high > -1, move.weighed + move.bonus


def _shares(width: int, moves: int, *, everything: bool) -> list[int]:
    """Return how much of some room each of a node's moves gets, the first one drawn first.

    Each has room for one board; of what is left over the first gets half, the second half of the
    rest, and so on.

    Args:
        width: the room, in boards.
        moves: how many there are.
        everything: whether all are wanted, rather than room for the best ones' answers.
    """
    shares = [1] * min(moves, width if everything else max(1, ceil(width * _BESIDE)))
    left = width - len(shares)
    for place in range(len(shares)):
        mine = ceil(left / 2)
        shares[place] += mine
        left -= mine
    return shares
