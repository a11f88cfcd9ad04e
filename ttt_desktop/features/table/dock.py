"""The scores as a table that can be sorted and copied, in a dock."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from PySide6.QtCore import (
    QItemSelection,
    QModelIndex,
    QObject,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QPushButton, QWidget

from engine import Square, square_name
from ttt_desktop.features.table.columns import PLAYOUTS, columns_of
from ttt_desktop.look.guard import nothing, virtual
from ttt_desktop.look.tables import SORT, TableModel, TableView, sorted_view
from ttt_desktop.look.text import listed, tr, with_minus
from ttt_desktop.look.widgets import dock_column
from ttt_desktop.session.board_model import BoardModel

SQUARE = SORT + 1
"""The role of a row's square."""


class ScoreTable(TableModel):
    """The scores of the board's model, square by square.

    Args:
        board: the model whose scores are shown.

    Attributes:
        active: whether the table can be seen; it stands still where not.
    """

    numeric = True

    def __init__(self, board: BoardModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._board = board
        self._squares: list[Square] = []
        self._columns = PLAYOUTS
        self.active = True
        board.dataChanged.connect(self.refresh)
        board.modelReset.connect(self.refresh)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Take over the scores as they are now, unless the table cannot be seen."""
        if not self.active:
            return
        sheet, truth = self._board.sheet, self._board.truth
        source = sheet.analysis if sheet is not None else truth
        squares = source.board.get_empty_squares() if source is not None else []
        columns = PLAYOUTS if sheet is None else columns_of(sheet.analysis)
        if squares != self._squares or columns is not self._columns:
            self.beginResetModel()
            self._squares, self._columns = squares, columns
            self.titles, self.count = [tr(column.title) for column in columns], len(squares)
            self.endResetModel()
        elif squares:
            last = self.index(len(squares) - 1, len(self._columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    @virtual(nothing)
    def headerData(  # noqa: D102
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole and orientation == Qt.Orientation.Horizontal:
            return f"<qt>{tr(self._columns[section].help)}</qt>"
        return super().headerData(section, orientation, role)

    def cell(self, row: int, column: int, role: int) -> Any:  # noqa: D102
        square = self._squares[row]
        if role == SQUARE:
            return square
        if role in (Qt.ItemDataRole.DisplayRole, SORT):
            return self._cell(square, column, role == SORT)
        return None

    def _cell(self, square: Square, column: int, to_sort: bool) -> Any:
        if column == 0:
            dim = self._board.dim
            return square[0] * dim + square[1] if to_sort else self._named(square)
        value = self._columns[column].value(self._board, square)
        if to_sort:
            return float("-inf") if value is None else value
        if value is None or not isfinite(value):
            return "–"
        return with_minus(self._columns[column].text(value + 0.0))  # and never "-0"

    def _named(self, square: Square) -> str:
        sheet, notes = self._board.sheet, []
        if sheet is not None:
            if square in sheet.best:
                notes.append(tr("best"))
            elif square in sheet.close:
                notes.append(tr("too close"))
        if square in self._board.blind_spots:
            notes.append(tr("blind spot"))
        return noted(square_name(square), notes)


def noted(name: str, notes: Sequence[str]) -> str:
    """Return a square's name with what there is to say about it: "A1  (best, blind spot)"."""
    return tr("{square}  ({notes})", square=name, notes=listed(notes)) if notes else name


_ROWS = 5
"""Lines of text that a table is high at least, its header included."""


class TableDock(QDockWidget):
    """A dockable table of the newest scores.

    Args:
        model: the board and its scores.

    Signals:
        pointed(object): a row was chosen: its square, or None for none.
    """

    pointed = Signal(object)

    def __init__(self, model: BoardModel, parent: QWidget | None = None) -> None:
        super().__init__(tr("Table of scores"), parent)
        self.setObjectName("table_of_scores")
        self._table = ScoreTable(model, self)
        self._table.active = False
        self.view = sorted_view(self._table)
        self.view.setSelectionBehavior(TableView.SelectionBehavior.SelectRows)
        self.view.setAccessibleName(tr("Table of scores"))
        self.view.sortByColumn(1, Qt.SortOrder.DescendingOrder)
        widest = noted("A1", [tr("too close"), tr("blind spot")])
        self.view.fit_columns({0: widest}, "+0.1234567")
        self.view.selectionModel().selectionChanged.connect(self._point)
        self.view.setMinimumHeight(_ROWS * self.view.fontMetrics().lineSpacing())
        copy = QPushButton(tr("&Copy table"))
        copy.setToolTip(tr("Copy the selected rows, or all, for a spreadsheet (Ctrl+C)"))
        copy.clicked.connect(self.view.copy)
        row = QHBoxLayout()
        row.addWidget(copy)
        row.addStretch()
        column = dock_column(self)
        column.addWidget(self.view, 1)
        column.addLayout(row)
        self.visibilityChanged.connect(self._shown)

    @Slot(bool)
    def _shown(self, visible: bool) -> None:
        self._table.active = visible
        self._table.refresh()

    @Slot(QItemSelection, QItemSelection)
    def _point(self, _selected: QItemSelection, _deselected: QItemSelection) -> None:
        rows: list[QModelIndex] = self.view.selectionModel().selectedRows()
        self.pointed.emit(rows[0].data(SQUARE) if len(rows) == 1 else None)
