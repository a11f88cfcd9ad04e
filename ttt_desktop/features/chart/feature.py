"""The convergence chart: what the shell asks of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QDockWidget

from ttt_desktop.look.text import tr
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.docks import Dock, dock_action
from ttt_desktop.shell.feature import Feature, Wait
from ttt_desktop.shell.sections import CHARTS
from ttt_desktop.work.files import FileKind, pictures

if TYPE_CHECKING:
    from ttt_desktop.features.chart.dock import ChartDock


class ChartFeature(Feature):
    """Shows how the scores settle as trials grow."""

    name = "chart"

    @classmethod
    def actions(cls) -> Sequence[Action[ChartFeature]]:  # noqa: D102
        return (
            Action("save_chart", "C&hart…", "The convergence chart as PNG, SVG or CSV", CHARTS,
                   ChartFeature.ask_file),
        )  # fmt: skip

    @classmethod
    def docks(cls) -> Sequence[Dock[ChartFeature]]:  # noqa: D102
        tip = "How the scores settle as trials grow"
        action = dock_action("chart", "&Convergence", tip, "Ctrl+G", "chart-line")
        return (Dock(action, ChartFeature.make, presented=True),)

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
        dock = self._dock
        return "" if wait(lambda: dock.chart is not None) else "the chart could not be opened"

    @property
    def _dock(self) -> ChartDock:
        return cast("ChartDock", self.shell.docks["chart"])

    def ask_file(self) -> None:
        """Ask for a file name and write the chart, as a picture or as numbers."""
        kinds = [*pictures(), FileKind(tr("Table of numbers"), ".csv")]
        self.shell.writer.ask(tr("Export the chart"), kinds, self.write)

    def write(self, path: Path) -> None:
        """Write the chart as SVG or CSV where the name says so, else as PNG."""
        try:
            self.shell.writer.write(path, lambda: self._dock.content(path.suffix.lower()))
        except ValueError as error:
            self.shell.notice.tell(str(error))
