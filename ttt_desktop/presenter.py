"""Presenter view: the board and the heat map only, in large type, for a projector."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QMainWindow, QToolBar, QWidget

from ttt_desktop.docks import Docks

TEXT_FACTOR = 1.6
"""How much larger the text is than in the usual view."""


class Presenter(QObject):
    """Turns the main window into presenter view and back.

    Args:
        window: the main window.
        docks: its docks.
        aside: what is hidden meanwhile, beside menus, toolbar and status line.

    Attributes:
        active: whether presenter view is on.
    """

    def __init__(self, window: QMainWindow, docks: Docks, aside: list[QWidget]) -> None:
        super().__init__(window)
        self.active = False
        self._window = window
        self._docks = docks
        self._aside = aside
        self._layout = QByteArray()
        self._shown_before: dict[QWidget, bool] = {}

    def enter(self) -> None:
        """Hide all but board and heat map."""
        self._layout = self._window.saveState()
        self.active = True
        for dock in self._docks.by_action.values():
            dock.setVisible(dock is self._docks.heat)
        self._docks.heat.show_controls(False)
        self._set_bars_visible(False)
        # The larger text comes first; it changes what the layout can do.
        QTimer.singleShot(0, self, self._share_room)

    @Slot()
    def _share_room(self) -> None:
        if self.active:
            half = self._window.width() // 2
            self._window.resizeDocks([self._docks.heat], [half], Qt.Orientation.Horizontal)

    def leave(self) -> None:
        """Bring everything back as it was."""
        self.active = False
        self._docks.heat.show_controls(True)
        self._set_bars_visible(True)
        self._window.restoreState(self._layout)

    @property
    def layout_to_keep(self) -> QByteArray:
        """The window's layout, as it is without presenter view."""
        return self._layout if self.active else self._window.saveState()

    def _set_bars_visible(self, visible: bool) -> None:
        window = self._window
        bars = [window.menuBar(), window.statusBar(), *window.findChildren(QToolBar), *self._aside]
        for bar in bars:
            if not visible:
                self._shown_before[bar] = not bar.isHidden()
            bar.setVisible(visible and self._shown_before.get(bar, True))
