"""A game as it stands on the board: what was played, by whom, and how it is looked at. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine import PLAYERO, PLAYERX, Game, Square
from ttt_desktop.play.known import Known
from ttt_desktop.play.seats import MARKS, Seat, Seating, seat_of
from ttt_desktop.play.session import Entry
from ttt_desktop.settings.declarations import Settings


@dataclass
class GameState:
    """A game as it stands.

    Attributes:
        game: the game.
        analyses: its finished searches, by the moves that led to their positions.
        entry: what it counts in the session's score.
        seating: who played it, where it is over or past; None while those play who play now.
        ended: the moves with which it ended last, and who played them.
        with_person: who played when a person last moved, or None.
        past: whether it is one of the past, to be looked at.
        waits: whether the machine waits to be told to move.
        looks_back: whether an earlier position is shown than the game has come to.
        reviewing: whether each position that is gone to is searched.
    """

    game: Game
    analyses: Known = field(default_factory=Known)
    entry: Entry = field(default_factory=Entry)
    seating: Seating | None = None
    ended: tuple[tuple[Square, ...], Seating] | None = None
    with_person: Seating | None = None
    past: bool = False
    waits: bool = False
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

    def belongs_to_those_who_play(self) -> None:
        """Let the game be of those who play now, and no past one."""
        self.seating, self.past = None, False

    def is_played_by(self, seating: Seating) -> None:
        """Take it that some players made the moves that are there: those of a file, say."""
        marks = (PLAYERX, PLAYERO)[: self.plies]
        if any(seat_of(seating.settings, mark) is not Seat.MACHINE for mark in marks):
            self.with_person = seating

    def end(self, seats_now: Seating) -> bool:
        """Note that the game is over; return whether that is new.

        The same moves, made again, are still those of the players who made them first.
        """
        if self.seating is not None:
            return False
        moves = tuple(self.game.moves)
        same = self.ended is not None and self.ended[0] == moves
        self.seating = self.ended[1] if self.ended is not None and same else seats_now
        self.ended = moves, self.seating
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
    """

    state: GameState
    seating: Seating
