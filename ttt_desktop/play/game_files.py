"""Opening and saving games: files of this program and of others, and the clipboard."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QInputDialog, QMessageBox, QWidget

from engine.beginning import legal
from engine.errors import printable
from engine.files import write_whole
from engine.formats.files import (
    ENDINGS,
    FORMATS,
    MOVES,
    OWN,
    POSITION,
    GameFormat,
    format_of,
    read_game,
    read_text,
)
from engine.game import MAX_BYTES
from engine.record import Record
from ttt_desktop.look.text import problem, tr, unmarked
from ttt_desktop.look.widgets import Notice
from ttt_desktop.session.game import GameController
from ttt_desktop.work.files import FileKind, all_files, ask_open, ask_save, filters

_SHOWN = 60
"""How many letters of the names are shown where letters are chosen."""


class GameFiles(QObject):
    """Reads games from files and from the clipboard into the controller, and writes them there.

    Signals:
        saved(str): the game was written to a file of this name.
        copied(str): something is on the clipboard: a sentence.
    """

    saved = Signal(str)
    copied = Signal(str)

    def __init__(self, controller: GameController, notice: Notice, window: QWidget) -> None:
        super().__init__(window)
        self._controller = controller
        self._notice = notice
        self._window = window
        self._guessed: tuple[Path, Record] | None = None
        self._letters = QAction(self)
        self._letters.triggered.connect(self.ask_letters)

    @Slot()
    def ask_open(self) -> None:
        """Ask for a saved game and go on with it."""
        games = FileKind(tr("Games"), ENDINGS[0], ENDINGS[1:])
        kinds = [games, *_kinds(), all_files()]
        if path := ask_open(self._window, tr("Open game"), filters(kinds)):
            self.open(path)

    def open(self, path: Path) -> bool:
        """Go on with the game in a file; say so and change nothing where it cannot be read.

        In a game of another program's the machine waits to be told to move.
        """
        record = self.read(path)
        if record is not None:
            self._adopt(record, self.waits(path, record))
            self.tell_notes(record)
        return record is not None

    def tell_notes(self, record: Record) -> None:
        """Say what was left out or guessed when a game was read, if anything was."""
        if not record.notes:
            return
        sentences = (problem(note) for note in record.notes)
        text = " ".join(f"{sentence[:1].upper()}{sentence[1:]}." for sentence in sentences)
        if record.encodings:
            self._notice.tell(text, self._letters, tr("Other letters…"))
        else:
            self._notice.tell(text)

    @Slot()
    def ask_letters(self) -> None:
        """Ask in which letters the file is written that was opened by a guess; open it so."""
        if self._guessed is None:
            return
        path, record = self._guessed
        choices = {self._looks(path, encoding): encoding for encoding in record.encodings}
        label = tr("How are the names in {name} read?", name=printable(path.name))
        chosen, accepted = QInputDialog.getItem(
            self._window, tr("Letters"), unmarked(label), [*choices], 0, False
        )
        if not accepted:
            return
        again = self.read(path, choices[chosen])
        if again is None:
            return
        self._notice.dismiss()
        self._adopt(again, self.waits(path, again))

    def _looks(self, path: Path, encoding: str) -> str:
        """Return how a file's names look in some letters, with the name of these."""
        try:
            record = read_game(path, self._controller.view.own.rules, encoding)
        except ValueError:
            return encoding
        names = " – ".join(player.name for player in record.players.values() if player.name)
        text = names or next(iter(record.comments.values()), "")
        return tr("{names} ({letters})", names=printable(text)[:_SHOWN], letters=encoding)

    def waits(self, path: Path, record: Record) -> bool:
        """Whether a machine waits to be told to move in the game of a file."""
        # (Where moves were gone back from, later ones are in the game, too.)
        return bool(record.game.undone or record.ended) or format_of(path) not in (OWN, None)

    def read(self, path: Path, encoding: str = "") -> Record | None:
        """Return a file's game, with its notes; say so and return None where it cannot be read.

        Args:
            encoding: the letters that it is written in; empty for what it says or looks like.
        """
        try:
            record = read_game(path, self._controller.view.own.rules, encoding)
        except ValueError as error:
            self._notice.tell(tr("The game could not be opened.") + f" {problem(error)}")
            return None
        self._guessed = (path, record) if record.encodings else None
        return record

    def _adopt(self, record: Record, wait: bool) -> None:
        self._controller.adopt(record.game, wait, record=record)

    @Slot()
    def ask_save(self) -> None:
        """Ask for a file name and a kind, and save the game there."""
        name = f"{tr('Game')} {date.today().isoformat()}{OWN.ending}"
        if path := ask_save(self._window, tr("Save game"), _kinds(), name):
            self.save(path)

    def save(self, path: Path) -> bool:
        """Write the game, and what is noted beside it, to a file; say so where that fails."""
        kind = format_of(path) or OWN
        if not self._may_replace(path):
            return False
        try:
            self._check_position()
            write_whole(path, kind.write(self._controller.record))
        except (OSError, ValueError) as error:
            sentence = tr(
                "The game could not be saved to {path}: {reason}.", path=path, reason=problem(error)
            )
            self._notice.tell(sentence)
            return False
        self.saved.emit(path.name)
        return True

    def _may_replace(self, path: Path) -> bool:
        """Ask before a file is written over whose letters are only guessed: they would be lost."""
        if self._guessed is None or self._guessed[0] != path:
            return True
        question = tr(
            "The letters of {name} were guessed. Saved over, what was guessed wrong stays wrong. "
            "Save over it?",
            name=printable(path.name),
        )
        answer = QMessageBox.question(self._window, tr("Save game"), unmarked(question))
        return answer == QMessageBox.StandardButton.Yes

    def _check_position(self) -> None:
        """Raise ValueError where a position is set up that no game can begin from."""
        game = self._controller.game
        if self._controller.in_setup and game.start is not None:
            legal(game.start.board, game.start.player)

    # --- the clipboard ----------------------------------------------------------------

    @Slot()
    def copy_position(self) -> None:
        """Put the position on the clipboard, as text."""
        self._copy(POSITION, tr("The position is on the clipboard, as text."))

    @Slot()
    def copy_game(self) -> None:
        """Put the moves of the game on the clipboard, as text."""
        self._copy(MOVES, tr("The moves are on the clipboard, as text."))

    def _copy(self, kind: GameFormat, sentence: str) -> None:
        QGuiApplication.clipboard().setText(kind.write(self._controller.record))
        self.copied.emit(sentence)

    @Slot()
    def paste(self) -> None:
        """Go on with the game or position that was copied as text; else say what is wrong."""
        text = QGuiApplication.clipboard().text()
        if not text.strip():
            self._notice.tell(tr("There is no text on the clipboard: copy a game or a position."))
            return
        try:
            record = read_text(text[:MAX_BYTES], self._controller.view.own.rules)
        except ValueError as error:
            self._notice.tell(
                tr("What is on the clipboard cannot be opened: {problem}.", problem=problem(error))
            )
            return
        self._adopt(record, wait=True)
        self.tell_notes(record)


def _kinds() -> list[FileKind]:
    """Return the kinds of files that hold games, the program's own first."""
    return [FileKind(tr(kind.title), kind.ending) for kind in FORMATS if kind.ending]
