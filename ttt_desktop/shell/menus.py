"""Menus, toolbar and keys of the main window, made from the declared actions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QMenu,
    QMenuBar,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QWidget,
)

from ttt_desktop.look.pictures import line_icon
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import tidy
from ttt_desktop.reference.generated import ActionEntry
from ttt_desktop.shell.actions import Action, Choices
from ttt_desktop.shell.sections import MENUS, MenuSection, place_of

Entry = tuple[str, Action[Any] | Choices[Any]]
"""What can be done, and the name of whose it is."""

_ICON_PIXELS = 20
"""The side of the toolbar's icons at the usual text size."""

_MORE = "qt_toolbar_ext_button"
"""Qt's name of the button that shows the tools for which there is no room."""

LAST_TOOLS = 5
"""The part of the toolbar that stands at the right: a switch."""


class Menus(QObject):
    """All actions by name, in menus and on the toolbar, with icons in the theme's colours.

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
        self._fill_menus(window.menuBar(), declared)
        self._bar = self._toolbar(tr("Toolbar"), "toolbar")
        self._switch = self._toolbar(tr("Layout"), "switch")
        self._switch.addWidget(_spring())
        self._put(self._switch, (LAST_TOOLS,), self._switch)
        theme.changed.connect(self._paint_icons)
        self._paint_icons()

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

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
        if declared.everywhere:
            action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        tip = tr(declared.tip)
        action.setToolTip(f"{tip} ({keys})" if keys else tip)
        action.setStatusTip(tip)
        if declared.terse:
            action.setPriority(QAction.Priority.LowPriority)
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
        menus: dict[str, QMenu] = {title: bar.addMenu(tr(title)) for title in MENUS}
        for menu in menus.values():
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

    def _toolbar(self, title: str, name: str) -> QToolBar:
        bar = QToolBar(title, self._window)
        bar.setObjectName(name)
        bar.setMovable(False)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._window.addToolBar(bar)
        return bar

    def show_tools(self, parts: Collection[int]) -> None:
        """Have these parts of the toolbar on it; what switches the layout is always there."""
        self._bar.clear()
        for bar in (self._bar, self._switch):
            bar.show()  # a stored layout may know one of them only
        last = self._put(self._bar, parts, self._bar)
        more = self._bar.findChild(QToolButton, _MORE)
        if isinstance(more, QToolButton):  # it is seen where not all tools have room
            more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            more.setAccessibleName(tr("More tools"))
            QWidget.setTabOrder(last, more)
            last = more
        buttons = [child for child in self._switch.children() if isinstance(child, QToolButton)]
        for button in buttons:
            if button.defaultAction() is not None:
                QWidget.setTabOrder(last, button)
                last = button
        self.fit(self._window.width())

    def _put(self, bar: QToolBar, parts: Collection[int], before: QWidget) -> QWidget:
        """Put buttons on a bar, after a widget in the order of the tab key; return the last one."""
        shown = [action for action in self._declared.values() if action.toolbar in parts]
        shown.sort(key=lambda action: action.toolbar)
        for i, action in enumerate(shown):
            if i and shown[i - 1].toolbar != action.toolbar:
                bar.addSeparator()
            bar.addAction(self._actions[action.name])
            button = bar.widgetForAction(self._actions[action.name])
            tidy(button)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setAccessibleName(tr(action.text).replace("&", ""))
            button.setProperty("switch", bar is self._switch)
            QWidget.setTabOrder(before, button)  # they are made anew, and stay the first ones
            before = button
        return before

    def fit(self, width: int) -> None:
        """Write texts beside the toolbar's icons where all of them have room in so many pixels."""
        # The two that switch the layout never give way to the rest.
        self._switch.setMinimumWidth(self._switch.sizeHint().width())
        bar = self._bar
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        if (layout := bar.layout()) is not None:
            layout.invalidate()
        if bar.sizeHint().width() + self._switch.minimumWidth() > width:
            bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)

    @Slot()
    def _paint_icons(self) -> None:
        theme = self._theme.theme
        side = round(_ICON_PIXELS * max(1.0, self._theme.text_scale))
        for bar in (self._bar, self._switch):
            bar.setIconSize(QSize(side, side))
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


def _spring() -> QWidget:
    """Return what pushes the rest of a toolbar to its end."""
    spring = QWidget()
    spring.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    return spring


def _menu(menus: dict[str, QMenu], section: MenuSection) -> QMenu:
    """Return the menu of a section, made where it is not there yet."""
    if section.path not in menus:
        menus[section.path] = menus[section.menu].addMenu(tr(section.submenu))
    return menus[section.path]
