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
from engine.errors import Problem
from engine.native.loading import native_kernel
from engine.rules import Rules, Square
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

    def place(self, position: Position) -> None:
        """Ask about another position of the same rules from now on; what is known stays known."""

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


class Solver:
    """Solves positions, and keeps what it has found out for the next ones of the same rules.

    A game's positions have nearly everything in common: the second costs a tenth of the first.
    """

    def __init__(self) -> None:
        self._rules: Rules | None = None
        self._questions: Questions | None = None

    def solve(
        self, board: Board, player: int, nodes: int = NODES, check: Check = go_on
    ) -> Solution | None:
        """Return what each move is worth; None where the solver does not finish.

        Args:
            board: a position with a move to make.
            nodes: after how many nodes to give up; how soon the game ends may take as many again,
                and where it takes more, is known of some moves only, the best ones first.
            check: called every few milliseconds; an error that it raises ends the work.

        Raises:
            ValueError: a finished game or an unknown player.
        """
        position = Position.of(board, player)
        if position.empty > MAX_OPEN or not is_solvable(position.rules):
            return None
        inquiry = self._inquire(position, check)
        before = inquiry.nodes
        inquiry.allow(nodes)
        try:
            values = inquiry.values()
        except UnsolvedError:
            return None
        best = max(values.values())
        inquiry.allow(nodes)
        plies: dict[int, int] = {}
        with suppress(UnsolvedError):
            for square, value in sorted(values.items(), key=lambda item: item[1] != best):
                if value:
                    plies[square] = inquiry.plies(square, value)
        side = position.rules.size
        return Solution(
            {divmod(square, side): value for square, value in values.items()},
            {divmod(square, side): count for square, count in plies.items()},
            inquiry.nodes - before,
        )

    def inquire(self, board: Board, player: int, check: Check = go_on) -> Inquiry:
        """Return what answers single questions about a position, until another one is solved.

        Args:
            board: a position with a move to make and at most ``MAX_OPEN`` empty squares.
            check: called every few milliseconds; an error that it raises ends the work.

        Raises:
            ValueError: a finished game, an unknown player, too many empty squares, or rules that
                the solver does not know.
        """
        return self._inquire(Position.of(board, player), check)

    def _inquire(self, position: Position, check: Check) -> Inquiry:
        if not is_solvable(position.rules):
            raise Problem("games in which a line's ends matter are not solved here")
        if self._questions is None or self._rules != position.rules:
            self._rules, self._questions = position.rules, questions_about(position)
        else:
            self._questions.place(position)
        return Inquiry(position, check, self._questions)


def questions_about(position: Position) -> Questions:
    """Return the solver in use, asked about a position."""
    if (kernel := native_kernel()) is not None:
        questions: Questions = kernel.NativeSolver(position)
        return questions
    from engine.search.plain_solver import PlainSolver  # noqa: PLC0415  (rarely needed)

    return PlainSolver(position)


def affordable(nodes: int) -> int:
    """Return how many nodes take as long, with the solver in use, as so many of the one in C."""
    if native_kernel() is not None:
        return nodes
    from engine.search.plain_solver import SPEED  # noqa: PLC0415  (rarely needed)

    return int(nodes * SPEED)


def is_solvable(rules: Rules) -> bool:
    """Whether the solver knows a rule: it counts windows, and does not look beyond their ends."""
    return not rules.rule.ends_matter


def solve(board: Board, player: int, nodes: int = NODES, check: Check = go_on) -> Solution | None:
    """Solve one position (see ``Solver.solve``)."""
    return Solver().solve(board, player, nodes, check)


class Inquiry:
    """Asks a solver what can be derived from its answers.

    Squares are numbers here, counted row by row. UnsolvedError where more nodes are needed than are
    allowed (see ``allow``).
    """

    def __init__(self, position: Position, check: Check, questions: Questions) -> None:
        self._position, self._check = position, check
        self._solver = questions
        self._squares = len(position.marks)
        self._ply = self._squares - position.empty
        self._ends = _ending_moves(position)
        self._end = self.nodes + NODES

    @property
    def nodes(self) -> int:
        """The positions looked at so far, those of earlier inquiries included."""
        return self._solver.nodes

    def allow(self, nodes: int) -> None:
        """Let all questions from now on take so many nodes together; UnsolvedError after them."""
        self._end = self.nodes + nodes

    def value(self) -> int:
        """Return what the position is worth for the side to move: 1, 0 or -1."""
        if self._ask(-1, 0) > 0:
            return 1
        return 0 if self._ask(-1, -1) > -1 else -1

    def length(self, value: int) -> int:
        """Return after how many moves a won or lost position ends in perfect play."""
        for plies in range(1, self._squares - self._ply + 1):
            worth = 1 + self._squares - self._ply - plies
            if value == 1:
                ends_then = self._ask(-1, worth - 1) >= worth
            else:
                ends_then = self._ask(-1, -worth) <= -worth
            if ends_then:
                return plies
        raise AssertionError("a won game ends before the board is full")

    def reaches(self, square: int, value: int) -> bool:
        """Return whether a move is worth at least so much: 1, 0 or -1."""
        if square in self._ends:
            return value <= self._worth_of_a_line
        return value < 0 or self._ask(square, -value) <= -value

    def try_reaches(self, square: int, value: int, nodes: int) -> bool | None:
        """Return the same as ``reaches``; None where so many nodes are not enough."""
        if square in self._ends or value < 0:
            return self.reaches(square, value)
        self._check()
        answer = self._solver.ask(square, -value, nodes)
        return None if answer is None else answer <= -value

    def ends_within(self, square: int, value: int, plies: int) -> bool:
        """Return whether a move is best where a won or lost position ends after so many moves.

        A win ends at the latest then, a loss at the earliest.

        Args:
            value: what the position is worth: 1 or -1.
            plies: after how many moves it ends, this one included (see ``length``).
        """
        if square in self._ends:
            return value == self._worth_of_a_line and plies == 1
        if plies == 1:
            return False
        worth = value * (1 + self._squares - self._ply - plies)
        return self._ask(square, -worth) <= -worth

    def values(self) -> dict[int, int]:
        """Return each move's value."""
        return {
            square: 1 if self.reaches(square, 1) else 0 if self.reaches(square, 0) else -1
            for square, mark in enumerate(self._position.marks)
            if mark == EMPTY
        }

    @property
    def _worth_of_a_line(self) -> int:
        return -1 if self._position.rules.reverse else 1

    def plies(self, square: int, value: int) -> int:
        """Return after how many moves a won or lost game ends, that to ``square`` included."""
        if square in self._ends:
            return 1
        for plies in range(2, self._squares - self._ply + 1):
            # The opponent is to move after it: its values have the other sign.
            worth = 1 + self._squares - self._ply - plies
            if value == 1:
                ends_then = self._ask(square, -worth) <= -worth
            else:
                ends_then = self._ask(square, worth - 1) >= worth
            if ends_then:
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
