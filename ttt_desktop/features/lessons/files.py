"""Files of lessons: those that others wrote, and what pupils answered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QInputDialog, QWidget

from engine.classroom.answers import SUFFIX
from ttt_desktop.features.lessons.guide import Guide
from ttt_desktop.features.lessons.progress import Progress
from ttt_desktop.look.text import problem, tr
from ttt_desktop.look.widgets import Notice
from ttt_desktop.work.files import (
    FileKind,
    all_files,
    ask_open,
    ask_save,
    filters,
    write_or_tell,
)

if TYPE_CHECKING:
    pass

_NOT_IN_NAMES = '<>:"/\\|?*'
"""Letters that some system does not take in the name of a file."""


class LessonFiles(QObject):
    """Opens lessons that others wrote."""

    def __init__(self, guide: Guide, notice: Notice, window: QWidget) -> None:
        super().__init__(window)
        self._guide = guide
        self._notice = notice
        self._window = window

    @Slot()
    def ask_open(self) -> None:
        """Ask for a lesson's file and begin it."""
        kinds = filters([FileKind(tr("Lessons"), ".txt"), all_files()])
        if path := ask_open(self._window, tr("Open lesson"), kinds):
            self.open(path)

    def open(self, path: Path) -> None:
        """Begin the lesson in a file; say what is wrong with it where it cannot be."""
        try:
            self._guide.open_file(path)
        except ValueError as error:
            why = problem(error)
            self._notice.tell(tr("This lesson cannot be opened: {why}.", why=why))


class AnswerFiles(QObject):
    """Exports what a pupil answered.

    Signals:
        saved(str): the name of the file that was written.
        renamed(): the pupil's name is another one.
    """

    saved = Signal(str)
    renamed = Signal()

    def __init__(self, progress: Progress, notice: Notice, window: QWidget) -> None:
        super().__init__(window)
        self._progress = progress
        self._notice = notice
        self._window = window

    @Slot()
    def ask_export(self) -> None:
        """Ask for a file, and for the pupil's name where it is not known yet; write the answers."""
        if not self._progress.answers.lessons:
            self._notice.tell(
                tr("There are no answers yet. They come from the questions in the lessons.")
            )
            return
        if not self._progress.file.name and not self.ask_name():
            return
        answers = self._progress.answers
        kinds = [FileKind(tr("Answers"), SUFFIX)]
        title = tr("Export the answers of {name}", name=answers.name)
        path = ask_save(self._window, title, kinds, _file_name(answers.name))
        if path is not None and write_or_tell(path, answers.as_text(), self._notice):
            self.saved.emit(path.name)

    @Slot()
    def ask_name(self) -> bool:
        """Ask for the pupil's name and save it; return whether there is one now."""
        title, label = tr("Export my answers"), tr("Your name, for your teacher:")
        before = self._progress.file.name
        name, given = QInputDialog.getText(self._window, title, label, text=before)
        if not given:
            return False
        try:
            self._progress.save_name(name)
        except ValueError as error:
            why = problem(error)
            self._notice.tell(tr("Your name was not kept: {why}.", why=why))
            return False
        self.renamed.emit()
        return True


def _file_name(name: str) -> str:
    """Return the name of a file for a pupil's name."""
    plain = "".join("-" if c in _NOT_IN_NAMES or ord(c) < ord(" ") else c for c in name)
    return (plain.strip(" .") or "answers") + SUFFIX
