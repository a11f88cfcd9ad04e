"""What the window itself can have done: the program, its looks, its layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence

from engine.players.level import KIND
from ttt_desktop.settings.declarations import OPTIONS, choosable
from ttt_desktop.shell.actions import Action, Choices, ListEntry
from ttt_desktop.shell.feature import Feature, docks_of, entries_of
from ttt_desktop.shell.menus import Entry
from ttt_desktop.shell.sections import (
    LAYOUT,
    PROGRAM,
    SCREEN,
)

if TYPE_CHECKING:
    from ttt_desktop.shell.window import MainWindow

Keys = QKeySequence.StandardKey
Role = QAction.MenuRole


def _levels() -> list[ListEntry]:
    return [ListEntry(name, name) for name in KIND.levels]


def _kinds() -> list[ListEntry]:
    return [ListEntry(kind.title, kind.word, kind.help) for kind in choosable() if kind is not KIND]


def _sides() -> list[ListEntry]:
    return [ListEntry(label, side) for side, label in OPTIONS["machine"].choices.items()]


def _declared() -> list[Action[MainWindow] | Choices[MainWindow]]:
    # (In a function, since its types and those of the window need each other.)
    return [
        Action("settings", "Se&ttings…", "Board, machine and appearance", PROGRAM,
               lambda w: w.open_settings(), "Ctrl+,", toolbar=4, icon="settings", terse=True,
               role=Role.PreferencesRole),
        Action("quit", "&Quit", "Close the program; an unfinished game is kept", PROGRAM,
               lambda w: w.close_window(), Keys.Quit, "Ctrl+Q", everywhere=True,
               role=Role.QuitRole),
        Action("next_part", "&Next part of the window", "Take the keyboard to the next open dock, "
               "then to the toolbar and back to the board", SCREEN, lambda w: w.parts.go_on(),
               "F6"),
        Action("previous_part", "Pre&vious part of the window", "Take the keyboard to the part "
               "before", SCREEN, lambda w: w.parts.go_back(), "Shift+F6"),
        Action("play", "&Play", "The board alone", LAYOUT, lambda w: w.choose_layout("play"),
               "Ctrl+1", toolbar=5, checkable=True,
               checked=lambda w: not w.in_learn),
        Action("learn", "&Learn", "See how the machine thinks", LAYOUT,
               lambda w: w.choose_layout("learn"), "Ctrl+2", toolbar=5, checkable=True,
               checked=lambda w: w.in_learn),
        Action("reset_layout", "&Reset layout", "Put every dock where it was at the first start",
               LAYOUT, lambda w: w.layouts.reset()),
    ]  # fmt: skip


OWN = ""
"""The window's name as an owner of actions."""


def all_entries(features: Sequence[type[Feature]]) -> list[Entry]:
    """Return what can be done: in features, in the window itself, then showing and hiding docks."""
    shown = ((name, dock.action) for name, dock in docks_of(features))
    return [*entries_of(features), *((OWN, action) for action in _declared()), *shown]
