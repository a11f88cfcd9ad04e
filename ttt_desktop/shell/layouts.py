"""Where the docks lie on the desk: as they were left, or as at a first start."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from ttt_desktop.shell.docks import DockPlaces
from ttt_desktop.shell.shell import Shell

_KEPT_AS = "state"
"""The name under which the docks' places are kept."""


class Layouts(QObject):
    """Brings back the docks' places at the start, and keeps them at the end."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._docks, self._store = shell.docks, shell.store
        self._docks.lay_out()
        places = DockPlaces(self._store.layout(_KEPT_AS), self._store.open_docks(_KEPT_AS))
        if not places.state.isEmpty():
            self._docks.restore(places)

    def keep(self) -> None:
        """Store where the docks are."""
        places = self._docks.places_to_keep
        self._store.save_layout(_KEPT_AS, places.state)
        if places.open is not None:
            self._store.save_open_docks(_KEPT_AS, places.open)

    @Slot()
    def reset(self) -> None:
        """Close every dock, and give each the place of a first start."""
        self._docks.lay_out()
