"""The best lines: what the shell asks of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDockWidget

from ttt_desktop.shell.docks import Dock, dock_action, instrument
from ttt_desktop.shell.feature import Feature


class LinesFeature(Feature):
    """Searches the position for as long as is wanted, and shows the best moves."""

    name = "lines"

    @classmethod
    def docks(cls) -> Sequence[Dock[LinesFeature]]:  # noqa: D102
        tip = "The best moves and what would follow, as long as you let it think"
        return (
            instrument(dock_action("lines", "Best &lines", tip, "Ctrl+Shift+E"), LinesFeature.make),
        )

    def make(self) -> QDockWidget:
        """Make the dock."""
        from ttt_desktop.features.lines.analyst import LineAnalyst  # noqa: PLC0415
        from ttt_desktop.features.lines.dock import LinesDock  # noqa: PLC0415  (not for the start)

        shell = self.shell
        analyst = LineAnalyst(shell.controller, shell.runner, shell.window)
        dock = LinesDock(shell.controller, analyst, shell.theme, shell.window)
        shell.board.overlays.append(dock.draw)
        dock.drawn.connect(shell.board.viewport().update)
        return dock
