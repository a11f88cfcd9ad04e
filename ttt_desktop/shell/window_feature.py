"""What belongs to no feature: the settings dialog, the layouts, the window's parts, its end."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtGui import QKeySequence

from ttt_desktop.session.view import View
from ttt_desktop.settings.declarations import LEARN, PLAY
from ttt_desktop.shell.actions import Action, Role
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.layouts import Layouts
from ttt_desktop.shell.sections import LAYOUT, PROGRAM, SCREEN
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.window_parts import WindowParts
from ttt_desktop.shell.wishes import EditSettings

Keys = QKeySequence.StandardKey


class WindowFeature(Feature):
    """Answers as a feature does, for what belongs to none.

    Attributes:
        layouts: the layouts Play and Learn.
        parts: what F6 goes through.
    """

    name = "window"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.parts = WindowParts(shell.window, shell.board, shell.docks)
        self.layouts = Layouts(shell)
        shell.controller.follow(self._show_settings, View.settings, View.look)
        shell.presenting_changed.connect(self._show_settings)
        self._show_settings()

    @classmethod
    def actions(cls) -> Sequence[Action[WindowFeature]]:  # noqa: D102
        return _ACTIONS

    def serve(self, wish: object) -> bool:  # noqa: D102
        if not isinstance(wish, EditSettings):
            return False
        self.shell.come_forward()
        self.edit_settings(wish.name)
        return True

    def close(self) -> None:  # noqa: D102
        self.layouts.keep()

    def edit_settings(self, name: str = "") -> None:
        """Open the settings dialog, where one of them stands."""
        from ttt_desktop.settings.dialog import SettingsDialog  # noqa: PLC0415  (not for the start)

        shell = self.shell
        dialog = shell.window.findChild(SettingsDialog)
        if dialog is None:
            dialog = SettingsDialog(shell.theme, shell.window)
            dialog.applied.connect(shell.preferences.apply)
        dialog.edit(shell.controller.settings, name)

    @property
    def in_learn(self) -> bool:
        """Whether what explains the machine is shown: by the layout, or by a feature."""
        return self.shell.explains or self.shell.controller.settings.layout == LEARN

    def choose_layout(self, layout: str) -> None:
        """Show the board alone ("play"), or what explains the machine too ("learn")."""
        if self.shell.explains:  # that has docks of its own open, and is in Learn already
            if layout == LEARN:
                return
            self.shell.clear()
        self.shell.preferences.change(layout=layout)
        self.changed.emit()

    @Slot()
    def _show_settings(self) -> None:
        settings, look = self.shell.controller.settings, self.shell.controller.view.look
        self.shell.theme.choose(
            settings.theme, settings.text_scale, settings.palette, look, settings.font
        )
        if not self.shell.presenting:
            self.layouts.choose(settings.layout)


_ACTIONS: tuple[Action[WindowFeature], ...] = (
    Action("settings", "Se&ttings…", "Board, machine and appearance", PROGRAM,
           WindowFeature.edit_settings, "Ctrl+,", toolbar=4, icon="settings", terse=True,
           role=Role.PreferencesRole),
    Action("quit", "&Quit", "Close the program; an unfinished game is kept", PROGRAM,
           lambda own: own.shell.window.close(), Keys.Quit, "Ctrl+Q", everywhere=True,
           role=Role.QuitRole),
    Action("next_part", "&Next part of the window", "Take the keyboard to the next open dock, "
           "then to the toolbar and back to the board", SCREEN, lambda own: own.parts.go_on(),
           "F6"),
    Action("previous_part", "Pre&vious part of the window", "Take the keyboard to the part before",
           SCREEN, lambda own: own.parts.go_back(), "Shift+F6"),
    Action("play", "&Play", "The board alone", LAYOUT, lambda own: own.choose_layout(PLAY),
           "Ctrl+1", toolbar=5, checkable=True, checked=lambda own: not own.in_learn),
    Action("learn", "&Learn", "See how the machine thinks", LAYOUT,
           lambda own: own.choose_layout(LEARN), "Ctrl+2", toolbar=5, checkable=True,
           checked=lambda own: own.in_learn),
    Action("reset_layout", "&Reset layout", "Put every dock where it was at the first start",
           LAYOUT, lambda own: own.layouts.reset()),
)  # fmt: skip
