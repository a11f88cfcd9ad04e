"""The convergence chart: what the shell asks of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QDockWidget

from ttt_desktop.shell.docks import Dock, dock_action
from ttt_desktop.shell.feature import Feature, Wait

if TYPE_CHECKING:
    from ttt_desktop.features.chart.dock import ChartDock


class Chart(Feature):
    """Shows how the scores settle as trials grow."""

    name = "chart"

    @classmethod
    def docks(cls) -> Sequence[Dock[Chart]]:  # noqa: D102
        tip = "How the scores settle as trials grow"
        action = dock_action("chart", "&Convergence", tip, "Ctrl+G", "chart-line")
        return (Dock(action, Chart.make, presented=True),)

    def make(self) -> QDockWidget:
        """Make the dock."""
        from ttt_desktop.features.chart.dock import ChartDock  # noqa: PLC0415  (not for the start)

        shell = self.shell
        dock = ChartDock(shell.controller, shell.runner, shell.theme, shell.window)
        dock.pointed.connect(shell.board.point_at)
        dock.save.clicked.connect(shell.actions["save_chart"].trigger)
        return dock

    def try_out(self, wait: Wait) -> str:  # noqa: D102
        self.shell.show("chart")
        dock = cast("ChartDock", self.shell.docks["chart"])
        return "" if wait(lambda: dock.chart is not None) else "the chart could not be opened"
