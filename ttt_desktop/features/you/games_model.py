"""The list of past games: what it says of each, read only for the rows that are looked at."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal

from ttt_desktop.archive.archive import Archive
from ttt_desktop.archive.games import Filter, Look
from ttt_desktop.archive.past_game import PastGame
from ttt_desktop.archive.store import HistoryStore
from ttt_desktop.features.you.words import duration_text, players_text, result_text, when_text
from ttt_desktop.look.tables import TableModel
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, rule_text, tr
from ttt_desktop.work.jobs import Job, Latest

PAGE = 100
_PAGES_KEPT = 20
_PAGES_WANTED = 3
"""How many pages wait to be read; what was scrolled past is left out."""

_COLUMNS: tuple[tuple[str, Callable[[PastGame], str]], ...] = (
    (QT_TRANSLATE_NOOP("", "When"), lambda game: when_text(game.ended)),
    (QT_TRANSLATE_NOOP("", "Board"), lambda game: rule_text(game.rules)),
    (QT_TRANSLATE_NOOP("", "X – O"), players_text),
    (QT_TRANSLATE_NOOP("", "Result"), result_text),
    (QT_TRANSLATE_NOOP("", "Moves"), lambda game: str(len(game.moves.split()))),
    (QT_TRANSLATE_NOOP("", "Time"), lambda game: duration_text(game.seconds)),
)


class GamesModel(TableModel):
    """Past games as they were at one moment, the newest one first.

    A row that is looked at for the first time is empty until it has been read.

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
        self._filter = Filter()
        self._newest = 0
        self.titles = [tr(title) for title, _ in _COLUMNS]
        self.is_counted = True
        self._pages: OrderedDict[int, list[PastGame]] = OrderedDict()
        self._wanted: OrderedDict[int, None] = OrderedDict()
        self._looking, self._reading = Latest(archive.ask, self), Latest(archive.ask, self)

    def show(self, wanted: Filter) -> None:
        """Show the games that a filter lets through, as they are now."""

        def look(store: HistoryStore, job: Job) -> int:
            seen = store.look(wanted, PAGE)
            job.report((wanted, seen))
            return store.count(wanted, seen.newest) if seen.total is None else seen.total

        self._looking.start(look, self._take_count, self.failed.emit, self._take_look)

    def find(self, store: HistoryStore, first: int, count: int) -> list[PastGame]:
        """Return the games in some rows, asked of a store in a job."""
        return store.find(self._filter, first, count, self._newest)

    def game(self, row: int) -> PastGame | None:
        """Return the game in a row; None where it is not read yet, or cannot be."""
        number, place = divmod(row, PAGE)
        page = self._pages.get(number)
        if page is None:
            self._wanted[number] = None
            self._wanted.move_to_end(number)
            self._read()
            return None
        return page[place] if place < len(page) else None

    def cell(self, row: int, column: int, role: int) -> Any:  # noqa: D102
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        game = self.game(row)
        return "" if game is None else _COLUMNS[column][1](game)

    def _take_look(self, report: tuple[Filter, Look]) -> None:
        wanted, look = report
        self._reading.cancel()
        self.beginResetModel()
        self._filter, self._newest = wanted, look.newest
        self.is_counted = look.total is not None
        self.count = len(look.games) if look.total is None else look.total
        self._pages.clear()
        self._wanted.clear()
        self._pages[0] = look.games
        self.endResetModel()

    def _take_count(self, count: int) -> None:
        if self.is_counted:
            return
        self.is_counted = True
        if count > self.count:
            self.beginInsertRows(QModelIndex(), self.count, count - 1)
            self.count = count
            self.endInsertRows()
        self.counted.emit()

    def _read(self) -> None:
        """Read the page that was looked at last, of those that are not there."""
        while len(self._wanted) > _PAGES_WANTED:
            self._wanted.popitem(last=False)
        if self._reading.busy or not self._wanted:
            return
        number, _ = self._wanted.popitem()
        wanted, newest = self._filter, self._newest
        self._reading.start(
            lambda store, _job: (number, store.find(wanted, number * PAGE, PAGE, newest)),
            self._take_page,
            self._fail_page,
        )

    def _take_page(self, numbered: tuple[int, list[PastGame]]) -> None:
        number, games = numbered
        self._pages[number] = games
        if len(self._pages) > _PAGES_KEPT:
            self._pages.popitem(last=False)
        first, last = number * PAGE, min((number + 1) * PAGE, self.count) - 1
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(_COLUMNS) - 1))
        self._read()

    def _fail_page(self, error: Exception) -> None:
        self._wanted.clear()
        self.failed.emit(error)
