"""What is saved of a class: reports, pages for students, grades, and Gradescope's results."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QInputDialog, QWidget

from engine.files import write_whole
from ttt_desktop.look.text import problem, tr
from ttt_desktop.work.files import FileKind, ask_save, last_folder

if TYPE_CHECKING:
    from engine.classroom.roster import Roster
    from engine.classroom.rubric import Rubric
    from engine.classroom.run import Class


class LookedAt(NamedTuple):
    """A class, and what it was looked at with.

    Attributes:
        results: what was learnt about the class.
        rubric: what gives points; None for none.
        roster: who belongs to it; None where that is not known.
    """

    results: Class
    rubric: Rubric | None
    roster: Roster | None


class ClassSaving(QObject):
    """Asks where something goes, and writes it.

    Args:
        window: the page about a class.

    Attributes:
        of: what is saved; None before a class was looked at.

    Signals:
        announced(str): what was saved, or why it was not.
    """

    announced = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.of: LookedAt | None = None

    @Slot()
    def report(self) -> None:
        """Save the page about the whole class."""
        from engine.classroom.class_page import as_html  # noqa: PLC0415  (few need it)

        self._save(tr("Save report"), FileKind(tr("Web pages"), ".html"), as_html)

    @Slot()
    def table(self) -> None:
        """Save the table for spreadsheets."""
        from engine.classroom.tables import as_csv  # noqa: PLC0415  (few need it)

        self._save(tr("Save table"), FileKind(tr("Tables"), ".csv"), as_csv)

    def _save(
        self, title: str, kind: FileKind, write: Callable[[Class, Rubric | None], str]
    ) -> None:
        if self.of is None or (path := ask_save(self._window, title, [kind])) is None:
            return
        self._write(path, write(self.of.results, self.of.rubric).encode(errors="replace"))

    def _write(self, path: Path, content: bytes, more: str = "") -> None:
        try:
            write_whole(path, content)
        except OSError as error:
            self.announced.emit(
                tr("{path} cannot be written: {why}", path=path, why=problem(error))
            )
        else:
            self.announced.emit(tr("Saved as {path}.", path=path) + more)

    @Slot()
    def grades(self) -> None:
        """Save the roster with the points in it."""
        if self.of is None:
            return
        results, rubric, roster = self.of
        if roster is None or rubric is None:
            self.announced.emit(
                tr("Grades need a rubric, and a roster that they are put into. Choose both first.")
            )
            return
        from engine.classroom.grades import fill  # noqa: PLC0415  (few need it)

        if (column := self._column(roster)) is None:
            return
        filled = fill(results, roster, rubric, column)
        kinds = [FileKind(tr("Tables"), Path(roster.sheet.name).suffix.lower() or ".csv")]
        path = ask_save(self._window, tr("Save grades"), kinds, f"graded {roster.sheet.name}")
        if path is not None:
            more = "".join(f"\n{problem(failure)}." for failure in filled.notes)
            self._write(path, filled.content, more)

    def _column(self, roster: Roster) -> str | None:
        """Return the column that takes the points; None where the user does not say."""
        choices = roster.choices
        if len(choices) == 1:
            return choices[0]
        label = tr("The column that takes the points:")
        likely = choices.index(roster.emptiest)  # nobody writes over grades by pressing Return
        column, accepted = QInputDialog.getItem(
            self._window, tr("Save grades"), label, choices, likely, False
        )
        return column if accepted else None

    @Slot()
    def pages(self) -> None:
        """Save a page for each student."""
        from engine.classroom.student_pages import write_pages  # noqa: PLC0415  (few need it)

        if self.of is not None:
            results, rubric, _ = self.of
            self._fill(
                tr("Folder for the students' pages"),
                lambda folder: write_pages(results, rubric, folder),
            )

    @Slot()
    def feedback(self) -> None:
        """Save the students' pages in a zip that Moodle or Canvas takes back."""
        if self.of is None:
            return
        from engine.classroom.student_pages import write_feedback  # noqa: PLC0415  (few need it)

        results, rubric, _ = self.of
        kinds = [FileKind(tr("Zips"), ".zip")]
        path = ask_save(self._window, tr("Save pages"), kinds, "feedback.zip")
        if path is None:
            return
        try:
            count, left = write_feedback(results, rubric, path)
        except ValueError as error:
            self.announced.emit(f"{problem(error)}.")
            return
        message = tr("%n pages were written to {path}.", n=count, path=path,
                  one="1 page was written to {path}.")  # fmt: skip
        missing = tr("\nWithout a page there: {students}.", students="; ".join(left))
        self.announced.emit(message + (missing if left else ""))

    @Slot()
    def results(self) -> None:
        """Save what Gradescope reads, for each hand-in."""
        if self.of is None:
            return
        results, rubric, _ = self.of
        if rubric is None:
            self.announced.emit(tr("Results for Gradescope need a rubric. Choose one first."))
            return
        from engine.classroom.student_pages import write_results  # noqa: PLC0415  (few need it)

        self._fill(
            tr("Folder for Gradescope's results"),
            lambda folder: write_results(results, rubric, folder),
        )

    def _fill(self, title: str, write: Callable[[Path], int]) -> None:
        """Ask for a folder, and have it filled with files."""
        folder = QFileDialog.getExistingDirectory(self._window, title, last_folder())
        if not folder:
            return
        try:
            count = write(Path(folder))
        except ValueError as error:
            self.announced.emit(f"{problem(error)}.")
        else:
            self.announced.emit(
                tr("%n files were written to {folder}.", n=count, folder=folder,
                   one="1 file was written to {folder}.")
            )  # fmt: skip
