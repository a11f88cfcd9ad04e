"""The user's settings, and how they come to be stored."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ttt_desktop.look.widgets import Notice
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View
from ttt_desktop.settings.declarations import Settings, changed_names, with_values
from ttt_desktop.settings.store import SettingsStore

_REST_MS = 300


class Preferences(QObject):
    """Takes settings into force, and stores those of the user that have changed.

    Args:
        controller: the game, which holds the settings in force.

    Signals:
        waiting(): they ask for another board or rule than this game's.
    """

    waiting = Signal()

    def __init__(
        self, controller: GameController, store: SettingsStore, notice: Notice, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._store = store
        self._notice = notice
        self._seen = controller.view.own
        self._unsaved: set[str] = set()
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self.save)
        controller.follow(self._note, View.own)

    @Slot(object)
    def apply(self, settings: Settings) -> None:
        """Take settings into force."""
        if self._controller.apply(settings):
            self.waiting.emit()

    def apply_own(self, settings: Settings) -> None:
        """Take the user's own settings; a puzzle or a lesson keeps its own meanwhile."""
        self._controller.apply_own(settings)

    @Slot(str, object)
    def choose(self, name: str, value: object) -> None:
        """Change one setting."""
        self.change(**{name: value})

    def change(self, **values: object) -> None:
        """Change some settings."""
        self.apply(with_values(self._controller.settings, values))

    @Slot()
    def _note(self) -> None:
        """Note what is to be stored once the changes have come to rest: a slider makes many."""
        before, self._seen = self._seen, self._controller.view.own
        self._unsaved |= changed_names(before, self._seen)
        self._rest.start()

    @Slot()
    def save(self) -> None:
        """Store what was changed."""
        self._rest.stop()
        changed, self._unsaved = self._unsaved, set()
        if changed and (problem := self._store.save(self._seen, changed)):
            self._notice.tell(problem)
