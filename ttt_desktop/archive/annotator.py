"""Keeps with the games of the history what the coach found in them, and what is noted beside."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from engine import Line, Rules, square_name
from engine.coach.keeping import KeptReview, kept, read
from engine.coach.review import Review
from engine.record import Record
from ttt_desktop.archive.recorder import Recorder
from ttt_desktop.session.coach import Coach
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View
from ttt_desktop.work.jobs import Latest

if TYPE_CHECKING:
    from ttt_desktop.archive.store import HistoryStore
    from ttt_desktop.work.jobs import Job

log = logging.getLogger(__name__)

_NOTE_MS = 400
"""How long after a letter a comment is saved, if no other one follows."""


class Annotator(QObject):
    """Saves reviews and notes of a game, and shows them when it comes from the history again."""

    def __init__(
        self, controller: GameController, coach: Coach, recorder: Recorder, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._controller, self._recorder = controller, recorder
        self._note = (0, "")
        self._recalling = Latest(self._question, self)
        self._soon = QTimer(self, singleShot=True, interval=_NOTE_MS)
        self._soon.timeout.connect(self._save_note)
        controller.follow(self._look_at_notes, View.comment, View.variations)
        controller.follow(self._turn, View.game)
        controller.game_over.connect(self._look_at_notes)
        coach.recall = self._recall
        coach.reviewed.connect(self._save_review)

    @Slot(object, bool)
    def _save_review(self, review: Review, new: bool) -> None:
        """Save what the coach found in a game of the history."""
        key = self._recorder.key_of(review.squares)
        if not key or not new:
            return
        from ttt_desktop.archive.annotations import SavedReview, SaveReviews  # noqa: PLC0415

        rules, names = review.rules, " ".join(map(square_name, review.squares))
        row = SavedReview(rules.size, rules.line, rules.rule, names, kept(review), key)
        self._recorder.archive.make(SaveReviews((row,)))

    def _question(self, work: Callable[[HistoryStore, Job], object]) -> Job:
        return self._recorder.archive.ask(work)

    def _recall(self, rules: Rules, moves: Line) -> KeptReview | None:
        """Return what an earlier review found; called in the review's own thread."""
        archive = self._recorder.opened
        if archive is None:
            return None
        from ttt_desktop.archive.annotations import review_of  # noqa: PLC0415  (not for the start)

        text = archive.now(
            lambda store: store.ask(lambda database: review_of(database, rules, moves))
        )
        return read(text, rules, moves) if text else None

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
        from ttt_desktop.archive.annotations import SavedNote, SaveNotes  # noqa: PLC0415

        self._recorder.archive.make(SaveNotes((SavedNote(*self._note),)))

    @Slot()
    def _turn(self) -> None:
        """Save the notes of the game that goes, and show those of the one that comes."""
        self.flush()
        self._note = 0, ""
        view, end = self._controller.view, self._controller.end
        if not view.scene.may_be_gone_on_with and end is not None and end.key:
            from ttt_desktop.archive.annotations import note_of  # noqa: PLC0415  (not for the start)

            key = end.key

            def ask(store: HistoryStore, _job: Job) -> str:
                return store.ask(lambda database: note_of(database, key))

            self._recalling.start(ask, lambda text: self._show_note(key, text))

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
