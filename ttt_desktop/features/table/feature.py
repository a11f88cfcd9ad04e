"""The table of scores: what the shell asks of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDockWidget

from ttt_desktop.shell.docks import Dock, dock_action
from ttt_desktop.shell.feature import Feature


class TableFeature(Feature):
    """Lists every square's numbers."""

    name = "table"

    @classmethod
    def docks(cls) -> Sequence[Dock[TableFeature]]:  # noqa: D102
        tip = "Every square's numbers, to sort and copy"
        return (
            Dock(
                dock_action("table", "&Table of scores", tip, "Ctrl+T", "table"), TableFeature.make
            ),
        )

    def make(self) -> QDockWidget:
        """Make the dock."""
        from ttt_desktop.features.table.dock import TableDock  # noqa: PLC0415  (not for the start)

        dock = TableDock(self.shell.controller.model, self.shell.window)
        dock.pointed.connect(self.shell.board.point_at)
        return dock
