"""What was found in one student's file."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QTextBrowser, QVBoxLayout, QWidget

from ttt_desktop.features.classroom.report_table import verdict_of
from ttt_desktop.look.measures import S2, S5
from ttt_desktop.look.text import tr
from ttt_desktop.machines.reports import findings_html

if TYPE_CHECKING:
    from engine.classroom.run import Entry


class StudentPage(QWidget):
    """Shows what was found in one student's file.

    Attributes:
        text: what was found.
    """

    def __init__(self) -> None:
        super().__init__()
        self.text = QTextBrowser()
        self.text.setAccessibleName(tr("Findings"))
        column = QVBoxLayout(self)
        column.setContentsMargins(S5, S2, S5, S5)
        column.addWidget(self.text)

    def show_entry(self, entry: Entry) -> None:
        """Show another student's."""
        head = f"<h2>{escape(f'{entry.student}: {verdict_of(entry)}')}</h2>"
        findings = "" if entry.hand_in.absent else findings_html(entry.report, tr("This file"))
        self.text.setHtml(head + findings)
        self.text.setFocus()
