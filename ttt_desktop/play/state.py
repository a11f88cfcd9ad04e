"""A game as it stands on the board: what was played, by whom, and how it is looked at. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine import PLAYERO, PLAYERX, Game
from ttt_desktop.play.known import Known
from ttt_desktop.play.seats import MARKS, Seat, Seating, seat_of
from ttt_desktop.settings.declarations import Settings


@dataclass
class GameState:
    """A game as it stands.

    Attributes:
        game: the game.
        analyses: its finished searches, by the moves that led to their positions.
        seating: who played it, where it is over or past; None while those play who play now.
        past: whether it is one of the past, to be looked at.
        waits: whether the machine waits to be told to move.
        looks_back: whether an earlier position is shown than the game has come to.
        reviewing: whether each position that is gone to is searched.
    """

    game: Game
    analyses: Known = field(default_factory=Known)
    seating: Seating | None = None
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

    def has_persons_move(self, settings: Settings) -> bool:
        """Whether there is a move that a person made, by who plays now."""
        marks = (PLAYERX, PLAYERO)[: self.plies]
        return any(seat_of(settings, mark) is not Seat.MACHINE for mark in marks)

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
class Aside:
    """A game that gives way to another for a while.

    Attributes:
        state: the game as it stood.
        left_out: whether it counts for no score.
    """

    state: GameState
    left_out: bool


@dataclass(frozen=True, slots=True)
class GivenUp:
    """An unfinished game that a new one put an end to.

    Attributes:
        state: the game as it stood.
        seating: who played it.
    """

    state: GameState
    seating: Seating
