"""The docks around the board, declared once: their actions, their places, how they are made.

Each is imported and made when it is first needed: a window that only shows the board opens sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QByteArray, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QWidget

from ttt_desktop.board.board_view import BoardView
from ttt_desktop.files.dialogs import LogDock
from ttt_desktop.files.machine import FileMachine
from ttt_desktop.lessons.reading import Words
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.windows import DockTitle, ScrollingDock, kept_within
from ttt_desktop.session.game import GameController
from ttt_desktop.shell.actions import (
    ACTIONS,
    BANDITS,
    DARTS,
    LEARN,
    MACHINE,
    THEATRE,
    TREE,
    VIEW,
    Action,
    Choices,
    Role,
)
from ttt_desktop.shell.menus import Menus
from ttt_desktop.work.jobs import JobRunner

if TYPE_CHECKING:
    from ttt_desktop.bandits.dock import BanditDock
    from ttt_desktop.chart.dock import ChartDock
    from ttt_desktop.heat.dock import HeatDock
    from ttt_desktop.lessons.dock import LessonDock
    from ttt_desktop.play.moves_dock import MovesDock
    from ttt_desktop.theatre.dock import TheatreDock
    from ttt_desktop.tree.dock import TreeDock

Area = Qt.DockWidgetArea

_WIDTH = 330
_USUAL, _MOST, _MOST_BESIDE = 0.25, 0.35, 0.4
"""The share of the window that a dock below the board gets, and the most below and beside it."""

_STEPS = ("first", "step_back", "step_forward", "last")
_ALLOWED = Area.LeftDockWidgetArea | Area.RightDockWidgetArea | Area.BottomDockWidgetArea


@dataclass(frozen=True, slots=True)
class Parts:
    """What the window is made of, and what docks and others of its parts build on."""

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
        breadth: how wide it is there, beside the board's 1.
        opened_by: the names of actions that are of no use without it.
    """

    action: Action
    make: Callable[[Parts], QDockWidget]
    area: Qt.DockWidgetArea = Area.BottomDockWidgetArea
    with_: str = ""
    presented: bool = False
    breadth: float = 1.0
    opened_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DockPlaces:
    """Where everything is in the window.

    Attributes:
        state: as Qt keeps it; empty for the places of a first start.
        open: the docks that are open, by the names of their actions; None where it is not known.
    """

    state: QByteArray = field(default_factory=QByteArray)
    open: frozenset[str] | None = None


def dock_action(
    name: str, text: str, tip: str, keys: str | None = None, icon: str = "", menu: str = VIEW
) -> Action:
    """Return the action that shows and hides a dock; in the toolbar, too, if it has an icon."""
    section = 3 if menu == MACHINE else 1
    return Action(name, text, tip, menu, section, keys=keys, toolbar=3 if icon else 0, icon=icon,
                  checkable=True)  # fmt: skip


def _in_menu(menu: str) -> tuple[str, ...]:
    return tuple(action.name for action in ACTIONS if action.menu == menu)


def _heat(parts: Parts) -> QDockWidget:
    from ttt_desktop.heat.dock import HeatDock

    return HeatDock(parts.controller.model, parts.theme, parts.window)


def _moves(parts: Parts) -> QDockWidget:
    from ttt_desktop.play.moves_dock import MovesDock

    steps = [parts.actions[name] for name in _STEPS]
    return MovesDock(parts.controller, parts.theme, steps, parts.window)


def _lines(parts: Parts) -> QDockWidget:
    from ttt_desktop.lines.analyst import LineAnalyst
    from ttt_desktop.lines.dock import LinesDock

    analyst = LineAnalyst(parts.controller, parts.runner, parts.window)
    dock = LinesDock(parts.controller, analyst, parts.theme, parts.window)
    parts.board.overlays.append(dock.draw)
    dock.drawn.connect(parts.board.viewport().update)
    return dock


def _table(parts: Parts) -> QDockWidget:
    from ttt_desktop.table.dock import TableDock

    dock = TableDock(parts.controller.model, parts.window)
    dock.pointed.connect(parts.board.point_at)
    return dock


def _chart(parts: Parts) -> QDockWidget:
    from ttt_desktop.chart.dock import ChartDock

    dock = ChartDock(parts.controller, parts.runner, parts.theme, parts.window)
    dock.pointed.connect(parts.board.point_at)
    dock.save.clicked.connect(parts.actions["save_chart"].trigger)
    return dock


def _theatre(parts: Parts) -> QDockWidget:
    from ttt_desktop.theatre.dock import BUTTONS, TheatreDock
    from ttt_desktop.theatre.theatre import Theatre

    actions = {name: parts.actions[f"theatre_{name}"] for name in BUTTONS}
    return TheatreDock(parts.controller, Theatre(parts.window), parts.theme, actions, parts.window)


def _tree(parts: Parts) -> QDockWidget:
    from ttt_desktop.tree.dock import BUTTONS, TreeDock

    actions = {name: parts.actions[f"tree_{name}"] for name in BUTTONS}
    dock = TreeDock(parts.controller, parts.theme, actions, parts.board.animate, parts.window)
    parts.board.overlays.append(dock.draw_line)
    dock.pointed.connect(parts.board.viewport().update)
    return dock


def _bandits(parts: Parts) -> QDockWidget:
    from ttt_desktop.bandits.dock import BUTTONS, BanditDock

    actions = {name: parts.actions[f"bandits_{name}"] for name in BUTTONS}
    return BanditDock(parts.controller, parts.runner, parts.theme, actions, parts.window)


def _darts(parts: Parts) -> QDockWidget:
    from ttt_desktop.bandits.darts_dock import BUTTONS, DartsDock

    actions = {name: parts.actions[f"darts_{name}"] for name in BUTTONS}
    return DartsDock(parts.runner, parts.theme, actions, parts.window)


def _lesson(parts: Parts) -> QDockWidget:
    from ttt_desktop.lessons.dock import LessonDock

    return LessonDock(parts.theme, parts.actions, parts.window)


def _log(parts: Parts) -> QDockWidget:
    return LogDock(parts.machine, parts.window)


DOCKS: list[Dock] = [
    Dock(dock_action("heatmap", "&Heat map", "Show or hide the heat map", "H", "grid-3x3"),
         _heat, Area.RightDockWidgetArea, presented=True),
    Dock(dock_action("moves", "&Moves", "Every move, to go through the game", "Ctrl+Shift+M",
                     "list-ordered"),
         _moves, Area.RightDockWidgetArea, with_="heatmap"),
    Dock(dock_action("lines", "Best &lines", "The best moves and what would follow, as long as you "
                     "let it think", "Ctrl+Shift+E"), _lines, Area.RightDockWidgetArea,
         with_="heatmap", presented=True),
    Dock(dock_action("table", "&Table of scores", "Every square's numbers, to sort and copy",
                     "Ctrl+T", "table"), _table),
    Dock(dock_action("chart", "&Convergence", "How the scores settle as trials grow", "Ctrl+G",
                     "chart-line"),
         _chart, with_="table", presented=True),
    Dock(dock_action("theatre", "&Playout theatre",
                     "Watch single playouts and what they add", "Ctrl+P", "clapperboard"),
         _theatre, Area.RightDockWidgetArea, with_="heatmap", presented=True, breadth=1.6,
         opened_by=_in_menu(THEATRE)),
    Dock(dock_action("tree", "Searc&h tree", "Watch a tree search grow, simulation by simulation",
                     "Ctrl+Shift+T", "network"),
         _tree, Area.RightDockWidgetArea, with_="heatmap", presented=True,
         opened_by=_in_menu(TREE)),
    Dock(dock_action("bandits", "&Bandits", "Compare ways to choose what to try next",
                     "Ctrl+Shift+B", "dices"),
         _bandits, Area.RightDockWidgetArea, with_="heatmap", presented=True,
         opened_by=_in_menu(BANDITS)),
    Dock(dock_action("darts", "&Darts", "Measure by chance, and see how the error falls",
                     "Ctrl+Shift+D", "target"),
         _darts, Area.RightDockWidgetArea, with_="heatmap", presented=True,
         opened_by=_in_menu(DARTS)),
    Dock(dock_action("lesson", "&Lessons", "Lessons beside the board, step by step", "F2",
                     "graduation-cap",
                     menu=LEARN),
         _lesson, Area.LeftDockWidgetArea, presented=True),
    Dock(dock_action("log", "&Output of the machine's file", "What the file prints", menu=MACHINE),
         _log, with_="table"),
]  # fmt: skip
"""Every dock. What is added to it is in the next window. The first one is open at a first start."""


def declared_actions() -> list[Action | Choices]:
    """Return all that can be done in the window, showing and hiding docks included."""
    return [*ACTIONS, *(dock.action for dock in DOCKS)]


def lesson_words() -> Words:
    """Return what lessons can name: docks to show, and actions that ask nothing, or are buttons."""
    docks = [dock.action.name for dock in DOCKS if dock.action.name != "lesson"]
    declared = [
        action for action in ACTIONS if isinstance(action, Action) and action.role != Role.QuitRole
    ]
    doable = [
        action.name for action in declared if not (action.checkable or action.text.endswith("…"))
    ]
    return Words(docks, doable, [*(action.name for action in declared), *docks])


class Docks(QObject):
    """Makes docks when they are first needed, and keeps their actions in step with them.

    Attributes:
        by_action: the docks that there are by now, by the names of their actions.

    Signals:
        created(str): a dock has just been made: its action's name.
    """

    created = Signal(str)

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._window = parts.window
        self._actions = parts.actions
        self._declared = {dock.action.name: dock for dock in DOCKS}
        self.by_action: dict[str, QDockWidget] = {}
        self._as_declared = True
        self._settled = QTimer(self, singleShot=True, interval=0)
        self._settled.timeout.connect(self._keep_empty_tabs_out)
        for name, dock in self._declared.items():
            self._actions[name].triggered.connect(partial(self._toggle, name))
            for other in dock.opened_by:
                self._actions[other].triggered.connect(partial(self._open_first, name, other))

    def __getitem__(self, action: str) -> QDockWidget:
        if action not in self.by_action:
            self._make(self._declared[action])
        return self.by_action[action]

    def _make(self, declared: Dock) -> None:
        name = declared.action.name
        self.by_action[name] = dock = declared.make(self._parts)
        dock.setWidget(ScrollingDock(dock.widget() or QWidget()))
        DockTitle(dock)
        dock.setAllowedAreas(_ALLOWED)
        dock.visibilityChanged.connect(self._shown)
        if self._as_declared or not self._window.restoreDockWidget(dock):
            dock.hide()
            self._put(declared, dock, self.by_action)
        self.created.emit(name)

    def _put(self, declared: Dock, dock: QDockWidget, others: Mapping[str, QDockWidget]) -> None:
        """Give a dock its place of a first start, together with those of others that share it."""
        self._window.addDockWidget(declared.area, dock)
        group = declared.with_ or declared.action.name
        for name, other in others.items():
            neighbour = self._declared[name]
            if other is not dock and group in (name, neighbour.with_):
                self._window.tabifyDockWidget(other, dock)
                return

    @property
    def moves(self) -> MovesDock:
        """The list of moves."""
        return cast("MovesDock", self["moves"])

    @property
    def heat(self) -> HeatDock:
        """The heat map."""
        return cast("HeatDock", self["heatmap"])

    @property
    def chart(self) -> ChartDock:
        """The convergence chart."""
        return cast("ChartDock", self["chart"])

    @property
    def tree(self) -> TreeDock:
        """The search tree's dock."""
        return cast("TreeDock", self["tree"])

    @property
    def theatre(self) -> TheatreDock:
        """The playout theatre."""
        return cast("TheatreDock", self["theatre"])

    @property
    def bandits(self) -> BanditDock:
        """The bench of bandits."""
        return cast("BanditDock", self["bandits"])

    @property
    def lesson(self) -> LessonDock:
        """The lessons."""
        return cast("LessonDock", self["lesson"])

    @property
    def presented(self) -> dict[str, QDockWidget]:
        """The docks that presenter view leaves open, by the names of their actions."""
        return {name: dock for name, dock in self.by_action.items()
                if self._declared[name].presented}  # fmt: skip

    def breadth(self, name: str) -> float:
        """Return how wide a dock is in presenter view, beside the board's 1."""
        return self._declared[name].breadth

    def lay_out(self, heat: bool) -> None:
        """Give the docks their places of a first start: closed, but for the heat map if wanted."""
        self._as_declared = True  # for those that are made later, too
        placed: dict[str, QDockWidget] = {}
        for dock in self.by_action.values():
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
        for name in filter(self.by_action.__contains__, self._declared):
            placed[name] = dock = self.by_action[name]
            self._put(self._declared[name], dock, placed)
            dock.hide()
        if heat:
            self.heat.show()
            self._window.resizeDocks([self.heat], [_WIDTH], Qt.Orientation.Horizontal)

    @property
    def places(self) -> DockPlaces:
        """Where everything is now."""
        opened = (name for name, dock in self.by_action.items() if not dock.isHidden())
        return DockPlaces(self._window.saveState(), frozenset(opened))

    def restore(self, places: DockPlaces) -> None:
        """Put everything where it was; floating docks come back on a screen that is there."""
        for name in self._declared:
            if places.open is None or name in places.open:
                self[name]
        self._as_declared = False
        self._window.restoreState(places.state)
        for name, dock in self.by_action.items():
            if places.open is not None and name not in places.open:
                dock.hide()  # made since, and so not part of the state
            if dock.isFloating() and not dock.isHidden():
                _bring_to_front(dock)

    def bring_forward(self, names: Iterable[str]) -> None:
        """Put docks in front of those that share their places, the last one foremost."""
        for name in names:
            if not self[name].isFloating():
                self[name].raise_()

    def _open_first(self, name: str, action: str) -> None:
        """Open a dock that an action needs; what has just been made, acts from the next time on."""
        if not self._actions[name].isChecked():
            self._actions[action].setChecked(False)
            self._actions[name].trigger()

    def _toggle(self, name: str) -> None:
        if self._actions[name].isChecked():
            self.open(name)
        else:
            self[name].hide()

    def open(self, name: str) -> None:
        """Show a dock, in front of those that share its place, and with room for what it shows."""
        dock = self[name]
        dock.show()
        dock.raise_()
        if dock.parent() is self._window and not dock.isFloating():
            self._leave_room(dock)
        else:  # in a window of its own, or in one with other docks
            _bring_to_front(dock)

    @staticmethod
    def whole_width(dock: QDockWidget) -> int:
        """Return how wide a dock is whose content need not scroll aside."""
        content = cast("ScrollingDock", dock.widget())
        # What scrolls down needs room for that bar, or it has to scroll aside as well.
        return content.whole.width() + content.verticalScrollBar().sizeHint().width()

    def _leave_room(self, dock: QDockWidget) -> None:
        """Give a dock the room in which it need not scroll, but no more than its share."""
        content = cast("ScrollingDock", dock.widget())
        content_size = content.whole
        if self._window.dockWidgetArea(dock) == Area.BottomDockWidgetArea:
            room = self._window.height()
            around = dock.sizeHint().height() - content.sizeHint().height()
            wanted = max(
                room * _USUAL, content_size.height() + 2 * around
            )  # with its title and its tabs
            most = round(min(wanted, room * _MOST))
            self._window.resizeDocks([dock], [most], Qt.Orientation.Vertical)
            return
        wide = self.whole_width(dock)
        if dock.width() < wide:
            most = round(min(wide, self._window.width() * _MOST_BESIDE))
            self._window.resizeDocks([dock], [most], Qt.Orientation.Horizontal)

    @Slot(bool)
    def _shown(self, _visible: bool) -> None:
        # A dock behind another tab is not visible, but it is not closed either.
        for name, dock in self.by_action.items():
            self._actions[name].setChecked(not dock.isHidden())
        self._settled.start()

    @Slot()
    def _keep_empty_tabs_out(self) -> None:
        """Let the keyboard pass by what Qt keeps for docks that share a place, while none do."""
        # (findChildren would never let go of what it finds, and Qt goes on making new ones.)
        for tabs in (child for child in self._window.children() if isinstance(child, QTabBar)):
            used = tabs.count() > 1
            tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus if used else Qt.FocusPolicy.NoFocus)


def _bring_to_front(dock: QDockWidget) -> None:
    """Show a floating dock in front, within the screen that it is nearest to."""
    screen = QGuiApplication.screenAt(dock.geometry().center()) or dock.screen()
    room, place = screen.availableGeometry(), dock.geometry()
    place.setSize(place.size().boundedTo(room.size()))
    dock.setGeometry(kept_within(place, room))
    dock.raise_()
    dock.activateWindow()
