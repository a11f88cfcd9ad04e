"""Saves the mistakes of your games, and asks about them again, days later."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from engine.coach.exercise import exercises
from engine.coach.review import Review
from ttt_desktop.archive.recorder import Recorder
from ttt_desktop.features.puzzles.puzzler import Puzzler
from ttt_desktop.look.text import tr
from ttt_desktop.session.coach import Coach
from ttt_desktop.session.game import GameController
from ttt_desktop.session.seats import MARKS, Seat, seat_of
from ttt_desktop.work.jobs import Latest

if TYPE_CHECKING:
    from datetime import date

    from ttt_desktop.archive.store import HistoryStore
    from ttt_desktop.features.puzzles.practice import Mistake, Overview, Practice
    from ttt_desktop.shell.wishes import DayStanding
    from ttt_desktop.work.jobs import Job


class Trainer(QObject):
    """Has the history remember mistakes, and the days on which puzzles were solved.

    Signals:
        none_left(): there is no mistake to be asked about.
        round_ended(int, int): all were asked about: how many were right at the first go, of how
            many.
        saved(list[str]): mistakes of a game are to come back: the squares that were played.
    """

    none_left = Signal()
    saved = Signal(list)
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
        self._overviewing = Latest(self._question, self)
        self._standing = Latest(self._question, self)
        self._asked: Mistake | None = None
        self._round: set[str] = set()
        self._rights = 0
        coach.reviewed.connect(self._save_mistakes)
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
        from ttt_desktop.features.puzzles.practice import next_mistake  # noqa: PLC0415  (not for the start)

        def ask(store: HistoryStore, _job: Job) -> tuple[Mistake, int] | None:
            return store.ask(lambda database: next_mistake(database, today, rules, but))

        self._asking.start(ask, self._set_up)

    def look(self, take: Callable[[Practice], object]) -> None:
        """Have a function called with how you stand, unless no game of yours is saved."""
        if self._recorder.active and self._recorder.exists:
            self._looking.start(_question_of(self._puzzler.today()), take)

    def look_over(self, take: Callable[[Overview], object]) -> None:
        """Have a function called with all that is shown of how you stand."""
        from ttt_desktop.features.puzzles.practice import EMPTY_OVERVIEW, overview  # noqa: PLC0415

        if not self._recorder.exists:
            take(EMPTY_OVERVIEW)
            return
        today = self._puzzler.today()

        def ask(store: HistoryStore, _job: Job) -> Overview:
            return store.ask(lambda database: overview(database, today))

        self._overviewing.start(ask, take)

    def tell_standing(self, show: Callable[[DayStanding], object]) -> None:
        """Have a function called with how you stand."""
        from ttt_desktop.features.puzzles.practice import NOTHING  # noqa: PLC0415  (not for the start)

        if not self._recorder.exists:
            show(NOTHING)
            return
        self._standing.start(_question_of(self._puzzler.today()), show)

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
    def _save_mistakes(self, review: Review, _new: bool) -> None:
        """Save your mistakes in a game of the history, as the coach found them."""
        end, key = self._controller.end, self._recorder.key_of(review.squares)
        if end is None or not key or not self._controller.view.scene.is_own:
            return
        from ttt_desktop.features.puzzles.practice import AddMistakes, Mistake  # noqa: PLC0415

        settings = end.seating.settings
        yours = [mark for mark in MARKS.values() if seat_of(settings, mark) is Seat.YOU]
        today = self._puzzler.today()
        mistakes = [Mistake.of(exercise, key, today) for exercise in exercises(review, yours)]
        if mistakes:
            self._recorder.archive.make(AddMistakes(tuple(mistakes)))
            self.saved.emit([mistake.played for mistake in mistakes])

    # --- what was answered --------------------------------------------------------------

    @Slot(bool)
    def _take_answer(self, right: bool) -> None:
        """Set the day on which a mistake is asked about again."""
        if not self._puzzler.own_mistake or self._asked is None:
            return
        from ttt_desktop.features.puzzles.practice import SaveMistakes  # noqa: PLC0415  (as above)

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
        from ttt_desktop.features.puzzles.practice import Day, SaveDays  # noqa: PLC0415

        day, today = self._puzzler.day, self._puzzler.today()
        self._recorder.archive.make(SaveDays((Day(day or today),)))
        if day == today:
            self.look_over(self._count_day)

    def _count_day(self, overview: Overview) -> None:
        standing = overview.practice
        self._puzzler.waiting = standing.due
        if not standing.today:  # it may be on its way there
            days = standing.days + 1
            standing = standing._replace(days=days, longest=max(days, standing.longest), today=True)
        if self._puzzler.day is not None:
            week = (*overview.week[:-1], True)
            self._puzzler.count_day(overview._replace(practice=standing, week=week))


def _question_of(day: date) -> Callable[[HistoryStore, Job], Practice]:
    """Return the question how you stand on a day."""
    from ttt_desktop.features.puzzles.practice import practice  # noqa: PLC0415  (not for the start)

    return lambda store, _job: store.ask(lambda database: practice(database, day))
