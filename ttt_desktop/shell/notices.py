"""What the sentence above everything tells in the main window, and when it is no longer true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from ttt_desktop.history.trainer import Trainer
from ttt_desktop.look.text import tr
from ttt_desktop.look.widgets import Notice
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View
from ttt_desktop.shell.menus import Menus

if TYPE_CHECKING:
    from ttt_desktop.archive.practice import Practice

_DUE = "due"
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
        trainer: Trainer,
        action: Menus,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._notice, self._controller = notice, controller
        self._trainer, self._action = trainer, action
        controller.follow(self._take_back, View.moves)
        trainer.none_left.connect(self._tell_no_mistake)

    @Slot()
    def _take_back(self) -> None:
        """Take back what the position shown makes untrue."""
        if self._controller.view.moves:
            self._notice.retract(_DUE)

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
