"""The docks around the board, declared once: their actions, their places, how they are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar

from ttt_desktop.actions import ACTIONS, LEARN, MACHINE, VIEW, Action, Choices, Role
from ttt_desktop.chart.dock import ChartDock
from ttt_desktop.files.dialogs import LogDock
from ttt_desktop.files.machine import FileMachine
from ttt_desktop.heat.dock import HeatDock
from ttt_desktop.jobs import JobRunner
from ttt_desktop.lessons.dock import LessonDock
from ttt_desktop.lessons.reading import Words
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.menus import Menus
from ttt_desktop.play.board_view import BoardView
from ttt_desktop.play.game import GameController
from ttt_desktop.play.moves_dock import MovesDock
from ttt_desktop.table.dock import TableDock
from ttt_desktop.theatre.dock import BUTTONS as THEATRE_BUTTONS
from ttt_desktop.theatre.dock import TheatreDock
from ttt_desktop.theatre.theatre import Theatre

Area = Qt.DockWidgetArea

_WIDTH = 330
_BOTTOM_SHARE = 0.25
_STEPS = ("first", "step_back", "step_forward", "last")
_ALLOWED = Area.LeftDockWidgetArea | Area.RightDockWidgetArea | Area.BottomDockWidgetArea


@dataclass(frozen=True, slots=True)
class Parts:
    """What docks are made of."""

    controller: GameController
    runner: JobRunner
    theme: ThemeManager
    window: QMainWindow
    machine: FileMachine
    board: BoardView
    actions: Menus


@dataclass(frozen=True, slots=True)
class Dock:
    """A dock, as it is declared.

    Attributes:
        action: what shows and hides it.
        make: makes it.
        area: where it lies at first.
        with_: another dock that it shares a place with at first, by name.
        presented: whether presenter view leaves it open.
    """

    action: Action
    make: Callable[[Parts], QDockWidget]
    area: Qt.DockWidgetArea = Area.BottomDockWidgetArea
    with_: str = ""
    presented: bool = False


def dock_action(
    name: str, text: str, tip: str, keys: str | None = None, icon: bool = True, menu: str = VIEW
) -> Action:
    """Return the action that shows and hides a dock; in the toolbar, too, if it has an icon."""
    section = 3 if menu == MACHINE else 1
    return Action(name, text, tip, menu, section, keys=keys, toolbar=3 if icon else 0, icon=icon,
                  checkable=True)  # fmt: skip


def _table(parts: Parts) -> TableDock:
    made = TableDock(parts.controller.model, parts.window)
    made.pointed.connect(parts.board.point_at)
    return made


def _chart(parts: Parts) -> ChartDock:
    made = ChartDock(parts.controller, parts.runner, parts.theme, parts.window)
    made.pointed.connect(parts.board.point_at)
    made.save.clicked.connect(parts.actions["save_chart"].trigger)
    return made


def _theatre(parts: Parts) -> TheatreDock:
    actions = {name: parts.actions[f"theatre_{name}"] for name in THEATRE_BUTTONS}
    theatre = Theatre(parts.window)
    return TheatreDock(parts.controller, theatre, parts.theme, actions, parts.window)


DOCKS: list[Dock] = [
    Dock(dock_action("heatmap", "&Heat map", "Show or hide the heat map", "H"),
         lambda parts: HeatDock(parts.controller.model, parts.theme, parts.window),
         Area.RightDockWidgetArea, presented=True),
    Dock(dock_action("moves", "&Moves", "Every move, to go through the game", "Ctrl+Shift+M"),
         lambda parts: MovesDock(parts.controller, [parts.actions[name] for name in _STEPS],
                                 parts.window),
         Area.RightDockWidgetArea, with_="heatmap"),
    Dock(dock_action("table", "&Table of scores", "Every square's numbers, to sort and copy",
                     "Ctrl+T"), _table),
    Dock(dock_action("chart", "&Convergence", "How the scores settle as trials grow", "Ctrl+G"),
         _chart, with_="table", presented=True),
    Dock(dock_action("theatre", "&Playout theatre",
                     "Watch single playouts and what they add", "Ctrl+P"),
         _theatre, Area.RightDockWidgetArea, with_="heatmap", presented=True),
    Dock(dock_action("lesson", "&Lessons", "Lessons beside the board, step by step", "F2",
                     menu=LEARN),
         lambda parts: LessonDock(parts.theme, parts.actions, parts.window),
         Area.LeftDockWidgetArea, presented=True),
    Dock(dock_action("log", "&Output of the machine's file", "What the file prints", None, False,
                     MACHINE), lambda parts: LogDock(parts.machine, parts.window),
         with_="table"),
]  # fmt: skip
"""Every dock. What is added to it is in the next window. The first one is open at a first start."""


def declared_actions() -> list[Action | Choices]:
    """Return all that can be done in the window, showing and hiding docks included."""
    return [*ACTIONS, *(dock.action for dock in DOCKS)]


def lesson_words() -> Words:
    """Return what lessons can name: docks to show, and actions that ask nothing, or are buttons."""
    docks = [dock.action.name for dock in DOCKS if dock.action.name != "lesson"]
    declared = [each for each in ACTIONS if isinstance(each, Action) and each.role != Role.QuitRole]
    doable = [each.name for each in declared if not (each.checkable or each.text.endswith("…"))]
    return Words(docks, doable, [*(each.name for each in declared), *docks])


class Docks(QObject):
    """Makes the docks and keeps their actions in step with them.

    Args:
        parts: what they are made of.

    Attributes:
        by_action: the docks, by the names of their actions.
    """

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.window)
        self._window = parts.window
        self._actions = parts.actions
        self.by_action: dict[str, QDockWidget] = {}
        self._settled = QTimer(self, singleShot=True, interval=0)
        self._settled.timeout.connect(self._keep_empty_tabs_out)
        for each in DOCKS:
            name = each.action.name
            self.by_action[name] = dock = each.make(parts)
            dock.setAllowedAreas(_ALLOWED)
            dock.visibilityChanged.connect(self._shown)
            self._actions[name].triggered.connect(self._toggle)

    def __getitem__(self, action: str) -> QDockWidget:
        return self.by_action[action]

    @property
    def heat(self) -> HeatDock:
        """The heat map."""
        dock = self.by_action["heatmap"]
        assert isinstance(dock, HeatDock)
        return dock

    @property
    def chart(self) -> ChartDock:
        """The convergence chart."""
        dock = self.by_action["chart"]
        assert isinstance(dock, ChartDock)
        return dock

    @property
    def theatre(self) -> TheatreDock:
        """The playout theatre."""
        dock = self.by_action["theatre"]
        assert isinstance(dock, TheatreDock)
        return dock

    @property
    def lesson(self) -> LessonDock:
        """The lessons."""
        dock = self.by_action["lesson"]
        assert isinstance(dock, LessonDock)
        return dock

    @property
    def presented(self) -> dict[str, QDockWidget]:
        """The docks that presenter view leaves open, by the names of their actions."""
        names = [dock.action.name for dock in DOCKS if dock.presented]
        return {name: self.by_action[name] for name in names}

    def lay_out(self, heat: bool) -> None:
        """Give the docks their places of a first start: closed, but for the heat map if wanted."""
        for each in DOCKS:
            dock = self.by_action[each.action.name]
            dock.setFloating(False)
            self._window.addDockWidget(each.area, dock)
            if each.with_:
                self._window.tabifyDockWidget(self.by_action[each.with_], dock)
            dock.setVisible(heat and dock is self.heat)
        self._window.resizeDocks([self.heat], [_WIDTH], Qt.Orientation.Horizontal)

    def bring_back(self) -> None:
        """Have floating docks on a screen that is there, and not behind the window."""
        for dock in self.by_action.values():
            if dock.isFloating() and not dock.isHidden():
                _bring_to_front(dock)

    @Slot()
    def _toggle(self) -> None:
        for name, dock in self.by_action.items():
            if self.sender() is self._actions[name]:
                shown = self._actions[name].isChecked()
                dock.setVisible(shown)
                if shown:
                    dock.raise_()
                    self._leave_room(dock)
                    if dock.isFloating():
                        _bring_to_front(dock)

    def _leave_room(self, dock: QDockWidget) -> None:
        """Keep a dock above or below the board from taking more of the height than its share."""
        if self._window.dockWidgetArea(dock) == Area.BottomDockWidgetArea:
            most = round(self._window.height() * _BOTTOM_SHARE)
            self._window.resizeDocks([dock], [most], Qt.Orientation.Vertical)

    @Slot(bool)
    def _shown(self, _visible: bool) -> None:
        # A dock behind another tab is not visible, but it is not closed either.
        for name, dock in self.by_action.items():
            self._actions[name].setChecked(not dock.isHidden())
        self._settled.start()

    @Slot()
    def _keep_empty_tabs_out(self) -> None:
        """Let the keyboard pass by what Qt keeps for docks that share a place, while none do."""
        for tabs in self._window.findChildren(QTabBar):
            used = tabs.count() > 1
            tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus if used else Qt.FocusPolicy.NoFocus)


def _bring_to_front(dock: QDockWidget) -> None:
    """Show a floating dock in front, within the screen that it is nearest to."""
    screen = QGuiApplication.screenAt(dock.geometry().center()) or dock.screen()
    room, place = screen.availableGeometry(), dock.geometry()
    place.setSize(place.size().boundedTo(room.size()))
    place.moveLeft(max(room.left(), min(place.left(), room.right() - place.width() + 1)))
    place.moveTop(max(room.top(), min(place.top(), room.bottom() - place.height() + 1)))
    dock.setGeometry(place)
    dock.raise_()
    dock.activateWindow()
