"""What the notice above the board says of the game, and when that is no longer true."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from ttt_desktop.look.text import tr
from ttt_desktop.session.view import View
from ttt_desktop.shell.shell import Shell

_WAITING, _GIVEN_UP, _PAST, _STUMBLED, _GAMES_WAIT = (
    "waiting", "given up", "past", "stumbled", "games wait",
)  # fmt: skip
"""Topics: a sentence on one takes the place of an earlier one, and is taken back by its name."""


class Notices(QObject):
    """Tells what happens to the game, and takes back what is no longer so."""

    def __init__(self, shell: Shell, parent: QObject) -> None:
        super().__init__(parent)
        self._notice, self._action = shell.notice, shell.actions
        self._controller = controller = shell.controller
        controller.follow(
            self._take_back,
            *(View.game, View.moves, View.settings, View.shelved, View.reviewing),
        )
        controller.stumbled.connect(self._tell_stumbled)
        controller.gave_up.connect(self.tell_given_up)
        controller.moved.connect(self._forget_given_up)
        shell.preferences.waiting.connect(self.tell_waiting)
        shell.machine.changed.connect(self._forget_stumbled)
        shell.recorder.message.connect(self._notice.tell)
        shell.recorder.waits.connect(self._tell_games_wait)

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
    def _forget_stumbled(self) -> None:
        """Take back what was said of a machine that is another one by now."""
        self._notice.retract(_STUMBLED)

    @Slot(str)
    def _tell_games_wait(self, sentence: str) -> None:
        if sentence:
            self._notice.tell(sentence, topic=_GAMES_WAIT)
        else:
            self._notice.retract(_GAMES_WAIT)
