"""Grows a tree one simulation at a time, and tells which way each of them went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QObject, Signal

from engine import Board, Square, switch_player
from engine.search.limit import Limit
from engine.search.tree import Move, TreeSearch
from ttt_desktop.work.turns import Turns

_BESIDE = 0.7
"""How much of the room boards beside each other get; the rest is for the best ones' answers."""

_NO_LIMIT = Limit(trials=1)  # never iterated over: each step is asked for


@dataclass(frozen=True, slots=True)
class Node:
    """A position in the tree, as it is drawn.

    Attributes:
        line: the moves that lead to it from the root.
        player: the side that made the last of them.
        move: that move, with its visits and value; None for the root.
        share: its visits, as a share of all simulations.
        expected: whether it lies on the line that the tree expects.
        walked: whether the last simulation went through it.
        children: the positions after its most visited moves.
    """

    line: tuple[Square, ...]
    player: int
    move: Move | None
    share: float
    expected: bool
    walked: bool
    children: tuple[Node, ...]


class TreeGrower(QObject):
    """A tree of one position, for show.

    Attributes:
        board, player: the root.
        walk: the moves that the last simulation went through, when it was made alone.
        leaf: the last one of them, as the tree knows it now.

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
        self._seen: dict[tuple[Square, ...], dict[Square, int]] = {}
        self.board, self.player = Board(3), 0
        self.simulations = 0
        self.walk: tuple[Square, ...] = ()
        self.leaf: Move | None = None
        self.is_proven = False

    @property
    def possible(self) -> bool:
        """Whether there is a move to make in the position."""
        return self._search is not None

    @property
    def moves(self) -> int:
        """How many moves of the position the tree weighs; on a large board not all."""
        return 0 if self._search is None else len(self._search.moves())

    @property
    def running(self) -> bool:
        """Whether many simulations are being made."""
        return self._turns.running

    def look_at(self, board: Board, player: int) -> None:
        """Turn to a position; a tree of the same one stays."""
        if player == self.player and (board.rules, board.rows) == (
            self.board.rules, self.board.rows,
        ):  # fmt: skip
            return
        self.board, self.player = board.clone(), player
        self.reset()

    def reset(self) -> None:
        """Begin the tree anew."""
        self._turns.stop()
        over = self.board.check_win() is not None
        # No seed: the same position always grows the same tree.
        self._search = None if over else TreeSearch(self.board, self.player, _NO_LIMIT, seed=0)
        self._seen, self.simulations, self.walk, self.is_proven = {}, 0, (), False
        self._follow()
        self.changed.emit()

    def step(self) -> None:
        """Make one simulation, and remember its way."""
        if not self.running:
            self.walk = self._simulate()
            self.changed.emit()

    def add(self, count: int) -> None:
        """Make many simulations."""
        if not self.running and self.possible:
            self.walk = ()
            self._turns.start(self._many(count))
            self.changed.emit()

    def stop(self) -> None:
        """End a run; what was grown stays."""
        self._turns.stop()
        self.changed.emit()

    def _many(self, count: int) -> Iterator[None]:
        for _ in range(count):
            if self.is_proven:
                return
            self._simulate()
            yield

    def _simulate(self) -> tuple[Square, ...]:
        if self._search is None or self.is_proven:
            return ()
        before, self.simulations = self.simulations, self._search.grow(1)
        self.is_proven = self.simulations == before
        return self._follow()

    def _follow(self) -> tuple[Square, ...]:
        """Return the moves whose visits have grown since the last call, from the root on."""
        if self._search is None:
            return ()
        line: list[Square] = []
        path: list[int] = []
        while True:
            moves = self._search.moves(path)
            seen = self._seen.get(tuple(line), {})
            self._seen[tuple(line)] = {move.square: move.visits for move in moves}
            grown = [i for i, move in enumerate(moves) if move.visits > seen.get(move.square, 0)]
            if not grown:
                return tuple(line)
            self.leaf = moves[grown[0]]
            line.append(self.leaf.square)
            path.append(grown[0])

    # --- what is drawn --------------------------------------------------------------------

    def tree(self, width: int, levels: int) -> Node:
        """Return the tree from its root on, as far as it is to be drawn.

        Args:
            width: how many boards there is room for beside each other.
            levels: and how many below each other, the root included.
        """
        below = self._children((), [], width, levels - 1, expected=True)
        return Node((), switch_player(self.player), None, 1.0, True, bool(self.walk), below)

    def _children(
        self, line: tuple[Square, ...], path: list[int], width: int, levels: int, *, expected: bool
    ) -> tuple[Node, ...]:
        if self._search is None or not levels:
            return ()
        moves = self._search.moves(path)
        ranked = sorted(range(len(moves)), key=lambda i: moves[i].rank, reverse=True)
        if line:  # further down, what was never tried is not there yet
            ranked = [number for number in ranked if moves[number].visits]
        shares = _shares(width, len(ranked), everything=not line)
        mover = self.player if len(line) % 2 == 0 else switch_player(self.player)
        drawn = []
        for number, room in zip(self._seen_best(line, moves, ranked, len(shares)), shares,
                                strict=True):  # fmt: skip
            move = moves[number]
            here = (*line, move.square)
            best = expected and number == ranked[0] and move.visits > 0
            below = self._children(here, [*path, number], room, levels - 1, expected=best)
            share = move.visits / max(1, self.simulations)
            drawn.append(Node(here, mover, move, share, best, self._is_walked(here), below))
        return tuple(drawn)

    def _is_walked(self, line: tuple[Square, ...]) -> bool:
        return line == self.walk[: len(line)]

    def _seen_best(
        self, line: tuple[Square, ...], moves: Sequence[Move], ranked: list[int], count: int
    ) -> list[int]:
        """Return the moves that are drawn: the best ones, and always the one that was walked."""
        drawn, left = ranked[:count], ranked[count:]
        walked = [number for number in left if self._is_walked((*line, moves[number].square))]
        return [*drawn[: count - len(walked)], *walked]


def _shares(width: int, moves: int, *, everything: bool) -> list[int]:
    """Return how much of some room each of a node's moves gets, the most visited one first.

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
