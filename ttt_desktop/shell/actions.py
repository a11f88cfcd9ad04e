"""What can be done in the window: menus, headers, keys and manual follow from declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtGui import QAction, QKeySequence

from ttt_desktop.shell.sections import MenuSection

Role = QAction.MenuRole
Owner = TypeVar("Owner")
"""The feature whose action it is; what an action calls and asks takes it."""


@dataclass(frozen=True, slots=True)
class Action(Generic[Owner]):
    """One thing that can be done.

    Attributes:
        name: what it is called in the code.
        text: its entry in the menu, the letter after "&" underlined.
        tip: what it does, in a few words.
        section: where it stands in the menus.
        call: what it does; None where another part listens to it.
        keys: its keys, or None.
        usual_keys: keys for platforms that have none of their own for it.
        more_keys: keys that do the same; empty for none.
        everywhere: whether its keys work in the other windows of the program, too.
        icon: the name of its icon among Lucide's, a file in ``resources/icons``; empty for none.
        icon_on: the icon of a checkable action while it is on; empty where it stays the same.
        checkable: whether it is switched on and off.
        enabled, checked: when it can be used, and when it is on; None where nothing changes that.
        role: its place in the application menu of macOS.
    """

    name: str
    text: str
    tip: str
    section: MenuSection
    call: Callable[[Owner], object] | None = None
    keys: str | QKeySequence.StandardKey | None = None
    usual_keys: str = ""
    more_keys: str = ""
    everywhere: bool = False
    icon: str = ""
    icon_on: str = ""
    checkable: bool = False
    enabled: Callable[[Owner], object] | None = None
    checked: Callable[[Owner], object] | None = None
    role: QAction.MenuRole = Role.NoRole


@dataclass(frozen=True, slots=True)
class ListEntry:
    """One entry of a list to choose from."""

    text: str
    value: object
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Choices(Generic[Owner]):
    """A submenu of things to choose from.

    Attributes:
        name: what it is called in the code.
        text: its entry in the menu.
        section: where it stands in the menus.
        offered: returns the entries.
        call: what is called with the chosen entry's value.
        chosen: the value that is in force; None where none is ever.
        enabled: tells whether a value can be chosen. None: always.
        titled: tells what a value's entry is called by now. None: as offered.
    """

    name: str
    text: str
    section: MenuSection
    offered: Callable[[], Iterable[ListEntry]]
    call: Callable[[Owner, Any], object]
    chosen: Callable[[Owner], object] | None = None
    enabled: Callable[[Owner, Any], bool] | None = None
    titled: Callable[[Owner, Any], str] | None = None
