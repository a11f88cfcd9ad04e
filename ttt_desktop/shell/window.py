"""The main window: the board, the bar above it, the heat map, menus and status line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from ttt_desktop import APP_TITLE
from ttt_desktop.look.guard import handler
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import SPACE
from ttt_desktop.look.windows import ScreenLimit
from ttt_desktop.session.view import ALL_BUT_ANALYSIS, View
from ttt_desktop.settings.declarations import LEARN
from ttt_desktop.shell.clicks import Clicks
from ttt_desktop.shell.drops import Drops
from ttt_desktop.shell.feature import Feature, docks_of, tables_of
from ttt_desktop.shell.layouts import Layouts
from ttt_desktop.shell.own_actions import OWN, all_entries
from ttt_desktop.shell.shell import Basis, Shell
from ttt_desktop.shell.window_parts import WindowParts
from ttt_desktop.shell.wishes import (
    EditSettings,
    SeveralDropped,
)
from ttt_desktop.work.files import remember, remembered
from ttt_desktop.work.logs import show_error

_COACH_BUTTONS = ("previous_slip", "next_slip")


class MainWindow(QMainWindow):
    """The window that people play in.

    Args:
        folder: where the history of games is kept.

    Attributes:
        keyboard: follows the keyboard through all windows.
        board: the board that is played on.
        docks: the docks around it.
        machine: loads machines from files, and checks them.
        parts: what F6 goes through.
        drops: takes files that are dropped on the window.
        preferences: the settings in force.
        opponents: what the menus change about the machine.
        layouts: the layouts Play and Learn.
        recorder: keeps finished games in the history.
        notice: the sentence above everything, where something is to be read.
        headline: whose turn it is and how the game ended, above the board.
        rounds: starts games, and shows how they ended.
        offers: what is offered at the end of a game.
        pairs: draws pairs of squares on the board.
        coach: reviews games.
        clicks: takes the squares that are chosen.
        status: the status line.
        action: the window's actions, by name.
        controller: the game.
    """

    def __init__(self, basis: Basis, features: Sequence[type[Feature]]) -> None:
        super().__init__()
        self.setWindowTitle(APP_TITLE)
        self.shell = shell = Shell(
            self, basis, all_entries(features), docks_of(features), partial(tables_of, features)
        )  # fmt: skip
        shell.add(OWN, self, serve=self._serve)
        self.controller = controller = shell.controller
        self._theme, self._keeper = shell.theme, shell.keeper
        self._store = store = shell.store
        self.notice, self.preferences = shell.notice, shell.preferences
        self.board, self.keyboard, self.status = shell.board, shell.keyboard, shell.status
        self.action, self.docks = shell.actions, shell.docks
        self.machine, self.recorder, self.coach = shell.machine, shell.recorder, shell.coach
        self.features: dict[str, Feature] = {}
        for kind in features:
            self.features[kind.name] = feature = kind(shell)
            shell.add(kind.name, feature, feature.leave, feature.serve, feature.tiles)
            feature.changed.connect(self.action.refresh)
            if (page := feature.page()) is not None:
                shell.pages.add(page)
        self._players, self.headline = shell.players, shell.headline
        self.setStatusBar(self.status)
        self._build()
        self._connect()
        self._restore_layout()
        remember(store.last_folder)
        self.layouts = Layouts(self, self.docks, self.action, store, controller.settings.layout)
        self._show_settings()
        self.action.refresh()
        self.action.refresh_choices()
        self.board.setFocus()

    def _build(self) -> None:
        layout = QVBoxLayout(self.shell.middle)
        layout.setContentsMargins(SPACE, 0, SPACE, 0)
        layout.setSpacing(SPACE // 2)
        first, others = self._panels(speaks_first=True), self._panels(speaks_first=False)
        for bar in (
            self.notice, self._players, *first, self.headline,
            *others,
        ):  # fmt: skip
            layout.addWidget(bar)
        frame = self.shell.frame
        frame.setParent(None)  # it comes last for the tab key: after what is said above the board
        layout.addWidget(frame, 1)
        self.parts = WindowParts(self, self.board, self.docks)
        self._openers = {
            ending: open_it
            for feature in self.features.values() for ending, open_it in feature.opens().items()
        }  # fmt: skip
        self.drops = Drops(self, tuple(self._openers))
        self.clicks = Clicks(self.shell, [*self.features.values()])

    def _panels(self, speaks_first: bool) -> list[QWidget]:
        """Return the features' panels, those above the headline or those below it."""
        features = self.features.values()
        panels = (feature.panel() for feature in features if feature.speaks_first is speaks_first)
        return [panel for panel in panels if panel is not None]

    def _connect(self) -> None:
        controller = self.controller
        self._store.tell = self.notice.tell
        self.board.typed.connect(self.status.say_typed)
        # (An analysis comes 60 times a second, and enables nothing.)
        controller.follow(self.action.refresh, *ALL_BUT_ANALYSIS)
        controller.follow(self.action.refresh_choices, View.settings, View.seats_now)
        controller.follow(self._show_settings, View.settings)
        for show in (self._show_players, self._show_settings):
            self.shell.presenting_changed.connect(show)
        controller.follow(self._show_players, View.task)
        controller.follow(
            self._keep_game,
            *(View.game, View.moves, View.undone, View.shelved, View.swap, View.notes),
        )
        controller.failed.connect(self._show_failure)
        self.machine.changed.connect(self.action.refresh)
        self.drops.dropped.connect(self._take_dropped)
        self.drops.crowded.connect(self._tell_crowded)

    # --- what the controller tells ----------------------------------------------------

    @Slot(str, str)
    def _show_failure(self, sentence: str, details: str) -> None:
        show_error(self, sentence, details)

    @Slot()
    def _keep_game(self) -> None:
        if (kept := self.controller.to_keep) is not None:
            self._keeper.save(*kept)

    # --- what people do ---------------------------------------------------------------

    @property
    def in_learn(self) -> bool:
        """Whether what explains the machine is shown: by the layout, or by a feature."""
        return self._explained or self.controller.settings.layout == LEARN

    @property
    def _explained(self) -> bool:
        return any(feature.explains() for feature in self.features.values())

    def choose_layout(self, layout: str) -> None:
        """Show the board alone ("play"), or what explains the machine too ("learn")."""
        if self._explained:  # that has docks of its own open, and is in Learn already
            if layout == LEARN:
                return
            self.shell.clear()
        self.preferences.change(layout=layout)
        self.action.refresh()

    def _come_forward(self) -> None:
        """Stand in front of the other windows, with the keyboard."""
        self.raise_()
        self.activateWindow()

    @Slot()
    def _tell_crowded(self) -> None:
        if not self.shell.serve(SeveralDropped()):
            self.notice.tell(tr("Drop one file at a time."))

    @Slot(object)
    def _take_dropped(self, path: Path) -> None:
        """Open a file with the feature that takes its kind."""
        for ending, open_it in self._openers.items():
            if path.name.lower().endswith(ending):
                open_it(path)
                return

    @Slot()
    def _show_players(self) -> None:
        """Show who plays; a position that is set up asks for that, and in a puzzle nobody does."""
        nobody = self.controller.view.task is not None
        self._players.setVisible(not (nobody or self.shell.presenting))

    @Slot()
    def close_window(self) -> None:
        """Close the window, and with it the program."""
        self.close()

    # --- settings ---------------------------------------------------------------------

    @Slot()
    def open_settings(self) -> None:
        """Open the settings dialog."""
        self._edit_settings()

    def _edit_settings(self, name: str = "") -> None:
        from ttt_desktop.settings.dialog import SettingsDialog  # noqa: PLC0415  (not for the start)

        dialog = self.findChild(SettingsDialog)
        if dialog is None:
            dialog = SettingsDialog(self._theme, self)
            dialog.applied.connect(self.preferences.apply)
        dialog.edit(self.controller.settings, name)

    @Slot()
    def _show_settings(self) -> None:
        settings = self.controller.settings
        self._theme.choose(
            settings.theme, settings.text_scale, settings.palette, settings.board_look
        )
        if not self.shell.presenting:
            self.layouts.choose(settings.layout)

    def _serve(self, wish: object) -> bool:
        """Do what a feature wishes of the window."""
        if isinstance(wish, EditSettings):
            self._come_forward()
            self._edit_settings(wish.name)
        else:
            return False
        return True

    # --- files and the window itself --------------------------------------------------

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.key() != Qt.Key.Key_Escape or not self._escape():
            super().keyPressEvent(event)

    def _escape(self) -> bool:
        """Leave what lies over the game, one thing at a time; return whether there was any."""
        return any(feature.escape() for feature in self.features.values())

    @handler
    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.action.refresh()

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self.action.fit(event.size().width())

    @handler
    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: D102
        self.shell.clear()  # the next start begins with the user's game
        self.preferences.save()
        self._store.save_layout("geometry", self.saveGeometry())
        for feature in self.features.values():
            feature.close()
        self.layouts.keep()
        self._store.save_last_folder(remembered())
        self._store.flush()
        self._keep_game()
        self.shell.pages.close()
        self.shell.annotator.flush()
        self.coach.close()
        self.machine.close()
        self.controller.shut_down()
        self.recorder.close()
        super().closeEvent(event)

    def _restore_layout(self) -> None:
        self.resize(QSize(980, 700).boundedTo(ScreenLimit(self).room))
        self.restoreGeometry(self._store.layout("geometry"))
