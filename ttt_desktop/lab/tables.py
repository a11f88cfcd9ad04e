"""The lab's results as tables of cells, and the views that sort and copy them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import Any

from PySide6.QtCore import QObject, QSortFilterProxyModel, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.tournament import Summary
from engine.tournament.statistics import Interval
from engine.tournament.summary import Standing
from ttt_desktop.lab.rows import parts_of, rows_of, short_names
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.table_model import SORT, Cell, TableModel
from ttt_desktop.look.table_view import TableView
from ttt_desktop.text import elo_text, tr, with_minus

_NOTHING = "–"
_ELO, _ENDS, _POINTS = "+1,234 (−123 to +123)", "100.0 % to 100.0 %", "1,000.5/1,000"
"""The widest that is usual in a column."""


class CellTable(TableModel):
    """Cells under titles.

    Args:
        parent: the Qt owner.
    """

    numeric = True

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._titles: Sequence[str] = ()
        self._names: Sequence[str] = ()
        self._rows: Sequence[Sequence[Cell]] = ()

    def show(self, titles: Sequence[str], rows: Sequence[Sequence[Cell]]) -> bool:
        """Show other cells; return whether they are of something else than those before."""
        names = sorted(row[0].text for row in rows)
        same = (titles, names) == (self._titles, self._names)
        if same:
            self._rows = rows
            if rows:
                last = self.index(len(rows) - 1, len(titles) - 1)
                self.dataChanged.emit(self.index(0, 0), last)
        else:
            self.beginResetModel()
            self._titles, self._names, self._rows = titles, names, rows
            self.endResetModel()
        return not same

    def rows(self) -> int:  # noqa: D102
        return len(self._rows)

    def columns(self) -> int:  # noqa: D102
        return len(self._titles)

    def title(self, column: int) -> str:  # noqa: D102
        return self._titles[column]

    def cell(self, row: int, column: int, role: int) -> Any:  # noqa: D102
        cell = self._rows[row][column]
        return {Qt.ItemDataRole.DisplayRole: cell.text, SORT: cell.key}.get(role)


class ResultTables(QWidget):
    """The pairings, and in a round robin the players too, in tables to sort and copy.

    Attributes:
        pairings: a row for each pairing.
        players: a row for each player of a round robin, the strongest first.
        button: the buttons, by name.

    Signals:
        saving(TableView): a table's cells are to be written to a file.
    """

    saving = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._models = CellTable(self), CellTable(self)
        self.pairings, self.players = (self._view(model) for model in self._models)
        self.pairings.setAccessibleName(tr("Tables of the results"))
        self.players.setAccessibleName(tr("Ranking of the players"))
        self._title = QLabel(tr("Players, the strongest first"))
        row = QHBoxLayout()
        self.button: dict[str, QPushButton] = {}
        for name, text, tip, act in (
            ("copy", tr("Cop&y"), tr("Copy the selected cells, or the whole table, for a "
             "spreadsheet"), self._copy),
            ("save", tr("Sa&ve as CSV…"), tr("Write the selected cells, or the whole table, to a "
             "file"), self._save),
        ):  # fmt: skip
            self.button[name] = button = QPushButton(text)
            explain(button, tip)
            button.clicked.connect(act)
            row.addWidget(button)
        row.addStretch()
        column = QVBoxLayout(self)
        column.addWidget(self.pairings, 1)
        column.addWidget(self._title)
        column.addWidget(self.players, 1)
        column.addLayout(row)
        for view, other in ((self.pairings, self.players), (self.players, self.pairings)):
            view.selectionModel().selectionChanged.connect(partial(_deselect, other, view))
        self._show_players(False)

    def show_summary(self, summary: Summary, title: str) -> None:
        """Show how a tournament stands.

        Args:
            summary: the counts.
            title: what the rows differ by.
        """
        titles, cells = pairing_cells(summary, title)
        if self._models[0].show(titles, cells):
            wide = {
                0: self._widest(cells),
                titles.index(tr("Ties, 95 %")): _ENDS,
            }
            if tr("Elo of the first") in titles:
                wide[titles.index(tr("Elo of the first"))] = _ELO
            self.pairings.fit_columns(wide, "100,000")
            self.pairings.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        robin = summary.tournament.kind == "round robin"
        if robin:
            titles, cells = player_cells(summary)
            if self._models[1].show(titles, cells):
                self.players.fit_columns({0: self._widest(cells), 1: _ELO}, _POINTS)
                self.players.sortByColumn(1, Qt.SortOrder.DescendingOrder)
        self._show_players(robin)

    def _widest(self, cells: Sequence[Sequence[Cell]]) -> str:
        """Return the widest of the first column's texts, and some room."""
        width = self.fontMetrics().horizontalAdvance
        return max((row[0].text for row in cells), key=width, default="") + "  "

    def _view(self, model: CellTable) -> TableView:
        ordered = QSortFilterProxyModel(self)
        ordered.setSourceModel(model)
        ordered.setSortRole(SORT)
        view = TableView()
        view.setModel(ordered)
        return view

    def _show_players(self, shown: bool) -> None:
        self._title.setVisible(shown)
        self.players.setVisible(shown)
        if not shown:
            self.players.clearSelection()  # it would be copied, unseen

    @property
    def chosen(self) -> TableView:
        """The table with the selection, or else the pairings."""
        return self.players if self.players.selectedIndexes() else self.pairings

    @Slot()
    def _copy(self) -> None:
        self.chosen.copy()

    @Slot()
    def _save(self) -> None:
        self.saving.emit(self.chosen)


def _deselect(view: TableView, chosen: TableView, *_changed: object) -> None:
    """Let only one of two tables have cells selected: those that are copied."""
    if chosen.selectionModel().hasSelection():
        view.clearSelection()


def pairing_cells(summary: Summary, title: str) -> tuple[list[str], list[list[Cell]]]:
    """Return the titles and cells of the table of pairings."""
    standings = summary.standings
    parts, rows = parts_of(standings), rows_of(standings)
    columns: list[tuple[str, Callable[[Standing], Cell]]] = [
        (tr("Ties, 95 %"), _share_of_ties),
        (tr("ms a game"), lambda each: _number(each.seconds_per_game * 1000, ".3g")),
    ]
    if any(not each.pairing.is_self_play for each in standings):
        columns += [
            (tr("Elo of the first"), lambda each: _elo(each.elo if each.games else None)),
            (tr("Likely stronger"), lambda each: _likelihood(each.superiority)),
        ]
    if summary.tournament.sprt is not None:
        columns.append((tr("Test"), _decision))
    titles = [title, tr("Games"), *(part.title for part in parts), *(name for name, _ in columns)]
    cells = [
        [Cell(row.label, place), _number(row.games), *(_number(count) for count in row.counts),
         *(cell(each) for _, cell in columns)]
        for place, (row, each) in enumerate(zip(rows, standings, strict=True))
    ]  # fmt: skip
    return titles, cells


def player_cells(summary: Summary) -> tuple[list[str], list[list[Cell]]]:
    """Return the titles and cells of a round robin's ranking: points against everybody, too.

    Rows and columns have the tournament's order, which stays while ranks change; views sort.
    """
    rated, points = summary.ratings(), summary.points()
    pairings = summary.tournament.pairings
    players = list(dict.fromkeys(text for each in pairings for text in (each.first, each.second)))
    names, places = short_names(players), {name: place for place, name in enumerate(rated)}
    titles = [tr("Player"), tr("Elo, 0 on average"), tr("Points")]
    titles += [tr("Against {player}", player=names[name]) for name in players]
    cells = []
    for name in players:
        against = [points.get((name, other)) for other in players]
        total = sum(cell[0] for cell in against if cell is not None)
        elo = rated[name] if any(cell and cell[1] for cell in against) else None
        cells.append([Cell(names[name], places[name]), _elo(elo), _number(total, "g"),
                      *(_points(cell) for cell in against)])  # fmt: skip
    return titles, cells


def _number(value: float, form: str = ",", unit: str = "") -> Cell:
    return Cell(with_minus(f"{value:{form}}{unit}"), value)


def _share_of_ties(each: Standing) -> Cell:
    if not each.sound:
        return Cell(_NOTHING, -inf)
    share = each.share_of(each.ties)
    low, high = f"{100 * share.low:.1f}", f"{100 * share.high:.1f}"
    return Cell(tr("{low} % to {high} %", low=low, high=high), share.value)


def _elo(elo: Interval | None) -> Cell:
    return Cell(elo_text(elo), -inf if elo is None else elo.value)


def _likelihood(value: float | None) -> Cell:
    return Cell(_NOTHING, -inf) if value is None else _number(100 * value, ".1f", " %")


def _decision(each: Standing) -> Cell:
    if not each.decision:
        return Cell(_NOTHING, 0)
    stronger = each.decision == "H1"
    return Cell(tr("stronger") if stronger else tr("not stronger"), 2 if stronger else 1)


def _points(cell: tuple[float, int] | None) -> Cell:
    if cell is None or not cell[1]:
        return Cell(_NOTHING, -inf)
    return Cell(f"{cell[0]:g}/{cell[1]}", cell[0] / cell[1])
