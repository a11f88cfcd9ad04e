"""The history's window: past games to filter, open, export and delete, and statistics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QSignalBlocker, Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from engine import Game, parse_square
from engine.files import write_whole
from engine.rules import Rule
from engine.specs import PlayerSpec
from ttt_desktop.archive.games import Filter, Reached, Totals
from ttt_desktop.archive.goals import goals
from ttt_desktop.archive.past_game import NAMES, PastGame
from ttt_desktop.archive.store import HistoryStore
from ttt_desktop.archive.waiting import DeleteGames, RestoreGames
from ttt_desktop.features.you.games_model import GamesModel
from ttt_desktop.features.you.statistics_page import NEWEST, StatisticsPage
from ttt_desktop.features.you.you_page import YouPage
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.tables import TextTable
from ttt_desktop.look.text import problem, rule_text, tr
from ttt_desktop.look.widgets import Notice, mute
from ttt_desktop.session.seats import Seat, Seating
from ttt_desktop.settings.declarations import Settings, with_values
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import GoThrough
from ttt_desktop.work.files import FileKind, ask_save
from ttt_desktop.work.jobs import Job, Latest

_MOST_DELETED = 1000

_UNREADABLE = "unreadable"
"""Topic of the notice."""


class HistoryWindow(QWidget):
    """Past games and what they add up to.

    Attributes:
        archive: the games.
        games: the list.
        result, board, text: the fields that narrow the list.
        statistics: the page of statistics.
        you: the page of what you have reached.
        notice: the sentence above the list.
        button: the buttons, by what they do: "open", "delete", "restore", "export".
    """

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self.setWindowTitle(tr("History"))
        self._shell = shell
        self.archive = archive = shell.recorder.archive
        self._adding_up = Latest(archive.ask, self)
        self._exporting = Latest(archive.ask, self)
        self._deleted: list[tuple[PastGame, ...]] = []
        self._model = GamesModel(archive)
        self.notice = Notice()
        self.result, self.board, self.text = QComboBox(), QComboBox(), QLineEdit()
        self.board.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.games = TextTable()
        self.statistics = StatisticsPage(shell.theme)
        self.you = YouPage(shell)
        self.button = {
            "open": QPushButton(tr("&Show on the board")),
            "delete": QPushButton(tr("&Delete")),
            "restore": QPushButton(tr("&Undo delete")),
            "export": QPushButton(tr("&Export…")),
        }
        self._count = QLabel()
        self._build()
        self._connect()
        self.resize(960, 600)

    def _build(self) -> None:
        for label, score in (
            (tr("All results"), None), (tr("You won"), 1.0), (tr("Tied"), 0.5),
            (tr("You lost"), 0.0),
        ):  # fmt: skip
            self.result.addItem(label, score)
        self.result.setAccessibleName(tr("Result"))
        self.board.setAccessibleName(tr("Board"))
        self.text.setAccessibleName(tr("Player's name"))
        self.text.setPlaceholderText(tr("Player's name"))
        self.text.setClearButtonEnabled(True)
        mute(self._count)
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
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setSpacing(SPACE)
        layout.addLayout(_row(self.result, self.board, self.text, self._count))
        layout.addWidget(table, 1)
        layout.addLayout(_row(*self.button.values()))
        tabs = QTabWidget()
        tabs.addTab(page, tr("Games"))
        tabs.addTab(self.statistics, tr("Statistics"))
        tabs.addTab(self.you, tr("You"))
        column = QVBoxLayout(self)
        column.addWidget(self.notice)
        column.addWidget(tabs, 1)

    @Slot()
    def _fit_columns(self) -> None:
        """Make room for the letters, in their present size."""
        letters = self.games.fontMetrics()
        for column, width in enumerate((26, 24, 44, 11, 11, 8)):
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
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.close)

    @Slot()
    def refresh(self) -> None:
        """Show the games as they are now."""
        self._narrow()
        self.you.ask_standing()
        self._adding_up.start(
            lambda store, _job: (store.summary(NEWEST), store.you(goals())),
            self._show_summary,
            self._say_unreadable,
        )

    def _show_summary(self, summary: tuple[Totals, Reached]) -> None:
        totals, you = summary
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
        self.statistics.show_counts(totals.counts, totals.scores)
        self.you.show_reached(you)

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
                self._shell.serve(GoThrough(game_of(game), seating_of(game), game.key))
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


def _row(*fields: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(SPACE)
    for field in fields:
        row.addWidget(field, 1 if isinstance(field, QLineEdit) else 0)
    if not any(isinstance(field, QLineEdit) for field in fields):
        row.addStretch(1)
    return row


def game_of(past: PastGame) -> Game:
    """Return a game of the history as it ended; ValueError where its moves cannot be played."""
    moves = (parse_square(name, past.size) for name in past.moves.split())
    return Game.of(past.rules, moves)


def seating_of(past: PastGame) -> Seating:
    """Return who played a game; a machine that this program no longer has keeps its name."""
    sides = {
        "X": (past.x_seat, past.x_name, past.x_player),
        "O": (past.o_seat, past.o_name, past.o_player),
    }
    machines = [mark for mark, (seat, _, _) in sides.items() if seat is Seat.MACHINE]
    values: dict[str, object] = {"machine": "neither", "alike": False}
    file = ""
    if machines:
        values["machine"] = "both" if len(machines) > 1 else machines[0]
    for mark, (seat, name, player) in sides.items():
        if seat is Seat.MACHINE:
            if _is_known(player):
                values[mark.lower()] = player
            else:
                file = name
        elif seat is Seat.FRIEND:
            values |= {"friend": name, "friend_plays": mark}
        else:
            values["name"] = "" if name == tr("You") else name
    return Seating(with_values(Settings(), values), file)


def _is_known(player: str) -> bool:
    try:
        PlayerSpec.parse(player)
    except ValueError:
        return False
    return True


_COLUMNS = ("id", *("reverse" if name == "rule" else name for name in NAMES), "rule")
"""What an export says of a game: of its rule whether it is the reverse one, and its word."""

_NUMBERS = ("id", "seconds", "size", "line")
_RULE = f"CASE rule {' '.join(f'WHEN {rule:d} THEN {rule.word!r}' for rule in Rule)} END"


def as_json(store: HistoryStore, wanted: Filter) -> Iterator[bytes]:
    """Yield games as JSON, in portions: an object with a list of objects."""
    between = '{"format": "monte-carlo-tic-tac-toe history", "version": 1, "games": ['
    for lines in store.lines(wanted, f"',\n' || json_object({_fields()})"):
        yield f"{between}{lines.removeprefix(',') if between else lines}".encode()
        between = ""
    yield f"{between}\n]}}\n".encode()


def as_csv(store: HistoryStore, wanted: Filter) -> Iterator[bytes]:
    """Yield games as CSV, in portions, the first one a line of titles."""
    yield (",".join(_COLUMNS) + "\r\n").encode()
    cells = " || ',' || ".join(map(_cell, _COLUMNS))
    for lines in store.lines(wanted, f"{cells} || '\r\n'"):
        yield lines.encode()


def _fields() -> str:
    values = {name: name for name in _COLUMNS}
    values["reverse"] = "json(CASE rule WHEN 1 THEN 'true' ELSE 'false' END)"
    values["rule"] = _RULE
    return ", ".join(f"'{name}', {value}" for name, value in values.items())


def _cell(name: str) -> str:
    """Return what makes a column's cell; no spreadsheet takes a player's name for a formula."""
    if name in _NUMBERS:
        return name
    if name == "reverse":
        return "CASE rule WHEN 1 THEN 'True' ELSE 'False' END"
    if name == "rule":
        return _RULE
    safe = f"CASE WHEN substr({name}, 1, 1) IN ('=', '+', '-', '@') THEN char(39) ELSE '' END"
    return f"""'"' || {safe} || replace({name}, '"', '""') || '"'"""
