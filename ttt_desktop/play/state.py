"""A game as it stands on the board: what was played, by whom, and how it is looked at. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine import PLAYERO, PLAYERX, Game, Square
from ttt_desktop.play.known import Known
from ttt_desktop.play.seats import MARKS, Seat, Seating, seat_of
from ttt_desktop.play.session import Win
from ttt_desktop.settings.declarations import Settings


@dataclass
class End:
    """How a game ended: the one place for what hangs on that.

    Attributes:
        moves: its moves; None once another was made in their place.
        seating: who played them.
        win: what it counts in the session's score, or None.
        stands: whether it holds though the moves went on: others play from there.
        key: its key in the history; 0 where it was never there.
    """

    moves: tuple[Square, ...] | None
    seating: Seating
    win: Win | None = None
    stands: bool = False
    key: int = 0


@dataclass
class GameState:
    """A game as it stands.

    Attributes:
        game: the game.
        analyses: its finished searches, by the moves that led to their positions.
        seating: who played it, where it is over or past; None while those play who play now.
        end: its newest end, taken back or not; None before the first.
        with_person: who played when a person last moved, or None.
        past: whether it is one of the past, to be looked at.
        left_out: whether it is left out of every count: others have played it.
        waits: whether the machine waits to be told to move.
        failed: whether it waits since its search failed.
        looks_back: whether an earlier position is shown than the game has come to.
        reviewing: whether each position that is gone to is searched.
    """

    game: Game
    analyses: Known = field(default_factory=Known)
    seating: Seating | None = None
    end: End | None = None
    with_person: Seating | None = None
    past: bool = False
    left_out: bool = False
    waits: bool = False
    failed: bool = False
    looks_back: bool = False
    reviewing: bool = False

    @property
    def only_shown(self) -> bool:
        """Whether the game is looked at, and not to be gone on with: a past one, or one's end."""
        return self.past or (self.seating is not None and self.game.result is None)

    @property
    def plies(self) -> int:
        """How many moves the game has, with those that were gone back from."""
        return len(self.game.moves) + len(self.game.undone)

    def wait(self, waits: bool) -> None:
        """Have the machine wait to be told to move, or not."""
        self.waits, self.failed = waits, False

    def has_persons_move(self, seating: Seating) -> bool:
        """Whether there is a move that a person made, if these players made them all."""
        marks = (PLAYERX, PLAYERO)[: self.plies]
        return any(seat_of(seating.settings, mark) is not Seat.MACHINE for mark in marks)

    def belong_to(self, seating: Seating) -> None:
        """Note that these have played it, where a person has moved in it."""
        self.with_person = seating if self.has_persons_move(seating) else None

    def leave_the_way(self) -> None:
        """Note that another move is made: its newest end cannot be made again."""
        if self.end is not None:
            self.end.moves = None

    def finish(self, seats_now: Seating) -> bool:
        """Note that the game is over; return whether that is a new end.

        The same moves, made again, are still the end of the players who made them first. Another
        end takes the place of one that was taken back, in the history too.
        """
        moves, before = tuple(self.game.moves), self.end
        if before is not None and before.moves == moves:
            self.seating = before.seating
            return False
        key = before.key if before is not None and not before.stands else 0
        self.end = End(moves, seats_now, key=key)
        self.seating = seats_now
        return True

    def plies_back(self, settings: Settings) -> int:
        """Return how many moves to take back: one, or the machine's answer and the person's."""
        moves = len(self.game.moves)
        if settings.machine not in MARKS:
            return min(1, moves)
        # The person's latest move is the last ply, or the one before the machine's answer.
        back = 1 if self.game.to_move == MARKS[settings.machine] else 2
        return back if back <= moves else 0

    def show_ply(self, ply: int) -> None:
        """Go to the position after so many moves; later ones can be gone to again."""
        while len(self.game.moves) > ply:
            self.game.undo()
        while len(self.game.moves) < ply:
            self.game.redo()


@dataclass(frozen=True, slots=True)
class GivenUp:
    """An unfinished game that a new one put an end to.

    Attributes:
        state: the game as it stood.
        seating: who played it.
        earlier: whether it was there at the start already, beside what came to the board then.
    """

    state: GameState
    seating: Seating
    earlier: bool = False
