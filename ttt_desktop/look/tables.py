"""Tables: as Qt asks for them, and as they are seen, sorted and copied."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QStyleOptionHeader, QTableView

from ttt_desktop.look.guard import handler, nothing, virtual
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.text import unmarked

Index = QModelIndex | QPersistentModelIndex

SORT = Qt.ItemDataRole.UserRole + 1
"""The role of what a cell is sorted by: a number, not its text."""


class Cell(NamedTuple):
    """What stands in a table, and what it is sorted by."""

    text: str
    key: float


class TableModel(QAbstractTableModel):
    """A flat table. Subclasses say what its cells are.

    Attributes:
        numeric: whether all columns but the first hold numbers, and so stand at the right.
        titles: the columns' titles.
        count: how many rows there are.
    """

    numeric = False
    titles: Sequence[str] = ()
    count = 0

    def rows(self) -> int:
        """Return how many rows there are."""
        return self.count

    def columns(self) -> int:
        """Return how many columns there are."""
        return len(self.titles)

    def title(self, column: int) -> str:
        """Return a column's title."""
        return self.titles[column]

    def cell(self, row: int, column: int, role: int) -> Any:
        """Return what a cell is in one of Qt's roles; None where it is nothing."""
        raise NotImplementedError

    @virtual(int)
    def rowCount(self, parent: Index | None = None) -> int:  # noqa: D102
        return 0 if parent is not None and parent.isValid() else self.rows()

    @virtual(int)
    def columnCount(self, parent: Index | None = None) -> int:  # noqa: D102
        return 0 if parent is not None and parent.isValid() else self.columns()

    @virtual(nothing)
    def headerData(  # noqa: D102
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return self.title(section)
            if role == Qt.ItemDataRole.TextAlignmentRole and self.numeric:
                return _side(section)
        return super().headerData(section, orientation, role)

    @virtual(nothing)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: D102
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and self.numeric:
            return _side(index.column())
        return self.cell(index.row(), index.column(), role)


def _side(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


_UP, _DOWN = "▴", "▾"
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


class SortHeader(QHeaderView):
    """Titles with an arrow before the one that is sorted by: up where the least stands above.

    Fusion's own arrow points the other way, and lies over titles at the right.
    """

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)

    @handler
    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:  # noqa: D102
        super().initStyleOptionForIndex(option, section)
        kinds = QStyleOptionHeader.SortIndicator
        if option.sortIndicator != kinds.None_:
            least_above = self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
            option.sortIndicator = kinds.None_
            option.text = f"{_UP if least_above else _DOWN} {option.text}"


class TextTable(QTableView):
    """A table with rows of one line, as high as its letters are by now.

    Signals:
        text_resized(): its letters have another size; so may its columns.
    """

    text_resized = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAlternatingRowColors(True)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        rows = self.verticalHeader()
        rows.hide()
        rows.setMinimumSectionSize(1)  # its own one follows its letters, after the table's
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._fit_rows()

    def _fit_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + SPACE)

    @handler
    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_rows()
            self.text_resized.emit()


_MOST_LETTERS = 40
"""The width of the first column at the most, in letters."""


class TableView(TextTable):
    """A table whose selected cells, or else all of them, are copied or written as text."""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalHeader(SortHeader())
        self.setSortingEnabled(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # two names: something of either
        self._widest: tuple[dict[int, str], str] | None = None
        self.text_resized.connect(self._refit)

    @Slot()
    def _refit(self) -> None:
        if self._widest is not None:
            self.fit_columns(*self._widest)

    def fit_columns(self, longest: dict[int, str], usual: str) -> None:
        """Make each column wide enough for its title and what it usually holds.

        Args:
            longest: the widest content of some columns.
            usual: the widest content of the others.
        """
        self._widest = longest, usual
        metrics, model = self.fontMetrics(), self.model()
        for column in range(model.columnCount()):
            title = str(model.headerData(column, Qt.Orientation.Horizontal))
            content = metrics.horizontalAdvance(longest.get(column, usual))
            if not column:  # names
                content = min(content, _MOST_LETTERS * metrics.averageCharWidth())
            room = max(metrics.horizontalAdvance(title) + 3 * SPACE, content)
            self.setColumnWidth(column, room + SPACE)

    def content(self, separator: str = ",") -> str:
        """Return the selected cells, or all of them, with their columns' titles above, as CSV."""
        import csv  # noqa: PLC0415  (not for the start)

        model = self.model()
        chosen = {(index.row(), index.column()) for index in self.selectedIndexes()}
        if not chosen:
            columns = range(model.columnCount())
            chosen = {(row, column) for row in range(model.rowCount()) for column in columns}
        kept = sorted({column for _, column in chosen}) or range(model.columnCount())
        text = StringIO()
        writer = csv.writer(text, delimiter=separator, lineterminator="\n")
        writer.writerow(model.headerData(column, Qt.Orientation.Horizontal) for column in kept)
        for row in sorted({row for row, _ in chosen}):
            writer.writerow(
                _plain(str(model.index(row, column).data())) if (row, column) in chosen else ""
                for column in kept
            )
        return text.getvalue()

    @Slot()
    def copy(self) -> None:
        """Put the cells on the clipboard, with tabs between them, as spreadsheets take them."""
        QGuiApplication.clipboard().setText(self.content("\t"))

    @virtual(bool)
    def event(self, event: QEvent) -> bool:  # noqa: D102
        asked = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride
        if isinstance(event, QKeyEvent) and asked and event.matches(QKeySequence.StandardKey.Copy):
            event.accept()  # else the window's own action for these keys would get them
            return True
        return super().event(event)

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)


class CellTable(TableModel):
    """Cells under titles."""

    numeric = True

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._names: Sequence[str] = ()
        self._rows: Sequence[Sequence[Cell]] = ()

    def show(self, titles: Sequence[str], rows: Sequence[Sequence[Cell]]) -> bool:
        """Show other cells; return whether they are of something else than those before."""
        names = sorted(row[0].text for row in rows)
        same = (titles, names) == (self.titles, self._names)
        if same:
            self._rows = rows
            if rows:
                last = self.index(len(rows) - 1, len(titles) - 1)
                self.dataChanged.emit(self.index(0, 0), last)
        else:
            self.beginResetModel()
            self.titles, self._names = titles, names
            self._rows, self.count = rows, len(rows)
            self.endResetModel()
        return not same

    def cell(self, row: int, column: int, role: int) -> Any:  # noqa: D102
        cell = self._rows[row][column]
        if role == Qt.ItemDataRole.ToolTipRole and not column:
            return unmarked(cell.text)  # a long name may be cut
        return {Qt.ItemDataRole.DisplayRole: cell.text, SORT: cell.key}.get(role)


def sorted_view(model: TableModel) -> TableView:
    """Return a view of a table, whose titles sort its rows."""
    view = TableView()
    ordered = QSortFilterProxyModel(view)
    ordered.setSourceModel(model)
    ordered.setSortRole(SORT)
    view.setModel(ordered)
    return view


def _plain(cell: str) -> str:
    """Return a cell as a spreadsheet reads it: numbers as such, and nothing where none is known."""
    return "" if cell == "–" else _THOUSANDS.sub("", cell.replace("−", "-"))
