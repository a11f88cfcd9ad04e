"""The settings in force, and how they come to be stored."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ttt_desktop.look.notice import Notice
from ttt_desktop.play.game import GameController
from ttt_desktop.settings.declarations import Settings, changed_names, with_values
from ttt_desktop.settings.store import SettingsStore

_REST_MS = 300

Borrowed = Callable[[Settings], Collection[str]]
"""Given settings, the names of those among them that end with something, and are not to be kept."""


class Preferences(QObject):
    """Takes settings into force, and stores those that the user changed.

    Args:
        controller: the game, which holds the settings in force.
        store: where they are kept.
        notice: says what could not be stored.
        parent: the Qt owner.

    Attributes:
        borrowed: who borrows settings for a while.

    Signals:
        applied(Settings): these settings are in force now.
        waiting(): they ask for another board or rule than this game's.
    """

    applied = Signal(object)
    waiting = Signal()

    def __init__(
        self, controller: GameController, store: SettingsStore, notice: Notice, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.borrowed: list[Borrowed] = []
        self._controller = controller
        self._store = store
        self._notice = notice
        self._unsaved: set[str] = set()
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self.save)

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._controller.settings

    @Slot(object)
    def apply(self, settings: Settings, store: bool = True) -> None:
        """Take settings into force, and store those that are different now."""
        if store:
            changed = changed_names(self.settings, settings)
            self._unsaved |= changed.difference(*(names(settings) for names in self.borrowed))
            self._rest.start()
        waits = self._controller.apply(settings)
        self.applied.emit(settings)
        if waits:
            self.waiting.emit()

    @Slot(str, object)
    def choose(self, name: str, value: object) -> None:
        """Change one setting, and store it."""
        self.change(**{name: value})

    def change(self, **values: object) -> None:
        """Change some settings, and store them."""
        self.apply(with_values(self.settings, values))

    @Slot()
    def save(self) -> None:
        """Store what was changed, once the changes have come to rest: a slider makes many."""
        self._rest.stop()
        changed, self._unsaved = self._unsaved, set()
        if changed and (problem := self._store.save(self.settings, changed)):
            self._notice.tell(problem)
