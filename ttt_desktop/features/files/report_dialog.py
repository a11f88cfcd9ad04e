"""What a check found in a course file: to read, to follow up, and to check again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from engine.compat.source import MAX_SOURCE
from engine.errors import printable
from engine.files import read_regular
from ttt_desktop.look.measures import TITLE
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.look.text import tr
from ttt_desktop.look.widgets import plain_label
from ttt_desktop.machines.reports import findings_html, verdict
from ttt_desktop.machines.watch import FileWatch

if TYPE_CHECKING:
    from engine.compat.checking import Report


class ReportDialog(QDialog):
    """Shows a report, and the next one of the same file in its place.

    Args:
        report: the findings.

    Attributes:
        report: the findings that are shown.
        text: where they are.
        age: says that the file has changed since.
        watch: has the file checked whenever it is saved.
        again, copy: the buttons.

    Signals:
        wanted(Path): the file is to be checked again.
    """

    wanted = Signal(object)

    def __init__(self, report: Report, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.report = report
        self._title = plain_label()
        font = self._title.font()
        font.setPointSizeF(font.pointSizeF() * TITLE)
        font.setBold(True)
        self._title.setFont(font)
        self.age = plain_label()
        self.age.setWordWrap(True)
        self.age.hide()
        self._announcer = Announcer(self)
        self.text = QTextBrowser()
        self.text.setAccessibleName(tr("Findings"))
        self.watch = QCheckBox(tr("Check &whenever the file is saved"))
        self.watch.toggled.connect(self._watch)
        self._file = FileWatch(self)
        self._file.follow(report.path)
        self._file.changed.connect(self._saved)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.again = buttons.addButton(tr("Check &again"), role)
        self.again.clicked.connect(self._ask_again)
        self.copy = buttons.addButton(tr("&Copy as text"), role)
        self.copy.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for part in (self._title, self.age, self.text, self.watch, buttons):
            layout.addWidget(part)
        self.resize(760, 560)
        self.show_report(report)

    @property
    def path(self) -> Path:
        """The file."""
        return self.report.path

    def show_report(self, report: Report) -> None:
        """Show what was found this time."""
        self.report = report
        self._say(verdict(report))
        self._show_age()
        place = self.text.verticalScrollBar().value()
        self.text.setHtml(findings_html(report))
        self.text.verticalScrollBar().setValue(place)

    def _say(self, what: str) -> None:
        title = f"{printable(self.path.name)}: {what}"
        self.setWindowTitle(title)
        self._title.setText(title)

    @property
    def is_of_before(self) -> bool:
        """Whether the file is not any more what was checked."""
        try:
            return read_regular(self.path, MAX_SOURCE) != self.report.code
        except OSError:
            return bool(self.report.code)

    def _show_age(self) -> None:
        """Say so where the file has changed since."""
        sentence = tr("The file has changed since: these are the findings of a version of before.")
        is_new = self.is_of_before and self.age.isHidden()
        self.age.setText(sentence)
        self.age.setVisible(self.is_of_before)
        if is_new:
            self._announcer.say(sentence)

    @Slot(bool)
    def _watch(self, wanted: bool) -> None:
        if wanted and self._file.is_there and self.is_of_before:
            self.wanted.emit(self.path)

    @Slot()
    def _saved(self) -> None:
        """Have the file checked that was saved, if that is wanted; else say so."""
        self._show_age()
        if self.watch.isChecked() and self.is_of_before:
            self._ask_again()

    @Slot()
    def _ask_again(self) -> None:
        if self._file.is_there:
            self.wanted.emit(self.path)
        else:
            self._say(tr("the file is gone"))

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report.as_text())
