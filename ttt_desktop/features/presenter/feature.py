"""Presenter view and full screen: the board and what explains it, for a projector."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from ttt_desktop.look.guard import virtual
from ttt_desktop.look.parts import PLAIN, Button
from ttt_desktop.look.text import tr
from ttt_desktop.settings.declarations import OPTIONS
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.sections import SCREEN
from ttt_desktop.shell.shell import Shell

_TEXT_FACTOR = 1.6
"""How much larger the text is in presenter view than in the usual one."""


class PresenterFeature(Feature):
    """Fills the screen with the board, with larger text for the last row too, and back.

    The window leaves its bars out while the board fills the screen.

    Attributes:
        leave_button: leaves the full screen; it stands in the panel while that is on.
    """

    name = "presenter"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._window, self._docks = shell.window, shell.docks
        self._docks_then: dict[str, bool] = {}
        self.leave_button = Button(shell.theme, tr("Leave full screen"), "minimize", PLAIN)
        self.leave_button.setToolTip(tr("Leave full screen (Esc)"))
        self.leave_button.clicked.connect(self.escape)
        self.leave_button.hide()
        self._window.installEventFilter(self)

    @virtual(bool)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.WindowStateChange:
            is_full = self._window.isFullScreen()
            self.leave_button.setVisible(is_full)
            if not is_full and self.shell.presenting:  # a window manager has done that
                self._end()
        return super().eventFilter(watched, event)

    @classmethod
    def actions(cls) -> Sequence[Action[PresenterFeature]]:  # noqa: D102
        return (
            Action("presenter", "&Presenter view", "Fill the screen with the board and with what "
                   "explains it, in larger type", SCREEN, PresenterFeature.toggle, "F5",
                   icon="presentation", checkable=True,
                   checked=lambda presenter: presenter.shell.presenting),
            Action("fullscreen", "&Full screen", "Fill the whole screen, or stop doing so", SCREEN,
                   PresenterFeature.toggle_full_screen, QKeySequence.StandardKey.FullScreen, "F11",
                   icon="maximize", checkable=True,
                   checked=lambda presenter: presenter.shell.window.isFullScreen()),
        )  # fmt: skip

    def panel(self) -> QWidget:  # noqa: D102
        return self.leave_button

    def escape(self) -> bool:  # noqa: D102
        if not self._window.isFullScreen():
            return False
        self._fill_screen(False)
        return True

    def toggle_full_screen(self) -> None:
        """Fill the screen, or stop doing so."""
        self._fill_screen(not self._window.isFullScreen())

    def toggle(self) -> None:
        """Begin presenter view, or end it."""
        if self.shell.presenting:
            self._fill_screen(False)
        else:
            self._begin()

    def _fill_screen(self, fills: bool) -> None:
        state, full = self._window.windowState(), Qt.WindowState.WindowFullScreen
        self._window.setWindowState(state | full if fills else state & ~full)

    def _begin(self) -> None:
        """Leave the board and the docks that explain; where none is open, the first ones open."""
        self.shell.pages.open_board()
        self._docks.put_aside()
        presented = self._docks.presented
        for name, dock in self._docks.by_action.items():
            if name not in presented:
                dock.hide()
        self._fill_screen(True)
        self.shell.present(True)
        self.shell.theme.enlarge(_TEXT_FACTOR, round(OPTIONS["text_scale"].high))
        if all(dock.isHidden() for dock in presented.values()):
            first = self._docks.first  # (they are made with this)
            for name, dock in self._docks.presented.items():
                if dock in first:
                    self._docks.open(name)
        self._docks_then = self._shown_docks()

    def _shown_docks(self) -> dict[str, bool]:
        return {name: not dock.isHidden() for name, dock in self._docks.presented.items()}

    def _end(self) -> None:
        """Bring everything back as it was, but for docks opened or closed meanwhile."""
        now = self._shown_docks()
        self.shell.theme.enlarge(1)
        self.shell.present(False)
        self._docks.bring_back()
        for name, shown in now.items():
            if shown != self._docks_then.get(name, False):
                self._docks[name].setVisible(shown)
