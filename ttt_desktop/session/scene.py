"""A scene: a game with what belongs to it, and what may become of it. No Qt."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from engine import Game, Line
from engine.board import Position
from engine.coach.review import Review
from engine.record import Record, Variation
from engine.swap import Opening, Swap, SwapStep, can_be_opened
from ttt_desktop.session.known import Known
from ttt_desktop.session.score import Win
from ttt_desktop.session.seats import MARKS, Seat, Seating, seat_of
from ttt_desktop.session.task import Task
from ttt_desktop.settings.declarations import Settings

PEOPLE = {"machine": "neither"}
"""The settings of a scene in which no machine moves."""


@dataclass(frozen=True, slots=True)
class Permissions:
    """What may be done with a scene's game, and what becomes of it.

    Attributes:
        is_own: it is the game of those who play now. Only its end counts, in the session's score
            and in the history; and only if it began from an empty board.
        may_be_gone_on_with: it is not only looked at.
        is_kept: it is there at the next start.
        takes_comments: what is noted of it stays.
        is_coached: the coach warns in it, and looks it through by itself at its end.
        may_be_taken_back: its moves may be taken back, gone through and looked through.
        hides_answers: something is asked that a search would answer.
        is_lesson: it is a lesson's.
        is_try: it goes on from another game, which stays as it is.
    """

    is_own: bool = False
    may_be_gone_on_with: bool = True
    is_kept: bool = False
    takes_comments: bool = False
    is_coached: bool = False
    may_be_taken_back: bool = True
    hides_answers: bool = False
    is_lesson: bool = False
    is_try: bool = False


_OWN = Permissions(is_own=True, is_kept=True, takes_comments=True, is_coached=True)
"""The game that is played now, from its first move or from a file."""

_OTHERS = Permissions(is_kept=True, takes_comments=True, is_coached=True)
"""An unfinished one that came with its players. Who moves in it makes it ``_OWN``."""

_OVER = Permissions(is_kept=True, takes_comments=True)
"""One that was over when it came; anybody may go on with it."""

_PAST = Permissions(may_be_gone_on_with=False, takes_comments=True)
"""One of the history or of the lab, to be looked at. Who moves in it makes it ``_OVER``."""

_LESSON = Permissions(hides_answers=True, is_lesson=True)
"""A lesson's. Like the following, it lies over the user's game, which comes back after it."""

_TASK = Permissions(may_be_taken_back=False, hides_answers=True)
"""Something is asked on the board: a puzzle, or a position to be set up."""

_TRY = Permissions(is_coached=True, is_try=True)
"""Goes on from an earlier position of a game."""


class Rest(Enum):
    """Why a machine does not move though it is its turn."""

    NONE = "it does"
    WAITS = "it waits to be told to"
    FAILED = "its search failed"
    LOOKS_BACK = "an earlier position is shown than the game has come to"


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

    moves: Line | None
    seating: Seating
    win: Win | None = None
    stands: bool = False
    key: int = 0


@dataclass(eq=False)
class Scene:
    """A game on the board, or one that waits to come back.

    Attributes:
        game: the game.
        may: what may be done with it.
        seating: who played it, where it is over, past or others'; None while those play who play
            now.
        rest: why the machine does not move, if it does not.
        end: its newest end, taken back or not; None before the first.
        with_person: who played when a person last moved, or None.
        reviewing: whether each position that is gone to is searched.
        ahead: whether a review speaks of the move that comes next, not of the last one.
        analyses: its finished searches, by the moves that led to their positions.
        overlay: settings that hold while the scene is on the board, over those of the user.
        seeds: where its searches have their seeds from; None for the usual ones.
        built_in: whether the built-in machine plays in it, whatever file is loaded.
        review: what the coach says of the game, as it was then; None before it was asked.
        record: what is noted beside the game, such as what came with its file; None for nothing.
        swap: how far its opening by Swap or Swap2 has come; None where there is none.
        task: what is asked in it; None where a game is played.
        absent: what a machine is called that played it and is not here; empty where there is none.
            It is waited for, until another one is asked to move.
    """

    game: Game
    may: Permissions = _OWN
    seating: Seating | None = None
    rest: Rest = Rest.NONE
    end: End | None = None
    with_person: Seating | None = None
    reviewing: bool = False
    ahead: bool = False
    analyses: Known = field(default_factory=Known)
    overlay: Mapping[str, object] = field(default_factory=dict)
    seeds: random.Random | None = None
    built_in: bool = False
    review: Review | None = None
    record: Record | None = None
    swap: Swap | None = None
    task: Task | None = None
    absent: str = ""
    _fitted: tuple[Record, Line, Record] | None = None

    @property
    def swapping(self) -> bool:
        """Whether the game is still being opened by Swap or Swap2."""
        return self.swap is not None and self.swap.step is not SwapStep.DONE

    @property
    def all_moves(self) -> Line:
        """The game's moves, with those that were gone back from."""
        return (*self.game.moves, *self.game.undone)

    @property
    def reviewed(self) -> Review | None:
        """The coach's review, if it is of these moves, and no longer search can move the blame."""
        draft = self.draft
        return draft if draft is not None and not draft.in_doubt else None

    @property
    def draft(self) -> Review | None:
        """The same, though the blame may still be moved."""
        review = self.review
        alike = review is not None and review.start == self.game.start
        return review if review is not None and alike and review.squares == self.all_moves else None

    @property
    def variations(self) -> tuple[Variation, ...]:
        """Other moves that were tried in the game, or came with its file, as far as they fit."""
        noted = self._noted
        return noted.variations if noted is not None else ()

    @property
    def comments(self) -> Mapping[int, str]:
        """Comments on positions, by the number of moves that led there, as far as they fit."""
        noted = self._noted
        return noted.comments if noted is not None else {}

    @property
    def is_others(self) -> bool:
        """Whether it is an unfinished game of others, in which nobody here has moved."""
        return self.may is _OTHERS

    @property
    def is_strangers(self) -> bool:
        """Whether it is shown with the players of its file: no score here counts theirs."""
        theirs = self.may in (_OVER, _OTHERS) and self.seating is not None
        return theirs and self.record is not None and bool(self.record.players)

    @property
    def ended(self) -> str:
        """How it ended by its file, where the moves do not say it; empty once it has gone on."""
        record = self.record
        return record.ended if record and record.ended and record.unchanged else ""

    @property
    def _noted(self) -> Record | None:
        """What is noted beside the game, as far as it fits the moves; None for nothing."""
        record = self.record
        if record is None or not (record.variations or record.comments):
            return None
        if self._fitted is None or self._fitted[:2] != (record, self.all_moves):
            self._fitted = record, self.all_moves, record.fitting()
        return self._fitted[2]

    @property
    def counts(self) -> bool:
        """Whether its end counts in the score and the history: not if it began from a position."""
        return self.may.is_own and self.game.start is None

    @property
    def only_shown(self) -> bool:
        """Whether the game is looked at, and not to be gone on with: a past one, or one's end."""
        ended_before = self.end is not None and self.seating is not None and not self.game.result
        return not self.may.may_be_gone_on_with or ended_before

    @property
    def kept(self) -> bool:
        """Whether it is the user's, to be there at the next start."""
        return self.may.is_kept and not self.only_shown

    @property
    def looks_back(self) -> bool:
        """Whether an earlier position is shown than the game has come to."""
        return self.rest is Rest.LOOKS_BACK

    @property
    def plies(self) -> int:
        """How many moves the game has, with those that were gone back from."""
        return len(self.game.moves) + len(self.game.undone)

    def has_persons_move(self, seating: Seating) -> bool:
        """Whether there is a move that a person made, if these players made them all."""
        marks = {self.game.mover(ply) for ply in range(1, min(self.plies, 2) + 1)}
        return any(seat_of(seating.settings, mark) is not Seat.MACHINE for mark in marks)

    def belong_to(self, seating: Seating) -> None:
        """Note that these have played it, where a person has moved in it."""
        self.with_person = seating if self.has_persons_move(seating) else None

    def go_on(self, changed_hands: bool) -> Win | None:
        """Let a game that was over or past belong to those who play now.

        Args:
            changed_hands: whether they are others; then its end stands, and theirs is another.

        Returns:
            What its end counted and counts no more, or None.
        """
        end, win = self.end, None
        if end is not None and self.seating is not None and not end.stands:
            end.stands = changed_hands
            if not end.stands:
                win, end.win = end.win, None
        self.seating = None
        self.may = {_PAST: _OVER, _OTHERS: _OWN}.get(self.may, self.may)
        return win

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

    def come_from(self, players: Seating) -> None:
        """Note that others have played it, and are named until somebody here moves in it."""
        self.may, self.seating = _OTHERS, players

    def come_ended(self, seating: Seating) -> None:
        """Note that the game was over when it came, and who played it."""
        self.may = _OVER
        self.finish(seating)

    def plies_back(self, settings: Settings) -> int:
        """Return how many moves to take back."""
        if not self.may.may_be_taken_back:
            return 0
        return plies_back(len(self.game.moves), self.game.to_move, self.swap, settings)

    def show_ply(self, ply: int) -> None:
        """Go to the position after so many moves; later ones can be gone to again.

        An opening that is not over goes back and on with its marks.
        """
        self.ahead = False
        while len(self.game.moves) > ply:
            self.game.undo()
            if self.swap is not None and self.swapping:
                self.swap = self.swap.take_back()
        while len(self.game.moves) < ply:
            self.game.redo()
            if self.swap is not None and self.swapping:
                self.swap = self.swap.place()


def new_scene(settings: Settings, start: Position | None = None) -> Scene:
    """Return the scene of a new game of the user's.

    Args:
        start: a position that it begins from; None for an empty board.
    """
    opening, game = Opening(settings.opening), Game(settings.rules, start)
    opened = opening is not Opening.NONE and can_be_opened(game.rules) and game.start is None
    return Scene(game, swap=Swap(opening) if opened else None)


def lesson_scene(game: Game) -> Scene:
    """Return the scene of a lesson's game."""
    return Scene(game, _LESSON)


def task_scene(game: Game, task: Task) -> Scene:
    """Return the scene of a position in which something is asked; no machine moves in it."""
    return Scene(game, _TASK, overlay=PEOPLE, task=task)


def try_scene(game: Game, seeds: random.Random, overlay: Mapping[str, object]) -> Scene:
    """Return the scene of another try; its machine waits."""
    return Scene(game, _TRY, rest=Rest.WAITS, seeds=seeds, overlay=overlay)


def past_scene(game: Game, seating: Seating, key: int) -> Scene:
    """Return the scene of a game of the past, to be gone through.

    Args:
        key: its key in the history; 0 where it is not from there.
    """
    scene = Scene(game, _PAST, seating, rest_at(game))
    if game.result is not None:
        scene.finish(seating)
    if scene.end is not None:
        scene.end.key = key
    return scene


def plies_back(moves: int, to_move: int, swap: Swap | None, settings: Settings) -> int:
    """Return how many moves to take back: one, or the machine's answer and the person's.

    Args:
        swap: how far the game's opening by Swap or Swap2 has come, if it had one.
    """
    if swap is not None and swap.step is not SwapStep.DONE:
        return int(swap.can_take_back)
    if swap is not None:  # its marks are not taken back
        moves = max(0, moves - swap.placed)
    if settings.machine not in MARKS:
        return min(1, moves)
    # The person's latest move is the last ply, or the one before the machine's answer.
    back = 1 if to_move == MARKS[settings.machine] else 2
    return back if back <= moves else 0


def rest_at(game: Game, otherwise: Rest = Rest.WAITS) -> Rest:
    """Return why a machine waits: an earlier position is shown, or else the reason given."""
    return Rest.LOOKS_BACK if game.undone else otherwise
