"""Why a move of the reverse game gave something away, where completing a line loses."""

from __future__ import annotations

from engine.board import EMPTY, Position, switch_player
from engine.coach.reasons import Cause, Reason, Slip
from engine.coach.threats import Threats
from engine.rules import Square
from engine.search.pairs import mirrored_move


def reverse_reason_of(slip: Slip) -> Reason:
    """Return why a move of the reverse rule gave something away: the first reason that applies."""
    return _MisereFinder(slip).find()


class _MisereFinder:
    """Looks for the first reason that applies, from the plainest to the most general."""

    def __init__(self, slip: Slip) -> None:
        self._slip = slip
        self._me, self._they = slip.player, switch_player(slip.player)
        self._size = slip.board.size
        self._played = self._number(slip.played)
        self._threats = Threats.of(slip.board)
        self._kept = [self._number(square) for square in slip.kept]

    def find(self) -> Reason:
        return (
            self._own_line()
            or self._missed_squeeze()
            or self._allowed_squeeze()
            or self._mirror()
            or self._own_threats()
            or self._spare_square()
            or self._closed_line()
            or self._rest()
        )

    def _own_line(self) -> Reason | None:
        if self._played not in self._threats.ends(self._me):
            return None
        lines = tuple(
            tuple(map(self._square, line))
            for line in self._threats.lines_at(self._played, self._me)[:1]
        )
        better = self._slip.kept[0] if self._slip.kept else None
        return Reason(Cause.OWN_LINE, self._slip.played, self._they, better, lines=lines)

    def _missed_squeeze(self) -> Reason | None:
        squeeze = self._squeeze(self._me) if self._slip.had_won else None
        return squeeze and self._with_move(Cause.MISSED_SQUEEZE, self._me, squeeze)

    def _allowed_squeeze(self) -> Reason | None:
        if not self._slip.is_lost:
            return None
        with self._threats.after(self._played, self._me):
            squeeze = self._squeeze(self._they)
        return squeeze and self._with_move(Cause.ALLOWED_SQUEEZE, self._they, squeeze)

    def _squeeze(self, side: int) -> tuple[int, list[int]] | None:
        """Return a move after which every empty square completes a line of the other side."""
        threats, other = self._threats, switch_player(side)
        own = threats.ends(side)
        for square in threats.empty:
            if square in own:
                continue
            with threats.after(square, side):
                empty = threats.empty
                if empty and threats.ends(other) == empty:
                    return square, empty
        return None

    def _with_move(self, cause: Cause, side: int, squeeze: tuple[int, list[int]]) -> Reason:
        move, ends = self._square(squeeze[0]), tuple(map(self._square, squeeze[1]))
        return Reason(cause, self._slip.played, side, move, (move,), ends, count=len(ends))

    def _mirror(self) -> Reason | None:
        slip = self._slip
        if slip.before or not slip.proven_before:
            return None
        mirrored = mirrored_move(Position.of(slip.board, slip.player))
        if mirrored is None or mirrored == self._played or self._threats.marks[mirrored] != EMPTY:
            return None
        move = self._square(mirrored)
        return Reason(Cause.BROKEN_MIRROR, slip.played, self._me, move, (move,))

    def _own_threats(self) -> Reason | None:
        new = self._threats.new_ends(self._played, self._me)
        instead = [at for at in self._kept if self._threats.new_ends(at, self._me) < new]
        if not new or not instead:
            return None
        before = self._threats.ends(self._me)
        with self._threats.after(self._played, self._me):
            ends = [at for at in self._threats.ends(self._me) if at not in before]
            lines = tuple(
                tuple(map(self._square, line))
                for end in ends
                for line in self._threats.lines_at(end, self._me)[:1]
            )
        squares = tuple(map(self._square, ends))
        return Reason(
            Cause.OWN_THREATS, self._slip.played, self._they, self._square(instead[0]),
            ends=squares, lines=lines, count=new, instead=self._some(instead),
        )  # fmt: skip

    def _spare_square(self) -> Reason | None:
        feared = self._threats.ends(self._they)
        instead = [at for at in self._kept if at not in feared]
        if self._played not in feared or not instead:
            return None
        return Reason(
            Cause.SPARE_SQUARE, self._slip.played, self._they, self._square(instead[0]),
            instead=self._some(instead),
        )  # fmt: skip

    def _closed_line(self) -> Reason | None:
        closed = self._threats.open_at(self._played, self._they)
        instead = [at for at in self._kept if self._threats.open_at(at, self._they) < closed]
        if not instead:
            return None
        return Reason(
            Cause.CLOSED_LINE, self._slip.played, self._they, self._square(instead[0]),
            count=closed, instead=self._some(instead),
        )  # fmt: skip

    def _some(self, instead: list[int]) -> tuple[Square, ...]:
        """Return the moves that are free of a fault; none where all that keep the value are."""
        return () if len(instead) == len(self._kept) else tuple(map(self._square, instead))

    def _rest(self) -> Reason:
        slip = self._slip
        if slip.is_lost and slip.replies:
            move = slip.replies[0]
            return Reason(Cause.ALLOWED_WIN, slip.played, self._they, move, (move,))
        if slip.had_won:
            return Reason(Cause.MISSED_WIN, slip.played, self._me, self._better, slip.kept[:1])
        return Reason(Cause.WEAKER, slip.played, self._me, self._better, slip.kept[:1])

    @property
    def _better(self) -> Square | None:
        return self._slip.kept[0] if self._slip.kept else None

    def _number(self, square: Square) -> int:
        return square[0] * self._size + square[1]

    def _square(self, number: int) -> Square:
        return divmod(number, self._size)
