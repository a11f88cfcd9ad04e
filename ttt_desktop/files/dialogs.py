"""Machines from files: asks for one, says what that means, shows its output and its check."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QDockWidget, QMessageBox, QPlainTextEdit, QWidget

from ttt_desktop.files.machine import FileMachine
from ttt_desktop.look.text import tr
from ttt_desktop.look.widgets import Notice, dock_column
from ttt_desktop.work.files import FileKind, ask_open, filters, programs

if TYPE_CHECKING:
    from engine.compat.checking import Report
    from ttt_desktop.files.class_dialog import ClassDialog
    from ttt_desktop.files.report_dialog import ReportDialog

WARNING = str(
    QT_TRANSLATE_NOOP(
        "",
        "A file is a program. It runs in a process of its own, but with your rights: it can read "
        "and change everything that you can. Limits on time, memory and output guard against "
        "accidents, not against malice. Only open files that you trust.",
    )
)

_CHECKING, _BUSY = "checking", "another file"
"""Topics of the notice."""

_LOG_MS = 400


class MachineFiles(QObject):
    """The menu's entries about machines from files.

    Args:
        machine: loads and checks.
        notice: where sentences are shown.
        window: the dialogs' parent.

    Signals:
        understood(): the user has read what a file may do.
    """

    understood = Signal()

    def __init__(self, machine: FileMachine, notice: Notice, window: QWidget) -> None:
        super().__init__(window)
        self._machine = machine
        self._notice = notice
        self._window = window
        self.warned = False
        self.reports: dict[Path, ReportDialog] = {}
        self._waiting: dict[Path, None] = {}  # to be checked, in this order
        self._under_way: Path | None = None
        self._unwanted: Path | None = None
        self.class_dialog: ClassDialog | None = None
        machine.told.connect(self._tell)
        machine.checked.connect(self._show_report)
        machine.freed.connect(self._go_on)

    @Slot()
    def ask_load(self) -> None:
        """Ask for a file and let it be the machine."""
        if path := self._ask(tr("Machine from file")):
            self._machine.load(path)

    @Slot()
    def ask_check(self) -> None:
        """Ask for a file and check it."""
        if path := self._ask(tr("Check file")):
            if self._unwanted == path:
                self._unwanted = None
            self._say_checking(path)
            self._check(path)

    @Slot()
    def ask_class(self) -> None:
        """Open the window about a whole class's files."""
        if not self._has_understood(tr("Class")):
            return
        if self.class_dialog is None:
            from ttt_desktop.files.class_dialog import ClassDialog  # noqa: PLC0415

            self.class_dialog = ClassDialog(self._machine.runner, self._window)
        self.class_dialog.show()
        self.class_dialog.raise_()

    def _has_understood(self, title: str) -> bool:
        """Whether the user knows what a file may do; the first time, that is said."""
        if not self.warned:
            buttons = QMessageBox.StandardButton.Ok | QMessageBox.StandardButton.Cancel
            answer = QMessageBox.warning(self._window, title, tr(WARNING), buttons)
            if answer != QMessageBox.StandardButton.Ok:
                return False
            self.warned = True
            self.understood.emit()
        return True

    def _ask(self, title: str) -> Path | None:
        if not self._has_understood(title):
            return None
        kinds = filters([programs(), FileKind(tr("All files"), "")])
        return ask_open(self._window, title, kinds)

    @Slot(str)
    def _tell(self, sentence: str) -> None:
        """Say what a file's machine tells; that it is busy, for as long as it is."""
        self._notice.tell(sentence, topic=_BUSY if self._machine.busy else "")

    def _say_checking(self, path: Path) -> None:
        self._notice.tell(tr("Checking {name}…", name=path.name), topic=_CHECKING)

    @Slot(object)
    def _check(self, path: Path) -> None:
        """Check a file, at once or when what is under way has ended."""
        if path in self.reports:
            self.reports[path].wait()
        if self._machine.busy:
            self._waiting[path] = None
        else:
            self._under_way = path
            self._machine.check(path)

    @Slot()
    def _go_on(self) -> None:
        """What was under way has ended: check the file that has waited longest."""
        self._notice.retract(_BUSY)
        self._under_way = self._unwanted = None
        for path, dialog in self.reports.items():
            if path not in self._waiting:
                dialog.get_ready()
        if self._waiting and not self._machine.busy:
            path = next(iter(self._waiting))
            del self._waiting[path]
            if path not in self.reports:
                self._say_checking(path)
            self._check(path)

    @Slot(object)
    def _show_report(self, report: Report) -> None:
        from ttt_desktop.files.report_dialog import ReportDialog  # noqa: PLC0415

        self._notice.retract(_CHECKING)
        dialog = self.reports.get(report.path)
        if dialog is not None:
            dialog.show_report(report)
            return
        if report.path == self._unwanted:
            return
        self.reports[report.path] = dialog = ReportDialog(report, self._window)
        dialog.wanted.connect(self._check)
        dialog.finished.connect(self._forget_report)
        dialog.show()

    @Slot()
    def _forget_report(self) -> None:
        for path, dialog in tuple(self.reports.items()):
            if dialog is self.sender():
                del self.reports[path]
                self._waiting.pop(path, None)
                if path == self._under_way:
                    self._unwanted = path


class LogDock(QDockWidget):
    """A dockable pane with what the machine's file prints.

    Args:
        machine: whose output is shown.
    """

    def __init__(self, machine: FileMachine, parent: QWidget) -> None:
        super().__init__(tr("Output of the machine's file"), parent)
        self.setObjectName("file_output")
        self._machine = machine
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName(tr("Output of the machine's file"))
        dock_column(self).addWidget(self.text)
        self._timer = QTimer(self, interval=_LOG_MS)
        self._timer.timeout.connect(self.refresh)
        self.visibilityChanged.connect(self._shown)

    @Slot(bool)
    def _shown(self, visible: bool) -> None:
        if visible:
            self.refresh()
            self._timer.start()
        else:
            self._timer.stop()

    @Slot()
    def refresh(self) -> None:
        """Show the newest output."""
        output = self._machine.output
        if output != self.text.toPlainText():
            self.text.setPlainText(output)
            bar = self.text.verticalScrollBar()
            bar.setValue(bar.maximum())
