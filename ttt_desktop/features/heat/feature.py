"""The heat map: what the shell asks of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QModelIndex, Slot
from PySide6.QtWidgets import QDockWidget

from ttt_desktop.session.view import View
from ttt_desktop.shell.docks import Dock, dock_action, instrument
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import AnswerSquare

if TYPE_CHECKING:
    from ttt_desktop.features.heat.dock import HeatDock


class HeatFeature(Feature):
    """Shows the scores of a search as colours, beside the board."""

    name = "heat"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._dock: HeatDock | None = None
        shell.board.heat_map_wanted.connect(shell.actions["heatmap"].trigger)
        shell.controller.follow(self._show_settings, View.settings)
        shell.presenting_changed.connect(self._present)

    @classmethod
    def docks(cls) -> Sequence[Dock[HeatFeature]]:  # noqa: D102
        action = dock_action("heatmap", "&Heat map", "Show or hide the heat map", "H", "grid-3x3")
        return (replace(instrument(action, HeatFeature.make), explains=True),)

    def make(self) -> QDockWidget:
        """Make the dock."""
        from ttt_desktop.features.heat.dock import HeatDock  # noqa: PLC0415  (not for the start)

        shell = self.shell
        dock = self._dock = HeatDock(shell.controller.model, shell.theme, shell.window)
        dock.chosen.connect(shell.preferences.choose)
        dock.view.clicked.connect(self._answer)
        self._show_settings()
        return dock

    @Slot(QModelIndex)
    def _answer(self, index: QModelIndex) -> None:
        """Let a click on the map be an answer, where a square is asked for."""
        self.shell.serve(AnswerSquare((index.row(), index.column())))

    @Slot()
    def _present(self) -> None:
        """Keep the controls in sight in presenter view: a lesson may ask to use them."""
        dock = cast("HeatDock", self.shell.docks["heatmap"])
        dock.show_controls(True if self.shell.presenting else None)

    @Slot()
    def _show_settings(self) -> None:
        if self._dock is not None:
            self._dock.show_settings(self.shell.controller.settings)
