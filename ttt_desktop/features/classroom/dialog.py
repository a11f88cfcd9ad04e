"""A whole class's files: a window over ``engine.classroom``."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QMenu,
    QProgressBar,
    QPushButton,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.specs import Field
from engine.tournament.statistics import Interval
from ttt_desktop.features.classroom.saving import ClassSaving, LookedAt
from ttt_desktop.fields.form import Form
from ttt_desktop.look.guard import handler
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.text import breakable, problem, signed, tr
from ttt_desktop.look.widgets import plain_label
from ttt_desktop.machines.reports import findings_html, verdict
from ttt_desktop.work.files import FileKind, all_files, ask_open, filters
from ttt_desktop.work.jobs import Job, JobRunner

if TYPE_CHECKING:
    from engine.classroom.run import Entry
    from engine.classroom.tables import StudentRow
    from engine.tournament.columns import Column

FIELDS = (
    Field("folder", "&Class", "", ""),
    Field("roster", "R&oster", "", ""),
    Field("rubric", "R&ubric", "", ""),
    Field("platform", "&From", "", "", choices={
        "": "as its names tell", "moodle": "Moodle", "canvas": "Canvas",
        "blackboard": "Blackboard", "gradescope": "Gradescope", "plain": "no platform",
    }),
    Field("games", "&Games of each pairing", "", 6, 0, 1000),
    Field("minutes", "&Minutes of processor time for the league", "", 30, 1, 10_000),
)  # fmt: skip


class ClassDialog(QDialog):
    """Asks for a class's folder, checks and plays its files, and saves reports on them.

    Attributes:
        fields: the class's folder or zip, roster, rubric, platform, and how the league is played.
        saving: saves what came of it.
        start: begins, and stops what was begun.
        table: a line for each student.
        message: what is being done, or what went wrong.
    """

    def __init__(self, runner: JobRunner, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Class"))
        self._runner = runner
        self._job: Job | None = None
        self.saving = ClassSaving(self)
        self.saving.announced.connect(self._tell)
        self.fields = Form(self, FIELDS)
        self.fields["rubric"].setPlaceholderText(tr("none: no points"))
        self.fields["roster"].setPlaceholderText(tr("none: whoever handed in nothing is not known"))
        self.start = QPushButton(tr("&Check the class"))
        self.start.setDefault(True)
        self.start.clicked.connect(self._start_or_stop)
        self.bar = QProgressBar()
        self.bar.setVisible(False)
        self.message = plain_label(
            tr(
                "A learning platform's zip, or a folder with a Python file, a zip or a folder for "
                "each student."
            )
        )
        self.message.setWordWrap(True)
        self.table = QTreeWidget()
        self.table.setRootIsDecorated(False)
        self.table.setAccessibleName(tr("The class"))
        self.table.itemActivated.connect(self._open_student)
        explain(self.table, tr("Return, or a double click, shows what was found in a file."))
        self.save_report = QPushButton(tr("Save &report…"))
        self.save_table = QPushButton(tr("Save &table…"))
        self.save_more = QPushButton(tr("Save &more"))
        self.save_report.clicked.connect(self.saving.report)
        self.save_table.clicked.connect(self.saving.table)
        self.save_more.setMenu(self._more())
        self.finished.connect(self.stop)
        self._lay_out()
        self._show_found()
        self.resize(640, 520)

    def _lay_out(self) -> None:
        rows = QFormLayout()
        folder, packed = (tr("Folder…"), self._browse_folder), (tr("Zip…"), self._browse_zip)
        self.fields.add_row(rows, "folder", beside=self._browsers(folder, packed))
        roster = tr("Browse…"), self._browse_roster
        self.fields.add_row(rows, "roster", beside=self._browsers(roster))
        rubric, edit = (tr("Browse…"), self._browse_rubric), (tr("&Edit…"), self._edit_rubric)
        self.fields.add_row(rows, "rubric", beside=self._browsers(rubric, edit))
        for name in ("platform", "games", "minutes"):
            self.fields.add_row(rows, name)
        buttons = QHBoxLayout()
        buttons.addWidget(self.start)
        buttons.addStretch()
        buttons.addWidget(self.save_report)
        buttons.addWidget(self.save_table)
        buttons.addWidget(self.save_more)
        layout = QVBoxLayout(self)
        layout.addLayout(rows)
        layout.addWidget(self.message)
        layout.addWidget(self.bar)
        layout.addWidget(self.table)
        layout.addLayout(buttons)

    def _more(self) -> QMenu:
        """Return the menu of what else can be saved."""
        menu = QMenu(self)
        menu.addAction(tr("A &page for each student…"), self.saving.pages)
        menu.addAction(tr("A &zip of pages for Moodle or Canvas…"), self.saving.feedback)
        menu.addAction(tr("&Grades in the roster…"), self.saving.grades)
        menu.addAction(tr("&Results for Gradescope…"), self.saving.results)
        return menu

    @staticmethod
    def _browsers(*browsers: tuple[str, Callable[[], None]]) -> QWidget:
        """Return buttons side by side, each with its text and what it does."""
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        for text, browse in browsers:
            button = QPushButton(text)
            button.setAutoDefault(False)
            button.clicked.connect(browse)
            layout.addWidget(button)
        return row

    @Slot()
    def _browse_folder(self) -> None:
        title = tr("Folder with the class's files")
        if path := QFileDialog.getExistingDirectory(self, title, self.fields.value("folder")):
            self.fields["folder"].setText(path)

    @Slot()
    def _browse_zip(self) -> None:
        kinds = filters([FileKind(tr("Zips"), ".zip"), all_files()])
        if path := ask_open(self, tr("Zip with the class's files"), kinds):
            self.fields["folder"].setText(str(path))

    @Slot()
    def _browse_roster(self) -> None:
        tables = FileKind(tr("Tables"), ".csv"), FileKind(tr("Blackboard's tables"), ".xls")
        kinds = filters([*tables, all_files()])
        if path := ask_open(self, tr("Roster"), kinds):
            self.fields["roster"].setText(str(path))

    @Slot()
    def _edit_rubric(self) -> None:
        from ttt_desktop.features.classroom.rubric_dialog import RubricDialog  # noqa: PLC0415  (few need it)

        path = self.fields.value("rubric").strip()
        self.rubric_dialog = RubricDialog(Path(path) if path else None, self._runner, self)
        self.rubric_dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.rubric_dialog.saved.connect(lambda saved: self.fields["rubric"].setText(str(saved)))
        self.rubric_dialog.open()

    @Slot()
    def _browse_rubric(self) -> None:
        kinds = filters([FileKind(tr("Rubrics"), ".toml"), all_files()])
        if path := ask_open(self, tr("Rubric"), kinds):
            self.fields["rubric"].setText(str(path))

    # --- the work -----------------------------------------------------------------------------

    @Slot()
    def _start_or_stop(self) -> None:
        if self._job is not None:
            self.stop()
            return
        from engine.classroom.plan import ClassPlan, Stop  # noqa: PLC0415  (few need it)
        from engine.classroom.roster import Roster  # noqa: PLC0415
        from engine.classroom.rubric import Rubric  # noqa: PLC0415
        from engine.classroom.run import look_at  # noqa: PLC0415

        asked = self.fields.values()
        if not (text := asked["folder"].strip()):
            self._tell(tr("Choose the folder or zip with the class's files."))
            return
        folder, stop = Path(text), Stop()
        rubric, roster = asked["rubric"].strip(), asked["roster"].strip()

        def work(job: Job) -> LookedAt:
            points = Rubric.read(Path(rubric)) if rubric else None
            listed = Roster.read(Path(roster)) if roster else None
            plan = ClassPlan(
                games=asked["games"], league_minutes=asked["minutes"], platform=asked["platform"],
                roster=listed, reports=tuple(Path(path) for path in (rubric, roster) if path),
            )  # fmt: skip
            results = look_at(folder, plan, lambda *progress: job.report(progress), stop)
            return LookedAt(results, points, listed)

        self._job = job = self._runner.start(work, on_cancel=stop.ask)
        job.progressed.connect(self._show_progress)
        job.finished.connect(self._finished)
        job.failed.connect(self._failed)
        self.saving.of = None
        self._show_found()
        self.start.setText(tr("&Stop"))
        self.bar.setRange(0, 0)
        self.bar.setVisible(True)

    def _end(self, message: str) -> None:
        """Stop what is under way, or be done with it, and say so."""
        if self._job is not None:
            job, self._job = self._job, None
            job.cancel()
        self.start.setText(tr("&Check the class"))
        self.bar.setVisible(False)
        self._tell(message)

    @Slot(str)
    def _tell(self, text: str) -> None:
        self.message.setText(breakable(text))

    @Slot(object)
    def _show_progress(self, progress: tuple[str, int, int]) -> None:
        doing, done, count = progress
        if doing == "waiting":
            self._tell(
                tr("Another run is looking at this folder. This one goes on when it has ended.")
            )
            return
        self.bar.setRange(0, count)
        self.bar.setValue(done)
        if doing == "checking":
            self._tell(tr("Checking: {done} of {whole} files", done=done, whole=count))
        else:
            self._tell(tr("The league: {done} of {whole} games", done=done, whole=count))

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        if self.sender() is self._job:
            self._end(f"{problem(error)}.")

    @Slot(object)
    def _finished(self, looked_at: LookedAt) -> None:
        if self.sender() is not self._job:
            return
        from engine.classroom.tables import mistakes  # noqa: PLC0415  (few need it)

        self.saving.of = looked_at
        results, count = looked_at.results, len(looked_at.results.entries)
        common = [
            tr("{count} of {whole}: {mistake}", count=len(shared.students), whole=count,
               mistake=shared.what)
            for shared in mistakes(results)[:3]
        ]  # fmt: skip
        message = tr("%n students were looked at.", n=count, one="1 student was looked at.")
        self._end("\n".join([message, *common]))
        self._show_found()

    # --- what came of it ----------------------------------------------------------------------

    def _show_found(self) -> None:
        from engine.classroom.tables import STUDENTS, student_rows  # noqa: PLC0415  (few need it)
        from engine.tournament.columns import Section  # noqa: PLC0415

        self.table.clear()
        columns = [column for column in STUDENTS if column.section is Section.OUTCOMES]
        self.table.setHeaderLabels([tr(column.title) for column in columns])
        of = self.saving.of
        for button in (self.save_report, self.save_table, self.save_more):
            button.setEnabled(of is not None)
        if of is None:
            return
        rows = student_rows(of.results, of.rubric)
        for row in rows:
            cells = [_cell(column, row) for column in columns]
            self.table.addTopLevelItem(QTreeWidgetItem(cells))
        for number, column in enumerate(columns):
            self.table.setColumnHidden(number, not column.shown(rows))
            self.table.resizeColumnToContents(number)

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the usual button by Return, but not where that has just opened a student."""
        opens = self.table.hasFocus() and self.table.currentItem() is not None
        if not (opens and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)):
            super().keyPressEvent(event)

    @Slot(QTreeWidgetItem)
    def _open_student(self, item: QTreeWidgetItem) -> None:
        """Show what was found in the file of a line."""
        if self.saving.of is not None:
            entry = self.saving.of.results.entries[self.table.indexOfTopLevelItem(item)]
            StudentDialog(entry, self).open()

    @Slot()
    def stop(self) -> None:
        """Stop what is under way; what was done is kept."""
        if self._job is not None:
            self._end(tr("Stopped. What was done is kept."))


class StudentDialog(QDialog):
    """Shows what was found in one student's file.

    Args:
        entry: the student's.
        parent: the window about the class.

    Attributes:
        text: what was found.
    """

    def __init__(self, entry: Entry, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"{entry.student}: {_verdict(entry)}")
        self.text = QTextBrowser()
        self.text.setAccessibleName(tr("Findings"))
        head = f"<h2>{escape(self.windowTitle())}</h2>"
        findings = "" if entry.hand_in.absent else findings_html(entry.report, tr("This file"))
        self.text.setHtml(head + findings)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.text)
        layout.addWidget(buttons)
        self.resize(720, 500)


def _cell(column: Column[StudentRow], row: StudentRow) -> str:
    """Return what stands in a column of the class's table."""
    from engine.tournament.columns import written  # noqa: PLC0415  (few need it)

    value: Any = column.value(row)
    if value is None:
        return ""
    if isinstance(value, Interval):
        return f"{signed(value.value, 0)} ± {(value.high - value.low) / 2:.0f}"
    return _verdict(row.entry) if column.name == "verdict" else written(column, row)


def _verdict(entry: Entry) -> str:
    """Return what became of a student's hand-in, in the user's language."""
    if entry.hand_in.absent:
        return tr("not handed in")
    return tr("nothing readable") if entry.hand_in.path is None else verdict(entry.report)
