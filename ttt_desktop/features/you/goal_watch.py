"""Says that a game has reached a goal, right after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from ttt_desktop.archive.goals import Goal, goals
from ttt_desktop.archive.recorder import Recorder
from ttt_desktop.look.text import tr
from ttt_desktop.look.widgets import Notice
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View
from ttt_desktop.work.jobs import Latest

if TYPE_CHECKING:
    from ttt_desktop.archive.store import HistoryStore
    from ttt_desktop.work.jobs import Job

GOAL = "goal"
"""Topic of the notice."""


class GoalWatch(QObject):
    """Asks the history after each game of yours whether it was the first to reach a goal."""

    def __init__(
        self, controller: GameController, recorder: Recorder, notice: Notice, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._controller, self._recorder, self._notice = controller, recorder, notice
        self._asking: Latest | None = None
        self._announced = 0
        controller.game_over.connect(self._watch)
        controller.follow(self._forget, View.game, View.result)

    @property
    def _key(self) -> int:
        """The key of the game of yours that is over on the board; else 0."""
        view, end = self._controller.view, self._controller.end
        return end.key if end is not None and view.counts and view.result is not None else 0

    @Slot()
    def _watch(self) -> None:
        """Look at the history whenever it has changed, from the first game on that it keeps."""
        if self._asking is None and self._recorder.active and self._key:
            self._asking = Latest(self._recorder.archive.ask, self)
            self._recorder.archive.changed.connect(self._ask)

    @Slot()
    def _ask(self) -> None:
        key = self._key
        if self._asking is None or not key or key == self._announced:
            return

        def find(store: HistoryStore, _job: Job) -> tuple[int, list[Goal]]:
            return key, store.reached_by(key, goals())

        self._asking.start(find, self._tell, self._fail)

    def _tell(self, news: tuple[int, list[Goal]]) -> None:
        key, reached = news
        if not reached or key != self._key:
            return
        from ttt_desktop.features.you.goal_words import reached_text  # noqa: PLC0415  (not for the start)

        self._announced = key
        # Goals of one board follow each other from the weakest level on.
        sentence = tr("Goal reached: {what}!", what=reached_text(reached[-1]))
        more = len(reached) - 1
        if more:
            easier = tr("{count} easier goals are done, too.", n=more,
                        one="An easier goal is done, too.", count=more)  # fmt: skip
            sentence = f"{sentence} {easier}"
        self._notice.tell(sentence, topic=GOAL)

    def _fail(self, _error: Exception) -> None:
        """Say nothing: what is wrong with the history is said elsewhere."""

    @Slot()
    def _forget(self) -> None:
        if self._controller.view.result is None:
            self._announced = 0
            self._notice.retract(GOAL)
