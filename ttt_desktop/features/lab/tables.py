"""The lab's results as tables of cells, and the views that sort and copy them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from engine.tournament import Summary
from engine.tournament.columns import (
    APART,
    Column,
    Kind,
    Of,
    Section,
    columns_of,
    player_columns,
    player_rows_of,
    rows_of,
    small_chance,
)
from engine.tournament.comparing import compare_rows, sentence_of
from engine.tournament.statistics import Interval
from ttt_desktop.features.lab.rows import rows_of as drawn_rows
from ttt_desktop.features.lab.rows import short_names
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.tables import Cell, CellTable, TableView, sorted_view
from ttt_desktop.look.text import elo_text, signed, tr, with_minus

_NOTHING = "–"
_LINES = 8
"""How many lines of sentences are seen at once."""
_WIDEST = {
    Kind.ELO: "+1,234 (−123 to +123)", Kind.DIFFERENCE: "+100 (−100 to +100)",
    Kind.SHARE: "100.0 % to 100.0 %", Kind.POINTS: "1,000.5/1,000", Kind.SMALL_CHANCE: "<0.0001",
}  # fmt: skip
"""The widest that is usual in a column."""


class ResultTables(QWidget):
    """The pairings, and in a round robin the players too, in tables to sort and copy.

    Attributes:
        pairings: a row for each pairing.
        players: a row for each player of a round robin, the strongest first.
        differences: what the rows differ by, in words.
        button: the buttons, by name.

    Signals:
        saving(TableView): a table's cells are to be written to a file.
    """

    saving = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._models = CellTable(self), CellTable(self)
        self.pairings, self.players = map(sorted_view, self._models)
        self.pairings.setAccessibleName(tr("Tables of the results"))
        self.players.setAccessibleName(tr("Ranking of the players"))
        self._title = QLabel(tr("Players, the strongest first"))
        self.differences = QPlainTextEdit()
        self.differences.setReadOnly(True)
        self.differences.setTabChangesFocus(True)
        self.differences.setAccessibleName(tr("What the rows differ by, in words"))
        self.differences.setMaximumHeight(_LINES * self.fontMetrics().lineSpacing())
        self.differences.hide()
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
        column.addWidget(self.differences)
        column.addLayout(row)
        for view, other in ((self.pairings, self.players), (self.players, self.pairings)):
            view.selectionModel().selectionChanged.connect(partial(_deselect, other, view))
        self._show_players(False)

    def show_summary(self, summary: Summary, title: str) -> None:
        """Show how a tournament stands.

        Args:
            title: what the rows differ by.
        """
        self._fill(0, self.pairings, pairing_cells(summary, title))
        robin = summary.tournament.kind == "round robin"
        if robin:
            self._fill(1, self.players, player_cells(summary))
        sentences = "\n".join(said_of(summary))
        if sentences != self.differences.toPlainText():
            self.differences.setPlainText(sentences)
        self.differences.setVisible(bool(sentences))
        self._show_players(robin)

    def _fill(
        self, place: int, view: TableView, table: tuple[list[str], list[list[Cell]], list[Kind]]
    ) -> None:
        """Show a table; one of something else is arranged and sorted anew."""
        titles, cells, kinds = table
        if self._models[place].show(titles, cells):
            wide = {i: _WIDEST[kind] for i, kind in enumerate(kinds) if kind in _WIDEST}
            view.fit_columns({0: self._widest(cells)} | wide, "100,000")
            order = (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder)[place]
            view.sortByColumn(place, order)

    def _widest(self, cells: Sequence[Sequence[Cell]]) -> str:
        """Return the widest of the first column's texts, and some room."""
        width = self.fontMetrics().horizontalAdvance
        return max((row[0].text for row in cells), key=width, default="") + "  "

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


def pairing_cells(summary: Summary, title: str) -> tuple[list[str], list[list[Cell]], list[Kind]]:
    """Return the titles, the cells and the kinds of the table of pairings."""
    rows = rows_of(summary)
    labels = [row.label for row in drawn_rows(summary.standings)]
    shown = columns_of(summary, Section.OUTCOMES, Section.STRENGTH, Section.COMPARISON)
    cells = [
        [Cell(label, place), *(cell_of(column, row) for column in shown)]
        for place, (label, row) in enumerate(zip(labels, rows, strict=True))
    ]
    return _titles(title, shown), cells, [Kind.TEXT, *(column.kind for column in shown)]


def player_cells(summary: Summary) -> tuple[list[str], list[list[Cell]], list[Kind]]:
    """Return the titles, cells and kinds of a round robin's ranking: points against all, too.

    Rows and columns have the tournament's order, which stays while ranks change; views sort.
    """
    ranked = player_rows_of(summary)
    places = {row.name: place for place, row in enumerate(ranked)}
    pairings = summary.tournament.pairings
    players = list(
        dict.fromkeys(text for pairing in pairings for text in (pairing.first, pairing.second))
    )
    names = short_names(players)
    columns = player_columns(players, names)
    cells = [
        [Cell(names[name], places[name]),
         *(cell_of(column, ranked[places[name]]) for column in columns)]
        for name in players
    ]  # fmt: skip
    return _titles(tr("Player"), columns), cells, [Kind.TEXT, *(column.kind for column in columns)]


def said_of(summary: Summary) -> list[str]:
    """Return what is to be said below the tables, a sentence each."""
    comparisons = compare_rows(summary).values()
    sentences = [sentence_of(comparison, summary, tr) for comparison in comparisons]
    groups = len(summary.ratings().groups) if summary.tournament.kind == "round robin" else 1
    return sentences if groups < 2 else [*sentences, tr(APART, groups=groups)]


def _titles(first: str, columns: Sequence[Column[Of]]) -> list[str]:
    return [first, *(tr(column.title, **column.gaps) for column in columns)]


def cell_of(column: Column[Of], row: Of) -> Cell:
    """Return what stands in a column, in the user's language, and what it is sorted by."""
    value: Any = column.value(row)
    if value is None or value == "":
        return Cell(_NOTHING, -inf)
    return _CELLS[column.kind](value)


def _number(form: str, scale: float = 1, unit: str = "") -> Callable[[float], Cell]:
    return lambda value: Cell(with_minus(f"{value * scale:{form}}{unit}"), value)


def _share(share: Interval) -> Cell:
    low, high = f"{100 * share.low:.1f}", f"{100 * share.high:.1f}"
    return Cell(tr("{low} % to {high} %", low=low, high=high), share.value)


def _verdict(decision: str) -> Cell:
    stronger = decision == "H1"
    return Cell(tr("stronger") if stronger else tr("not stronger"), 2 if stronger else 1)


def _points(cell: tuple[float, int]) -> Cell:
    if not cell[1]:
        return Cell(_NOTHING, -inf)
    return Cell(f"{cell[0]:g}/{cell[1]}", cell[0] / cell[1])


_CELLS: dict[Kind, Callable[[Any], Cell]] = {
    Kind.TEXT: lambda value: Cell(str(value), 0),
    Kind.COUNT: _number(","),
    Kind.POINTS: _points,
    Kind.NUMBER: lambda value: Cell(signed(value, 0), value),
    Kind.SECONDS: _number(".3g", 1000),
    Kind.SHARE: _share,
    Kind.CHANCE: _number(".1f", 100, " %"),
    Kind.SMALL_CHANCE: lambda value: Cell(small_chance(value), value),
    Kind.ELO: lambda value: Cell(elo_text(value), value.rank),
    Kind.DIFFERENCE: lambda value: Cell(elo_text(value), value.value),
    Kind.VERDICT: _verdict,
}
