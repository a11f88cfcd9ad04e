"""What the sentence above everything tells in the main window, and when it is no longer true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from ttt_desktop.archive.recorder import Recorder
from ttt_desktop.history.trainer import Trainer
from ttt_desktop.look.text import tr
from ttt_desktop.look.widgets import Notice
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View
from ttt_desktop.shell.menus import Menus

if TYPE_CHECKING:
    from ttt_desktop.archive.practice import Practice

_WAITING, _GIVEN_UP, _PAST, _STUMBLED, _GAMES_WAIT, _DUE = (
    "waiting", "given up", "past", "stumbled", "games wait", "due",
)  # fmt: skip
"""Topics: a sentence on one takes the place of an earlier one, and is taken back by its name."""

_REMIND_MS = 1000
"""How long after the start it is said that mistakes wait: the window comes first."""


class Notices(QObject):
    """Tells what happens to the game, and takes back what is no longer so.

    Args:
        trainer: knows which mistakes wait to be tried again.
    """

    def __init__(
        self,
        notice: Notice,
        controller: GameController,
        recorder: Recorder,
        trainer: Trainer,
        action: Menus,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._notice, self._controller = notice, controller
        self._trainer, self._action = trainer, action
        controller.follow(
            self._take_back,
            *(View.game, View.moves, View.settings, View.shelved, View.reviewing),
        )
        controller.stumbled.connect(self._tell_stumbled)
        controller.gave_up.connect(self.tell_given_up)
        controller.moved.connect(self._forget_given_up)
        recorder.message.connect(notice.tell)
        recorder.waits.connect(self._tell_games_wait)
        trainer.none_left.connect(self._tell_no_mistake)

    @Slot()
    def _take_back(self) -> None:
        """Take back what the position shown makes untrue."""
        view = self._controller.view
        if not view.waits_for_new_game:
            self._notice.retract(_WAITING)
        if not view.can_go_back:
            self._notice.retract(_GIVEN_UP)
        if not view.reviewing:
            self._notice.retract(_PAST)
        if view.moves:
            self._notice.retract(_DUE)

    # --- the game -------------------------------------------------------------------------

    @Slot()
    def tell_waiting(self, before: str = "") -> None:
        """Say that the settings ask for another board or rule than this game's.

        Args:
            before: a sentence that comes first, if there is one.
        """
        waits = tr("The other board or rule starts with the next new game.")
        self._notice.tell(
            f"{before} {waits}".strip(), self._action["again"], tr("Start it now"), topic=_WAITING
        )

    @Slot()
    def tell_given_up(self, before: str = "") -> None:
        """Say that a game was given up, after another sentence if there is one."""
        given_up = tr("The unfinished game was given up.")
        sentence = f"{before} {given_up}".strip()
        self._notice.tell(sentence, self._action["back"], tr("Back to it"), topic=_GIVEN_UP)

    @Slot()
    def _forget_given_up(self) -> None:
        self._notice.retract(_GIVEN_UP)

    def tell_past(self) -> None:
        """Say how to go through a game of the past."""
        sentence = tr("A past game: Alt+Right goes forward move by move, Alt+Left goes back.")
        self._notice.tell(sentence, topic=_PAST)

    @Slot(str)
    def _tell_stumbled(self, sentence: str) -> None:
        self._notice.tell(sentence, topic=_STUMBLED)

    @Slot()
    def forget_stumbled(self) -> None:
        """Take back what was said of a machine that is another one by now."""
        self._notice.retract(_STUMBLED)

    @Slot(str)
    def _tell_games_wait(self, sentence: str) -> None:
        if sentence:
            self._notice.tell(sentence, topic=_GAMES_WAIT)
        else:
            self._notice.retract(_GAMES_WAIT)

    # --- the window -----------------------------------------------------------------------

    @Slot()
    def tell_crowded(self) -> None:
        """Say that several files were dropped at once."""
        self._notice.tell(
            tr("Drop one file at a time. Learn → Class… checks the files of a class.")
        )

    # --- mistakes that wait ---------------------------------------------------------------

    def remind(self) -> None:
        """Say a moment later, if mistakes are to be asked about today."""
        QTimer.singleShot(_REMIND_MS, self, self._remind)

    @Slot()
    def _remind(self) -> None:
        self._trainer.look(self._tell_due)

    def _tell_due(self, standing: Practice) -> None:
        if standing.due and not self._notice.text and not self._controller.view.moves:
            sentence = tr("{count} mistakes of yours wait to be tried again.", n=standing.due,
                      one="1 mistake of yours waits to be tried again.",
                      count=standing.due)  # fmt: skip
            self._notice.tell(sentence, self._action["mistakes"], tr("Try now"), topic=_DUE)

    def tell_round(self, right: int, count: int) -> None:
        """Say how the mistakes that were asked about went."""
        self._notice.tell(
            tr("Those were all of your mistakes for now: {right} of {count} were right at the "
               "first go.", n=count,
               one="That was your only mistake for now: {right} of 1 was right at the first go.",
               right=right, count=count)
        )  # fmt: skip

    @Slot()
    def _tell_no_mistake(self) -> None:
        self._notice.tell(
            tr("No mistake of yours is waiting. After a game that you play, the coach keeps those "
               "that it can prove, and asks about them from the next day on.")
        )  # fmt: skip
