"""What a screen reader is told beyond what Qt's widgets tell: boards, sentences, explanations.

A board is a group of squares with names, and no table. Screen readers read out a table's whole row
wherever the keyboard comes into another one: on a board of fifteen columns, fifteen squares at each
press of an arrow key.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from html import escape
from itertools import cycle
from typing import Any, TypeVar

from PySide6.QtCore import QModelIndex, QObject, QPoint, QRect, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QWindow,
)
from PySide6.QtWidgets import QAccessibleWidget, QTableView, QWidget
from shiboken6 import isValid

from ttt_desktop.look.grid_view import GridView
from ttt_desktop.look.guard import handler, nothing, virtual

_TEXTS = {
    QAccessible.Text.Name: Qt.ItemDataRole.AccessibleTextRole,
    QAccessible.Text.Description: Qt.ItemDataRole.AccessibleDescriptionRole,
}
_kept: list[QAccessibleInterface] = []

Interface = TypeVar("Interface", bound=QAccessibleInterface)


def kept(interface: Interface) -> Interface:
    """Return an interface, and keep Python from ever deleting it.

    Qt knows it by its address alone, and deletes it with the widget or at the end.
    """
    _kept.append(interface)
    return interface


class SpokenGrid(QAccessibleWidget):
    """The grid.

    Args:
        view: what is seen of it.
    """

    def __init__(self, view: QTableView) -> None:
        super().__init__(view, QAccessible.Role.Grouping)
        self.view = view
        self._parts: dict[tuple[int, int], _Part] = {}
        view.destroyed.connect(self._forget)

    def _forget(self) -> None:
        """Have Qt delete the squares; it deletes the grid itself with the view."""
        for part in self._parts.values():
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(part))
        self._parts.clear()

    def part(self, row: int, column: int) -> _Part:
        """Return a square; with a row or a column of -1, a header."""
        if (row, column) not in self._parts:
            self._parts[row, column] = kept(_Part(self, row, column))
        return self._parts[row, column]

    @virtual(int)
    def childCount(self) -> int:  # noqa: D102
        model = self.view.model()
        return (model.rowCount() + 1) * (model.columnCount() + 1)

    @virtual(nothing)
    def child(self, index: int) -> QAccessibleInterface | None:  # noqa: D102
        if not 0 <= index < self.childCount():
            return None
        row, column = divmod(index, self.view.model().columnCount() + 1)
        return self.part(row - 1, column - 1)

    @virtual(lambda: -1)
    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: D102
        if not isinstance(child, _Part):
            return -1
        return (child.row + 1) * (self.view.model().columnCount() + 1) + child.column + 1

    @virtual(nothing)
    def focusChild(self) -> QAccessibleInterface | None:  # noqa: D102
        index = self.view.currentIndex()
        if self.view.hasFocus() and index.isValid():
            return self.part(index.row(), index.column())
        return self if self.view.hasFocus() else None

    @virtual(nothing)
    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # noqa: D102
        index = self.view.indexAt(self.view.viewport().mapFromGlobal(QPoint(x, y)))
        return self.part(index.row(), index.column()) if index.isValid() else None


class _Part(QAccessibleInterface):
    """A square of a grid, or one of the letters and numbers beside it."""

    def __init__(self, grid: SpokenGrid, row: int, column: int) -> None:
        super().__init__()
        self._grid = grid
        self.row, self.column = row, column

    @property
    def _index(self) -> QModelIndex:
        return self._grid.view.model().index(self.row, self.column)

    @property
    def _is_square(self) -> bool:
        return self.row >= 0 and self.column >= 0

    @virtual(bool)
    def isValid(self) -> bool:
        if not isValid(self._grid.view):
            return False
        model = self._grid.view.model()
        return self.row < model.rowCount() and self.column < model.columnCount()

    @virtual(nothing)
    def object(self) -> QObject | None:
        return None

    @virtual(nothing)
    def window(self) -> QWindow | None:
        return self._grid.window()

    @virtual(nothing)
    def parent(self) -> QAccessibleInterface | None:
        return self._grid

    @virtual(nothing)
    def child(self, _index: int) -> QAccessibleInterface | None:
        return None

    @virtual(nothing)
    def childAt(self, _x: int, _y: int) -> QAccessibleInterface | None:
        return None

    @virtual(int)
    def childCount(self) -> int:
        return 0

    @virtual(lambda: -1)
    def indexOfChild(self, _child: QAccessibleInterface) -> int:
        return -1

    @virtual(str)
    def text(self, kind: QAccessible.Text) -> str:
        if self._is_square:
            return str(self._index.data(_TEXTS[kind]) or "") if kind in _TEXTS else ""
        model = self._grid.view.model()
        if kind != QAccessible.Text.Name or self.row == self.column:
            return ""
        if self.row < 0:
            return str(model.headerData(self.column, Qt.Orientation.Horizontal))
        return str(model.headerData(self.row, Qt.Orientation.Vertical))

    @handler
    def setText(self, _kind: QAccessible.Text, _text: str) -> None:
        """Change nothing: squares have no text of the user's."""

    @virtual(QRect)
    def rect(self) -> QRect:
        view = self._grid.view
        if not self._is_square:
            return QRect()
        seen = view.visualRect(self._index)
        return QRect(view.viewport().mapToGlobal(seen.topLeft()), seen.size())

    @virtual(lambda: QAccessible.Role.Cell)
    def role(self) -> QAccessible.Role:
        if self._is_square:
            return QAccessible.Role.Cell
        return QAccessible.Role.ColumnHeader if self.row < 0 else QAccessible.Role.RowHeader

    @virtual(QAccessible.State)
    def state(self) -> QAccessible.State:
        state, view = QAccessible.State(), self._grid.view
        state.readOnly = True
        if self._is_square:
            state.focusable = True
            state.focused = view.hasFocus() and self._index == view.currentIndex()
        return state


_VOICES = 8
"""How many sentences may wait to be read; each is fetched some time after it was announced."""


class _Voice(QWidget):
    """A widget that is never seen, and whose name is a sentence to be read out."""


class Announcer(QObject):
    """Has sentences read out, wherever the keyboard's focus is.

    On Linux each is a notification: Orca 43, that of Debian 12, knows no announcements.

    Args:
        parent: a widget of the window that speaks.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        voices = [_Voice(parent) for _ in range(_VOICES)]
        for voice in voices:
            voice.hide()
        self._voices = cycle(voices)

    def say(self, sentence: str) -> None:
        """Have a sentence read out, if anybody listens."""
        if not (sentence and QAccessible.isActive()):
            return
        voice = next(self._voices)
        voice.setAccessibleName(sentence)
        if sys.platform == "linux":
            event = QAccessibleEvent(voice, QAccessible.Event.ObjectShow)
        else:
            event = QAccessibleAnnouncementEvent(voice, sentence)
        QAccessible.updateAccessibility(event)


def explain(widget: QWidget, text: str, more: str = "") -> None:
    """Explain a widget: in a tooltip, and to a screen reader.

    A tooltip in rich text is wrapped; a plain one is a single line, however long. Where there is no
    description, screen readers would get the tooltip with its tags.

    Args:
        widget: what is explained.
        text: plain text.
        more: what the tooltip says behind it.
    """
    widget.setToolTip(f"<qt>{escape(f'{text} {more}'.strip())}</qt>")
    widget.setAccessibleDescription(text)


def install() -> None:
    """Let screen readers see boards and announcements as they are meant."""
    QAccessible.installFactory(_interface_of)


def _notification(voice: _Voice) -> QAccessibleWidget:
    return QAccessibleWidget(voice, QAccessible.Role.Notification)


_INTERFACES: dict[type, Callable[[Any], QAccessibleWidget]] = {
    GridView: SpokenGrid, _Voice: _notification,
}  # fmt: skip
"""How widgets that Qt does not know are told to screen readers."""


def speak_as(kind: type, interface: Callable[[Any], QAccessibleWidget]) -> None:
    """Tell widgets of a class to screen readers by what a function makes of them."""
    _INTERFACES[kind] = interface


def _interface_of(_class_name: str, thing: QObject) -> QAccessibleWidget | None:
    for kind, interface in _INTERFACES.items():
        if isinstance(thing, kind):
            return kept(interface(thing))
    return None
