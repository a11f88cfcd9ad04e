"""What each move is worth in perfect play, and how soon the game then ends.

The solver answers one question at a time: is a position worth more than so much? Values are those
of the side to move. 0 is a tie; a win with the mark that is number p on the board is 1 + squares
- p, so that an earlier one is worth more; a loss is the same below 0.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from engine.board import EMPTY, Board, Position
from engine.native.loading import searcher
from engine.rules import Square
from engine.search.windows import windows_of

MAX_OPEN = 64
"""Empty squares of a position that the solver may try."""

NODES = 6_000_000
"""Nodes after which the solver gives up, where nothing else is said: some seconds."""

_PORTION = 10_000
"""Nodes between two checks: a few milliseconds."""

Check = Callable[[], None]


def go_on() -> None:
    """Do nothing: the check of work that goes on to its end."""


class Questions(Protocol):
    """What both solvers offer."""

    @property
    def nodes(self) -> int:
        """The positions looked at so far."""

    def ask(self, square: int, alpha: int, nodes: int) -> int | None:
        """Ask whether the value of the position after a move is above ``alpha``.

        Args:
            square: the move's number; -1 asks about the position as it is.
            alpha: in the sense of the side that is then to move.
            nodes: how many to look at, at most (a few more may be needed).

        Returns:
            A lower bound above ``alpha``, or an upper bound; None where more nodes are needed:
            the next call with the same question goes on.
        """


class UnsolvedError(Exception):
    """The solver gave up."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What each move is worth.

    Attributes:
        values: for each empty square, row by row: 1 for a win, 0 for a tie, -1 for a loss, for the
            side to move.
        plies: for each won or lost square that it was found for, after how many moves the game
            ends, this one included, if the winner hurries and the loser holds out.
        nodes: positions that the solver looked at.
    """

    values: dict[Square, int]
    plies: dict[Square, int]
    nodes: int

    @property
    def value(self) -> int:
        """What the position is worth for the side to move."""
        return max(self.values.values())

    @property
    def best(self) -> list[Square]:
        """The moves of the greatest value; of wins the soonest, of losses the latest."""
        value = self.value
        best = [square for square, worth in self.values.items() if worth == value]
        if value and all(square in self.plies for square in best):
            plies = [self.plies[square] for square in best]
            wanted = min(plies) if value > 0 else max(plies)
            best = [square for square in best if self.plies[square] == wanted]
        return best


def solve(board: Board, player: int, nodes: int = NODES, check: Check = go_on) -> Solution | None:
    """Return what each move is worth; None where the solver does not finish.

    Args:
        board: a position with a move to make.
        player: the side to move.
        nodes: after how many nodes to give up; how soon the game ends may take as many again,
            and where it takes more, is known of some moves only, the best ones first.
        check: called every few milliseconds; an error that it raises ends the work.

    Raises:
        ValueError: a finished game or an unknown player.
    """
    position = Position.of(board, player)
    if position.empty > MAX_OPEN:
        return None
    questions = _Asker(position, check)
    questions.allow(nodes)
    try:
        values = questions.values()
    except UnsolvedError:
        return None
    best = max(values.values())
    questions.allow(nodes)
    plies: dict[int, int] = {}
    with suppress(UnsolvedError):
        for square, value in sorted(values.items(), key=lambda item: item[1] != best):
            if value:
                plies[square] = questions.plies(square, value)
    side = position.rules.size
    return Solution(
        {divmod(square, side): value for square, value in values.items()},
        {divmod(square, side): count for square, count in plies.items()},
        questions.nodes,
    )


class _Asker:
    """Asks a solver what can be derived from its answers."""

    def __init__(self, position: Position, check: Check) -> None:
        self._position, self._check = position, check
        self._solver: Questions = searcher().new_solver(position)
        self._squares = len(position.marks)
        self._ply = self._squares - position.empty
        self._ends = _ending_moves(position)
        self._end = 0

    @property
    def nodes(self) -> int:
        return self._solver.nodes

    def allow(self, nodes: int) -> None:
        """Let all questions from now on take so many nodes together; UnsolvedError after them."""
        self._end = self.nodes + nodes

    def values(self) -> dict[int, int]:
        """Return each move's value."""
        ended = -1 if self._position.rules.reverse else 1
        values = {}
        for square, mark in enumerate(self._position.marks):
            if mark != EMPTY:
                continue
            if square in self._ends:
                values[square] = ended
            elif self._ask(square, -1) <= -1:
                values[square] = 1
            else:
                values[square] = -1 if self._ask(square, 0) > 0 else 0
        return values

    def plies(self, square: int, value: int) -> int:
        """Return after how many moves a won or lost game ends, that to ``square`` included."""
        if square in self._ends:
            return 1
        for plies in range(2, self._squares - self._ply + 1):
            # The opponent is to move after it: its values have the other sign.
            worth = 1 + self._squares - self._ply - plies
            if value > 0 and self._ask(square, -worth) <= -worth:
                return plies
            if value < 0 and self._ask(square, worth - 1) >= worth:
                return plies
        raise AssertionError("a won game ends before the board is full")

    def _ask(self, square: int, alpha: int) -> int:
        while True:
            self._check()
            left = max(1, self._end - self.nodes)
            answer = self._solver.ask(square, alpha, min(_PORTION, left))
            if answer is not None:
                return answer
            if self.nodes >= self._end:
                raise UnsolvedError


def _ending_moves(position: Position) -> set[int]:
    """Return the moves that complete a line at once."""
    rules, player, marks = position
    ends = set()
    for window in windows_of(rules.size, rules.line):
        empty = [square for square in window if marks[square] == EMPTY]
        if len(empty) == 1 and all(marks[square] in (EMPTY, player) for square in window):
            ends.add(empty[0])
    return ends
