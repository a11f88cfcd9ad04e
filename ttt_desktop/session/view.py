"""How things stand on the board: worked out once a change, for all that show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from types import MethodType
from typing import Any
from weakref import ref

from PySide6.QtCore import QObject
from shiboken6 import isValid

from engine import PLAYERO, PLAYERX, Analysis, Game, Result, Square
from engine.coach.review import Review
from engine.record import Variation
from engine.swap import FIRST, Swap, SwapStep
from ttt_desktop.session.scene import Done, Rest, SceneKind
from ttt_desktop.session.seats import Seat, Seating, seat_of
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.settings.declarations import Settings


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """How things stand.

    Attributes:
        game: which game is shown: another one where another scene has come. (Its moves go on.)
        kind: whose it is.
        moves, undone: its moves, and those that could be made again, the next one first.
        to_move: the side to move, PLAYERX or PLAYERO.
        result: how it ended, or None.
        seating: who played it, where it is over or past; else who plays now.
        seats_now: who plays now.
        wins: the games that X, O and nobody has won, by those whom the bar above the board names.
        settings: the settings in force.
        own: the user's settings: the same, without what a lesson or a demo lays over them.
        analysis: what the scores shown are from, or None.
        thinking: what the machine is busy with.
        rest: why the machine does not move, if it does not.
        swap: how far an opening by Swap or Swap2 has come; None where there is none.
        done: how far a puzzle has come.
        reviewing: whether the game is looked through, and each position that is gone to scored.
        ahead: whether the review speaks of the next move, for which a better one is asked.
        review: what the coach says of the game, once that is known.
        draft: the same, though a longer search may still move the blame.
        variations: other moves that were tried in it, or came with its file.
        comment: what is noted of the position; empty for nothing.
        ended: how the game ended without a line or a full board, by its file (see
            ``engine.record.Record.ended``); empty where it did not, or goes on.
        demo: whether a demo is on.
        undo: how many moves ``undo`` takes back.
        shelved: the game that ``go_back`` goes on with, or None.
        absent: what a machine is called that is waited for, as it played the game and is not here.
        takes_trials: whether a machine that is not built in plays the trials of the settings.
    """

    game: Game
    kind: SceneKind
    moves: tuple[Square, ...]
    undone: tuple[Square, ...]
    to_move: int
    result: Result | None
    seating: Seating
    seats_now: Seating
    wins: tuple[int, int, int]
    settings: Settings
    own: Settings
    analysis: Analysis | None
    thinking: Thinking
    rest: Rest
    swap: Swap | None
    done: Done
    reviewing: bool
    ahead: bool
    review: Review | None
    draft: Review | None
    variations: tuple[Variation, ...]
    comment: str
    ended: str
    demo: bool
    undo: int
    shelved: Game | None
    absent: str
    takes_trials: bool

    def is_machine(self, mark: int) -> bool:
        """Whether the machine plays this mark."""
        return seat_of(self.settings, mark) is Seat.MACHINE

    @property
    def plies(self) -> int:
        """How many moves the game has, with those that were gone back from."""
        return len(self.moves) + len(self.undone)

    @property
    def counts(self) -> bool:
        """Whether its end counts, in the score and in the history."""
        return self.kind is SceneKind.OWN and self.game.start is None

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
    def can_undo(self) -> bool:
        """Whether there is a move to take back, beyond the machine's own opening move."""
        return self.undo > 0

    @property
    def can_look_back(self) -> bool:
        """Whether there are moves to go through: a puzzle's position has none of anybody's."""
        return bool(self.moves) and self.kind is not SceneKind.PUZZLE and not self.swapping

    @property
    def can_be_reviewed(self) -> bool:
        """Whether there is a game to look through."""
        return self.plies > 0 and self.kind is not SceneKind.PUZZLE and not self.swapping

    @property
    def takes_comments(self) -> bool:
        """Whether what is noted of the position stays: not in a puzzle, a lesson or another try."""
        return self.kind in (SceneKind.OWN, SceneKind.OVER, SceneKind.PAST)

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
        elsewhere = self.kind is SceneKind.SETUP or self.swapping or self.done is not Done.NO
        return self.result is None and not self.is_thinking and not elsewhere


FIELDS = tuple(field.name for field in fields(View))
_COMPARED = frozenset({"moves", "undone", "result", "seating", "seats_now", "wins", "settings",
                       "own", "undo", "to_move", "swap", "variations", "comment"})  # fmt: skip
"""What is another one only where it differs. (Comparing analyses would take long.)"""


def changes(before: View, now: View) -> set[str]:
    """Return the names of the fields in which two views differ."""
    differing = set()
    for name in FIELDS:
        old, new = getattr(before, name), getattr(now, name)
        if old is not new and not (name in _COMPARED and old == new):
            differing.add(name)
    return differing


class Followers:
    """Who is to be told when something of the view is different."""

    def __init__(self) -> None:
        self._following: list[tuple[ref[Any], Callable[[Any], None], frozenset[str]]] = []

    def add(self, see: Callable[[], None], names: tuple[str, ...]) -> None:
        """Have a method called after each change of one of these fields; of any, if none is named.

        Raises:
            ValueError: the view has no such field.
        """
        if unknown := set(names).difference(FIELDS):
            raise ValueError(f"no fields of a view: {unknown}")
        assert isinstance(see, MethodType)
        self._following.append((ref(see.__self__), see.__func__, frozenset(names or FIELDS)))

    def tell(self, changed: set[str]) -> None:
        """Call those who follow one of these fields, in the order in which they came."""
        for known, see, names in tuple(self._following):
            owner = known()
            if owner is None or names.isdisjoint(changed):
                continue
            if not isinstance(owner, QObject) or isValid(owner):  # not one that Qt has deleted
                see(owner)

    def clear(self) -> None:
        """Tell nobody any more."""
        self._following.clear()
