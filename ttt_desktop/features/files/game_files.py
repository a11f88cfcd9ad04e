"""Opening and saving games: files of this program and of others, and the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TypeVar

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
    content_of,
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
from ttt_desktop.work.jobs import JobRunner, Latest

_SHOWN = 60
"""How many letters of the names are shown where letters are chosen."""

_LARGE = 1 << 14
"""What has more bytes, or letters, may take longer to read than the window may stand still."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class _Guessed:
    """A file that was opened by a guess.

    Attributes:
        likely: the letters in which it may be written, those that were taken first.
    """

    path: Path
    content: bytes
    likely: tuple[str, ...]


class GameFiles(QObject):
    """Reads games from files and from the clipboard into the controller, and writes them there.

    Signals:
        saved(str): the game was written to a file of this name.
        copied(str): something is on the clipboard: a sentence.
    """

    saved = Signal(str)
    copied = Signal(str)

    def __init__(
        self, controller: GameController, notice: Notice, runner: JobRunner, window: QWidget
    ) -> None:
        super().__init__(window)
        self._controller = controller
        self._notice = notice
        self._window = window
        self._reading = Latest(runner.start, self)
        self._guessed: _Guessed | None = None
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

        Returns:
            Whether the file is opened, or is read in the background.
        """
        return self.read(path, lambda record: self._go_on_with(path, record))

    def _go_on_with(self, path: Path, record: Record) -> None:
        self.adopt(path, record)
        self.tell_notes(record)

    def adopt(self, path: Path, record: Record) -> None:
        """Put the game of a file on the board.

        In one of another program's, and in one that was gone back in or is over, the machine waits
        to be told to move.
        """
        # (Where moves were gone back from, later ones are in the game, too.)
        ended = bool(record.game.undone or record.ended)
        waits = ended or format_of(path) not in (OWN, None)
        self._controller.adopt(record.game, waits, record=record)

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
        if (guess := self._guessed) is not None:
            self._reading.cancel()
            self._work_out(
                len(guess.content),
                lambda: [(_names(guess, encoding), encoding) for encoding in guess.likely],
                lambda looks: self._choose_letters(guess, looks),
                lambda error: self._refuse(error, None),
            )

    def _choose_letters(self, guess: _Guessed, looks: list[tuple[str, str]]) -> None:
        """Open a file in the letters that are chosen, by how its names look in them."""
        choices = {
            tr("{names} ({letters})", names=names, letters=encoding) if names else encoding:
                encoding
            for names, encoding in looks
        }  # fmt: skip
        label = tr("How are the names in {name} read?", name=printable(guess.path.name))
        chosen, accepted = QInputDialog.getItem(
            self._window, tr("Letters"), unmarked(label), [*choices], 0, False
        )
        if accepted:
            self._read(
                guess.path, guess.content, lambda record: self._reopen(guess.path, record),
                choices[chosen],
            )  # fmt: skip

    def _reopen(self, path: Path, record: Record) -> None:
        self._notice.dismiss()
        self._go_on_with(path, record)

    def read(
        self, path: Path, use: Callable[[Record], object], fail: Callable[[], object] | None = None
    ) -> bool:
        """Read a file's game; say so where it cannot be read.

        A large file is read in the background, so that the window goes on meanwhile. If another
        one is opened before that is done, it counts alone.

        Args:
            use: is called with the game.
            fail: is called where there is none.

        Returns:
            Whether the game was read, or is being read in the background.
        """
        self._reading.cancel()
        try:
            content = content_of(path)
        except ValueError as error:
            self._refuse(error, fail)
            return False
        return self._read(path, content, use, fail=fail)

    def _read(
        self,
        path: Path,
        content: bytes,
        use: Callable[[Record], object],
        encoding: str = "",
        fail: Callable[[], object] | None = None,
    ) -> bool:
        """Read the game in a file's bytes, as ``read`` does."""
        rules = self._controller.view.own.rules

        def take(record: Record) -> None:
            likely = record.encodings
            self._guessed = _Guessed(path, content, likely) if likely else None
            use(record)

        return self._work_out(
            len(content),
            lambda: read_game(path, rules, encoding, content),
            take,
            lambda error: self._refuse(error, fail),
        )

    def _refuse(self, error: Exception, fail: Callable[[], object] | None) -> None:
        self._notice.tell(tr("The game could not be opened.") + f" {problem(error)}")
        if fail is not None:
            fail()

    def _work_out(
        self,
        extent: int,
        work: Callable[[], Result],
        done: Callable[[Result], object],
        failed: Callable[[Exception], object],
    ) -> bool:
        """Work something out of a file's bytes or letters: in the background if they are many.

        Args:
            work: what it is; it may raise a ValueError.
            done: is called with what comes of it.
            failed: is called with what it raised.

        Returns:
            False where it has failed already.
        """
        if extent > _LARGE:
            self._reading.start(lambda _job: work(), done, failed)
            return True
        try:
            result = work()
        except ValueError as error:
            failed(error)
            return False
        done(result)
        return True

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
        if self._guessed is None or self._guessed.path != path:
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
        if self._controller.view.task is not None and game.start is not None:
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
        self._reading.cancel()
        text = QGuiApplication.clipboard().text()[:MAX_BYTES]
        if not text.strip():
            self._notice.tell(tr("There is no text on the clipboard: copy a game or a position."))
            return
        rules = self._controller.view.own.rules
        self._work_out(
            len(text), lambda: read_text(text, rules), self._take_pasted, self._refuse_pasted
        )

    def _take_pasted(self, record: Record) -> None:
        self._controller.adopt(record.game, wait=True, record=record)
        self.tell_notes(record)

    def _refuse_pasted(self, error: Exception) -> None:
        self._notice.tell(
            tr("What is on the clipboard cannot be opened: {problem}.", problem=problem(error))
        )


def _names(guess: _Guessed, encoding: str) -> str:
    """Return how a file's names look in some letters; a comment where it has no names."""
    try:
        record = read_game(guess.path, None, encoding, guess.content)
    except ValueError:
        return ""
    names = " – ".join(player.name for player in record.players.values() if player.name)
    return printable(names or next(iter(record.comments.values()), ""))[:_SHOWN]


def _kinds() -> list[FileKind]:
    """Return the kinds of files that hold games, the program's own first."""
    return [FileKind(tr(kind.title), kind.ending) for kind in FORMATS if kind.ending]
