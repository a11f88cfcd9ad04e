"""The docks around the board, and the actions that show and hide them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QDockWidget, QMainWindow

from ttt_desktop.actions import Actions
from ttt_desktop.chart.dock import ChartDock
from ttt_desktop.files.dialogs import LogDock
from ttt_desktop.files.machine import FileMachine
from ttt_desktop.heat.dock import HeatDock
from ttt_desktop.jobs import JobRunner
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.play.board_view import BoardView
from ttt_desktop.play.game import GameController
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.table.dock import TableDock
from ttt_desktop.theatre.dock import TheatreDock
from ttt_desktop.theatre.theatre import Theatre

_WIDTH, _HEIGHT = 330, 240


class Docks(QObject):
    """Makes the docks and keeps their actions in step with them.

    Args:
        controller: what they show.
        runner: loads what takes long.
        theme: colours and fonts.
        window: the main window, with its actions made.
        actions: the actions by name.
        machine: whose output the log shows.
        board: where squares that are pointed at in a dock are marked.

    Attributes:
        heat, table, chart, theatre: the docks.
    """

    def __init__(
        self,
        controller: GameController,
        runner: JobRunner,
        theme: ThemeManager,
        window: QMainWindow,
        actions: Actions,
        machine: FileMachine,
        board: BoardView,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._actions = actions
        self.heat = HeatDock(controller.model, theme, window)
        self.table = TableDock(controller.model, window)
        self.chart = ChartDock(controller, runner, theme, window)
        self.theatre = TheatreDock(controller, Theatre(window), theme, window)
        self.by_action: dict[str, QDockWidget] = {
            "heatmap": self.heat,
            "table": self.table,
            "chart": self.chart,
            "theatre": self.theatre,
            "log": LogDock(machine, window),
        }
        right, bottom = (
            Qt.DockWidgetArea.RightDockWidgetArea,
            Qt.DockWidgetArea.BottomDockWidgetArea,
        )
        left = Qt.DockWidgetArea.LeftDockWidgetArea
        for name, dock in self.by_action.items():
            dock.setAllowedAreas(left | right | bottom)
            window.addDockWidget({"heatmap": right, "theatre": left}.get(name, bottom), dock)
            dock.visibilityChanged.connect(self._shown)
            actions[name].triggered.connect(self._toggle)
        window.tabifyDockWidget(self.table, self.chart)
        self.table.pointed.connect(board.point_at)
        self.chart.pointed.connect(board.point_at)
        self.chart.save.clicked.connect(actions["save_chart"].trigger)

    def lay_out(self) -> None:
        """Give the docks their places of a first start: the heat map alone is open."""
        for dock in self.by_action.values():
            dock.setVisible(dock is self.heat)
        self._window.resizeDocks([self.heat], [_WIDTH], Qt.Orientation.Horizontal)

    def show_settings(self, settings: Settings) -> None:
        """Show the settings in force."""
        self.heat.show_settings(settings)

    @Slot()
    def _toggle(self) -> None:
        for name, dock in self.by_action.items():
            if self.sender() is self._actions[name]:
                shown = self._actions[name].isChecked()
                dock.setVisible(shown)
                if shown:
                    dock.raise_()

    @Slot(bool)
    def _shown(self, _visible: bool) -> None:
        # A dock behind another tab is not visible, but it is not closed either.
        for name, dock in self.by_action.items():
            self._actions[name].setChecked(not dock.isHidden())
