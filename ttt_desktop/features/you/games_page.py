"""All games: past ones to filter, to look at, to export and to delete."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QSignalBlocker, Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from engine.files import write_whole
from ttt_desktop.archive.games import Filter, Totals
from ttt_desktop.archive.past_game import PastGame
from ttt_desktop.archive.store import HistoryStore
from ttt_desktop.archive.waiting import DeleteGames, RestoreGames
from ttt_desktop.features.you.games_model import GamesModel
from ttt_desktop.features.you.past import to_go_through
from ttt_desktop.features.you.tables_of_games import as_csv, as_json
from ttt_desktop.look.flow import FlowRow
from ttt_desktop.look.measures import S2, S4, S5
from ttt_desktop.look.parts import Button, Words
from ttt_desktop.look.tables import TextTable
from ttt_desktop.look.text import problem, rule_text, tr
from ttt_desktop.look.widgets import Notice, narrow
from ttt_desktop.shell.shell import Shell
from ttt_desktop.work.files import FileKind, ask_save
from ttt_desktop.work.jobs import Job, Latest

_MOST_DELETED = 1000

_BOARD_LETTERS = 16
"""How many letters of a board's name are seen before its list is opened."""

_UNREADABLE = "unreadable"
"""Topic of the notice."""


class GamesPage(QWidget):
    """All past games, in a list that can be narrowed.

    Attributes:
        archive: the games.
        games: the list.
        result, board, text: the fields that narrow the list.
        notice: the sentence above the list.
        button: the buttons, by what they do: "open", "delete", "restore", "export".
    """

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self.archive = archive = shell.recorder.archive
        self._adding_up = Latest(archive.ask, self)
        self._exporting = Latest(archive.ask, self)
        self._deleted: list[tuple[PastGame, ...]] = []
        self._model = GamesModel(archive)
        self.notice = Notice()
        self.result, self.board, self.text = QComboBox(), QComboBox(), QLineEdit()
        self.games = TextTable()
        self.button = {
            "open": Button(shell.theme, tr("&Review on the board"), "play"),
            "delete": Button(shell.theme, tr("&Delete"), "x"),
            "restore": Button(shell.theme, tr("&Undo delete"), "undo-2"),
            "export": Button(shell.theme, tr("&Export…"), "upload"),
        }
        self._count = Words(shell.theme, colour="muted")
        self._build()
        self._connect()

    def _build(self) -> None:
        for label, score in (
            (tr("All results"), None), (tr("You won"), 1.0), (tr("Tied"), 0.5),
            (tr("You lost"), 0.0),
        ):  # fmt: skip
            self.result.addItem(label, score)
        self.result.setAccessibleName(tr("Result"))
        self.board.setAccessibleName(tr("Board"))
        narrow(self.board, _BOARD_LETTERS)
        self.text.setAccessibleName(tr("Player's name"))
        self.text.setPlaceholderText(tr("Player's name"))
        self.text.setClearButtonEnabled(True)
        fields = FlowRow(S2)
        for field in (self.result, self.board, self.text, self._count):
            fields.addWidget(field)
        buttons = FlowRow(S2)
        for button in self.button.values():
            buttons.addWidget(button)
        self._build_list()
        column = QVBoxLayout(self)
        column.setContentsMargins(S5, S2, S5, S4)
        column.setSpacing(S2)
        column.addWidget(self.notice)
        column.addLayout(fields)
        column.addWidget(self.games, 1)
        column.addLayout(buttons)

    def _build_list(self) -> None:
        table = self.games
        table.setModel(self._model)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setAccessibleName(tr("Past games"))
        self._fit_columns()
        table.horizontalHeader().setStretchLastSection(True)
        # A header asks each row whether it is selected: seconds, once all of a million are.
        header = table.horizontalHeader()
        header.setSelectionModel(QItemSelectionModel(self._model, header))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        table.horizontalHeader().setDefaultAlignment(left)

    @Slot()
    def _fit_columns(self) -> None:
        """Make room for the letters, in their present size."""
        letters = self.games.fontMetrics()
        for column, width in enumerate((20, 28, 44, 18, 8, 8)):
            self.games.setColumnWidth(column, letters.averageCharWidth() * width)

    def _connect(self) -> None:
        self.result.currentIndexChanged.connect(self._narrow)
        self.board.currentIndexChanged.connect(self._narrow)
        self.text.textChanged.connect(self._narrow)
        self.games.activated.connect(self._open)
        self.games.text_resized.connect(self._fit_columns)
        self.games.selectionModel().selectionChanged.connect(self._show_buttons)
        self._model.modelReset.connect(self._show_look)
        self._model.counted.connect(self._show_buttons)
        self._model.failed.connect(self._say_unreadable)
        self.archive.changed.connect(self.refresh)
        self.button["open"].clicked.connect(self._open)
        self.button["delete"].clicked.connect(self._delete)
        self.button["restore"].clicked.connect(self._restore)
        self.button["export"].clicked.connect(self._ask_export)
        QShortcut(QKeySequence.StandardKey.Delete, self.games, self._delete)
        QShortcut(QKeySequence.StandardKey.Undo, self, self._restore)

    @Slot()
    def refresh(self) -> None:
        """Show the games as they are now."""
        self._narrow()
        self._adding_up.start(
            lambda store, _job: store.summary(0), self._show_boards, self._say_unreadable
        )

    def _show_boards(self, totals: Totals) -> None:
        chosen = self.board.currentData()
        with QSignalBlocker(self.board):
            self.board.clear()
            self.board.addItem(tr("All boards"), None)
            for board in totals.boards:
                self.board.addItem(rule_text(board), board)
            # (findData takes no object for the same as another one.)
            boards = [self.board.itemData(place) for place in range(self.board.count())]
            self.board.setCurrentIndex(boards.index(chosen) if chosen in boards else 0)
        if chosen not in boards:
            self._narrow()

    @property
    def _wanted(self) -> Filter:
        return Filter(self.result.currentData(), self.board.currentData(), self.text.text().strip())

    @Slot()
    def _narrow(self) -> None:
        self._model.show(self._wanted)

    @Slot()
    def _show_look(self) -> None:
        self.notice.retract(_UNREADABLE)
        self._show_buttons()

    @Slot(object)
    def _say_unreadable(self, error: Exception) -> None:
        self.notice.tell(problem(error), topic=_UNREADABLE)

    @Slot()
    def _show_buttons(self) -> None:
        count = self._model.rowCount()
        games = tr("{count} games", n=count, one="1 game", count=f"{count:,}")
        self._count.setText(games if self._model.is_counted else tr("Counting…"))
        chosen = self.games.selectionModel().hasSelection()
        self.button["open"].setEnabled(chosen)
        self.button["delete"].setEnabled(chosen)
        self.button["restore"].setEnabled(bool(self._deleted))
        self.button["export"].setEnabled(count > 0 and not self._exporting.busy)

    def _read_selected(self, most: int) -> Job:
        """Return the job that reads the first games selected, so many at most."""
        chosen = self.games.selectionModel().selection()
        spans = [(rows.top(), rows.height()) for rows in map(chosen.at, range(chosen.count()))]
        model = self._model

        def read(store: HistoryStore, _job: Job) -> list[PastGame]:
            games: list[PastGame] = []
            for first, count in sorted(spans):
                games += model.find(store, first, min(count, most - len(games)))
            return games

        job = self.archive.ask(read)
        job.failed.connect(self._say_unreadable)
        return job

    @Slot()
    def _open(self) -> None:
        self._read_selected(1).finished.connect(self._show_game)

    @Slot(object)
    def _show_game(self, games: list[PastGame]) -> None:
        for game in games:
            try:
                self._shell.serve(to_go_through(game))
            except ValueError as error:
                self.notice.tell(tr("This game cannot be shown: {why}.", why=problem(error)))

    @Slot()
    def _delete(self) -> None:
        self._read_selected(_MOST_DELETED).finished.connect(self._delete_games)

    @Slot(object)
    def _delete_games(self, games: list[PastGame]) -> None:
        if not games:
            return
        self._deleted.append(tuple(games))
        self.archive.make(DeleteGames(self._deleted[-1]))
        self._show_buttons()
        if len(games) == _MOST_DELETED:
            count = f"{len(games):,}"
            self.notice.tell(tr("{count} games were deleted, the most at a time.", count=count))

    @Slot()
    def _restore(self) -> None:
        """Bring back what was deleted last."""
        if self._deleted:
            self.archive.make(RestoreGames(self._deleted.pop()))
            self._show_buttons()

    # --- files ------------------------------------------------------------------------

    @Slot()
    def _ask_export(self) -> None:
        kinds = [FileKind(tr("JSON"), ".json"), FileKind(tr("CSV table"), ".csv")]
        if path := ask_save(self, tr("Export the history"), kinds, tr("History")):
            self.export(path)

    def export(self, path: Path) -> None:
        """Write the games that the list shows to a file: CSV after its ending, else JSON."""
        wanted = self._wanted
        write = as_csv if path.suffix == ".csv" else as_json

        def work(store: HistoryStore, job: Job) -> str:
            write_whole(path, _while_wanted(write(store, wanted), job))
            return path.name

        self._exporting.start(work, self._say_exported, self._say_why)
        self._show_buttons()

    def _say_exported(self, name: str) -> None:
        self._show_buttons()
        self.notice.tell(tr("Exported to {file}.", file=name))

    def _say_why(self, error: Exception) -> None:
        self._show_buttons()
        self.notice.tell(tr("The history could not be exported: {why}.", why=problem(error)))


def _while_wanted(portions: Iterable[bytes], job: Job) -> Iterator[bytes]:
    """Pass portions on until the job is cancelled."""
    for portion in portions:
        job.check()
        yield portion
