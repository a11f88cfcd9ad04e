"""Files of games and of machines: what the shell asks of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDockWidget, QWidget

from engine.formats.files import ENDINGS
from engine.record import Record
from ttt_desktop.features.files.bar import FileBar
from ttt_desktop.features.files.course_files import COURSE_ENDINGS, CourseFiles
from ttt_desktop.features.files.game_files import GameFiles
from ttt_desktop.features.files.guests import LEARNT_ENDINGS, Guests
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.docks import Dock, dock_action
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.sections import FILES, OWN_MACHINES
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import OpenGame, PlayMachine, TellGivenUp, TryFile

Keys = QKeySequence.StandardKey


class FilesFeature(Feature):
    """Opens and saves games, and lets machines from files play.

    Attributes:
        games: opens and saves games.
        course_files: asks for course files, and tries them.
        guests: asks for machines of other kinds.
        bar: what a course file was found to be, above the board.
    """

    name = "files"
    speaks_first = True

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.games = GameFiles(shell.controller, shell.notice, shell.runner, shell.window)
        self.course_files = CourseFiles(shell.machine, shell.notice, shell.trust, shell.window)
        self.guests = Guests(shell.machine, shell.notice, shell.trust, shell.window)
        self.bar = FileBar(shell.controller, shell.machine, self.course_files)
        self.games.saved.connect(shell.status.say_saved)
        self.games.copied.connect(shell.status.say_done)
        self.course_files.saved.connect(shell.status.say_saved)
        self.course_files.played.connect(self._play)

    @classmethod
    def actions(cls) -> Sequence[Action[FilesFeature]]:  # noqa: D102
        return (*_GAMES, *_MACHINES)

    @classmethod
    def docks(cls) -> Sequence[Dock[FilesFeature]]:  # noqa: D102
        tip = "What the file prints"
        action = dock_action("log", "&Output of the machine's file", tip, section=OWN_MACHINES)
        return (Dock(action, FilesFeature.make),)

    def make(self) -> QDockWidget:
        """Make the dock."""
        from ttt_desktop.features.files.dock import LogDock  # noqa: PLC0415  (not for the start)

        return LogDock(self.shell.machine, self.shell.window)

    def panel(self) -> QWidget:  # noqa: D102
        return self.bar

    def opens(self) -> Mapping[str, Callable[[Path], object]]:  # noqa: D102
        return {
            **dict.fromkeys(COURSE_ENDINGS, self.course_files.try_dropped),
            **dict.fromkeys(LEARNT_ENDINGS, self.guests.load),
            **dict.fromkeys(ENDINGS, self.games.open),
        }

    def serve(self, wish: object) -> bool:  # noqa: D102
        if isinstance(wish, OpenGame):
            self._take_over(wish)
        elif isinstance(wish, TryFile):
            self.course_files.ask_try()
        else:
            return False
        return True

    def _take_over(self, wish: OpenGame) -> None:
        """Go on with the game in a file, once another one has made way."""

        def use(record: Record) -> None:
            gives_up = wish.make_way()
            self.games.adopt(wish.path, record)
            if gives_up:
                self.shell.serve(TellGivenUp())
            self.games.tell_notes(record)

        self.games.read(wish.path, use, wish.fail)

    @Slot()
    def _play(self) -> None:
        """Start a game against the course file that was tried."""
        self.shell.serve(PlayMachine())


_CLIPBOARD = FILES.under("&Clipboard")
_GAMES: tuple[Action[FilesFeature], ...] = (
    Action("open", "&Open game…", "Go on with a game from a file, of this program's or of "
           "another's", FILES, lambda f: f.games.ask_open(), Keys.Open, icon="folder-open"),
    Action("save", "&Save game…", "Save this game to a file, of this program's or of another's "
           "kind", FILES, lambda f: f.games.ask_save(), Keys.Save, icon="save"),
    Action("copy_position", "Copy &position", "Put the position on the clipboard, as text",
           _CLIPBOARD, lambda f: f.games.copy_position(), Keys.Copy),
    Action("copy_game", "Copy &game", "Put the moves of the game on the clipboard, as text",
           _CLIPBOARD, lambda f: f.games.copy_game(), "Ctrl+Alt+C"),
    Action("paste", "&Open what is copied", "Go on with the game or the position that was copied "
           "as text: moves, a board or SGF", _CLIPBOARD, lambda f: f.games.paste(), Keys.Paste),
)  # fmt: skip
_MACHINES: tuple[Action[FilesFeature], ...] = (
    Action("from_file", "&From file…", "Let a course file's mc_move be the machine", OWN_MACHINES,
           lambda f: f.course_files.ask_load()),
    Action("guest", "&Network or program…", "Let a machine that has learnt, or another program "
           "that plays five in a row, be the machine", OWN_MACHINES, lambda f: f.guests.ask()),
    Action("built_in", "&Built-in machine", "Let the built-in machine play again", OWN_MACHINES,
           lambda f: f.shell.machine.drop(),
           enabled=lambda f: f.shell.controller.view.machine_name),
    Action("check_file", "&Check file…", "Check a course file against the course's contract",
           OWN_MACHINES, lambda f: f.course_files.ask_check()),
    Action("blank_file", "Save a machine to &begin with…", "A course file that plays, for you to "
           "improve", OWN_MACHINES, lambda f: f.course_files.ask_save_blank()),
)  # fmt: skip
