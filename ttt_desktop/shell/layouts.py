"""The window's two layouts: Play, the board alone, and Learn, with what explains the machine."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from ttt_desktop.settings.declarations import LEARN, PLAY
from ttt_desktop.shell.docks import DockPlaces
from ttt_desktop.shell.shell import Shell

_KEPT_AS = {PLAY: "state_play", LEARN: "state"}
"""The names under which the docks' places are kept."""

_TOOLS = {PLAY: (1, 2, 4), LEARN: (1, 2, 3, 4)}
"""The parts of the toolbar."""


class Layouts(QObject):
    """Keeps the docks' places for each layout, and changes from one to the other."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._docks, self._actions = shell.docks, shell.actions
        self._store = store = shell.store
        self._places = {
            name: DockPlaces(store.layout(kept), store.open_docks(kept))
            for name, kept in _KEPT_AS.items()
        }
        self.current = shell.controller.settings.layout
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
