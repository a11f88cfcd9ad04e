"""The dock with the scores as a table that can be sorted and copied."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QModelIndex, QSortFilterProxyModel, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDockWidget,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from ttt_desktop.guard import handler
from ttt_desktop.look.theme import SPACE
from ttt_desktop.play.board_model import BoardModel
from ttt_desktop.table.model import ScoreTable, TableRole, noted
from ttt_desktop.text import tr


class TableView(QTableView):
    """A table whose selection, or else all of it, is copied as text with tabs."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("table")
        self.setSortingEnabled(True)
        self.setAlternatingRowColors(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setHighlightSections(False)
        self.setWordWrap(False)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + SPACE)

    def fit_columns(self) -> None:
        """Make each column wide enough for its title and for usual numbers."""
        metrics, model = self.fontMetrics(), self.model()
        longest = noted("A1", [tr("too close"), tr("blind spot")])
        for column in range(model.columnCount()):
            title = str(model.headerData(column, Qt.Orientation.Horizontal))
            wide = longest if column == 0 else "+0.1234567"
            room = max(
                metrics.horizontalAdvance(title) + 3 * SPACE, metrics.horizontalAdvance(wide)
            )
            self.setColumnWidth(column, room + SPACE)

    def as_text(self) -> str:
        """Return the selected rows, or all of them, with the titles above."""
        model = self.model()
        chosen = sorted({index.row() for index in self.selectedIndexes()})
        columns = range(model.columnCount())
        titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in columns]
        lines = [titles]
        for row in chosen or range(model.rowCount()):
            lines.append([str(model.index(row, column).data()) for column in columns])
        return "\n".join("\t".join(line) for line in lines) + "\n"

    @Slot()
    def copy(self) -> None:
        """Put the text on the clipboard."""
        QGuiApplication.clipboard().setText(self.as_text())

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)


class TableDock(QDockWidget):
    """A dockable table of the newest scores.

    Args:
        model: the board and its scores.
        parent: the main window.

    Signals:
        pointed(object): a row was chosen: its square, or None for none.
    """

    pointed = Signal(object)

    def __init__(self, model: BoardModel, parent: QWidget | None = None) -> None:
        super().__init__(tr("Table of scores"), parent)
        self.setObjectName("table_of_scores")
        self._table = ScoreTable(model, self)
        self._table.active = False
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self._table)
        self._sorted.setSortRole(TableRole.SORT)
        self.view = TableView()
        self.view.setModel(self._sorted)
        self.view.setAccessibleName(tr("Table of scores"))
        self.view.sortByColumn(1, Qt.SortOrder.DescendingOrder)
        self.view.fit_columns()
        self.view.selectionModel().selectionChanged.connect(self._point)
        copy = QPushButton(tr("&Copy table"))
        copy.setToolTip(tr("Copy the selected rows, or all, for a spreadsheet (Ctrl+C)"))
        copy.clicked.connect(self.view.copy)
        row = QHBoxLayout()
        row.addWidget(copy)
        row.addStretch()
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(SPACE, 0, SPACE, SPACE)
        layout.addWidget(self.view, 1)
        layout.addLayout(row)
        self.setWidget(content)
        self.visibilityChanged.connect(self._shown)

    @Slot(bool)
    def _shown(self, visible: bool) -> None:
        self._table.active = visible
        self._table.refresh()

    @Slot(QItemSelection, QItemSelection)
    def _point(self, _selected: QItemSelection, _deselected: QItemSelection) -> None:
        rows: list[QModelIndex] = self.view.selectionModel().selectedRows()
        self.pointed.emit(rows[0].data(TableRole.SQUARE) if len(rows) == 1 else None)
