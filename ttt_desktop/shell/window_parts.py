"""The parts of the window that F6 goes through: the board, each dock that is seen, the toolbar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QToolBar, QWidget

from ttt_desktop.look.focus import tab_chain, takes_tab
from ttt_desktop.shell.docks import Docks


class WindowParts(QObject):
    """Takes the keyboard from part to part.

    Args:
        board: where it begins.
    """

    def __init__(self, window: QMainWindow, board: QWidget, docks: Docks) -> None:
        super().__init__(window)
        self._window, self._board, self._docks = window, board, docks

    @Slot()
    def go_on(self) -> None:
        """Take the keyboard to the next part; after the last one to the board."""
        self._go(1)

    @Slot()
    def go_back(self) -> None:
        """Take the keyboard to the part before."""
        self._go(-1)

    def _go(self, way: int) -> None:
        stops = [(self._board, self._board), *self._docked(), *self._barred()]
        focus = QApplication.focusWidget()
        places = [
            place for place, (part, _) in enumerate(stops)
            if focus is not None and (part is focus or part.isAncestorOf(focus))
        ]  # fmt: skip
        here = places[0] if places else 0 if way < 0 else -1
        reason = Qt.FocusReason.TabFocusReason if way > 0 else Qt.FocusReason.BacktabFocusReason
        stops[(here + way) % len(stops)][1].setFocus(reason)

    def _docked(self) -> Iterator[tuple[QWidget, QWidget]]:
        """Yield the docks that are seen, from left to right, each with what takes the keyboard."""
        seen: list[QDockWidget] = [
            dock for dock in self._docks.by_action.values()
            if dock.isVisible() and not dock.visibleRegion().isEmpty()
        ]  # fmt: skip
        seen.sort(key=lambda dock: (dock.x(), dock.y()))
        yield from _with_first(seen)

    def _barred(self) -> Iterator[tuple[QWidget, QWidget]]:
        """Yield the first toolbar that takes the keyboard."""
        for first in _with_first(self._window.findChildren(QToolBar)):
            yield first
            return


def _with_first(parts: Iterable[QWidget]) -> Iterator[tuple[QWidget, QWidget]]:
    """Yield parts, each with the first thing on it that Tab reaches; none where there is none."""
    for part in parts:
        for widget in tab_chain(part):
            if part.isAncestorOf(widget) and takes_tab(widget):
                yield part, widget
                break
