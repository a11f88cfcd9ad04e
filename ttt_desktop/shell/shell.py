"""What all features share: the rooms beside them, and the doors to what the others do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMainWindow, QStackedWidget

from ttt_desktop.archive.annotator import Annotator
from ttt_desktop.archive.recorder import Recorder
from ttt_desktop.board.board_view import BoardView
from ttt_desktop.board.headline import Headline
from ttt_desktop.board.player_bar import PlayerBar
from ttt_desktop.look.focus import KeyboardFocus
from ttt_desktop.look.grid_view import SquareFrame
from ttt_desktop.look.system import system_wants_motion
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import Notice
from ttt_desktop.machines.machine import FileMachine
from ttt_desktop.session.coach import Coach
from ttt_desktop.session.game import GameController
from ttt_desktop.session.keeper import GameKeeper
from ttt_desktop.settings.store import SettingsStore
from ttt_desktop.shell.desk import Desk
from ttt_desktop.shell.docks import DockEntry, Docks
from ttt_desktop.shell.menus import Entry, Menus
from ttt_desktop.shell.pages import Pages
from ttt_desktop.shell.preferences import Preferences
from ttt_desktop.shell.refusals import Refusals
from ttt_desktop.shell.status_line import StatusLine
from ttt_desktop.shell.tiles import Tile
from ttt_desktop.shell.writer import Writer
from ttt_desktop.work.jobs import JobRunner
from ttt_desktop.work.trust import Trust

if TYPE_CHECKING:
    from ttt_desktop.archive.tables import Table

_LEAST_BOARD = 120
"""The least side of the board, in pixels."""


class Basis(NamedTuple):
    """What there is before the window."""

    controller: GameController
    theme: ThemeManager
    store: SettingsStore
    keeper: GameKeeper
    runner: JobRunner
    folder: Path
    """Where the history of games is kept."""


class Member(Protocol):
    """What the shell asks of a feature for others (see ``Feature``)."""

    name: str

    def leave(self) -> None: ...  # noqa: D102
    def serve(self, wish: object) -> bool: ...  # noqa: D102
    def tiles(self) -> Sequence[Tile]: ...  # noqa: D102


class Shell(QObject):
    """Holds what features build on, and hands on what one of them wants of the others.

    Args:
        window: the main window.
        entries: what can be done, in the order of the menus.
        docks: the docks, each with its feature's name.
        tables: returns the tables that features have in the database of games.

    Attributes:
        notice: the sentence above everything, where something is to be read.
        preferences: the settings in force.
        board: the board that is played on.
        frame: the room around it, in which it stays square.
        desk: holds both, the panel beside them, and the docks.
        stack: holds the desk and the pages.
        keyboard: follows the keyboard through all windows.
        status: the status line.
        writer: writes files that were asked for.
        refusals: says why a square cannot be chosen.
        players: who plays.
        headline: whose turn it is and how the game ended, below that.
        machine: loads machines from files, and checks them.
        trust: which files may run.
        coach: reviews games.
        recorder: keeps finished games in the history.
        annotator: keeps there what the coach found in them, and what is noted beside them.
        actions: what can be done, by name.
        docks: the docks around the board.
        pages: the features' pages, and which of them is open.
        presenting: whether presenter view is on.

    Signals:
        started(): the program has begun with the board, and no place's home.
        chosen(Square): a square of the board was chosen, which no feature has taken.
        presenting_changed(): presenter view was begun or left.
    """

    started = Signal()
    chosen = Signal(object)
    presenting_changed = Signal()

    def __init__(
        self,
        window: QMainWindow,
        basis: Basis,
        entries: Sequence[Entry],
        docks: Sequence[DockEntry],
        tables: Callable[[], Sequence[Table]],
    ) -> None:
        super().__init__(window)
        self.window = window
        self.controller, self.theme, self.store, self.keeper, self.runner, self.folder = basis
        self.presenting = False
        self._members: dict[str, Member] = {}
        controller, theme = self.controller, self.theme
        self.notice = Notice()
        self.preferences = Preferences(controller, self.store, self.notice, self)
        self.board = BoardView(controller.model, theme)
        self.board.animate = self.animates
        self.frame = SquareFrame(self.board, _LEAST_BOARD)
        self.frame.setObjectName("board")
        self.desk = Desk(self.frame, theme, window)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.desk)
        self.keyboard = KeyboardFocus(window)
        self.board.by_key = self.keyboard.by_key
        self.status = StatusLine(controller)
        self.writer = Writer(self.notice, window)
        self.writer.done.connect(self.status.say_done)
        self.refusals = Refusals(controller, self.board, self.status)
        self.players, self.headline = PlayerBar(controller, theme), Headline(controller, theme)
        self.trust = Trust(self.store.has_read_warning, self.store.save_warning_read)
        self.machine = FileMachine(controller, self.runner, window)
        self.recorder = Recorder(controller, self.folder, self.runner, tables, window)
        self.coach = Coach(controller, self.runner, window)
        self.annotator = Annotator(controller, self.coach, self.recorder, window)
        self.actions = Menus(window, theme, entries, self._owner)
        self.pages = Pages(self.stack, self.desk)
        self.pages.clear_board = self._uncover
        self.docks = Docks(self.desk, self.actions, docks, self._owner)

    def add(self, member: Member) -> None:
        """Take a feature in, whose actions and docks were declared."""
        self._members[member.name] = member

    def _owner(self, name: str) -> object:
        return self._members[name]

    def animates(self) -> bool:
        """Whether things may move. Asking the system may take a while, so not at the start."""
        wanted = self.controller.settings.animations
        return wanted == "on" or (wanted == "system" and system_wants_motion())

    def present(self, presenting: bool) -> None:
        """Note that presenter view was begun or left."""
        self.presenting = presenting
        self.presenting_changed.emit()

    # --- what one feature wants of the others -------------------------------------------

    def show(self, name: str) -> bool:
        """Open a dock or a page; return whether anything has that name."""
        if name in self.docks:
            self.pages.open_board()
            self.docks.open(name)
            return True
        return self.pages.open(name)

    def do(self, name: str) -> bool:
        """Do what an action does; return whether anything has that name."""
        if name not in self.actions.names:
            return False
        self.actions[name].trigger()
        return True

    def has(self, name: str) -> bool:
        """Return whether an action has that name."""
        return name in self.actions.names

    def serve(self, wish: object) -> bool:
        """Have done what a feature wishes (see ``shell.wishes``); return whether any does it."""
        return any(member.serve(wish) for member in self._members.values())

    def tiles(self) -> list[Tile]:
        """Return what all offer on the start page beside games, in their order."""
        return [tile for member in self._members.values() for tile in member.tiles()]

    def clear(self) -> None:
        """Have everything taken away that lies over the game: something else is to come."""
        for member in self._members.values():
            member.leave()

    def _uncover(self) -> None:
        """Have the user's own game on the board."""
        self.clear()
        self.controller.overlays.leave_all()

    def come_forward(self) -> None:
        """Stand in front of the other windows, with the keyboard."""
        self.window.raise_()
        self.window.activateWindow()

    def close(self) -> None:
        """End all work: the window closes."""
        self.pages.close()
        self.annotator.flush()
        self.coach.close()
        self.machine.close()
        self.controller.shut_down()
        self.recorder.close()
