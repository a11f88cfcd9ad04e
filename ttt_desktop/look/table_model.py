"""Tables as Qt asks for them: rows, titles and cells."""

from __future__ import annotations

from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from ttt_desktop.guard import nothing, virtual

Index = QModelIndex | QPersistentModelIndex

SORT = Qt.ItemDataRole.UserRole + 1
"""The role of what a cell is sorted by: a number, not its text."""


class Cell(NamedTuple):
    """What stands in a table, and what it is sorted by."""

    text: str
    key: float


class TableModel(QAbstractTableModel):
    """A flat table. Subclasses say how large it is, and what its titles and cells are."""

    numeric = False
    """Whether all columns but the first hold numbers, and so stand at the right."""

    def rows(self) -> int:
        """Return how many rows there are."""
        raise NotImplementedError

    def columns(self) -> int:
        """Return how many columns there are."""
        raise NotImplementedError

    def title(self, column: int) -> str:
        """Return a column's title."""
        raise NotImplementedError

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
