"""How things stand on the board: worked out once a change, for all that show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MethodType
from typing import Any, NamedTuple, TypeAlias
from weakref import ref

from PySide6.QtCore import QObject
from shiboken6 import isValid

from engine import PLAYERO, PLAYERX, Analysis, Game, Result, Square
from engine.coach.review import Review
from engine.record import Variation
from engine.swap import FIRST, Swap, SwapStep
from ttt_desktop.session.scene import Permissions, Rest, plies_back
from ttt_desktop.session.seats import Seat, Seating, seat_of
from ttt_desktop.session.task import Task
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.settings.declarations import Settings


@dataclass(frozen=True, slots=True)
class Seats:
    """Who plays.

    Attributes:
        game: who played the game on the board, where it is over or past; else who plays now.
        now: who plays now.
    """

    game: Seating
    now: Seating


@dataclass(frozen=True, slots=True)
class MachineState:
    """What the machine does.

    Attributes:
        thinking: what it is busy with.
        rest: why it does not move, if it does not.
        absent: what one is called that is waited for, as it played the game and is not here.
        takes_trials: whether one that is not built in plays the trials of the settings.
        demo: whether a demo is on.
    """

    thinking: Thinking
    rest: Rest
    absent: str
    takes_trials: bool
    demo: bool


@dataclass(frozen=True, slots=True)
class ReviewState:
    """How far the game has been looked through.

    Attributes:
        active: whether it is looked through now, and each position that is gone to scored.
        ahead: whether the review speaks of the next move, for which a better one is asked.
        draft: what the coach says of the game; a longer search may still move the blame. None
            before anything is known.
    """

    active: bool
    ahead: bool
    draft: Review | None


@dataclass(frozen=True, slots=True)
class Noted:
    """What is noted beside the game.

    Attributes:
        variations: other moves that were tried in it, or came with its file.
        comment: what is noted of the position; empty for nothing.
        ended: how the game ended without a line or a full board, by its file (see
            ``engine.record.Record.ended``); empty where it did not, or goes on.
    """

    variations: tuple[Variation, ...]
    comment: str
    ended: str


class View(NamedTuple):
    """How things stand.

    A tuple, so that ``View.moves`` names a field where one is followed, for mypy as well.

    Attributes:
        game: which game is shown: another one where another scene has come. (Its moves go on.)
        scene: what may be done with it.
        task: what is asked on the board; None where a game is played.
        moves, undone: its moves, and those that could be made again, the next one first.
        result: how it ended, or None.
        swap: how far an opening by Swap or Swap2 has come; None where there is none.
        seats: who plays.
        machine: what the machine does.
        wins: the games that X, O and nobody has won, by those whom the bar above the board names.
        settings: the settings in force.
        own: the user's settings: the same, without what a lesson or a demo lays over them.
        analysis: what the scores shown are from, or None.
        review: how far it has been looked through; None where it has not.
        notes: what is noted beside it.
        shelved: the game that ``go_back`` goes on with, or None.
    """

    game: Game
    scene: Permissions
    task: Task | None
    moves: tuple[Square, ...]
    undone: tuple[Square, ...]
    result: Result | None
    swap: Swap | None
    seats: Seats
    machine: MachineState
    wins: tuple[int, int, int]
    settings: Settings
    own: Settings
    analysis: Analysis | None
    review: ReviewState | None
    notes: Noted
    shelved: Game | None

    # --- the parts of it --------------------------------------------------------------

    @property
    def to_move(self) -> int:
        """The side to move, PLAYERX or PLAYERO."""
        return self.game.mover(len(self.moves) + 1)

    @property
    def seating(self) -> Seating:
        """Who played the game on the board, where it is over or past; else who plays now."""
        return self.seats.game

    @property
    def seats_now(self) -> Seating:
        """Who plays now."""
        return self.seats.now

    @property
    def thinking(self) -> Thinking:
        """What the machine is busy with."""
        return self.machine.thinking

    @property
    def rest(self) -> Rest:
        """Why the machine does not move, if it does not."""
        return self.machine.rest

    @property
    def absent(self) -> str:
        """What a machine is called that is waited for; empty for none."""
        return self.machine.absent

    @property
    def demo(self) -> bool:
        """Whether a demo is on."""
        return self.machine.demo

    @property
    def reviewing(self) -> bool:
        """Whether the game is looked through, and each position that is gone to scored."""
        return self.review is not None and self.review.active

    @property
    def ahead(self) -> bool:
        """Whether the review speaks of the next move, for which a better one is asked."""
        return self.review is not None and self.review.ahead

    @property
    def draft(self) -> Review | None:
        """What the coach says of the game, though a longer search may still move the blame."""
        return self.review.draft if self.review is not None else None

    @property
    def reviewed(self) -> Review | None:
        """What the coach says of the game, once that is known."""
        draft = self.draft
        return draft if draft is not None and not draft.in_doubt else None

    @property
    def variations(self) -> tuple[Variation, ...]:
        """Other moves that were tried in the game, or came with its file."""
        return self.notes.variations

    @property
    def comment(self) -> str:
        """What is noted of the position; empty for nothing."""
        return self.notes.comment

    @property
    def ended(self) -> str:
        """How the game ended without a line or a full board, by its file; else empty."""
        return self.notes.ended

    # --- what follows from it ---------------------------------------------------------

    def is_machine(self, mark: int) -> bool:
        """Whether the machine plays this mark."""
        return seat_of(self.settings, mark) is Seat.MACHINE

    def is_asked_by(self, owner: str) -> bool:
        """Whether a feature asks something on the board.

        Args:
            owner: its name.
        """
        return self.task is not None and self.task.owner == owner

    @property
    def look(self) -> str:
        """The look of this game's board, by which sides are called, too."""
        return self.settings.look_on(self.game.rules.size)

    @property
    def plies(self) -> int:
        """How many moves the game has, with those that were gone back from."""
        return len(self.moves) + len(self.undone)

    @property
    def counts(self) -> bool:
        """Whether its end counts, in the score and in the history."""
        return self.scene.is_own and self.game.start is None

    @property
    def looks_back(self) -> bool:
        """Whether an earlier position is shown than the game has come to."""
        return self.rest is Rest.LOOKS_BACK

    @property
    def machines_turn(self) -> bool:
        """Whether the game goes on and the machine is to move."""
        return self.result is None and self.is_machine(self.actor)

    @property
    def swapping(self) -> bool:
        """Whether the game is still being opened by Swap or Swap2."""
        return self.swap is not None and self.swap.step is not SwapStep.DONE

    @property
    def actor(self) -> int:
        """The mark of whose turn it is: of the side to move, or of who opens the game by now.

        Who begins has X until a side is chosen.
        """
        if self.swap is None or not self.swapping:
            return self.to_move
        return PLAYERX if self.swap.player == FIRST else PLAYERO

    @property
    def machine_name(self) -> str:
        """What a machine that is not the built-in one is called; else empty."""
        return self.seats_now.machine

    @property
    def changed_hands(self) -> bool:
        """Whether others are to play now than those who played the game on the board."""
        return not self.seating.is_like(self.seats_now)

    @property
    def is_thinking(self) -> bool:
        """Whether a search is under way."""
        return self.thinking is not Thinking.NOTHING

    @property
    def waits_for_new_game(self) -> bool:
        """Whether the settings ask for another board or rule than this game's."""
        return self.game.rules != self.settings.rules

    # --- what can be done -------------------------------------------------------------

    @property
    def undo(self) -> int:
        """How many moves ``undo`` takes back."""
        allowed = self.scene.may_be_taken_back
        moves = len(self.moves)
        return plies_back(moves, self.to_move, self.swap, self.settings) if allowed else 0

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back, beyond the machine's own opening move."""
        return self.undo > 0

    @property
    def can_look_back(self) -> bool:
        """Whether there are moves to go through: a puzzle's position has none of anybody's."""
        return bool(self.moves) and self.scene.may_be_taken_back and not self.swapping

    @property
    def can_be_reviewed(self) -> bool:
        """Whether there is a game to look through."""
        return self.plies > 0 and self.scene.may_be_taken_back and not self.swapping

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to make again."""
        return bool(self.undone)

    @property
    def can_go_back(self) -> bool:
        """Whether there is an unfinished game that ``go_back`` goes on with."""
        return self.shelved is not None

    @property
    def can_resume(self) -> bool:
        """Whether the machine is to move but waits to be told so."""
        at_it = self.is_thinking or (self.swapping and self.rest is Rest.NONE)
        return self.machines_turn and not at_it

    @property
    def can_hint(self) -> bool:
        """Whether a hint can be asked for: a person is to move, or the machine waits."""
        asked = self.task is None or self.task.asks
        return self.result is None and not self.is_thinking and not self.swapping and asked


Part: TypeAlias = (
    Game | Permissions | Task | tuple[object, ...] | Result | Swap | Seats | MachineState
    | Settings | Analysis | ReviewState | Noted | Callable[[View], object] | None
)  # fmt: skip
"""What a field or property of a view is to the type check, where it is named on the class.

(A string is none of them: a part that does not exist fails the type check.)
"""

_PARTS: dict[object, str] = {
    **{getattr(View, name): name for name in View._fields},
    **{part: name for name, part in vars(View).items() if isinstance(part, property)},
}
"""Fields and properties by what the class has in their place."""

ALL_BUT_ANALYSIS: tuple[Part, ...] = tuple(
    getattr(View, name) for name in View._fields if name != "analysis"
)
"""What to follow for everything but scores, which come 60 times a second."""

_BY_IDENTITY = frozenset({"game", "task", "analysis", "draft", "reviewed", "shelved"})
"""What is another one where it is another object. (Comparing analyses would take long.)"""


class Followers:
    """Who is to be told when something of the view is different.

    Attributes:
        names: the names of all parts that are followed, and of all fields.
    """

    def __init__(self) -> None:
        self._following: list[tuple[ref[Any], Callable[[Any], None], frozenset[str]]] = []
        self.names = set(View._fields)

    def add(self, see: Callable[[], None], parts: tuple[Part, ...]) -> None:
        """Have a method called after each change of one of these parts of the view.

        Args:
            parts: fields and properties, such as ``View.moves``; every field where none is given.

        Raises:
            ValueError: a view has no such part.
        """
        if unknown := [part for part in parts if part not in _PARTS]:
            raise ValueError(f"no parts of a view: {unknown}")
        names = frozenset(_PARTS[part] for part in parts) or frozenset(View._fields)
        assert isinstance(see, MethodType)
        self.names |= names
        self._following.append((ref(see.__self__), see.__func__, names))

    def changes(self, before: View, now: View) -> set[str]:
        """Return the names of the parts in which two views differ."""
        return {name for name in self.names if _differs(before, now, name)}

    def tell(self, changed: set[str]) -> None:
        """Call those who follow one of these parts, in the order in which they came."""
        for owner_of, see, names in tuple(self._following):
            owner = owner_of()
            if owner is None or names.isdisjoint(changed):
                continue
            if not isinstance(owner, QObject) or isValid(owner):  # not one that Qt has deleted
                see(owner)

    def clear(self) -> None:
        """Tell nobody any more."""
        self._following.clear()


def _differs(before: View, now: View, name: str) -> bool:
    old, new = getattr(before, name), getattr(now, name)
    return old is not new and (name in _BY_IDENTITY or old != new)
