"""What a class answered in lessons: a page on it, or a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.errors import printable
from engine.files import write_whole
from ttt_desktop.look.text import problem, tr
from ttt_desktop.work.files import FileKind, ask_save, last_folder, remember
from ttt_desktop.work.jobs import Job, JobRunner, Latest

if TYPE_CHECKING:
    from engine.classroom.pupils import Pupils


class ClassAnswers(QObject):
    """Asks for the folder with a class's answers, and writes a page on them.

    Args:
        runner: reads and writes in the background.
        window: stands behind the dialogs.

    Signals:
        failed(str): what went wrong, in a sentence.
        saved(str): the name of the file that was written.
    """

    failed = Signal(str)
    saved = Signal(str)

    def __init__(self, runner: JobRunner, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._reading = Latest(runner.start, self)

    @Slot()
    def ask(self) -> None:
        """Ask for the folder with a class's answers, and where to write the page on them."""
        title = tr("Folder with the class's answers")
        folder = QFileDialog.getExistingDirectory(self._window, title, last_folder())
        if not folder:
            return
        remember(str(Path(folder).parent))  # the page is none of the pupils' files
        kinds = [FileKind(tr("Web pages"), ".html"), FileKind(tr("Tables"), ".csv")]
        proposed = tr("Answers of {folder}", folder=Path(folder).name) + kinds[0].suffix
        if path := ask_save(self._window, tr("Write the page on the class"), kinds, proposed):
            self.write(Path(folder), path)

    def write(self, folder: Path, path: Path) -> None:
        """Write the page on a class's answers, or their table; say what came of it.

        Args:
            path: what to write; a name that ends in ``.csv`` for the table.
        """
        from engine.classroom.answers_page import as_html  # noqa: PLC0415
        from engine.classroom.pupils import as_csv, look_into  # noqa: PLC0415  (few need it)

        write = as_csv if path.suffix.lower() == ".csv" else as_html

        def work(_job: Job) -> Pupils:
            pupils = look_into(folder, [path])
            write_whole(path, write(pupils).encode(errors="replace"))
            return pupils

        def done(pupils: Pupils) -> None:
            self.saved.emit(path.name)
            if missing := pupils.incomplete:
                self.failed.emit(f"{printable(path.name)}: {missing}.")

        self._reading.start(work, done, self._fail)

    def _fail(self, error: Exception) -> None:
        self.failed.emit(tr("The page was not written: {why}.", why=problem(error)))
