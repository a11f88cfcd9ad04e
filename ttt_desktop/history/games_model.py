"""The list of past games as a Qt model that reads only the rows that are looked at."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt

from ttt_desktop.history.record import Record
from ttt_desktop.history.store import Board, Filter, HistoryError, HistoryStore
from ttt_desktop.history.wording import (
    board_text,
    duration_text,
    players_text,
    result_text,
    when_text,
)
from ttt_desktop.look.table_model import TableModel
from ttt_desktop.text import QT_TRANSLATE_NOOP, tr

PAGE = 100
_PAGES_KEPT = 20

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
    """Past games, the newest one first.

    Args:
        store: the games.
    """

    def __init__(self, store: HistoryStore) -> None:
        super().__init__()
        self._store = store
        self._filter = Filter()
        self._count = 0
        self._pages: OrderedDict[int, list[Record]] = OrderedDict()

    @property
    def filter(self) -> Filter:
        """Which games are shown."""
        return self._filter

    def show(self, wanted: Filter) -> None:
        """Show the games that a filter lets through, as they are now.

        Raises:
            HistoryError: they cannot be read; a sentence.
        """
        count = self._store.count(wanted)
        self.beginResetModel()
        self._filter, self._count = wanted, count
        self._pages.clear()
        self.endResetModel()

    def record(self, row: int) -> Record | None:
        """Return the game in a row; None where it cannot be read any more."""
        number, place = divmod(row, PAGE)
        if number not in self._pages:
            try:
                self._pages[number] = self._store.find(self._filter, number * PAGE, PAGE)
            except HistoryError:
                self._pages[number] = []
            if len(self._pages) > _PAGES_KEPT:
                self._pages.popitem(last=False)
        page = self._pages[number]
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
