"""A whole class's files: the place over ``engine.classroom``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFont
from PySide6.QtWidgets import QFileDialog, QLabel, QMenu, QWidget

from engine.specs import Field
from ttt_desktop.features.classroom.drop_zone import DropZone, class_among
from ttt_desktop.features.classroom.report_table import ClassReport
from ttt_desktop.features.classroom.saving import ClassSaving, LookedAt
from ttt_desktop.fields.form import Form
from ttt_desktop.look.gauge import Gauge
from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import LEAD, S1, S2
from ttt_desktop.look.parts import FILLED, PLAIN, Card, Words
from ttt_desktop.look.text import breakable, problem, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.work_page import WorkPage, row_of, spring
from ttt_desktop.work.files import FileKind, all_files, ask_open, filters
from ttt_desktop.work.jobs import Job, JobRunner
from ttt_desktop.work.trust import Trust

if TYPE_CHECKING:
    from engine.classroom.run import Entry

PLATFORMS = {
    "": "as its names tell", "moodle": "Moodle", "canvas": "Canvas",
    "blackboard": "Blackboard", "gradescope": "Gradescope", "plain": "no platform",
}  # fmt: skip

FIELDS = (
    Field("folder", "&Class", "", ""),
    Field("roster", "R&oster", "", ""),
    Field("rubric", "R&ubric", "", ""),
    Field("platform", "&From", "", "", choices=PLATFORMS),
    Field("games", "&Games of each pairing", "", 6, 0, 1000),
    Field("minutes", "&Minutes of processor time for the league", "", 30, 1, 10_000),
)  # fmt: skip

_COMMON = 3
"""How many of the most frequent mistakes are named."""


class ClassPage(WorkPage):
    """Asks for a class's files, checks and plays them, shows what came of it, and saves reports.

    Args:
        runner: does the work in the background.
        theme: the look.
        trust: whether course files may run.

    Attributes:
        fields: the class's folder or zip, roster, rubric, platform, and how the league is played.
        saving: saves what came of it.
        start: begins, and stops what was begun.
        gauge: how far it is.
        report: a line for each student.
        message: what is being done, or what went wrong.

    Signals:
        running_changed(): a run began or ended.
        entry_wanted(Entry): what was found in a student's file is to be seen.
        rubric_wanted(Path): a rubric is to be edited; None for a new one.
    """

    running_changed = Signal()
    entry_wanted = Signal(object)
    rubric_wanted = Signal(object)

    def __init__(self, runner: JobRunner, theme: ThemeManager, trust: Trust) -> None:
        super().__init__(theme)
        self._runner, self._trust = runner, trust
        self._job: Job | None = None
        self.setAcceptDrops(True)
        self.saving = ClassSaving(self)
        self.saving.announced.connect(self.say)
        self.fields = Form(self, FIELDS)
        for name, text in (
            ("folder", tr("none yet")),
            ("rubric", tr("none: no points")),
            ("roster", tr("none: whoever handed in nothing is not known")),
        ):
            self.fields[name].setPlaceholderText(text)
            self.fields[name].setMinimumWidth(4 * S2)
        self.gauge = Gauge(theme, tr("Progress of the check"))
        self.gauge.hide()
        self.message = Words(theme, "", wrap=True)
        self.report = ClassReport(theme)
        self.report.opened.connect(self._open_student)
        self._make_buttons()
        self.start = self.button["start"]
        self.save_report, self.save_table = self.button["report"], self.button["table"]
        self.save_more = self.button["more"]
        self.save_more.setMenu(self._more())
        self._common = Card(theme)
        self._mistakes = Words(theme, "", wrap=True)
        self._lay_out()
        self._show_found()
        self.say(tr("Nothing has been checked yet."))

    @property
    def runs(self) -> bool:
        """Whether a class is being checked."""
        return self._job is not None

    def _make_buttons(self) -> None:
        for name, text, tip, act, icon, kind in (
            ("zip", tr("Zip…"), tr("Choose a learning platform's zip"), self._browse_zip, "", ""),
            ("folder", tr("Folder…"), tr("Choose a folder of hand-ins"), self._browse_folder,
             "folder-open", ""),
            ("start", tr("&Check the class"), tr("Check every file, and play the league"),
             self._start_or_stop, "play", FILLED),
            ("roster", tr("Browse…"), tr("Choose a list of who belongs to the class"),
             self._browse_roster, "", ""),
            ("rubric", tr("Browse…"), tr("Choose a file that gives points"), self._browse_rubric,
             "", ""),
            ("edit", tr("&Edit…"), tr("Say how many points each group of checks is worth"),
             self._edit_rubric, "", ""),
            ("report", tr("Save &report…"), tr("A page about the whole class"),
             self.saving.report, "save", ""),
            ("table", tr("Save &table…"), tr("A table for spreadsheets"), self.saving.table,
             "table", ""),
            ("more", tr("Save &more"), tr("Pages, grades, and results for Gradescope"),
             lambda: None, "ellipsis-vertical", PLAIN),
        ):  # fmt: skip
            self.make_button(name, text, tip, act, icon, *([kind] if kind else []))

    def _lay_out(self) -> None:
        button = self.button
        state = Card(self.theme)
        state.box.addWidget(self.message)
        state.box.addWidget(self.gauge)
        self._found = found = Card(self.theme)
        found.box.addWidget(self.report)
        saves = row_of(*(button[name] for name in ("report", "table", "more")), gap=S2)
        found.box.addWidget(saves)
        named = [tr(title) for word, title in PLATFORMS.items() if word not in ("", "plain")]
        zone = DropZone(
            self.theme,
            named,
            [row_of(button["folder"], button["zip"], gap=S2), self.fields["folder"], self.start],
        )
        zone.dropped.connect(self.take)
        title = Words(self.theme, tr("What went wrong most"), LEAD, QFont.Weight.DemiBold)
        self._common.box.addWidget(title)
        self._common.box.addWidget(self._mistakes)
        self._example = Card(self.theme, "sunken")
        self._example.box.addWidget(Words(
            self.theme, tr("Here a line for each student will stand: the verdict, points where a "
                           "rubric gives them, the first mistake with its line, and what came "
                           "late."),
            colour="muted", wrap=True,
        ))  # fmt: skip
        self.lay_beside(
            [state, found, self._example, spring()], [zone, self._options(), self._common]
        )

    def _options(self) -> QWidget:
        """Return the card that asks how the class is checked."""
        card = Card(self.theme, gap=S1)
        card.box.addWidget(Words(self.theme, tr("How it is checked"), LEAD, QFont.Weight.DemiBold))
        beside = {"roster": ("roster",), "rubric": ("rubric", "edit")}
        for field in FIELDS[1:]:
            label = QLabel(tr("{label}:", label=tr(field.label)))
            label.setBuddy(self.fields[field.name])
            label.setWordWrap(True)
            card.box.addSpacing(S1)
            card.box.addWidget(label)
            card.box.addWidget(self.fields[field.name])
            if field.name in beside:
                buttons = (self.button[name] for name in beside[field.name])
                card.box.addWidget(row_of(*buttons, gap=S2))
        return card

    def _more(self) -> QMenu:
        """Return the menu of what else can be saved."""
        menu = QMenu(self)
        menu.addAction(tr("A &page for each student…"), self.saving.pages)
        menu.addAction(tr("A &zip of pages for Moodle or Canvas…"), self.saving.feedback)
        menu.addAction(tr("&Grades in the roster…"), self.saving.grades)
        menu.addAction(tr("&Results for Gradescope…"), self.saving.results)
        return menu

    # --- what is chosen -----------------------------------------------------------------------

    @Slot(object)
    def take(self, path: Path) -> None:
        """Ask for a folder or zip, which was dropped."""
        self.fields["folder"].setText(str(path))

    @handler
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: D102
        if class_among(event.mimeData()) is None:
            event.ignore()  # the window may take it
        else:
            event.acceptProposedAction()

    @handler
    def dropEvent(self, event: QDropEvent) -> None:  # noqa: D102
        path = class_among(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self.take(path)

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
    def _browse_rubric(self) -> None:
        kinds = filters([FileKind(tr("Rubrics"), ".toml"), all_files()])
        if path := ask_open(self, tr("Rubric"), kinds):
            self.take_rubric(path)

    @Slot()
    def _edit_rubric(self) -> None:
        path = self.fields.value("rubric").strip()
        self.rubric_wanted.emit(Path(path) if path else None)

    @Slot(object)
    def take_rubric(self, path: Path) -> None:
        """Give points by a rubric."""
        self.fields["rubric"].setText(str(path))

    # --- the work -----------------------------------------------------------------------------

    @Slot()
    def _start_or_stop(self) -> None:
        if self._job is not None:
            self.stop()
            return
        if not self._trust.in_course_files(tr("Class"), self):
            return
        from engine.classroom.plan import ClassPlan, Stop  # noqa: PLC0415  (few need it)
        from engine.classroom.roster import Roster  # noqa: PLC0415
        from engine.classroom.rubric import Rubric  # noqa: PLC0415
        from engine.classroom.run import look_at  # noqa: PLC0415

        asked = self.fields.values()
        if not (text := asked["folder"].strip()):
            self.say(tr("Choose the folder or zip with the class's files."))
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
        self.start.set_icon("square")
        self.gauge.setRange(0, 0)
        self.gauge.show()
        self.say(tr("Looking through the files…"))
        self.running_changed.emit()

    def _end(self, message: str) -> None:
        """Stop what is under way, or be done with it, and say so."""
        if self._job is not None:
            job, self._job = self._job, None
            job.cancel()
        self.start.setText(tr("&Check the class"))
        self.start.set_icon("play")
        self.gauge.hide()
        self.say(message)
        self.running_changed.emit()

    @Slot(str)
    def say(self, text: str) -> None:
        """Say something above the report."""
        self.message.setText(breakable(text))

    @Slot(object)
    def _show_progress(self, progress: tuple[str, int, int]) -> None:
        doing, done, count = progress
        if doing == "waiting":
            self.say(
                tr("Another run is looking at this folder. This one goes on when it has ended.")
            )
            return
        self.gauge.show_share(done, count)
        if doing == "checking":
            self.say(tr("Checking: {done} of {whole} files", done=done, whole=count))
        else:
            self.say(tr("The league: {done} of {whole} games", done=done, whole=count))

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        if self.sender() is self._job:
            self._end(f"{problem(error)}.")

    @Slot(object)
    def _finished(self, looked_at: LookedAt) -> None:
        if self.sender() is not self._job:
            return
        self.saving.of = looked_at
        count = len(looked_at.results.entries)
        self._end(tr("%n students were looked at.", n=count, one="1 student was looked at."))
        self._show_found()

    @Slot()
    def stop(self) -> None:
        """Stop what is under way; what was done is kept."""
        if self._job is not None:
            self._end(tr("Stopped. What was done is kept."))

    # --- what came of it ----------------------------------------------------------------------

    def _show_found(self) -> None:
        from engine.classroom.tables import mistakes  # noqa: PLC0415  (few need it)

        of = self.saving.of
        self.report.show_class(of)
        self._found.setVisible(of is not None)
        self._example.setVisible(of is None)
        for button in (self.save_report, self.save_table, self.save_more):
            button.setEnabled(of is not None)
        common = [] if of is None else [
            tr("{count} of {whole}: {mistake}", count=len(shared.students),
               whole=len(of.results.entries), mistake=shared.what)
            for shared in mistakes(of.results)[:_COMMON]
        ]  # fmt: skip
        self._mistakes.setText("\n".join(common))
        self._common.setVisible(bool(common))

    @Slot(int)
    def _open_student(self, place: int) -> None:
        """Have it seen what was found in a student's file."""
        if self.saving.of is not None:
            entry: Entry = self.saving.of.results.entries[place]
            self.entry_wanted.emit(entry)
