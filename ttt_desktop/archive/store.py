"""The history as threads use it: changes and questions, and what becomes of a damaged database."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from threading import RLock
from typing import TypeVar

from engine import Rules
from ttt_desktop.archive import games
from ttt_desktop.archive.annotations import OWN_TABLES
from ttt_desktop.archive.database import (
    BESIDE,
    NewerDatabaseError,
    connect,
    is_damage,
    transaction,
)
from ttt_desktop.archive.games import NEWEST, Filter, Look, Reached, Totals
from ttt_desktop.archive.goals import Goal
from ttt_desktop.archive.past_game import PastGame
from ttt_desktop.archive.salvage import keep_aside, salvaged
from ttt_desktop.archive.tables import Change, SavedRow, Table, forget_lone, readable
from ttt_desktop.look.text import problem, tr
from ttt_desktop.work.jobs import CancelledError
from ttt_desktop.work.storage import aside_name

log = logging.getLogger(__name__)

T = TypeVar("T")

_UNUSABLE = (sqlite3.Error, OSError, ValueError, IndexError, TypeError)
"""What a file that cannot be used shows itself in: a damaged one in any of them."""

# One at a time in this program opens the database or brings a damaged one over.
_opening = RLock()


class HistoryError(Exception):
    """The history cannot be used; the sentence says why."""


class HistoryStore:
    """The finished games, in a database that is opened when it is first needed.

    It may be used in any thread, by one at a time. Of a damaged database, the games that can be
    read are brought into a new one, and the old one is kept under another name.

    Args:
        tell: called with a sentence when a damaged database was put aside.
        tables: those beside that of the games.

    Attributes:
        stopped: asked now and then whether to end what is being done, with a CancelledError.
    """

    def __init__(
        self,
        path: Path,
        tell: Callable[[str], None] = lambda _sentence: None,
        tables: Sequence[Table] = OWN_TABLES,
    ) -> None:
        self.stopped: Callable[[], bool] = lambda: False
        self._tables = tables
        self._path = path
        self._tell = tell
        self._database: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None

    def close(self) -> None:
        """Close the database."""
        if self._database is not None:
            self._database.close()
            self._database = None

    # --- changes ----------------------------------------------------------------------

    def make(self, changes: Iterable[Change]) -> None:
        """Make changes, all of them or none.

        Raises:
            HistoryError: they cannot be made now; a sentence.
        """

        def work(database: sqlite3.Connection) -> None:
            for change in changes:
                change.make(database)

        self._change(work)

    def clean_up(self) -> None:
        """Forget for good what belongs to games that were deleted."""
        self._change(lambda database: forget_lone(database, self._tables))

    def add_all(self, past_games: Iterable[PastGame], others: Iterable[SavedRow] = ()) -> int:
        """Save many games at once, with their numbers; return how many there are then.

        Args:
            others: what is saved beside them.
        """

        def work(database: sqlite3.Connection) -> int:
            for table, row in others:
                table.insert(database, row)
            return games.add_all(database, past_games)

        return self._change(work)

    def _change(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def change(database: sqlite3.Connection) -> T:
            with transaction(database, "IMMEDIATE"):
                return work(database)

        return self._do(change)

    # --- questions --------------------------------------------------------------------

    def look(self, wanted: Filter, most: int) -> Look:
        """Return the newest games that a filter lets through, and how many there are."""
        return self.ask(lambda database: games.look(database, wanted, most))

    def find(self, wanted: Filter, first: int, most: int, newest: int = NEWEST) -> list[PastGame]:
        """Return games, the newest one first (see ``games.find``)."""
        return self.ask(lambda database: games.find(database, wanted, newest, first, most))

    def latest(self, key: int, kind: str, most: int) -> list[PastGame]:
        """Return your newest games against a kind of machines (see ``games.latest``)."""
        return self.ask(lambda database: games.latest(database, key, kind, most))

    def count(self, wanted: Filter, newest: int = NEWEST) -> int:
        """Return how many games there are, by looking at each of them."""
        return self.ask(lambda database: games.count(database, wanted, newest))

    def lines(self, wanted: Filter, line: str) -> Iterator[str]:
        """Yield some lines at a time, one of each game, the oldest one first.

        Args:
            line: the text that SQLite makes of a game: this leaves Python's threads alone.
        """
        last = 0
        while portion := self._lines(wanted, line, last):
            text, last = portion
            yield text

    def _lines(self, wanted: Filter, line: str, after: int) -> tuple[str, int] | None:
        return self.ask(lambda database: games.lines(database, wanted, line, after))

    def summary(self, newest: int) -> Totals:
        """Return what all games add up to, with the scores of so many of your newest ones."""
        return self.ask(lambda database: games.summary(database, newest))

    def scores_against(self, board: Rules, opponent: str, newest: int) -> list[float]:
        """Return what your newest games against a machine count (see ``games.scores_against``)."""
        return self.ask(lambda database: games.scores_against(database, board, opponent, newest))

    def you(self, wanted: Sequence[Goal]) -> Reached:
        """Return what you have reached on each board, and of these goals."""
        return self.ask(lambda database: games.you(database, wanted))

    def reached_by(self, key: int, wanted: Sequence[Goal]) -> list[Goal]:
        """Return those goals that the game of a key was the first one to reach."""
        return self.ask(lambda database: games.reached_by(database, key, wanted))

    def ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Return what the database says, all of it as it is at one moment.

        Raises:
            HistoryError: it cannot be asked now; a sentence.
        """

        def work(database: sqlite3.Connection) -> T:
            with transaction(database):
                return question(database)

        return self._do(work)

    # --- the database -----------------------------------------------------------------

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do something with the database; a damaged one is mended, and the work done anew."""
        try:
            try:
                return work(self._opened())
            except _UNUSABLE as error:
                self._judge(error)
            self._mend()
            return work(self._opened())
        except NewerDatabaseError:
            raise HistoryError(
                tr("The history of games was written by a newer version of this program.")
            ) from None
        except _UNUSABLE as error:
            self.close()
            why = problem(error) if isinstance(error, OSError) else error
            raise HistoryError(tr("The history of games cannot be used: {why}.", why=why)) from None

    def _judge(self, error: Exception) -> None:
        """Raise the error again unless the database is damaged."""
        if self.stopped():
            raise CancelledError from None
        if isinstance(error, OSError) or not is_damage(error):
            raise error
        log.warning("the history of games is damaged: %r", error)

    def _opened(self) -> sqlite3.Connection:
        with _opening:
            if self._database is not None and self._file != _identity(self._path):
                self.close()  # another one has taken its place
            if self._database is None:
                self._file = _identity(self._path)
                self._database = connect(self._path, self._is_stopped, self._tables)
                self._file = _identity(self._path)
            return self._database

    def _is_stopped(self) -> bool:
        return self.stopped()

    def _mend(self) -> None:
        """Bring what can be read of the database into a new one; nothing where that was done.

        The damaged one keeps its place until the new one takes it whole.
        """
        with _opening:
            if self._file != _identity(self._path):
                return
            self.close()
            scratch = self._path.with_name(f"{self._path.name}.new-{os.getpid()}")
            new = HistoryStore(scratch, tables=self._tables)
            new.stopped = self.stopped
            try:
                scratch.unlink(missing_ok=True)
                others = _readable_in(self._path, self._tables)
                count = new.add_all(salvaged(self._path, self.stopped), others)
                new.close()
                if self.stopped():
                    raise CancelledError
                aside = aside_name(self._path, "damaged")
                keep_aside(self._path, aside, BESIDE)
                scratch.replace(self._path)
            finally:
                new.close()
                for ending in ("", *BESIDE):
                    scratch.with_name(scratch.name + ending).unlink(missing_ok=True)
        log.warning("%s was damaged; it is kept as %s, and %s games came over",
                    self._path, aside, count)  # fmt: skip
        self._tell(_mended(count, aside.name))


def _mended(count: int, name: str) -> str:
    if not count:
        return tr("The history of games could not be read; the file is kept as {name}.", name=name)
    return tr(
        "The history of games could not be read as a whole. {count} games were brought into a new "
        "file; the old one is kept as {name}.",
        n=count,
        one="The history of games could not be read as a whole. 1 game was brought into a new "
        "file; the old one is kept as {name}.",
        count=f"{count:,}",
        name=name,
    )


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from another one that takes its name; None where there is none."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


def _readable_in(path: Path, tables: Sequence[Table]) -> list[SavedRow]:
    """Return what can be read in a damaged database beside the games."""
    try:
        with closing(sqlite3.connect(path)) as database:
            return readable(database, tables)
    except sqlite3.Error:
        return []
