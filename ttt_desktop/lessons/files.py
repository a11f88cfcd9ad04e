"""Asks for lessons that others wrote, and saves a course file to begin with."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from engine.files import write_whole
from ttt_desktop.lessons.guide import Guide
from ttt_desktop.look.text import problem, tr
from ttt_desktop.look.widgets import Notice
from ttt_desktop.work.files import FileKind, all_files, ask_open, ask_save, filters

_MACHINE = "my_player.txt"


class LessonFiles(QObject):
    """Opens lessons, and saves a machine for students to improve.

    Args:
        guide: leads through the lessons.
        notice: says what went wrong.
        window: what the dialogs belong to.

    Signals:
        saved(str): the name of the file that was written.
    """

    saved = Signal(str)

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

    @Slot()
    def ask_save_machine(self) -> None:
        """Ask where to save a course file that plays at random, and save it."""
        kinds = [FileKind(tr("Python files"), ".py")]
        title = tr("Save a machine to begin with")
        if path := ask_save(self._window, title, kinds, "my_player.py"):
            self.save_machine(path)

    def save_machine(self, path: Path) -> None:
        """Save the course file; say so where it cannot be written."""
        text = (files("ttt_desktop.resources") / _MACHINE).read_text(encoding="utf-8")
        try:
            write_whole(path, text)
        except OSError as error:
            self._notice.tell(
                tr("{path} could not be written: {why}.", path=path, why=problem(error))
            )
        else:
            self.saved.emit(path.name)
