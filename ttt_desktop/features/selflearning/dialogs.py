"""The learning window's files: a learner is saved, opened, and thrown away after a question."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.learning.task import KINDS
from ttt_desktop.features.selflearning.study import Study
from ttt_desktop.look.text import problem, tr
from ttt_desktop.look.widgets import Notice
from ttt_desktop.work.files import FileKind, all_files, ask_open, ask_save, filters


class LearnerFiles(QObject):
    """Asks for files, and whether a learner may go.

    Args:
        study: the learner.

    Signals:
        written(str): a file of this name was written.
    """

    written = Signal(str)

    def __init__(self, study: Study, notice: Notice, window: QWidget) -> None:
        super().__init__(window)
        self._study, self._notice, self._window = study, notice, window

    @Slot()
    def ask_save(self) -> None:
        """Ask for a name, and write the learner to that file."""
        report = self._study.report
        if report is None:
            return
        kind = FileKind(tr("Machines that have learnt"), f".{report.kind}")
        path = ask_save(self._window, tr("Save the learner"), [kind])
        if path is not None:
            self.save(path)

    def save(self, path: Path) -> None:
        """Write the learner to a file; say so where that cannot be done."""
        try:
            self._study.copy_to(path)
        except OSError as error:
            sentence = tr("{path} could not be written: {why}.", path=path, why=problem(error))
            self._notice.tell(sentence)
        else:
            self.written.emit(path.name)

    @Slot()
    def ask_open(self) -> None:
        """Ask for a file, and take its learner in place of the one that there is."""
        endings = [f".{word}" for word in KINDS]
        learnt = FileKind(tr("Machines that have learnt"), endings[0], tuple(endings[1:]))
        kinds = filters([learnt, all_files()])
        path = ask_open(self._window, tr("Open a learner"), kinds)
        if path is not None and self.may_go(tr("Open a learner")):
            self.open(path)

    def open(self, path: Path) -> None:
        """Take the learner of a file."""
        self._notice.dismiss()
        self._study.open(path.absolute())

    @Slot()
    def ask_throw_away(self) -> None:
        """Forget the learner, once that was agreed to."""
        if self.may_go(tr("Throw away")):
            self._study.throw_away()

    def may_go(self, title: str) -> bool:
        """Ask whether the learner may be thrown away; one that has learnt nothing may."""
        report = self._study.report
        if report is None or report.generation == 0:
            return True
        count = f"{report.games:,}"
        question = tr("The learner has learnt from {count} games. Throw it away?", count=count)
        answer = QMessageBox.question(self._window, title, question)
        return answer == QMessageBox.StandardButton.Yes
