"""The window's two layouts: Play, the board alone, and Learn, with what explains the machine."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QMainWindow

from ttt_desktop.settings.declarations import LEARN, PLAY
from ttt_desktop.settings.store import SettingsStore
from ttt_desktop.shell.docks import DockPlaces, Docks
from ttt_desktop.shell.menus import Menus

_KEPT_AS = {PLAY: "state_play", LEARN: "state"}
"""The names under which the docks' places are kept."""

_TOOLS = {PLAY: (1, 2, 4), LEARN: (1, 2, 3, 4)}
"""The parts of the toolbar."""


class Layouts(QObject):
    """Keeps the docks' places for each layout, and changes from one to the other.

    Args:
        current: the layout to begin with.
    """

    def __init__(
        self,
        window: QMainWindow,
        docks: Docks,
        actions: Menus,
        store: SettingsStore,
        current: str,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._docks = docks
        self._actions = actions
        self._store = store
        self._places = {
            name: DockPlaces(store.layout(kept), store.open_docks(kept))
            for name, kept in _KEPT_AS.items()
        }
        self.current = current
        self._show()

    def choose(self, layout: str) -> None:
        """Change to a layout, as it was left."""
        if layout == self.current:
            return
        self._places[self.current] = self._docks.places_to_keep
        self.current = layout
        self._show()

    def keep(self) -> None:
        """Store both layouts."""
        self._places[self.current] = self._docks.places_to_keep
        for name, kept in _KEPT_AS.items():
            places = self._places[name]
            self._store.save_layout(kept, places.state)
            if places.open is not None:
                self._store.save_open_docks(kept, places.open)

    @Slot()
    def reset(self) -> None:
        """Put every dock of this layout where it lies at a first start."""
        self._places[self.current] = DockPlaces()
        self._show()

    def _show(self) -> None:
        self._docks.lay_out(opened=self.current == LEARN)
        places = self._places[self.current]
        if not places.state.isEmpty():
            self._docks.restore(places)
        self._actions.show_tools(_TOOLS[self.current])
