"""The dock with the scores as a table that can be sorted and copied."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QModelIndex, QSortFilterProxyModel, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ttt_desktop.look.table_model import SORT
from ttt_desktop.look.table_view import TableView
from ttt_desktop.look.theme import SPACE
from ttt_desktop.play.board_model import BoardModel
from ttt_desktop.table.model import SQUARE, ScoreTable, noted
from ttt_desktop.text import tr


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
        self._sorted.setSortRole(SORT)
        self.view = TableView()
        self.view.setModel(self._sorted)
        self.view.setSelectionBehavior(TableView.SelectionBehavior.SelectRows)
        self.view.setAccessibleName(tr("Table of scores"))
        self.view.sortByColumn(1, Qt.SortOrder.DescendingOrder)
        widest = noted("A1", [tr("too close"), tr("blind spot")])
        self.view.fit_columns({0: widest}, "+0.1234567")
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
        self.pointed.emit(rows[0].data(SQUARE) if len(rows) == 1 else None)
