"""Menus and keys of the main window, made from the declared actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QMenuBar, QWidget

from ttt_desktop.look.pictures import line_icon
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.reference.generated import ActionEntry
from ttt_desktop.shell.actions import Action, Choices
from ttt_desktop.shell.sections import MENUS, MenuSection, place_of

Entry = tuple[str, Action[Any] | Choices[Any]]
"""What can be done, and the name of whose it is."""


class Menus(QObject):
    """All actions by name, in menus, with icons in the theme's colours.

    Args:
        window: the main window, whose actions they are.
        entries: what can be done.
        owner: returns by its name whose an entry is: what the declared functions are given.

    Attributes:
        choices: the groups of choices, by name.
    """

    def __init__(
        self,
        window: QMainWindow,
        theme: ThemeManager,
        entries: Sequence[Entry],
        owner: Callable[[str], object],
    ) -> None:
        super().__init__(window)
        self._window, self._theme = window, theme
        self._whose = {entry.name: name for name, entry in entries}
        self._owner = owner
        declared = [entry for _, entry in entries]
        self._declared = {action.name: action for action in declared if isinstance(action, Action)}
        self._offered = {
            choices.name: choices for choices in declared if isinstance(choices, Choices)
        }
        self._closed = QTimer(self, singleShot=True, interval=0)
        self._closed.timeout.connect(self._leave_bar)
        self._actions = {name: self._made(action) for name, action in self._declared.items()}
        self.choices = {name: self._group(choices) for name, choices in self._offered.items()}
        self._menus: dict[str, QMenu] = {}
        self._fill_menus(window.menuBar(), declared)
        theme.changed.connect(self._paint_icons)
        self._paint_icons()

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def icon_name(self, name: str) -> str:
        """Return the name of an action's icon; empty where it has none."""
        return self._declared[name].icon

    @property
    def declared(self) -> Sequence[Action[Any]]:
        """The actions as they were declared, in their order."""
        return tuple(self._declared.values())

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all actions."""
        return tuple(self._actions)

    def refresh(self) -> None:
        """Enable and check what can be used, and is on, by now."""
        for name, declared in self._declared.items():
            if declared.enabled:
                self._actions[name].setEnabled(bool(declared.enabled(self._owner_of(name))))
            if declared.checked:
                self._actions[name].setChecked(bool(declared.checked(self._owner_of(name))))

    def _owner_of(self, name: str) -> object:
        return self._owner(self._whose[name])

    @Slot()
    def refresh_choices(self) -> None:
        """Check what is chosen by now, and enable what can be; call it what it is called there."""
        for name, group in self.choices.items():
            declared, owner = self._offered[name], self._owner_of(name)
            chosen = declared.chosen(owner) if declared.chosen else None
            for action in group.actions():
                action.setChecked(action.isCheckable() and action.data() == chosen)
                if declared.enabled:
                    action.setEnabled(declared.enabled(owner, action.data()))
                if declared.titled:
                    action.setText(tr(declared.titled(owner, action.data())))

    def _made(self, declared: Action[Any]) -> QAction:
        action = QAction(tr(declared.text), self._window)
        action.setObjectName(declared.name)
        action.setIconText(tr(declared.text).replace("&", "").rstrip("…"))
        if declared.keys is not None:
            action.setShortcut(QKeySequence(declared.keys))
        if declared.usual_keys and action.shortcut().isEmpty():
            action.setShortcut(declared.usual_keys)
        if declared.more_keys:
            action.setShortcuts([*action.shortcuts(), QKeySequence(declared.more_keys)])
        if declared.everywhere:
            action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        tip = tr(declared.tip)
        action.setToolTip(f"{tip} ({keys})" if keys else tip)
        action.setStatusTip(tip)
        action.setCheckable(declared.checkable)
        action.setIconVisibleInMenu(not declared.checkable)  # it would hide the check mark
        if declared.role != QAction.MenuRole.NoRole:
            action.setMenuRole(declared.role)
        if declared.call is not None:
            action.triggered.connect(self._caller(declared))
        self._window.addAction(action)
        return action

    def _caller(self, declared: Action[Any]) -> Callable[[], None]:
        def do() -> None:
            if declared.call is not None:
                declared.call(self._owner_of(declared.name))
            if declared.checked:  # Qt has changed the mark, whatever came of it
                self.refresh()

        return do

    def _group(self, declared: Choices[Any]) -> QActionGroup:
        group = QActionGroup(self._window)
        group.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        for choice in declared.offered():
            action = QAction(tr(choice.text), group)
            action.setData(choice.value)
            action.setStatusTip(tr(choice.tip) if choice.tip else "")
            action.setCheckable(bool(declared.chosen))

        def choose(action: QAction) -> None:
            declared.call(self._owner_of(declared.name), action.data())
            self.refresh_choices()  # Qt takes the mark away from what is chosen again

        group.triggered.connect(choose)
        return group

    def _fill_menus(self, bar: QMenuBar, declared: Sequence[Action[Any] | Choices[Any]]) -> None:
        menus = self._menus
        # Made here: what Qt makes by itself, the binding may take for deleted while it lives on.
        menus |= {title: QMenu(tr(title), bar) for title in MENUS}
        for menu in menus.values():
            bar.addMenu(menu)
            menu.aboutToHide.connect(self._closed.start)
        parts: dict[str, int] = {}
        for entry in sorted(declared, key=lambda entry: place_of(entry.section)):
            section = entry.section
            if parts.setdefault(section.menu, section.part) != section.part:
                menus[section.menu].addSeparator()
            parts[section.menu] = section.part
            menu = _menu(menus, section)
            if isinstance(entry, Action):
                menu.addAction(self._actions[entry.name])
            else:
                menu.addMenu(tr(entry.text)).addActions(self.choices[entry.name].actions())

    @Slot()
    def _leave_bar(self) -> None:
        """Give the keyboard back once a menu was left by Escape: the bar would keep it, unseen."""
        bar = self._window.menuBar()
        if bar.hasFocus() and QApplication.activePopupWidget() is None:
            escape, plain = Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier
            QApplication.sendEvent(bar, QKeyEvent(QEvent.Type.KeyPress, escape, plain))

    def show_place(self, place: str) -> None:
        """Show the menus of a place, and those that every place has."""
        for title, menu in self._menus.items():
            if title in MENUS:
                menu.menuAction().setVisible(not MENUS[title] or place in MENUS[title])

    def of_place(self, place: str) -> list[QAction]:
        """Return the entries of the menu that only one place has; none where it has none."""
        own = (self._menus[title] for title, places in MENUS.items() if places[:1] == (place,))
        return [action for menu in own for action in menu.actions()]

    @Slot()
    def _paint_icons(self) -> None:
        theme = self._theme.theme
        colours = theme.colour("ink"), theme.colour("off"), theme.colour("accent")
        for name, action in self._actions.items():
            declared = self._declared[name]
            if declared.icon:
                action.setIcon(line_icon(declared.icon, declared.icon_on, *colours))


def actions_of(window: QWidget) -> list[ActionEntry]:
    """Return the actions of a window that have a name, as the reference lists them."""
    portable = QKeySequence.SequenceFormat.PortableText
    return [
        ActionEntry(
            action.text().replace("&", ""),
            action.shortcut().toString(portable),
            action.statusTip() or action.toolTip(),
        )
        for action in window.actions()
        if action.objectName()
    ]


def _menu(menus: dict[str, QMenu], section: MenuSection) -> QMenu:
    """Return the menu of a section, made where it is not there yet."""
    if section.path not in menus:
        menus[section.path] = menus[section.menu].addMenu(tr(section.submenu))
    return menus[section.path]
