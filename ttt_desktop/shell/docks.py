"""The docks: how features declare them, and what places they have.

Each is made when it is first needed: a window that only shows the board opens sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, cast

from PySide6.QtCore import QByteArray, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDockWidget, QTabBar, QWidget

from ttt_desktop.look.windows import DockTitle, ScrollingDock, kept_within
from ttt_desktop.shell.actions import Action, Owner
from ttt_desktop.shell.desk import Desk
from ttt_desktop.shell.menus import Menus
from ttt_desktop.shell.sections import INSTRUMENTS, MenuSection

Area = Qt.DockWidgetArea

_USUAL, _MOST, _MOST_BESIDE = 0.25, 0.35, 0.4
"""The share of the desk that a dock below the board gets, and the most below and beside it."""

_ALLOWED = Area.LeftDockWidgetArea | Area.RightDockWidgetArea | Area.BottomDockWidgetArea


@dataclass(frozen=True, slots=True)
class Dock(Generic[Owner]):
    """A dock, as it is declared.

    Attributes:
        action: what shows and hides it.
        make: makes it, for the feature whose it is.
        presented: whether presenter view leaves it open.
        opened_by: the names of actions that are of no use without it.
        explains: whether it is opened where what explains the machine is wanted.
    """

    action: Action[Owner]
    make: Callable[[Owner], QDockWidget]
    presented: bool = False
    opened_by: tuple[str, ...] = ()
    explains: bool = False


DockEntry = tuple[str, Dock[Any]]
"""A dock, and the name of whose it is."""


@dataclass(frozen=True, slots=True)
class DockPlaces:
    """Where everything is in the window.

    Attributes:
        state: as Qt keeps it; empty for the places of a first start.
        open: the docks that are open, by the names of their actions; None where it is not known.
    """

    state: QByteArray = field(default_factory=QByteArray)
    open: frozenset[str] | None = None


def instrument(
    action: Action[Owner],
    make: Callable[[Owner], QDockWidget],
    runs: Sequence[Action[Owner]] = (),
) -> Dock[Owner]:
    """Return a dock that presenter view leaves open.

    Args:
        runs: actions that are of no use without it.
    """
    opened_by = tuple(run.name for run in runs)
    return Dock(action, make, presented=True, opened_by=opened_by)


def dock_action(
    name: str, text: str, tip: str, keys: str | None = None, icon: str = "",
    section: MenuSection = INSTRUMENTS,
) -> Action[Any]:  # fmt: skip
    """Return the action that shows and hides a dock."""
    return Action(name, text, tip, section, keys=keys, icon=icon, checkable=True)  # fmt: skip


class Docks(QObject):
    """Makes docks when they are first needed, and keeps their actions in step with them.

    Attributes:
        by_action: the docks that there are by now, by the names of their actions.

    Signals:
        created(str): a dock has just been made: its action's name.
    """

    created = Signal(str)

    def __init__(
        self,
        desk: Desk,
        actions: Menus,
        docks: Sequence[DockEntry],
        owner: Callable[[str], object],
    ) -> None:
        super().__init__(desk)
        self._desk, self._actions = desk, actions
        self._whose = {dock.action.name: name for name, dock in docks}
        self._owner = owner
        self._declared = {dock.action.name: dock for _, dock in docks}
        self.by_action: dict[str, QDockWidget] = {}
        self._as_declared = True
        self._aside: DockPlaces | None = None
        self._settled = QTimer(self, singleShot=True, interval=0)
        self._settled.timeout.connect(self._keep_empty_tabs_out)
        for name, dock in self._declared.items():
            self._actions[name].triggered.connect(partial(self._toggle, name))
            for other in dock.opened_by:
                self._actions[other].triggered.connect(partial(self._open_first, name, other))

    def __contains__(self, action: object) -> bool:
        return action in self._declared

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all docks: those of their actions."""
        return tuple(self._declared)

    def __getitem__(self, action: str) -> QDockWidget:
        if action not in self.by_action:
            self._make(self._declared[action])
        return self.by_action[action]

    def _make(self, declared: Dock[Any]) -> None:
        name = declared.action.name
        self.by_action[name] = dock = declared.make(self._owner(self._whose[name]))
        dock.setWidget(ScrollingDock(dock.widget() or QWidget()))
        DockTitle(dock)
        dock.setAllowedAreas(_ALLOWED)
        dock.visibilityChanged.connect(self._shown)
        if self._as_declared or not self._desk.restoreDockWidget(dock):
            dock.hide()
            self._desk.share(dock, [*self.by_action.values()])
        self.created.emit(name)

    @property
    def presented(self) -> dict[str, QDockWidget]:
        """The docks that presenter view leaves open, by the names of their actions."""
        return {name: dock for name, dock in self.by_action.items()
                if self._declared[name].presented}  # fmt: skip

    @property
    def first(self) -> tuple[QDockWidget, ...]:
        """Those that explain the machine first."""
        return tuple(self[name] for name, dock in self._declared.items() if dock.explains)

    def lay_out(self) -> None:
        """Close the docks, and give them their places of a first start."""
        self._as_declared = True  # for those that are made later, too
        for dock in self.by_action.values():
            dock.setFloating(False)
            self._desk.removeDockWidget(dock)
        placed: list[QDockWidget] = []
        for name in filter(self.by_action.__contains__, self._declared):
            dock = self.by_action[name]
            self._desk.share(dock, placed)
            placed.append(dock)
            dock.hide()

    @property
    def places(self) -> DockPlaces:
        """Where everything is now."""
        opened = (name for name, dock in self.by_action.items() if not dock.isHidden())
        return DockPlaces(self._desk.saveState(), frozenset(opened))

    def restore(self, places: DockPlaces) -> None:
        """Put everything where it was; floating docks come back on a screen that is there."""
        for name in self._declared:
            if places.open is None or name in places.open:
                self[name]
        self._as_declared = False
        self._desk.restoreState(places.state)
        self._desk.lay()
        for name, dock in self.by_action.items():
            if places.open is not None and name not in places.open:
                dock.hide()  # made since, and so not part of the state
            if dock.isFloating() and not dock.isHidden():
                _bring_to_front(dock)

    def put_aside(self) -> None:
        """Remember where everything is: for a while, the docks have other places."""
        self._aside = self.places

    def bring_back(self) -> None:
        """Put everything where it was before that while."""
        if self._aside is not None:
            places, self._aside = self._aside, None
            self.restore(places)

    @property
    def places_to_keep(self) -> DockPlaces:
        """Where everything is, or was before its places for a while."""
        return self._aside or self.places

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
        if dock.parent() is self._desk and not dock.isFloating():
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
        area, desk = self._desk.dockWidgetArea(dock), self._desk
        if area == desk.places.side.docks:
            desk.divide()
            return
        content = cast("ScrollingDock", dock.widget())
        if area == Area.BottomDockWidgetArea:
            room = desk.height()
            around = dock.sizeHint().height() - content.sizeHint().height()
            # (with its title and its tabs)
            wanted = max(room * _USUAL, content.whole.height() + 2 * around)
            most = round(min(wanted, room * _MOST))
            desk.resizeDocks([dock], [most], Qt.Orientation.Vertical)
            return
        wide = self.whole_width(dock)
        if dock.width() < wide:
            most = round(min(wide, self._desk.width() * _MOST_BESIDE))
            self._desk.resizeDocks([dock], [most], Qt.Orientation.Horizontal)

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
        for tabs in (child for child in self._desk.children() if isinstance(child, QTabBar)):
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
