"""The scores as a table: a row for each square that was searched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from math import isfinite
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QObject, Qt, Slot

from engine import Square, square_name
from engine.exact import WORTH
from ttt_desktop.guard import nothing, virtual
from ttt_desktop.play.board_model import BoardModel, Index
from ttt_desktop.play.sheet import ScoreSheet
from ttt_desktop.text import QT_TRANSLATE_NOOP, listed, tr


class TableRole(IntEnum):
    """What the table knows beyond Qt's own roles."""

    SORT = Qt.ItemDataRole.UserRole + 1
    """What to sort by: a number, not its text."""
    SQUARE = Qt.ItemDataRole.UserRole + 2
    """The row's square."""


class _Column(NamedTuple):
    title: str
    help: str
    value: Callable[[ScoreTable, Square], float | None]
    text: Callable[[float], str]


class ScoreTable(QAbstractTableModel):
    """The scores of the board's model, square by square.

    Args:
        board: the model whose scores are shown.
        parent: the Qt owner.

    Attributes:
        active: whether the table can be seen; it stands still where not.
    """

    def __init__(self, board: BoardModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._board = board
        self._squares: list[Square] = []
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
        if squares != self._squares:
            self.beginResetModel()
            self._squares = squares
            self.endResetModel()
        elif squares:
            last = self.index(len(squares) - 1, len(_COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    @virtual(int)
    def rowCount(self, parent: Index | None = None) -> int:  # noqa: D102
        return 0 if parent is not None and parent.isValid() else len(self._squares)

    @virtual(int)
    def columnCount(self, parent: Index | None = None) -> int:  # noqa: D102
        return 0 if parent is not None and parent.isValid() else len(_COLUMNS)

    @virtual(nothing)
    def headerData(  # noqa: D102
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return tr(_COLUMNS[section].title)
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return _side(section)
            if role == Qt.ItemDataRole.ToolTipRole:
                return f"<qt>{tr(_COLUMNS[section].help)}</qt>"
        return None

    @virtual(nothing)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: D102
        if not index.isValid():
            return None
        square, column = self._squares[index.row()], index.column()
        if role == TableRole.SQUARE:
            return square
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(column)
        if role in (Qt.ItemDataRole.DisplayRole, TableRole.SORT):
            return self._cell(square, column, role == TableRole.SORT)
        return None

    def _cell(self, square: Square, column: int, to_sort: bool) -> Any:
        if column == 0:
            dim = self._board.dim
            return square[0] * dim + square[1] if to_sort else self._named(square)
        value = _COLUMNS[column].value(self, square)
        if to_sort:
            return float("-inf") if value is None else value
        if value is None or not isfinite(value):
            return "–"
        return _COLUMNS[column].text(value + 0.0).replace("-", "−")  # and never "-0"

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

    @property
    def sheet(self) -> ScoreSheet | None:
        """The scores that are shown."""
        return self._board.sheet

    def total(self, square: Square) -> float | None:
        """Return a square's total, or None where nothing was searched."""
        return None if self.sheet is None else self.sheet.analysis.totals[square[0]][square[1]]

    def mean(self, square: Square) -> float | None:
        """Return a square's mean."""
        return None if self.sheet is None else self.sheet.means[square[0]][square[1]]

    def width(self, square: Square) -> float | None:
        """Return half of a square's interval."""
        return None if self.sheet is None else self.sheet.widths[square[0]][square[1]]

    def decisive(self, square: Square) -> float | None:
        """Return the playouts that say something about a square."""
        return None if self.sheet is None else self.sheet.decisive(square)

    def behind(self, square: Square) -> float | None:
        """Return how far a square's mean lies behind the best one's."""
        best, mean = self._leader(), self.mean(square)
        return None if best is None or mean is None else (self.mean(best) or 0.0) - mean

    def behind_width(self, square: Square) -> float | None:
        """Return half of that difference's interval (a bound; see ``engine.confidence``)."""
        best, sheet = self._leader(), self.sheet
        if best is None or sheet is None:
            return None
        width = sheet.analysis.difference(best, square)
        return 0.0 if square == best and width is not None else width

    def exact(self, square: Square) -> float | None:
        """Return the mean that infinitely many playouts would give, where that is shown."""
        return self._board.exact_mean(square)

    def worth(self, square: Square) -> float | None:
        """Return what the move is worth in perfect play, where that is shown."""
        truth = self._board.truth
        return None if truth is None else truth.values.get(square)

    def _leader(self) -> Square | None:
        return min(self.sheet.best) if self.sheet is not None and self.sheet.best else None


def _side(column: int) -> Qt.AlignmentFlag:
    """Return where a column's numbers and its title stand."""
    side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


def noted(name: str, notes: Sequence[str]) -> str:
    """Return a square's name with what there is to say about it: "A1  (best, blind spot)"."""
    return tr("{square}  ({notes})", square=name, notes=listed(notes)) if notes else name


_COLUMNS = (
    _Column(
        QT_TRANSLATE_NOOP("", "Square"),
        QT_TRANSLATE_NOOP("", "The square, and how it stands."),
        lambda _table, _square: None,
        str,
    ),
    _Column(
        QT_TRANSLATE_NOOP("", "Total"),
        QT_TRANSLATE_NOOP("", "The sum of its scores over all trials."),
        ScoreTable.total,
        "{:+,.6g}".format,
    ),
    _Column(
        QT_TRANSLATE_NOOP("", "Mean"),
        QT_TRANSLATE_NOOP("", "Its score a trial."),
        ScoreTable.mean,
        "{:+.4f}".format,
    ),
    _Column(
        QT_TRANSLATE_NOOP("", "Mean ± 95 %"),
        QT_TRANSLATE_NOOP("", "Half of the mean's 95 % interval."),
        ScoreTable.width,
        "{:.4f}".format,
    ),
    _Column(
        QT_TRANSLATE_NOOP("", "Decisive"),
        QT_TRANSLATE_NOOP(
            "", "Trials that say something about it: one side won, and it was not empty."
        ),
        ScoreTable.decisive,
        "{:,.0f}".format,
    ),
    _Column(
        QT_TRANSLATE_NOOP("", "Behind"),
        QT_TRANSLATE_NOOP("", "How far it lies behind the best."),
        ScoreTable.behind,
        "{:.4f}".format,
    ),
    _Column(
        QT_TRANSLATE_NOOP("", "Behind ± 95 %"),
        QT_TRANSLATE_NOOP(
            "",
            "Half of the difference's 95 % interval. The two scores come from the same games and "
            "are correlated; this is the widest interval that the counts allow.",
        ),
        ScoreTable.behind_width,
        "{:.4f}".format,
    ),
    _Column(
        QT_TRANSLATE_NOOP("", "∞ trials"),
        QT_TRANSLATE_NOOP(
            "", "The mean that infinitely many trials would give (with “Show the truth”)."
        ),
        ScoreTable.exact,
        "{:+.4f}".format,
    ),
    _Column(
        QT_TRANSLATE_NOOP("", "Perfect play"),
        QT_TRANSLATE_NOOP(
            "", "What the move is worth if both sides play perfectly (with “Show the truth”)."
        ),
        ScoreTable.worth,
        lambda value: tr(WORTH[int(value)]),
    ),
)
