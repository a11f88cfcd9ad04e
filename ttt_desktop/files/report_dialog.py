"""What a check found in a course file: to read, to follow up, and to check again."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Mapping, Sequence, Set
from html import escape
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
from engine.compat.terms import FAIL, PASS, Finding
from engine.errors import printable
from engine.files import read_regular
from ttt_desktop.files.watch import FileWatch
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.look.text import tr, with_minus
from ttt_desktop.look.theme import TITLE
from ttt_desktop.look.widgets import plain_label

if TYPE_CHECKING:
    from engine.compat.checking import Report


_SQUARE = re.compile(r"\((\d+), (\d+)\)")


def verdict(report: Report) -> str:
    """Return a report's verdict in the user's language."""
    if report.unjudged:
        return tr("could not be judged")
    if not report.loaded:
        return tr("cannot be loaded")
    if not report.written:
        return tr("nothing is written yet")
    if report.faults:
        return tr("%n faults", n=report.faults, one="1 fault")
    return tr("right with warnings") if report.warned else tr("right")


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


def findings_html(report: Report, whose: str = "") -> str:
    """Return a report in the HTML that Qt shows.

    Args:
        whose: what the file is called beside what was expected; that of who reads it by default.
    """
    file = whose or tr("Your file")
    parts = [f"<p>{escape(note)}</p>" for note in report.notes]
    left_out = [tr("Left out while checking: {call}", call=call) for call in report.calls]
    parts += [f"<p>{escape(sentence)}</p>" for sentence in left_out]
    for name, findings in report.findings.items():
        bad = [finding for finding in findings if finding.status != PASS]
        count = tr("%n looks", n=len(findings), one="1 look")
        sign = "✓" if not bad else "✗" if any(finding.status == FAIL for finding in bad) else "!"
        parts.append(f"<h3>{sign} {escape(name)} <small>({count})</small></h3>")
        parts += [_finding(finding, file) for finding in bad]
    if report.unjudged:
        parts.append(f"<p>{escape(report.unjudged)}</p>")
    if report.guard:
        ran = tr("It ran {guard}.", guard=report.guard)
        parts.append(f"<p><small>{escape(ran)}</small></p>")
    return "".join(parts)


def _finding(finding: Finding, file: str) -> str:
    word = tr("Fault:") if finding.status == FAIL else tr("Warning:")
    parts = [f"<p><b>{word}</b> {escape(finding.what)}</p>"]
    if finding.cause:
        likely = tr("Likely:") if finding.faulty else tr("Perhaps:")
        parts.append(f"<p><b>{likely}</b> {escape(finding.cause)}.</p>")
    parts.append(_side_by_side(finding, file))
    if finding.line:
        quoted = escape(finding.quoted)
        parts.append(f"<p>{_where(finding)}</p><pre>{finding.line}:  {quoted}</pre>")
    if finding.more:
        more = tr("and %n more like this", n=finding.more)
        parts.append(f"<p><i>{more}</i></p>")
    return f"<blockquote>{''.join(parts)}</blockquote>"


def _where(finding: Finding) -> str:
    """Return what the line is that is quoted."""
    if finding.is_error and finding.faulty not in (None, finding.line):
        return tr("The error came up in this line; look at line {line}:", line=finding.faulty)
    if finding.is_error:
        return tr("The error came up in this line:")
    return tr("Look at this line:") if finding.faulty else tr("It is in this function:")


def _side_by_side(finding: Finding, file: str) -> str:
    """Return what was expected and what came, each with its board where there is one."""
    texts = finding.expected, finding.got
    if not (any(texts) or finding.board):
        return ""
    rows = finding.board.split("/")
    is_board = bool(finding.board) and all(len(row) == len(rows) for row in rows)
    grids = [_numbers(text, len(rows)) for text in texts]
    boards = ["", ""]
    if is_board and all(grids):
        differ = {square for square in grids[0] if grids[0][square] != grids[1][square]}
        boards = [_board(rows, differ, grid) for grid in grids]
        texts = "", ""  # the boards say it
    elif is_board:
        boards = [_board(rows, _squares(text), {}) for text in texts]
    titles = tr("Expected"), escape(file)
    heads = "".join(f"<th align='left' width='50%'>{title}</th>" for title in titles)
    cells = "".join(f"<td>{escape(text)}</td>" for text in texts)
    texts_row = f"<tr>{cells}</tr>" if any(texts) else ""
    drawn = "".join(f"<td>{board}</td>" for board in boards)
    return (
        f"<table width='100%' cellpadding='4'><tr>{heads}</tr>{texts_row}<tr>{drawn}</tr></table>"
    )


def _numbers(text: str, side: int) -> dict[tuple[int, int], float]:
    """Return a grid of scores, such as ``[[0.0, 1.0], [0.0, 0.0]]``, by square; else empty."""
    try:
        rows = literal_eval(text)
        numbers = {
            (i, j): float(number) for i, row in enumerate(rows) for j, number in enumerate(row)
        }
    except (ValueError, TypeError, SyntaxError, OverflowError, MemoryError, RecursionError):
        return {}
    squares = {(row, col) for row in range(side) for col in range(side)}
    return numbers if set(numbers) == squares else {}


def _squares(text: str) -> set[tuple[int, int]]:
    return {(int(row), int(col)) for row, col in _SQUARE.findall(text)}


def _board(
    rows: Sequence[str], marked: Set[tuple[int, int]], numbers: Mapping[tuple[int, int], float]
) -> str:
    """Return a position as a table, with numbers where there are some; some squares stand out."""

    def cell(row: int, col: int, mark: str) -> str:
        shown = escape(mark).replace(".", "&nbsp;")
        if numbers:
            shown += f" <small>{with_minus(f'{numbers[row, col]:g}')}</small>"
        tint = " style='background: #e6a817; color: #111111'" if (row, col) in marked else ""
        width = 48 if numbers else 22
        return f"<td width='{width}' align='center'{tint}>{shown}</td>"

    cells = "".join(
        f"<tr>{''.join(cell(row, col, mark) for col, mark in enumerate(marks))}</tr>"
        for row, marks in enumerate(rows)
    )
    return f"<table border='1' cellspacing='0' cellpadding='3'>{cells}</table>"
