"""Saves reviews, notes and mistakes with your games, and asks about these again, days later."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import Line, Rules, square_name
from engine.coach.exercise import exercises
from engine.coach.keeping import KeptReview, kept, read
from engine.coach.review import Review
from engine.record import Record
from ttt_desktop.archive.recorder import Recorder
from ttt_desktop.look.text import tr
from ttt_desktop.session.coach import Coach
from ttt_desktop.session.game import GameController
from ttt_desktop.session.puzzler import Puzzler
from ttt_desktop.session.seats import MARKS, Seat, seat_of
from ttt_desktop.session.view import View
from ttt_desktop.work.jobs import Latest

if TYPE_CHECKING:
    from ttt_desktop.archive.practice import Mistake, Practice
    from ttt_desktop.archive.store import HistoryStore
    from ttt_desktop.work.jobs import Job


log = logging.getLogger(__name__)

_NOTE_MS = 400
"""How long after a letter a comment is saved, if no other one follows."""


class Trainer(QObject):
    """Has the history remember mistakes, solved puzzles and reviews.

    Attributes:
        today: returns the day.

    Signals:
        none_left(): there is no mistake to be asked about.
        round_ended(int, int): all were asked about: how many were right at the first go, of how
            many.
    """

    none_left = Signal()
    round_ended = Signal(int, int)

    def __init__(
        self,
        controller: GameController,
        coach: Coach,
        puzzler: Puzzler,
        recorder: Recorder,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._controller, self._puzzler, self._recorder = controller, puzzler, recorder
        self._asking = Latest(self._question, self)
        self._looking = Latest(self._question, self)
        self._standing = Latest(self._question, self)
        self._asked: Mistake | None = None
        self._round: set[str] = set()
        self._rights = 0
        self._note = (0, "")
        self._recalling = Latest(self._question, self)
        self._soon = QTimer(self, singleShot=True, interval=_NOTE_MS)
        self._soon.timeout.connect(self._save_note)
        controller.follow(self._look_at_notes, View.comment, View.variations)
        controller.follow(self._turn, View.game)
        controller.game_over.connect(self._look_at_notes)
        coach.recall = self._recall
        coach.reviewed.connect(self._save_review)
        puzzler.more.connect(self._next)
        puzzler.begun.connect(self._count)
        puzzler.tried.connect(self._take_answer)
        puzzler.solved.connect(self._take_solved)

    @Slot()
    def begin(self) -> None:
        """Ask about mistakes, one after another; without any that is due, about others."""
        self._round, self._rights = set(), 0
        self._go_on()

    @Slot()
    def _go_on(self) -> None:
        if not self._recorder.exists:
            self.none_left.emit()
            return
        today, rules, but = (
            self._puzzler.today(),
            self._controller.view.own.rules,
            frozenset(self._round),
        )
        self._asking.start(lambda store, _job: store.next_mistake(today, rules, but), self._set_up)

    def look(self, take: Callable[[Practice], object]) -> None:
        """Have a function called with how you stand, unless no game of yours is saved."""
        today = self._puzzler.today()
        if self._recorder.active and self._recorder.exists:
            self._looking.start(lambda store, _job: store.practice(today), take)

    def tell_standing(self, show: Callable[[str], object]) -> None:
        """Have a function called with how you stand, in sentences."""
        from ttt_desktop.archive.practice import NOTHING  # noqa: PLC0415  (not for the start)

        if not self._recorder.exists:
            show(practice_text(NOTHING))
            return
        today = self._puzzler.today()
        self._standing.start(
            lambda store, _job: store.practice(today),
            lambda standing: show(practice_text(standing)),
        )

    def _question(self, work: Callable[[HistoryStore, Job], object]) -> Job:
        return self._recorder.archive.ask(work)

    @Slot()
    def _next(self) -> None:
        """Ask about the next one; from another puzzle, the first one of a new round."""
        if self._puzzler.own_mistake:
            self._go_on()
        else:
            self.begin()

    def _set_up(self, coming: tuple[Mistake, int] | None) -> None:
        if coming is None and self._round:
            count = len(self._round)
            self.round_ended.emit(self._rights, count)
            self._round = set()
            return
        if coming is None:
            self.none_left.emit()
            return
        self._asked, due = coming
        self._round.add(self._asked.position)
        note = tr("{count} mistakes wait.", n=due, one="1 mistake waits.", count=due)
        if not due:
            note = tr("No mistake waits today; this one is an extra, for practice.")
        self._puzzler.begin_exercise(self._asked.exercise, note)

    @Slot()
    def _count(self) -> None:
        self.look(self._say_waiting)

    def _say_waiting(self, standing: Practice) -> None:
        self._puzzler.waiting = standing.due
        self._puzzler.changed.emit()

    # --- what is saved ----------------------------------------------------------------

    @Slot(object, bool)
    def _save_review(self, review: Review, new: bool) -> None:
        """Save what the coach found in a game of the history: your mistakes, and the values."""
        view, end = self._controller.view, self._controller.end
        if not self._recorder.active or end is None or not end.key or end.moves != review.squares:
            return
        from ttt_desktop.archive.practice import Mistake, SavedReview  # noqa: PLC0415  (not at start)
        from ttt_desktop.archive.waiting import AddMistakes, SaveReviews  # noqa: PLC0415

        rules, names = review.rules, " ".join(map(square_name, review.squares))
        if new:
            row = SavedReview(rules.size, rules.line, rules.rule, names, kept(review), end.key)
            self._recorder.archive.make(SaveReviews((row,)))
        if not view.scene.is_own:
            return
        settings = end.seating.settings
        yours = [mark for mark in MARKS.values() if seat_of(settings, mark) is Seat.YOU]
        today = self._puzzler.today()
        mistakes = [Mistake.of(exercise, end.key, today) for exercise in exercises(review, yours)]
        if mistakes:
            self._recorder.archive.make(AddMistakes(tuple(mistakes)))

    def _recall(self, rules: Rules, moves: Line) -> KeptReview | None:
        """Return what an earlier review found; called in the review's own thread."""
        archive = self._recorder.opened
        text = archive and archive.now(lambda store: store.review(rules, moves))
        return read(text, rules, moves) if text else None

    # --- what is noted beside a game ----------------------------------------------------

    @Slot()
    def _look_at_notes(self) -> None:
        """Save what is noted, a moment later: letters come one by one."""
        end, record = self._controller.end, self._controller.record
        if end is None or not end.key or not self._controller.view.scene.takes_comments:
            return
        if record.comments or record.variations or self._note[0] == end.key:
            note = end.key, record.to_json()
            if note != self._note:  # and not only another position of the same game
                self._note = note
                self._soon.start()

    @Slot()
    def _save_note(self) -> None:
        if not self._recorder.active or not self._note[0]:
            return
        from ttt_desktop.archive.practice import SavedNote  # noqa: PLC0415  (not for the start)
        from ttt_desktop.archive.waiting import SaveNotes  # noqa: PLC0415

        self._recorder.archive.make(SaveNotes((SavedNote(*self._note),)))

    @Slot()
    def _turn(self) -> None:
        """Save the notes of the game that goes, and show those of the one that comes."""
        self.flush()
        self._note = 0, ""
        view, end = self._controller.view, self._controller.end
        if not view.scene.may_be_gone_on_with and end is not None and end.key:
            key = end.key
            self._recalling.start(
                lambda store, _job: store.note(key), lambda text: self._show_note(key, text)
            )

    def _show_note(self, key: int, text: str) -> None:
        if not text:
            return
        try:
            self._controller.notes.take(key, Record.from_json(text))
        except ValueError as error:
            log.warning("what was noted beside a game is damaged: %s", error)

    def flush(self) -> None:
        """Save what was noted and waits for more letters."""
        if self._soon.isActive():
            self._soon.stop()
            self._save_note()

    # --- what was answered --------------------------------------------------------------

    @Slot(bool)
    def _take_answer(self, right: bool) -> None:
        """Set the day on which a mistake is asked about again."""
        if not self._puzzler.own_mistake or self._asked is None:
            return
        from ttt_desktop.archive.waiting import SaveMistakes  # noqa: PLC0415  (not for the start)

        before, today = self._asked, self._puzzler.today()
        self._rights += right
        self._asked = after = before.after(right, today)
        if after != before:
            self._recorder.archive.make(SaveMistakes((after,)))
        if after.due is None:
            self._puzzler.note = tr("You have learnt this one.")
            return
        days = (after.due - today).days
        self._puzzler.note = tr(
            "It comes back in {count} days.", n=days, one="It comes back tomorrow.", count=days
        )

    @Slot()
    def _take_solved(self) -> None:
        """Save the day, and say quietly how many there were one after another."""
        if not self._recorder.active:
            return
        from ttt_desktop.archive.practice import Day  # noqa: PLC0415  (not for the start)
        from ttt_desktop.archive.waiting import SaveDays  # noqa: PLC0415

        day, today = self._puzzler.day, self._puzzler.today()
        self._recorder.archive.make(SaveDays((Day(day or today),)))
        if day == today:
            self.look(self._say_days)

    def _say_days(self, standing: Practice) -> None:
        self._puzzler.waiting = standing.due
        days = standing.days + (not standing.today)  # today may be on its way there
        if days > 1 and self._puzzler.day is not None:
            self._puzzler.say(tr("That is day {count} in a row.", count=days))


def practice_text(standing: Practice) -> str:
    """Return how somebody stands with puzzles and mistakes, in sentences."""
    days = tr("Puzzles: {days} days in a row, {longest} at the most.", n=standing.days,
              one="Puzzles: 1 day in a row, {longest} at the most.", days=standing.days,
              longest=standing.longest)  # fmt: skip
    what = tr("Mistakes from your games come back as puzzles until you have learnt them.")
    mistakes = tr("Today: {due}. On later days: {waiting}. Learnt: {learnt}.",
                  due=standing.due, waiting=standing.waiting, learnt=standing.learnt)  # fmt: skip
    return f"{days}\n{what} {mistakes}"
