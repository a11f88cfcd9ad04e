"""Why a move gave something away: the first named reason that is true, by exact tests.

Each test is a search of its own: that of a fork replays it, that of a chain every forced answer. So
a reason is a fact of the position, and no guess from the difference of two numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.board import PLAYERX, Board, switch_player
from engine.coach.threats import Chain, Threats
from engine.rules import Line, Square
from engine.search.force import forced_win
from engine.search.windows import completing


class Cause(Enum):
    """What a move missed, or allowed. The values are what files and reports hold."""

    MISSED_LINE = "missed line"
    MISSED_BLOCK = "missed block"
    MISSED_FORK = "missed fork"
    ALLOWED_FORK = "allowed fork"
    MISSED_CHAIN = "missed chain"
    ALLOWED_CHAIN = "allowed chain"
    MISSED_PLAN = "missed plan"
    ALLOWED_PLAN = "allowed plan"
    MISSED_PRESSURE = "missed pressure"
    ALLOWED_PRESSURE = "allowed pressure"
    MISSED_WIN = "missed win"
    ALLOWED_WIN = "allowed win"
    FOUL = "foul"
    OWN_LINE = "own line"
    MISSED_SQUEEZE = "missed squeeze"
    ALLOWED_SQUEEZE = "allowed squeeze"
    BROKEN_MIRROR = "broken mirror"
    OWN_THREATS = "own threats"
    SPARE_SQUARE = "spare square"
    CLOSED_LINE = "closed line"
    WEAKER = "weaker"
    """Only the machine's estimate: nothing is proven, and nothing has a name."""

    @property
    def named(self) -> bool:
        """Whether it says more than that the value fell."""
        return self not in (Cause.MISSED_WIN, Cause.ALLOWED_WIN, Cause.WEAKER)


class Menace(Enum):
    """What a quiet move threatens."""

    LINE = "line"
    FORK = "fork"
    CHAIN = "chain"
    PLAN = "plan"
    """A quiet move after which every answer loses to one of the others."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move was a mistake.

    Attributes:
        cause: what kind of reason it is.
        played: the move.
        side: who has the advantage of it: the mover, where something was missed.
        move: the move that was missed, or with which the other side takes advantage; None where
            there is none to show.
        line: moves from there, ``move`` first.
        ends: the squares on which that side then completes a line.
        lines: the squares of the lines to draw.
        menace: what a quiet move threatens, if that is the reason.
        forced: whether the move was a threat that the other side's move answers.
        count: how many squares or lines the reason is about.
        instead: the moves that keep the value and are free of what the reason names; empty where
            all of them are.
    """

    cause: Cause
    played: Square
    side: int
    move: Square | None = None
    line: Line = ()
    ends: Line = ()
    lines: tuple[Line, ...] = ()
    menace: Menace | None = None
    forced: bool = False
    count: int = 0
    instead: Line = ()


@dataclass(frozen=True, slots=True)
class Slip:
    """A move that gave something away, and what is known around it.

    Attributes:
        board: the position before it. Not to be changed.
        player: who made it.
        played: the move.
        before: what the position was worth to that side: 1, 0 or -1, or between where estimated.
        after: the same after the move.
        proven_before: whether ``before`` is proven.
        proven_after: whether ``after`` is proven.
        kept: moves that would have kept the value, the best ones first.
        replies: the other side's best moves after it: where it has won, winning ones, soonest
            first.
        over: whether the move ended the game.
        answered: the move that was played next, if any. A chain that begins with it is preferred,
            so that the reason describes the game as it went.
    """

    board: Board
    player: int
    played: Square
    before: float
    after: float
    proven_before: bool
    proven_after: bool
    kept: tuple[Square, ...]
    replies: tuple[Square, ...]
    over: bool
    answered: Square | None = None

    @property
    def had_won(self) -> bool:
        """Whether the position was a proven win."""
        return self.proven_before and self.before > 0

    @property
    def is_lost(self) -> bool:
        """Whether the move is proven to lose."""
        return self.proven_after and self.after < 0


_LONGEST, _BUDGET = 10, 400
"""The longest chain that is looked for, in moves of its side, and the moves tried for one."""

_PLAN_LONGEST, _PLAN_BUDGET = 4, 200
"""The same for each answer to a move that may have more plans than one."""

_FEW = 25
"""Empty squares up to which all of them are tried for a plan."""

_MOST_REPLIES = 6
"""Moves that are looked at for a plan or a menace."""

_THREAT_NODES = 5000
"""Positions that the threat search may look at for what a quiet move threatens."""


def reason_of(slip: Slip) -> Reason:
    """Return why a move of the normal rule gave something away."""
    return _ReasonFinder(slip).find()


class _ReasonFinder:
    """Looks for the first reason that applies, from the plainest to the most general."""

    def __init__(self, slip: Slip) -> None:
        self._slip = slip
        self._me, self._they = slip.player, switch_player(slip.player)
        self._size = slip.board.size
        self._played = self._number(slip.played)
        self._threats = Threats.of(slip.board)

    def find(self) -> Reason:
        if (reason := self._foul() or self._missed_line() or self._missed_block()) is not None:
            return reason
        missed = self._chain(self._me) if self._slip.had_won else None
        if missed is not None and len(missed.moves) == 1:
            return self._of_chain(Cause.MISSED_FORK, missed, self._me)
        allowed, forced = self._allowed_chain()
        if allowed is not None and len(allowed.moves) == 1:
            return self._of_chain(Cause.ALLOWED_FORK, allowed, self._they, forced)
        if missed is not None:
            return self._of_chain(Cause.MISSED_CHAIN, missed, self._me)
        if allowed is not None:
            return self._of_chain(Cause.ALLOWED_CHAIN, allowed, self._they, forced)
        return self._quiet() or self._slow() or self._forcing() or self._rest()

    # --- fouls, lines, forks, chains --------------------------------------------------

    def _foul(self) -> Reason | None:
        slip = self._slip
        if slip.player != PLAYERX or slip.board.foul_at(slip.played) is None:
            return None
        return Reason(Cause.FOUL, slip.played, self._they)

    def _missed_line(self) -> Reason | None:
        ends = self._threats.ends(self._me)
        if not ends or self._played in ends:
            return None
        return Reason(
            Cause.MISSED_LINE, self._slip.played, self._me, self._square(ends[0]),
            (self._square(ends[0]),), self._squares(ends), self._lines(ends, self._me),
        )  # fmt: skip

    def _missed_block(self) -> Reason | None:
        if self._played in self._threats.ends(self._they):
            return None
        with self._threats.after(self._played, self._me):
            ends = self._threats.ends(self._they)
        # (One that was a foul could not be blocked.)
        ends = [end for end in ends if self._threats.may(end, self._me)]
        if not ends:
            return None
        lines = self._lines(ends, self._they)
        return Reason(
            Cause.MISSED_BLOCK, self._slip.played, self._they, self._square(ends[0]),
            (self._square(ends[0]),), self._squares(ends), lines,
        )  # fmt: skip

    def _chain(self, side: int, first: Square | None = None) -> Chain | None:
        start = None if first is None else self._number(first)
        return self._threats.chain(side, _LONGEST, _BUDGET, start)

    def _allowed_chain(self) -> tuple[Chain | None, bool]:
        """Return the other side's chain after the move, and whether the move forced its start."""
        if not self._slip.is_lost or self._slip.over:
            return None, False
        with self._threats.after(self._played, self._me):
            forced = bool(self._threats.ends(self._me))
            return self._chain(self._they, self._slip.answered), forced

    def _of_chain(self, cause: Cause, chain: Chain, side: int, forced: bool = False) -> Reason:
        line = self._squares(chain.line)
        moves = [(self._played, self._me)] if side == self._they else []
        other = switch_player(side)
        moves += [(at, side if i % 2 == 0 else other) for i, at in enumerate(chain.line)]
        for square, mark in moves:
            self._threats.make(square, mark)
        lines = self._lines(chain.ends, side)
        for square, _ in reversed(moves):
            self._threats.undo(square)
        return Reason(
            cause, self._slip.played, side, line[0], line, self._squares(chain.ends), lines,
            forced=forced, count=len(chain.moves),
        )  # fmt: skip

    # --- quiet moves ------------------------------------------------------------------

    def _quiet(self) -> Reason | None:
        """Return a plan or a menace, of the mover that missed it or of the other side."""
        slip = self._slip
        missed = [self._number(square) for square in slip.kept[:_MOST_REPLIES]]
        if slip.had_won:
            reason = self._plan(missed, self._me, Cause.MISSED_PLAN)
            reason = reason or self._menace(missed, self._me, Cause.MISSED_PRESSURE)
            if reason is not None or not slip.is_lost:
                return reason
        reason = None if slip.over else self._allowed_quiet()
        if reason is None and not slip.is_lost:
            reason = self._menace(missed, self._me, Cause.MISSED_PRESSURE)
        return reason

    def _allowed_quiet(self) -> Reason | None:
        slip = self._slip
        replies = [self._number(square) for square in slip.replies[:_MOST_REPLIES]]
        with self._threats.after(self._played, self._me):
            plan = self._plan(replies, self._they, Cause.ALLOWED_PLAN) if slip.is_lost else None
            return plan or self._menace(replies, self._they, Cause.ALLOWED_PRESSURE)

    def _plan(self, moves: Sequence[int], side: int, cause: Cause) -> Reason | None:
        for square in moves:
            if self._threats.is_plan(square, side, _PLAN_LONGEST, _PLAN_BUDGET):
                return self._of_quiet(square, side, cause)
        return None

    def _menace(self, moves: Sequence[int], side: int, cause: Cause) -> Reason | None:
        certain = self._slip.had_won or self._slip.is_lost
        for square in moves:
            reason = self._of_quiet(square, side, cause)
            # A line that one answer stops is no reason for what is only estimated.
            if reason.menace is not None and (certain or reason.menace is not Menace.LINE):
                return reason
        return None

    def _of_quiet(self, square: int, side: int, cause: Cause) -> Reason:
        """Return what a move threatens: what its side would do next if the other one passed."""
        forced = side == self._they and bool(self._threats.ends(self._me))
        with self._threats.after(square, side):
            ends = self._threats.ends(side)
            menace, line, lines = None, [square], self._lines(ends, side)
            if ends:
                menace = Menace.LINE
            elif not self._threats.ends(switch_player(side)):
                chain = self._threats.chain(side, _LONGEST, _BUDGET)
                if chain is not None:
                    menace = Menace.FORK if len(chain.moves) == 1 else Menace.CHAIN
                    line += chain.line[:1]
                    ends = [*chain.ends] if menace is Menace.FORK else []
                    if menace is Menace.FORK:
                        with self._threats.after(chain.moves[0], side):
                            lines = self._lines(ends, side)
        return Reason(
            cause, self._slip.played, side, self._square(square), self._squares(line),
            self._squares(ends), lines, menace, forced,
        )  # fmt: skip

    def _slow(self) -> Reason | None:
        """Return a move that threatens nothing at once, but a plan; looked for where that is fast.

        It is the reason of the last hundredth of the mistakes on 5x5, four in a row.
        """
        slip, threats = self._slip, self._threats
        if len(threats.empty) > _FEW:
            return None
        if slip.had_won and slip.kept:
            reason = self._with_plan(slip.kept[0], self._me, Cause.MISSED_PRESSURE)
            if reason is not None or not slip.is_lost:
                return reason
        if not slip.is_lost or not slip.replies:
            return None
        with threats.after(self._played, self._me):
            return self._with_plan(slip.replies[0], self._they, Cause.ALLOWED_PRESSURE)

    def _with_plan(self, move: Square, side: int, cause: Cause) -> Reason | None:
        threats = self._threats
        with threats.after(self._number(move), side):
            for square in threats.empty:
                if threats.is_plan(square, side, _PLAN_LONGEST, _PLAN_BUDGET):
                    line = (move, self._square(square))
                    return Reason(cause, self._slip.played, side, move, line, menace=Menace.PLAN)
        return None

    def _forcing(self) -> Reason | None:
        """Return a move that threatens to win by fours and open threes."""
        slip = self._slip
        if not slip.over and not slip.had_won:
            board = slip.board.clone()
            board.move(*slip.played, self._me)
            reason = self._threatening(board, slip.replies, self._they, Cause.ALLOWED_PRESSURE)
            if reason is not None or slip.is_lost:
                return reason
        return self._threatening(slip.board, slip.kept, self._me, Cause.MISSED_PRESSURE)

    def _threatening(
        self, board: Board, moves: Sequence[Square], side: int, cause: Cause
    ) -> Reason | None:
        for move in moves[:_MOST_REPLIES]:
            then = board.clone()
            then.move(*move, side)
            if then.check_win() is not None or completing(then, switch_player(side)):
                continue
            won = forced_win(then, side, _THREAT_NODES)
            if won is not None:
                forced = side == self._they and bool(completing(board, self._me))
                line = (move, won[0])
                return Reason(
                    cause, self._slip.played, side, move, line, menace=Menace.CHAIN, forced=forced
                )
        return None

    def _rest(self) -> Reason:
        slip = self._slip
        if slip.is_lost and slip.replies:
            move = slip.replies[0]
            return Reason(Cause.ALLOWED_WIN, slip.played, self._they, move, (move,))
        if slip.had_won and slip.kept:
            return Reason(Cause.MISSED_WIN, slip.played, self._me, slip.kept[0], slip.kept[:1])
        better = slip.kept[0] if slip.kept else None
        return Reason(Cause.WEAKER, slip.played, self._me, better, slip.kept[:1])

    # --- squares ----------------------------------------------------------------------

    def _number(self, square: Square) -> int:
        return square[0] * self._size + square[1]

    def _square(self, number: int) -> Square:
        return divmod(number, self._size)

    def _squares(self, numbers: Sequence[int]) -> Line:
        return tuple(map(self._square, numbers))

    def _lines(self, ends: Sequence[int], side: int) -> tuple[Line, ...]:
        return tuple(
            self._squares(line) for end in ends for line in self._threats.lines_at(end, side)[:1]
        )
