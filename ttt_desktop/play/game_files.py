"""Opening and saving games."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from engine.files import write_whole
from engine.record import Record, read_record
from ttt_desktop.look.text import problem, tr
from ttt_desktop.look.widgets import Notice
from ttt_desktop.session.game import GameController
from ttt_desktop.work.files import FileKind, ask_open, filters, save_dialog

SUFFIX = ".tttgame"


class GameFiles(QObject):
    """Reads games from files into the controller, and writes them there.

    Args:
        controller: the game.
        notice: where it is said if a file cannot be read or written.
        window: the dialogs' parent.

    Signals:
        saved(str): the game was written to a file of this name.
    """

    saved = Signal(str)

    def __init__(self, controller: GameController, notice: Notice, window: QWidget) -> None:
        super().__init__(window)
        self._controller = controller
        self._notice = notice
        self._window = window

    @Slot()
    def ask_open(self) -> None:
        """Ask for a saved game and go on with it."""
        if path := ask_open(self._window, tr("Open game"), _filter()):
            self.open(path)

    def open(self, path: Path) -> bool:
        """Go on with the game in a file; say so and change nothing where it cannot be read."""
        record = self.read(path)
        if record is not None:
            wait = bool(record.game.undone)  # later moves are in it, too
            self._controller.adopt(record.game, wait, record=record)
        return record is not None

    def read(self, path: Path) -> Record | None:
        """Return a file's game, with its notes; say so and return None where it cannot be read."""
        try:
            return read_record(path)
        except ValueError as error:
            self._notice.tell(tr("The game could not be opened.") + f" {problem(error)}")
            return None

    @Slot()
    def ask_save(self) -> None:
        """Ask for a file name and save the game there."""
        name = f"{tr('Game')} {date.today().isoformat()}{SUFFIX}"
        with save_dialog(self._window, tr("Save game"), _filter(), SUFFIX, name) as dialog:
            if dialog.exec():
                self.save(Path(dialog.selectedFiles()[0]))

    def save(self, path: Path) -> bool:
        """Write the game, and what is noted beside it, to a file; say so where that fails."""
        try:
            write_whole(path, self._controller.record.to_json())
        except OSError as error:
            said = tr(
                "The game could not be saved to {path}: {reason}.", path=path, reason=problem(error)
            )
            self._notice.tell(said)
            return False
        self.saved.emit(path.name)
        return True


def _filter() -> str:
    """Return the kinds of files that a dialog offers, as Qt wants them."""
    return filters([FileKind(tr("Saved games"), SUFFIX), FileKind(tr("All files"), "")])
