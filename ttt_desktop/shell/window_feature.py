"""What belongs to no feature: the settings dialog, where docks lie, the window's parts, its end."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtGui import QKeySequence

from ttt_desktop.look.text import tr
from ttt_desktop.session.view import View
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.shell.actions import Action, Role
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.layouts import Layouts
from ttt_desktop.shell.sections import LAYOUT, PARTS, PROGRAM
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.window_parts import WindowParts
from ttt_desktop.shell.wishes import EditSettings

Keys = QKeySequence.StandardKey


class WindowFeature(Feature):
    """Answers as a feature does, for what belongs to none.

    Attributes:
        layouts: where the docks lie.
        parts: what F6 goes through.
    """

    name = "window"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.parts = WindowParts(shell)
        self.layouts = Layouts(shell)
        self._edits_own = False
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
        from ttt_desktop.board.sign_legend import SignLegend  # noqa: PLC0415
        from ttt_desktop.settings.dialog import SettingsDialog  # noqa: PLC0415  (not for the start)

        shell = self.shell
        dialog = shell.window.findChild(SettingsDialog)
        if dialog is None:
            dialog = SettingsDialog(shell.theme, shell.window)
            dialog.applied.connect(self._apply)
            legend = SignLegend(dialog.preview.dress)
            dialog.preview.changed.connect(legend.show_look)
            dialog.add_preview(tr("Marks on the board"), legend)
        view, note = shell.controller.view, ""
        if view.scene.is_lesson:
            note = tr("These are your own settings. The lesson on the board has its own.")
        elif view.task is not None:
            note = tr("These are your own settings. The puzzle on the board has its own.")
        self._edits_own = bool(note)
        dialog.edit(view.own if note else view.settings, name, note)

    @Slot(object)
    def _apply(self, settings: Settings) -> None:
        if self._edits_own:
            self.shell.preferences.apply_own(settings)
        else:
            self.shell.preferences.apply(settings)

    @Slot()
    def _show_settings(self) -> None:
        settings, look = self.shell.controller.settings, self.shell.controller.view.look
        self.shell.theme.choose(
            settings.theme, settings.text_scale, settings.palette, look, settings.font
        )


_ACTIONS: tuple[Action[WindowFeature], ...] = (
    Action("settings", "Se&ttings…", "Board, machine and appearance", PROGRAM,
           WindowFeature.edit_settings, "Ctrl+,", icon="settings",
           role=Role.PreferencesRole),
    Action("quit", "&Quit", "Close the program; an unfinished game is kept", PROGRAM,
           lambda own: own.shell.window.close(), Keys.Quit, "Ctrl+Q", everywhere=True,
           role=Role.QuitRole),
    Action("next_part", "&Next part of the window", "Take the keyboard to the next open dock, "
           "then on to the rail and the header, and back to the board", PARTS,
           lambda own: own.parts.go_on(), "F6"),
    Action("previous_part", "Pre&vious part of the window", "Take the keyboard to the part before",
           PARTS, lambda own: own.parts.go_back(), "Shift+F6"),
    Action("reset_layout", "Reset d&ocks", "Close every dock, and put it where it was at the "
           "first start", LAYOUT, lambda own: own.layouts.reset()),
)  # fmt: skip
