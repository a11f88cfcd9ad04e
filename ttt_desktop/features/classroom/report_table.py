"""The report on a class: a line for each student, filtered by what became of the hand-in."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRectF, Qt, Signal, Slot
from PySide6.QtGui import QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.compat.terms import FAIL, PASS, Finding
from engine.tournament.statistics import Interval
from ttt_desktop.features.classroom.saving import LookedAt
from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import S2
from ttt_desktop.look.parts import Chip
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.text import signed, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.work_page import row_of
from ttt_desktop.machines.reports import verdict

if TYPE_CHECKING:
    from engine.classroom.run import Entry
    from engine.classroom.tables import StudentRow
    from engine.tournament.columns import Column

_LATE = "handed in late"
"""How the engine notes that something came after its time."""

_PLACE = Qt.ItemDataRole.UserRole
_HEIGHT = 260
"""The least height of the table, in pixels."""


class HandInState(Enum):
    """What became of a hand-in; the values are its colour and its icon."""

    RIGHT = "right", "check"
    WARNINGS = "hint", "info"
    FAULTS = "wrong", "x"
    YOURS = "muted", "circle-question-mark"

    @property
    def colour(self) -> str:
        """The name of its colour in the theme."""
        return self.value[0]

    @property
    def icon(self) -> str:
        """The name of its icon."""
        return self.value[1]

    @property
    def title(self) -> str:
        """What it is called, its number aside."""
        return {
            HandInState.RIGHT: tr("Right"),
            HandInState.WARNINGS: tr("Warnings"),
            HandInState.FAULTS: tr("Faults"),
            HandInState.YOURS: tr("Left to you"),
        }[self]


def outcome_of(entry: Entry) -> HandInState:
    """Return what became of a student's hand-in."""
    report = entry.report
    if entry.hand_in.absent or entry.hand_in.path is None or report.unjudged:
        return HandInState.YOURS
    if not report.loaded or not report.written or report.faults:
        return HandInState.FAULTS
    return HandInState.WARNINGS if report.warned else HandInState.RIGHT


def verdict_of(entry: Entry) -> str:
    """Return what became of a student's hand-in, in the user's language."""
    if entry.hand_in.absent:
        return tr("not handed in")
    return tr("nothing readable") if entry.hand_in.path is None else verdict(entry.report)


def _first_mistake(entry: Entry) -> Finding | None:
    """Return the first fault that was found, or else the first warning."""
    found = [
        finding
        for findings in entry.report.findings.values()
        for finding in findings
        if finding.status != PASS
    ]
    return next(
        (finding for finding in found if finding.status == FAIL), found[0] if found else None
    )


def _comment(entry: Entry) -> str:
    """Return what is to be said of a hand-in in a few words."""
    finding = _first_mistake(entry)
    if entry.hand_in.problem:
        text = entry.hand_in.problem
    elif finding is None:
        return ""
    else:
        text = finding.cause or finding.what
    return text[:1].upper() + text[1:]


def _line(entry: Entry) -> str:
    finding = _first_mistake(entry)
    return "" if finding is None or finding.line is None else str(finding.faulty or finding.line)


def _late(entry: Entry) -> str:
    return tr("late") if _LATE in entry.hand_in.notes else ""


class _Shares(QWidget):
    """A bar of what became of all hand-ins."""

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme = theme
        self.counts: dict[HandInState, int] = {}
        self.setFixedHeight(S2)

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, total = QPainter(self), sum(self.counts.values())
        left = 0.0
        for outcome, count in self.counts.items():
            wide = self.width() * count / total if total else 0.0
            colour = self._theme.theme.colour(outcome.colour)
            painter.fillRect(QRectF(left, 0, max(0.0, wide - 2), self.height()), colour)
            left += wide
        painter.end()


class ClassReport(QWidget):
    """Shows a class, a line for each student.

    Args:
        theme: the look.

    Attributes:
        table: the lines.
        finder: only students are shown in whose name this stands.
        chips: which hand-ins are shown; None for all.

    Signals:
        opened(int): a student is to be seen: the place in the class.
    """

    opened = Signal(int)

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme = theme
        self._of: LookedAt | None = None
        self._chosen: HandInState | None = None
        self.chips: dict[HandInState | None, Chip] = {}
        group = QButtonGroup(self)
        for outcome in (None, *HandInState):
            self.chips[outcome] = chip = Chip(theme, "")
            chip.clicked.connect(lambda _=False, outcome=outcome: self.show_only(outcome))
            group.addButton(chip)
        self.finder = QLineEdit()
        self.finder.setPlaceholderText(tr("Find a student"))
        self.finder.setAccessibleName(tr("Find a student"))
        self.finder.setClearButtonEnabled(True)
        self.finder.textChanged.connect(self._filter)
        self._shares = _Shares(theme)
        self.table = QTreeWidget()
        self.table.setRootIsDecorated(False)
        self.table.setAccessibleName(tr("The class"))
        self.table.setMinimumHeight(_HEIGHT)
        self.table.itemActivated.connect(self._open)
        explain(self.table, tr("Return, or a double click, shows what was found in a file."))
        self._head = row_of(*self.chips.values(), self.finder, gap=S2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S2)
        for part in (self._head, self._shares, self.table):
            column.addWidget(part, int(part is self.table))
        theme.changed.connect(self._fill)
        self.show_class(None)

    def show_class(self, of: LookedAt | None) -> None:
        """Show what came of a class; None where nothing did yet."""
        self._of = of
        entries = [] if of is None else of.results.entries
        outcomes = [outcome_of(entry) for entry in entries]
        counts = {outcome: outcomes.count(outcome) for outcome in HandInState}
        for outcome, chip in self.chips.items():
            count = len(entries) if outcome is None else counts[outcome]
            title = tr("All") if outcome is None else outcome.title
            chip.setText(f"{title} {count}")
        self._shares.counts = counts
        self._shares.update()
        for part in (self._head, self._shares):
            part.setVisible(of is not None)
        self._fill()
        self.show_only(None)

    def show_only(self, outcome: HandInState | None) -> None:
        """Show the hand-ins of which this became, or all."""
        self._chosen = outcome
        self.chips[outcome].setChecked(True)
        self._filter()

    @Slot()
    def _filter(self) -> None:
        if self._of is None:
            return
        wanted = self.finder.text().strip().casefold()
        for row in range(self.table.topLevelItemCount()):
            item = self.table.topLevelItem(row)
            assert item is not None
            entry = self._of.results.entries[item.data(0, _PLACE)]
            kept = self._chosen in (None, outcome_of(entry))
            item.setHidden(not (kept and wanted in entry.student.casefold()))

    @Slot()
    def _fill(self) -> None:
        from engine.classroom.tables import STUDENTS, student_rows  # noqa: PLC0415  (few need it)
        from engine.tournament.columns import Section  # noqa: PLC0415

        self.table.clear()
        columns = [column for column in STUDENTS if column.section is Section.OUTCOMES]
        more = [(tr("First mistake"), _comment), (tr("Line"), _line), (tr("Handed in"), _late)]
        titles = [tr(column.title) for column in columns]
        self.table.setHeaderLabels([*titles, *(title for title, _ in more)])
        if self._of is None:
            return
        rows = student_rows(self._of.results, self._of.rubric)
        for place, row in enumerate(rows):
            cells = [_cell(column, row) for column in columns]
            item = QTreeWidgetItem([*cells, *(say(row.entry) for _, say in more)])
            item.setData(0, _PLACE, place)
            outcome = outcome_of(row.entry)
            verdict_at = next(i for i, column in enumerate(columns) if column.name == "verdict")
            item.setForeground(verdict_at, self._theme.theme.colour(outcome.colour))
            item.setIcon(verdict_at, self._icon(outcome))
            self.table.addTopLevelItem(item)
        for number, column in enumerate(columns):
            self.table.setColumnHidden(number, not column.shown(rows))
        for number, (_, say) in enumerate(more, start=len(columns)):
            self.table.setColumnHidden(number, not any(say(row.entry) for row in rows))
        for number in range(self.table.columnCount()):
            self.table.resizeColumnToContents(number)
        self._filter()

    def _icon(self, outcome: HandInState) -> QIcon:
        side = self._theme.px(16)
        colour = getattr(self._theme.theme, outcome.colour)
        return QIcon(self._theme.icon(outcome.icon, side, colour, self.devicePixelRatioF()))

    @Slot(QTreeWidgetItem)
    def _open(self, item: QTreeWidgetItem) -> None:
        self.opened.emit(item.data(0, _PLACE))


def _cell(column: Column[StudentRow], row: StudentRow) -> str:
    """Return what stands in a column of the class's table."""
    from engine.tournament.columns import written  # noqa: PLC0415  (few need it)

    value: Any = column.value(row)
    if value is None:
        return ""
    if isinstance(value, Interval):
        return f"{signed(value.value, 0)} ± {(value.high - value.low) / 2:.0f}"
    return verdict_of(row.entry) if column.name == "verdict" else written(column, row)
