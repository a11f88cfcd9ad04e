"""A whole class's files: a window over ``engine.classroom``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.files import write_whole
from engine.specs import Field
from engine.tournament.statistics import Interval
from ttt_desktop.fields.form import Form
from ttt_desktop.files.report_dialog import verdict
from ttt_desktop.look.text import breakable, problem, signed, tr
from ttt_desktop.work.files import FileKind, ask_open, ask_save, filters
from ttt_desktop.work.jobs import Job, JobRunner

if TYPE_CHECKING:
    from engine.classroom.rubric import Rubric
    from engine.classroom.run import Class
    from engine.classroom.tables import StudentRow
    from engine.tournament.columns import Column

FIELDS = (
    Field("folder", "&Folder", "", ""),
    Field("rubric", "R&ubric", "", ""),
    Field("games", "&Games of each pairing", "", 6, 0, 1000),
)


class ClassDialog(QDialog):
    """Asks for a class's folder, checks and plays its files, and saves reports on them.

    Args:
        runner: does the work.
        parent: the main window.

    Attributes:
        fields: the paths of folder and rubric, and the games of each pairing.
        start: begins, and stops what was begun.
        table: a line for each student.
        told: what is being done, or what went wrong.
    """

    def __init__(self, runner: JobRunner, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Class"))
        self._runner = runner
        self._job: Job | None = None
        self._found: tuple[Class, Rubric | None] | None = None
        self.fields = Form(self, FIELDS)
        self.fields["rubric"].setPlaceholderText(tr("none: no points"))
        self.start = QPushButton(tr("&Check the class"))
        self.start.setDefault(True)
        self.start.clicked.connect(self._start_or_stop)
        self.bar = QProgressBar()
        self.bar.setVisible(False)
        self.told = QLabel(tr("Python files, zips, or a folder for each student."))
        self.told.setWordWrap(True)
        self.table = QTreeWidget()
        self.table.setRootIsDecorated(False)
        self.table.setAccessibleName(tr("The class"))
        self.save_report = QPushButton(tr("Save &report…"))
        self.save_table = QPushButton(tr("Save &table…"))
        self.save_report.clicked.connect(self._save_report)
        self.save_table.clicked.connect(self._save_table)
        self.finished.connect(self.stop)
        self._lay_out()
        self._show_found()
        self.resize(640, 520)

    def _lay_out(self) -> None:
        rows = QFormLayout()
        self.fields.add_row(rows, "folder", beside=self._browser(self._browse_folder))
        self.fields.add_row(rows, "rubric", beside=self._browser(self._browse_rubric))
        self.fields.add_row(rows, "games")
        buttons = QHBoxLayout()
        buttons.addWidget(self.start)
        buttons.addStretch()
        buttons.addWidget(self.save_report)
        buttons.addWidget(self.save_table)
        layout = QVBoxLayout(self)
        layout.addLayout(rows)
        layout.addWidget(self.told)
        layout.addWidget(self.bar)
        layout.addWidget(self.table)
        layout.addLayout(buttons)

    @staticmethod
    def _browser(browse: Callable[[], None]) -> QPushButton:
        button = QPushButton(tr("Browse…"))
        button.setAutoDefault(False)
        button.clicked.connect(browse)
        return button

    @Slot()
    def _browse_folder(self) -> None:
        title = tr("Folder with the class's files")
        if path := QFileDialog.getExistingDirectory(self, title, self.fields.value("folder")):
            self.fields["folder"].setText(path)

    @Slot()
    def _browse_rubric(self) -> None:
        kinds = filters([FileKind(tr("Rubrics"), ".toml"), FileKind(tr("All files"), "")])
        if path := ask_open(self, tr("Rubric"), kinds):
            self.fields["rubric"].setText(str(path))

    # --- the work -----------------------------------------------------------------------------

    @Slot()
    def _start_or_stop(self) -> None:
        if self._job is not None:
            self.stop()
            return
        from engine.classroom.rubric import Rubric  # noqa: PLC0415  (few need it)
        from engine.classroom.run import ClassPlan, Stop, look_at  # noqa: PLC0415

        asked = self.fields.values()
        if not (text := asked["folder"].strip()):
            self._tell(tr("Choose the folder with the class's files."))
            return
        folder, rubric, stop = Path(text), asked["rubric"].strip(), Stop()
        plan = ClassPlan(games=asked["games"])

        def work(job: Job) -> tuple[Class, Rubric | None]:
            points = Rubric.read(Path(rubric)) if rubric else None
            found = look_at(folder, plan, lambda *progress: job.report(progress), stop)
            return found, points

        self._job = job = self._runner.start(work, on_cancel=stop.ask)
        job.progressed.connect(self._show_progress)
        job.finished.connect(self._finished)
        job.failed.connect(self._failed)
        self._found = None
        self._show_found()
        self.start.setText(tr("&Stop"))
        self.bar.setRange(0, 0)
        self.bar.setVisible(True)

    def _end(self, told: str) -> None:
        """Stop what is under way, or be done with it, and say so."""
        if self._job is not None:
            job, self._job = self._job, None
            job.cancel()
        self.start.setText(tr("&Check the class"))
        self.bar.setVisible(False)
        self._tell(told)

    def _tell(self, text: str) -> None:
        self.told.setText(breakable(text))

    @Slot(object)
    def _show_progress(self, progress: tuple[str, int, int]) -> None:
        doing, done, whole = progress
        if doing == "waiting":
            self._tell(
                tr("Another run is looking at this folder. This one goes on when it has ended.")
            )
            return
        self.bar.setRange(0, whole)
        self.bar.setValue(done)
        if doing == "checking":
            self._tell(tr("Checking: {done} of {whole} files", done=done, whole=whole))
        else:
            self._tell(tr("The league: {done} of {whole} games", done=done, whole=whole))

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        if self.sender() is self._job:
            self._end(f"{problem(error)}.")

    @Slot(object)
    def _finished(self, found: tuple[Class, Rubric | None]) -> None:
        if self.sender() is not self._job:
            return
        from engine.classroom.tables import mistakes  # noqa: PLC0415  (few need it)

        self._found = found
        looked_at, whole = found[0], len(found[0].entries)
        common = [
            tr("{count} of {whole}: {mistake}", count=len(each.students), whole=whole,
               mistake=each.what)
            for each in mistakes(looked_at)[:3]
        ]  # fmt: skip
        self._end(
            "\n".join(
                [tr("%n files were looked at.", n=whole, one="1 file was looked at."), *common]
            )
        )
        self._show_found()

    # --- what came of it ----------------------------------------------------------------------

    def _show_found(self) -> None:
        from engine.classroom.tables import STUDENTS, student_rows  # noqa: PLC0415  (few need it)
        from engine.tournament.columns import Section  # noqa: PLC0415

        self.table.clear()
        columns = [each for each in STUDENTS if each.section is Section.OUTCOMES]
        self.table.setHeaderLabels([tr(each.title) for each in columns])
        for button in (self.save_report, self.save_table):
            button.setEnabled(self._found is not None)
        if self._found is None:
            return
        rows = student_rows(*self._found)
        for row in rows:
            cells = [_cell(each, row) for each in columns]
            self.table.addTopLevelItem(QTreeWidgetItem(cells))
        for number, each in enumerate(columns):
            self.table.setColumnHidden(number, not each.shown(rows))
            self.table.resizeColumnToContents(number)

    @Slot()
    def _save_report(self) -> None:
        from engine.classroom.html import as_html  # noqa: PLC0415  (few need it)

        self._save(tr("Save report"), FileKind(tr("Web pages"), ".html"), as_html)

    @Slot()
    def _save_table(self) -> None:
        from engine.classroom.tables import as_csv  # noqa: PLC0415  (few need it)

        self._save(tr("Save table"), FileKind(tr("Tables"), ".csv"), as_csv)

    def _save(
        self, title: str, kind: FileKind, write: Callable[[Class, Rubric | None], str]
    ) -> None:
        if self._found is None or (path := ask_save(self, title, [kind])) is None:
            return
        try:
            write_whole(path, write(*self._found).encode(errors="replace"))
        except OSError as error:
            self._tell(tr("{path} cannot be written: {why}", path=path, why=problem(error)))
        else:
            self._tell(tr("Saved as {path}.", path=path))

    @Slot()
    def stop(self) -> None:
        """Stop what is under way; what was done is kept."""
        if self._job is not None:
            self._end(tr("Stopped. What was done is kept."))


def _cell(column: Column[StudentRow], row: StudentRow) -> str:
    """Return what stands in a column of the class's table."""
    from engine.tournament.columns import written  # noqa: PLC0415  (few need it)

    value: Any = column.value(row)
    if value is None:
        return ""
    if isinstance(value, Interval):
        return f"{signed(value.value, 0)} ± {(value.high - value.low) / 2:.0f}"
    return verdict(row.entry.report) if column.name == "verdict" else written(column, row)
