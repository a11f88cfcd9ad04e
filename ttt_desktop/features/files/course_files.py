"""Course files: asks for one, says what that means, tries it, and shows its check."""

from __future__ import annotations

from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from ttt_desktop.look.text import tr
from ttt_desktop.look.widgets import Notice
from ttt_desktop.machines.machine import FileMachine
from ttt_desktop.machines.watch import FileWatch
from ttt_desktop.work.files import (
    FileKind,
    all_files,
    ask_open,
    ask_save,
    filters,
    programs,
    write_or_tell,
)
from ttt_desktop.work.trust import Trust

if TYPE_CHECKING:
    from engine.compat.checking import Report
    from ttt_desktop.features.files.report_dialog import ReportDialog

COURSE_ENDINGS = (".py", ".py.txt", ".ipynb")
"""How the names of files end that may be meant as course files; a check says what is wrong."""

_BLANK = "my_player.txt"
"""The resource with a course file that plays at random."""

_SEATED = "seated"
"""The topic of what is said when a machine takes its seat."""


class CourseFiles(QObject):
    """What is done with course files: asked for, tried, checked, and their reports read.

    Args:
        machine: loads and checks them.

    Attributes:
        reports: the reports that are open, by file.
        tried: a file that was handed in to be looked at, and does not play; None for none.
        version: what is in that file, as far as it could be read.

    Signals:
        changed(): ``tried`` is another.
        played(): the file that was tried plays now.
        saved(str): a file of this name was written.
    """

    changed = Signal()
    played = Signal()
    saved = Signal(str)

    def __init__(self, machine: FileMachine, notice: Notice, trust: Trust, window: QWidget) -> None:
        super().__init__(window)
        self._machine = machine
        self._checks = checks = machine.checks
        self._notice = notice
        self._window, self._trust = window, trust
        self.reports: dict[Path, ReportDialog] = {}
        self._opens: set[Path] = set()  # whose reports open by themselves
        self.tried: Path | None = None
        self.version: bytes | None = None
        self._watch = FileWatch(self)
        self._watch.changed.connect(self._try_newer)
        machine.announced.connect(self._tell_machine)
        machine.changed.connect(self._let_go)
        machine.changed.connect(self._forget_told)
        checks.announced.connect(notice.tell)
        checks.checked.connect(self._take_report)
        checks.changed.connect(self._enable)

    @Slot(str)
    def _tell_machine(self, sentence: str) -> None:
        self._notice.tell(sentence, topic=_SEATED)

    @Slot()
    def _forget_told(self) -> None:
        """What was said of the machine of before, or of the file's version of before, is over."""
        self._notice.retract(_SEATED)

    @Slot()
    def ask_load(self) -> None:
        """Ask for a file and let it be the machine."""
        if path := self._ask(tr("Machine from file")):
            self._machine.load(path)

    @Slot()
    def ask_check(self) -> None:
        """Ask for a file, check it, and show the report."""
        if path := self._ask(tr("Check file")):
            self.check(path)

    @Slot()
    def ask_try(self) -> None:
        """Ask for a file, check it, and offer to play against it."""
        if path := self._ask(tr("Course file")):
            self._try(path)

    def try_dropped(self, path: Path) -> None:
        """Check a file that was dropped on the window, and offer to play against it."""
        if self._trust.in_course_files(tr("Course file"), self._window):
            self._try(path)

    def check(self, path: Path) -> None:
        """Check a file, and show the report; until then it can be seen how far that is."""
        self._try(path)
        self._opens.add(path.absolute())

    def _ask(self, title: str) -> Path | None:
        if not self._trust.in_course_files(title, self._window):
            return None
        kinds = filters([programs(), all_files()])
        return ask_open(self._window, title, kinds)

    @Slot()
    def ask_save_blank(self) -> None:
        """Ask where to save a course file that plays at random, and save it."""
        kinds = [FileKind(tr("Python files"), ".py")]
        title = tr("Save a machine to begin with")
        if path := ask_save(self._window, title, kinds, "my_player.py"):
            self.save_blank(path)

    def save_blank(self, path: Path) -> None:
        """Save the course file; say so where it cannot be written."""
        text = (files("ttt_desktop.resources") / _BLANK).read_text(encoding="utf-8")
        if write_or_tell(path, text, self._notice):
            self.saved.emit(path.name)

    # --- a file that is tried -------------------------------------------------------------

    def _try(self, path: Path) -> None:
        path = path.absolute()
        if self._machine.plays(path):
            self._machine.look_for_newer()
        else:
            self._hold(path)
        self._check(path)

    @Slot(object)
    def _check(self, path: Path, by_hand: bool = True) -> None:
        content = self._checks.check(path, by_hand)
        if path == self.tried:
            self.version = content
            self.changed.emit()

    def _hold(self, path: Path | None) -> None:
        """Let another file be the one that is tried; nobody waits for the last one's check now."""
        before, self.tried = self.tried, path
        if before is not None and before not in (path, *self._opens, *self.reports):
            self._checks.cancel(before)
        self.version = None
        self._watch.follow(path)

    @Slot()
    def _try_newer(self) -> None:
        """Check the file that is tried anew: it was saved. One that is gone may come back."""
        if self.tried is not None and self._watch.is_there:
            self._check(self.tried, by_hand=False)

    def check_tried(self) -> None:
        """Check the file that is tried once more."""
        if self.tried is not None:
            self._check(self.tried)

    @Slot()
    def play(self) -> None:
        """Let the file that is tried be the machine."""
        if self.tried is not None:
            self._machine.load(self.tried, done=self.played.emit)

    @Slot()
    def let_go(self) -> None:
        """Try no file any more, and end its check."""
        if self.tried is not None:
            self._opens.discard(self.tried)
            self._checks.cancel(self.tried)
            self._hold(None)
            self.changed.emit()

    @Slot()
    def _let_go(self) -> None:
        """A file that plays is not tried any more."""
        player = self._machine.player
        if player is not None and player.path == self.tried:
            self._watch.follow(None)
            self.tried = self.version = None
            self.changed.emit()

    # --- reports --------------------------------------------------------------------------

    @Slot(object)
    def _take_report(self, report: Report) -> None:
        """Show a report where one of the same file is open, or is waited for."""
        dialog = self.reports.get(report.path)
        if dialog is not None:
            # What plays may be of before; it takes no newer version's place.
            if dialog.is_of_before or report.code == dialog.report.code:
                dialog.show_report(report)
        elif report.path in self._opens:
            self.open_report(report)
        self._opens.discard(report.path)

    def open_report(self, report: Report) -> None:
        """Open a report, in the place of another one on the same file."""
        from ttt_desktop.features.files.report_dialog import ReportDialog  # noqa: PLC0415

        dialog = self.reports.get(report.path)
        if dialog is None:
            self.reports[report.path] = dialog = ReportDialog(report, self._window)
            dialog.wanted.connect(self._check)
            dialog.finished.connect(partial(self._forget_report, dialog))
            dialog.show()
            self._enable()
            return
        if dialog.report is not report:
            dialog.show_report(report)
        dialog.raise_()
        dialog.activateWindow()

    @Slot()
    def _enable(self) -> None:
        """Let reports take no wish to check again while such a one is being met.

        A report that was waited for opens no more once its check was stopped.
        """
        self._opens = {path for path in self._opens if self._checks.is_awaited(path)}
        for path, dialog in self.reports.items():
            dialog.again.setEnabled(not self._checks.is_awaited(path))

    def _forget_report(self, dialog: ReportDialog, _result: int) -> None:
        """Forget a closed report; and its check, unless the file is tried or plays."""
        path = dialog.path
        if self.reports.get(path) is not dialog:
            return
        del self.reports[path]
        if path != self.tried and not self._machine.plays(path):
            self._checks.cancel(path)
