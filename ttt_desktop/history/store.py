"""The games in the database: adding, finding, deleting, counting. Nothing of the engine."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, TypeVar

from ttt_desktop.history.database import NewerDatabaseError, connect, is_damage, put_aside
from ttt_desktop.history.record import NAMES, Record
from ttt_desktop.text import tr

T = TypeVar("T")

_PORTION = 500


class Board(NamedTuple):
    """A board and its rule."""

    size: int
    line: int
    reverse: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """Which games are wanted; each part narrows the choice.

    Attributes:
        score: 1 for games that you won, 0.5 tied, 0 lost; None for all.
        board: games on one board by one rule; None for all.
        text: letters of a player's name.
    """

    score: float | None = None
    board: Board | None = None
    text: str = ""


class Count(NamedTuple):
    """Your games on one board against one opponent.

    Attributes:
        named: whether the opponent is a person, or a course file, and no machine of ours.
        streak: the most games won one after another.
    """

    board: Board
    opponent: str
    named: bool
    wins: int
    ties: int
    losses: int
    streak: int


class HistoryError(Exception):
    """The history cannot be used; the sentence says why."""


class HistoryStore:
    """The finished games, in a database that is opened when it is first needed.

    A damaged one is kept under another name, and a new one begun.

    Args:
        path: the database's file.
        tell: called with a sentence when a damaged database was put aside.
    """

    def __init__(self, path: Path, tell: Callable[[str], None] = lambda _sentence: None) -> None:
        self._path = path
        self._tell = tell
        self._database: sqlite3.Connection | None = None

    @property
    def path(self) -> Path:
        """The database's file."""
        return self._path

    def close(self) -> None:
        """Close the database."""
        if self._database is not None:
            self._database.close()
            self._database = None

    def add(self, record: Record) -> int:
        """Keep a game; return its number.

        Raises:
            HistoryError: the disk cannot be written, or a newer program's database is there.
        """
        return self._do(lambda database: _insert(database, record))

    def replace(self, record: Record) -> int:
        """Keep a game in the place of one of the same number: it went on after moves taken back.

        Returns:
            Its number: another one where that game has been deleted, as it may come back.
        """

        def work(database: sqlite3.Connection) -> int:
            there = _has(database, record.id)
            return _insert(database, record if there else replace(record, id=0))

        return self._do(work)

    def find(self, wanted: Filter, first: int, count: int) -> list[Record]:
        """Return games, the newest one first, from the ``first`` one on."""
        where, values = _where(wanted)
        text = f"SELECT * FROM games{where} ORDER BY id DESC LIMIT ? OFFSET ?"
        rows = self._do(lambda database: database.execute(text, (*values, count, first)).fetchall())
        return [_record(row) for row in rows]

    def count(self, wanted: Filter) -> int:
        """Return how many games there are."""
        where, values = _where(wanted)
        text = f"SELECT COUNT(*) FROM games{where}"
        found: int = self._do(lambda database: database.execute(text, values).fetchone()[0])
        return found

    def each(self, wanted: Filter) -> Iterator[Record]:
        """Yield games, the oldest one first, in portions: others may write meanwhile."""
        last = 0
        while True:
            rows = self._rows_after(wanted, last)
            if not rows:
                return
            for row in rows:
                yield _record(row)
            last = rows[-1]["id"]

    def _rows_after(self, wanted: Filter, number: int) -> list[sqlite3.Row]:
        where, values = _where(wanted, "id > ?", number)
        text = f"SELECT * FROM games{where} ORDER BY id LIMIT {_PORTION}"
        return self._do(lambda database: database.execute(text, values).fetchall())

    def boards(self) -> list[Board]:
        """Return the boards that were played on."""
        text = "SELECT DISTINCT size, line, reverse FROM games ORDER BY size, line, reverse"
        rows = self._do(lambda database: database.execute(text).fetchall())
        return [_board(row) for row in rows]

    def counts(self) -> list[Count]:
        """Return your wins, ties and losses for each board and opponent."""
        rows = self._do(lambda database: database.execute(_COUNTS).fetchall())
        return [
            Count(_board(row), row["opponent"], bool(row["named"]), row["wins"], row["ties"],
                  row["losses"], row["streak"])
            for row in rows
        ]  # fmt: skip

    def scores(self, most: int) -> list[float]:
        """Return what your newest games count, the oldest one first."""
        text = "SELECT score FROM games WHERE score IS NOT NULL ORDER BY id DESC LIMIT ?"
        rows = self._do(lambda database: database.execute(text, (most,)).fetchall())
        return [row["score"] for row in reversed(rows)]

    def delete(self, records: Sequence[Record]) -> None:
        """Delete games; ``restore`` brings them back."""

        def work(database: sqlite3.Connection) -> None:
            numbers = [(record.id,) for record in records]
            database.execute("BEGIN IMMEDIATE")
            database.executemany("DELETE FROM games WHERE id = ?", numbers)
            database.execute("COMMIT")

        self._do(work)

    def restore(self, records: Sequence[Record]) -> None:
        """Bring deleted games back, in their places; a new one where another game has it by now."""

        def work(database: sqlite3.Connection) -> None:
            database.execute("BEGIN IMMEDIATE")
            for record in records:
                taken = _has(database, record.id)
                _insert(database, replace(record, id=0) if taken else record)
            database.execute("COMMIT")

        self._do(work)

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do something with the database; a damaged one is put aside, and the work done anew."""
        try:
            return work(self._opened())
        except NewerDatabaseError:
            raise HistoryError(
                tr("The history of games was written by a newer version of this program.")
            ) from None
        except sqlite3.Error as error:
            self.close()
            if not is_damage(error):
                raise HistoryError(
                    tr("The history of games cannot be used: {why}.", why=error)
                ) from None
        self._tell(put_aside(self._path))
        try:
            return work(self._opened())
        except sqlite3.Error as error:
            raise HistoryError(
                tr("The history of games cannot be used: {why}.", why=error)
            ) from None

    def _opened(self) -> sqlite3.Connection:
        if self._database is None:
            self._database = connect(self._path)
        return self._database


_COLUMNS = (*NAMES, "score")

_COUNTS = """
    WITH mine AS (
        SELECT size, line, reverse, opponent, score,
            CASE x_seat WHEN 'you' THEN o_player ELSE x_player END = '' AS named,
            id, score = 1 AS won
        FROM games WHERE score IS NOT NULL
    ), numbered AS (
        SELECT *, ROW_NUMBER() OVER (PARTITION BY size, line, reverse, opponent, named ORDER BY id)
            - ROW_NUMBER() OVER (PARTITION BY size, line, reverse, opponent, named, won ORDER BY id)
            AS run
        FROM mine
    ), runs AS (
        SELECT size, line, reverse, opponent, named, SUM(won) AS length FROM numbered
        GROUP BY size, line, reverse, opponent, named, won, run
    ), best AS (
        SELECT size, line, reverse, opponent, named, MAX(length) AS streak FROM runs
        GROUP BY size, line, reverse, opponent, named
    )
    SELECT size, line, reverse, opponent, named, SUM(score = 1) AS wins, SUM(score = 0.5) AS ties,
        SUM(score = 0) AS losses, streak
    FROM mine JOIN best USING (size, line, reverse, opponent, named)
    GROUP BY size, line, reverse, opponent, named ORDER BY size, line, reverse, opponent, named
"""


def _has(database: sqlite3.Connection, number: int) -> bool:
    text = "SELECT 1 FROM games WHERE id = ?"
    return database.execute(text, (number,)).fetchone() is not None


def _insert(database: sqlite3.Connection, record: Record) -> int:
    names = ("id", *_COLUMNS)
    gaps = ", ".join("?" * len(names))
    values = [record.id or None, *(getattr(record, name) for name in _COLUMNS)]
    text = f"INSERT OR REPLACE INTO games ({', '.join(names)}) VALUES ({gaps})"
    return database.execute(text, values).lastrowid or 0


def _where(wanted: Filter, *more: object) -> tuple[str, list[object]]:
    """Return the condition for a filter, and what fills its gaps."""
    parts, values = [], list[object]()
    if more:
        parts.append(str(more[0]))
        values += more[1:]
    if wanted.score is not None:
        parts.append("score = ?")
        values.append(wanted.score)
    if wanted.board is not None:
        parts.append("size = ? AND line = ? AND reverse = ?")
        values += wanted.board
    if wanted.text:
        parts.append("(instr(folded(x_name), ?) OR instr(folded(o_name), ?))")
        values += [wanted.text.casefold()] * 2
    return (f" WHERE {' AND '.join(parts)}" if parts else ""), values


def _record(row: sqlite3.Row) -> Record:
    made = Record(**{name: row[name] for name in (*NAMES, "id")})
    return replace(made, reverse=bool(made.reverse))


def _board(row: sqlite3.Row) -> Board:
    return Board(row["size"], row["line"], bool(row["reverse"]))
