"""The list of past games: what it says of each, read only for the rows that are looked at."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import Any

from PySide6.QtCore import QDateTime, QLocale, QModelIndex, Qt, Signal

from engine import PLAYERO, PLAYERX, Rules
from engine.game import Outcome
from engine.specs import PlayerSpec
from engine.tournament.statistics import Interval
from ttt_desktop.archive.archive import Archive
from ttt_desktop.archive.games import Filter, Look
from ttt_desktop.archive.past_game import PastGame
from ttt_desktop.archive.store import HistoryStore
from ttt_desktop.look.tables import TableModel
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, rule_text, tr
from ttt_desktop.settings.levels import level_text
from ttt_desktop.work.jobs import Job, Latest


def when_text(ended: str) -> str:
    """Return when a game ended, in local time, as short as this system writes it.

    Args:
        ended: UTC, as ISO 8601 has it.
    """
    moment = QDateTime.fromString(ended, Qt.DateFormat.ISODate).toLocalTime()
    if QLocale().language() == QLocale.Language.C:  # its short form has no separators
        return moment.toString("yyyy-MM-dd HH:mm")
    return QLocale().toString(moment, QLocale.FormatType.ShortFormat)


def players_text(game: PastGame) -> str:
    """Return who played whom, X first."""
    first = _with_level(game.x_name, game.x_player, game.rules, (PLAYERX,))
    second = _with_level(game.o_name, game.o_player, game.rules, (PLAYERO,))
    return tr("{first} – {second}", first=first, second=second)


def result_text(game: PastGame) -> str:
    """Return who won a game; by the mark, where you did not play."""
    if game.outcome is Outcome.TIE:
        return tr("Tied")
    if not game.you:
        return tr("{mark} won", mark=game.outcome.value)
    return tr("{player} won", player=game.x_name if game.outcome is Outcome.X else game.o_name)


def duration_text(seconds: float) -> str:
    """Return how long a game took, as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def opponent_text(opponent: str, rules: Rules) -> str:
    """Return which machine you played against: its kind and level, as it is called on a board."""
    # A level is kept as "level/Hard", and a person or a file may have any name.
    return _with_level(opponent, opponent.replace("/", ":", 1), rules, (PLAYERX, PLAYERO))


def share_text(share: Interval) -> str:
    """Return a share with its interval, in percent."""
    low, high = f"{100 * share.low:.0f}", f"{100 * share.high:.0f}"
    return tr("{value} % ({low} to {high})", value=f"{100 * share.value:.0f}", low=low, high=high)


def _with_level(name: str, text: str, rules: Rules, marks: Collection[int]) -> str:
    """Return a machine's kind and level; its name where the text has no level.

    Args:
        text: it as a text (see ``engine.specs``).
        marks: the sides that it played.
    """
    if not text:
        return name
    try:
        spec = PlayerSpec.parse(text)
    except ValueError:  # a kind that this program no longer has
        return name or text
    parts = [tr(spec.kind.title)]
    if spec.level:
        parts.append(level_text(spec.kind, spec.level, rules, marks))
    elif spec.kind.has("trials"):
        trials = int(spec.number("trials"))
        parts.append(tr("{count} trials", n=trials, one="1 trial", count=f"{trials:,}"))
    return ", ".join(parts)


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
