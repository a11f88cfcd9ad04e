"""The parts of the window that F6 goes through: board and panel or a page, docks, rail, header."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget

from ttt_desktop.look.focus import tab_chain, takes_tab
from ttt_desktop.shell.shell import Shell


class WindowParts(QObject):
    """Takes the keyboard from part to part: what fills the window, the docks, rail and header."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._window, self._board, self._docks = shell.window, shell.board, shell.docks
        self._stack, self._pages, self._panel = shell.stack, shell.pages, shell.desk.panel

    @Slot()
    def go_on(self) -> None:
        """Take the keyboard to the next part; after the last one to the board."""
        self._go(1)

    @Slot()
    def go_back(self) -> None:
        """Take the keyboard to the part before."""
        self._go(-1)

    def _go(self, way: int) -> None:
        stops = [*self._paged(), *self._docked(), *self._barred()]
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

    def _paged(self) -> Iterator[tuple[QWidget, QWidget]]:
        """Yield the board and the panel, or the page that is open."""
        if self._pages.shows_board:
            yield self._board, self._board
            yield from _with_first([self._panel])
        else:
            page = self._stack.currentWidget()
            yield from _with_first([page] if page is not None else [])

    def _barred(self) -> Iterator[tuple[QWidget, QWidget]]:
        """Yield the rail and the header."""
        bars = (self._window.findChild(QWidget, name) for name in ("rail", "header"))
        yield from _with_first(bar for bar in bars if bar is not None and bar.isVisible())


def _with_first(parts: Iterable[QWidget]) -> Iterator[tuple[QWidget, QWidget]]:
    """Yield parts, each with the first thing on it that Tab reaches; none where there is none."""
    for part in parts:
        for widget in tab_chain(part):
            if part.isAncestorOf(widget) and takes_tab(widget):
                yield part, widget
                break
