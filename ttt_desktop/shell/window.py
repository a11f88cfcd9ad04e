"""The main window: it builds the shell, takes the features in, and hands on what happens to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QMainWindow, QVBoxLayout, QWidget

from ttt_desktop import APP_TITLE
from ttt_desktop.look.focus import is_typed_in
from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import S5
from ttt_desktop.look.windows import ScreenLimit
from ttt_desktop.session.view import ALL_BUT_ANALYSIS, View
from ttt_desktop.shell.clicks import Clicks
from ttt_desktop.shell.declared import docks_of, entries_of, tables_of
from ttt_desktop.shell.drops import Drops
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.header import Header
from ttt_desktop.shell.rail import Rail
from ttt_desktop.shell.shell import Basis, Shell
from ttt_desktop.shell.window_feature import WindowFeature
from ttt_desktop.shell.wishes import LeadOpenings
from ttt_desktop.work.files import remember, remembered
from ttt_desktop.work.logs import show_error

_EXTENT = QSize(1280, 800)
"""How large it is at a first start, where the screen has room."""


class MainWindow(QMainWindow):
    """The window that people play in.

    Args:
        basis: what there is before it.
        features: what can be done and seen in it, in the order in which they are asked.

    Attributes:
        shell: what the features share.
        features: the features, by name.
        own: what belongs to no feature.
        action: the shell's actions, by name; what else stands under a name here is the shell's too.
    """

    def __init__(self, basis: Basis, features: Sequence[type[Feature]]) -> None:
        super().__init__()
        self.setWindowTitle(APP_TITLE)
        entries, docks = entries_of(features), docks_of(features)
        self.shell = shell = Shell(self, basis, entries, docks, partial(tables_of, features))
        self.controller, self.recorder, self.coach = shell.controller, shell.recorder, shell.coach
        self.notice, self.status, self.headline = shell.notice, shell.status, shell.headline
        self.board, self.keyboard, self.machine = shell.board, shell.keyboard, shell.machine
        self.action, self.docks, self.preferences = shell.actions, shell.docks, shell.preferences
        self._asked: list[Feature] = []
        self.features = {kind.name: self._take_in(kind(shell)) for kind in features}
        self.setStatusBar(shell.status)
        self._arrange()
        self._connect()
        self._show_place()
        self.resize(_EXTENT.boundedTo(ScreenLimit(self).room))
        self.restoreGeometry(shell.store.layout("geometry"))
        remember(shell.store.last_folder)
        self.own = WindowFeature(shell)
        self._take_in(self.own)
        self._dropping()
        Clicks(shell, self._asked)
        if not shell.serve(LeadOpenings()):
            shell.controller.opening.play_none()
        shell.actions.refresh()
        shell.actions.refresh_choices()
        shell.board.setFocus()

    def _take_in(self, feature: Feature) -> Feature:
        self._asked.append(feature)
        self.shell.add(feature)
        feature.changed.connect(self.shell.actions.refresh)
        for page in feature.pages():
            self.shell.pages.add(page)
        return feature

    def _arrange(self) -> None:
        """Put the rail beside header and page, and into the panel what is told."""
        shell = self.shell
        foot = {name: shell.actions[name] for name in shell.actions.names}
        self.rail = Rail(shell.pages.places, shell.pages, foot, shell.theme)
        for feature in self._asked:
            feature.changed.connect(self.rail.refresh)
        self._header = header = Header(shell.pages, shell.actions, shell.controller, shell.theme)
        first, others = self._panels(speaks_first=True), self._panels(speaks_first=False)
        parts = (*first, shell.headline, shell.players, shell.notice, *others)
        shell.desk.panel.fill(parts)
        self._notice_place = parts.index(shell.notice)
        shell.desk.panel.shortened.connect(shell.headline.be_low)
        shell.desk.panel.shortened.connect(shell.players.be_low)
        page = QWidget()
        column = QVBoxLayout(page)
        self._above_page = QVBoxLayout()
        self._above_page.setContentsMargins(S5, 0, S5, 0)
        column.addWidget(header)
        column.addLayout(self._above_page)
        column.addWidget(shell.stack, 1)
        middle = QWidget()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, middle)
        self._row.addWidget(self.rail)
        self._row.addWidget(page, 1)
        for layout in (column, self._row):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        self.setCentralWidget(middle)
        shell.pages.open_board()

    def _panels(self, speaks_first: bool) -> list[QWidget]:
        """Return the features' panels, those above the headline or those below it."""
        asked = (feature for feature in self._asked if feature.speaks_first is speaks_first)
        panels = (feature.panel() for feature in asked)
        return [panel for panel in panels if panel is not None]

    @Slot()
    def _show_place(self) -> None:
        """Show the menus of the place that is open, and the notice where it is seen."""
        shell = self.shell
        shell.actions.show_place(shell.pages.place)
        is_hidden = shell.notice.isHidden()
        if shell.pages.shows_board:
            shell.desk.panel.hold(shell.notice, self._notice_place)
        else:
            self._above_page.addWidget(shell.notice)
        shell.notice.setHidden(is_hidden)  # a widget that gets another parent would be hidden

    def _dropping(self) -> None:
        """Have files that are dropped opened by the feature that takes their kind."""
        openers: dict[str, Callable[[Path], object]] = {}
        for feature in self._asked:
            openers |= feature.opens()
        Drops(self, openers, self.shell)

    def _connect(self) -> None:
        shell, controller = self.shell, self.shell.controller
        shell.store.tell = shell.notice.tell
        shell.board.typed.connect(shell.status.say_typed)
        shell.machine.changed.connect(shell.actions.refresh)
        shell.pages.changed.connect(self._show_place)
        shell.pages.changed.connect(self._show_bars)
        controller.follow(shell.pages.follow_board, View.game, View.task, View.reviewing)
        # (An analysis comes 60 times a second, and enables nothing.)
        controller.follow(shell.actions.refresh, *ALL_BUT_ANALYSIS)
        controller.follow(shell.actions.refresh_choices, View.settings, View.seats_now)
        controller.follow(self._show_players, View.task, View.scene, View.settings)
        kept = View.game, View.moves, View.undone, View.shelved, View.swap, View.notes
        controller.follow(self._keep_game, *kept)
        controller.failed.connect(self._show_failure)

    @Slot(str, str)
    def _show_failure(self, sentence: str, details: str) -> None:
        show_error(self, sentence, details)

    @Slot()
    def _keep_game(self) -> None:
        if (kept := self.shell.controller.to_keep) is not None:
            self.shell.keeper.save(*kept)

    @Slot()
    def _show_players(self) -> None:
        """Show who plays; where something is asked or told on the board, nobody does."""
        view = self.shell.controller.view
        is_told = view.scene.is_lesson and view.settings.machine == "neither"
        self.shell.players.setVisible(view.task is None and not is_told)

    @Slot()
    def _show_bars(self) -> None:
        """Leave out what stands around the board where that fills the screen."""
        fills = self.isFullScreen() and self.shell.pages.shows_board
        for bar in (self.rail, self._header, self.menuBar(), self.statusBar()):
            bar.setHidden(fills)

    # --- what happens to the window -----------------------------------------------------

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.key() != Qt.Key.Key_Escape or not self._escape():
            super().keyPressEvent(event)

    def _escape(self) -> bool:
        """Leave a page, or what lies over the game, one at a time; return whether there was any."""
        if not is_typed_in(self.focusWidget()) and self.shell.pages.go_back():
            return True
        return any(feature.escape() for feature in self._asked)

    @handler
    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self._show_bars()
            self.shell.actions.refresh()

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        bottom = self.rail.arrange(event.size())
        directions = QBoxLayout.Direction
        self._row.setDirection(directions.BottomToTop if bottom else directions.LeftToRight)
        self._row.activate()

    @handler
    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: D102
        shell = self.shell
        shell.clear()  # the next start begins with the user's game
        shell.preferences.save()
        shell.store.save_layout("geometry", self.saveGeometry())
        for feature in self._asked:
            feature.close()
        shell.store.save_last_folder(remembered())
        shell.store.flush()
        self._keep_game()
        shell.close()
        super().closeEvent(event)
