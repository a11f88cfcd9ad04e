"""The list of past games as a Qt model that reads only the rows that are looked at."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot

from ttt_desktop.history.archive import Archive
from ttt_desktop.history.record import Record
from ttt_desktop.history.store import Board, Filter, HistoryStore, Look
from ttt_desktop.history.wording import (
    board_text,
    duration_text,
    players_text,
    result_text,
    when_text,
)
from ttt_desktop.jobs import Job
from ttt_desktop.look.table_model import TableModel
from ttt_desktop.text import QT_TRANSLATE_NOOP, tr

PAGE = 100
_PAGES_KEPT = 20
_PAGES_WANTED = 3
"""How many pages wait to be read; what was scrolled past is left out."""

_COLUMNS: tuple[tuple[str, Callable[[Record], str]], ...] = (
    (QT_TRANSLATE_NOOP("", "When"), when_text),
    (
        QT_TRANSLATE_NOOP("", "Board"),
        lambda record: board_text(Board(record.size, record.line, record.reverse)),
    ),
    (QT_TRANSLATE_NOOP("", "X – O"), players_text),
    (QT_TRANSLATE_NOOP("", "Result"), result_text),
    (QT_TRANSLATE_NOOP("", "Moves"), lambda record: str(len(record.moves.split()))),
    (QT_TRANSLATE_NOOP("", "Time"), lambda record: duration_text(record.seconds)),
)


class GamesModel(TableModel):
    """Past games as they were at one moment, the newest one first.

    A row that is looked at for the first time is empty until it has been read.

    Args:
        archive: the games.

    Attributes:
        is_counted: whether there are as many games as there are rows, and not more.

    Signals:
        counted(): it is known by now how many there are.
        failed(Exception): they cannot be read.
    """

    counted = Signal()
    failed = Signal(object)

    def __init__(self, archive: Archive) -> None:
        super().__init__()
        self._archive = archive
        self._filter = Filter()
        self._newest = 0
        self._count = 0
        self.is_counted = True
        self._pages: OrderedDict[int, list[Record]] = OrderedDict()
        self._wanted: OrderedDict[int, None] = OrderedDict()
        self._looking: Job | None = None
        self._reading: Job | None = None

    def show(self, wanted: Filter) -> None:
        """Show the games that a filter lets through, as they are now."""
        if self._looking is not None:
            self._looking.cancel()

        def look(store: HistoryStore, job: Job) -> int:
            found = store.look(wanted, PAGE)
            job.report((wanted, found))
            return store.count(wanted, found.newest) if found.total is None else found.total

        self._looking = self._archive.ask(look)
        self._looking.progressed.connect(self._take_look)
        self._looking.finished.connect(self._take_count)
        self._looking.failed.connect(self._fail_look)

    def find(self, store: HistoryStore, first: int, count: int) -> list[Record]:
        """Return the games in some rows, asked of a store in a job."""
        return store.find(self._filter, first, count, self._newest)

    def record(self, row: int) -> Record | None:
        """Return the game in a row; None where it is not read yet, or cannot be."""
        number, place = divmod(row, PAGE)
        page = self._pages.get(number)
        if page is None:
            self._wanted[number] = None
            self._wanted.move_to_end(number)
            self._read()
            return None
        return page[place] if place < len(page) else None

    def rows(self) -> int:  # noqa: D102
        return self._count

    def columns(self) -> int:  # noqa: D102
        return len(_COLUMNS)

    def title(self, column: int) -> str:  # noqa: D102
        return tr(_COLUMNS[column][0])

    def cell(self, row: int, column: int, role: int) -> Any:  # noqa: D102
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        record = self.record(row)
        return "" if record is None else _COLUMNS[column][1](record)

    @Slot(object)
    def _take_look(self, found: tuple[Filter, Look]) -> None:
        wanted, look = found
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        self.beginResetModel()
        self._filter, self._newest = wanted, look.newest
        self.is_counted = look.total is not None
        self._count = len(look.games) if look.total is None else look.total
        self._pages.clear()
        self._wanted.clear()
        self._pages[0] = look.games
        self.endResetModel()

    @Slot(object)
    def _take_count(self, count: int) -> None:
        self._looking = None
        if self.is_counted:
            return
        self.is_counted = True
        if count > self._count:
            self.beginInsertRows(QModelIndex(), self._count, count - 1)
            self._count = count
            self.endInsertRows()
        self.counted.emit()

    @Slot(object)
    def _fail_look(self, error: Exception) -> None:
        self._looking = None
        self.failed.emit(error)

    def _read(self) -> None:
        """Read the page that was looked at last, of those that are not there."""
        while len(self._wanted) > _PAGES_WANTED:
            self._wanted.popitem(last=False)
        if self._reading is not None or not self._wanted:
            return
        number, _ = self._wanted.popitem()
        wanted, newest = self._filter, self._newest
        self._reading = self._archive.ask(
            lambda store, _job: (number, store.find(wanted, number * PAGE, PAGE, newest))
        )
        self._reading.finished.connect(self._take_page)
        self._reading.failed.connect(self._fail_page)

    @Slot(object)
    def _take_page(self, found: tuple[int, list[Record]]) -> None:
        self._reading = None
        number, games = found
        self._pages[number] = games
        if len(self._pages) > _PAGES_KEPT:
            self._pages.popitem(last=False)
        first, last = number * PAGE, min((number + 1) * PAGE, self._count) - 1
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(_COLUMNS) - 1))
        self._read()

    @Slot(object)
    def _fail_page(self, error: Exception) -> None:
        self._reading = None
        self._wanted.clear()
        self.failed.emit(error)
