"""The database of games: its tables and their version, what they add up to, and damage."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ttt_desktop.archive.tables import Table

BOARD = "size, line, rule"
"""What your games on one board, by one rule, are counted by."""

COMPANY = "size, line, rule, opponent, named"
"""What your games are counted by: the board, its rule, and the opponent."""

NO_SCORE = -1
"""The score under which games are counted that you did not play in."""


class Runs(NamedTuple):
    """Games of yours that came one after another, counted by how many those were.

    Attributes:
        table: where they are counted.
        by: what they are counted by: the columns' names.
        least: the least score of a game that goes on with one; a lesser one ends it.
        goes, ends: the same as conditions, as an index has them.
        only: which games are counted at all, as a condition.
    """

    table: str
    by: str
    least: float
    goes: str
    ends: str
    only: str

    @property
    def same(self) -> str:
        """The condition for games that are counted together."""
        return f"{same(self.by)} AND {self.only}"

    @property
    def rebuild(self) -> str:
        """The script that counts all of them anew."""
        return f"""
    DELETE FROM {self.table};
    INSERT INTO {self.table}
        SELECT {self.by}, length, COUNT(*) FROM (
            SELECT {self.by}, SUM(goes) AS length FROM (
                SELECT {self.by}, goes, SUM(NOT goes) OVER (PARTITION BY {self.by} ORDER BY id)
                    AS run
                FROM (SELECT *, score >= {self.least} AS goes FROM games
                    WHERE score IS NOT NULL AND {self.only})
            ) GROUP BY {self.by}, run
        ) WHERE length > 0 GROUP BY {self.by}, length;
"""


def same(columns: str) -> str:
    """Return the condition for rows in which columns hold what fills its gaps."""
    return " AND ".join(f"{name} = ?" for name in columns.split(", "))


STREAKS = Runs("streaks", COMPANY, 1.0, "won = 1", "won = 0", "1")
"""Won games, for each board and opponent."""

UNBEATEN = Runs(
    "unbeaten", BOARD, 0.5, "score IN (0.5, 1)", "score = 0",
    "x_seat != 'friend' AND o_seat != 'friend'",
)  # fmt: skip
"""Games that were not lost, for each board. With a friend, who plays which mark is often chance."""

REBUILD = f"""
    DELETE FROM names;
    INSERT INTO names SELECT x_name FROM games UNION SELECT o_name FROM games;
    DELETE FROM tallies;
    INSERT INTO tallies SELECT {COMPANY}, ifnull(score, {NO_SCORE}), COUNT(*) FROM games
        GROUP BY {COMPANY}, score;
    {STREAKS.rebuild}
    {UNBEATEN.rebuild}
"""
"""The script that counts all games anew, once many have come in."""


def statements(script: str) -> list[str]:
    """Return the statements of a script without a semicolon in any of them."""
    return [statement for statement in script.split(";") if statement.strip()]


def tally(database: sqlite3.Connection, number: int, by: int) -> None:
    """Count the game of this number in or out.

    Args:
        database: the database, in a transaction.
        number: the game's number; it is there.
        by: 1 for a game that has just come, -1 for one that is about to go.
    """
    row = database.execute(
        f"SELECT {COMPANY}, score, x_name, o_name, {UNBEATEN.only} AS alone FROM games"
        " WHERE id = ?",
        (number,),
    ).fetchone()
    if by > 0:
        names = "INSERT OR IGNORE INTO names VALUES (?), (?)"
        database.execute(names, (row["x_name"], row["o_name"]))
    company, score = tuple(row)[:5], row["score"]
    key = (*company, NO_SCORE if score is None else score)
    _change(database, "tallies", f"{COMPANY}, score", "games", key, by)
    if score is None:
        return
    for runs in (STREAKS, UNBEATEN) if row["alone"] else (STREAKS,):
        counted = company[: len(runs.by.split(", "))]
        before = run_before(database, runs, counted, number)
        after = _run_after(database, runs, counted, number)
        joined = before + after
        # Without the game, there is one run across its place. It makes that longer, or parts it.
        parts = [joined + 1] if score >= runs.least else [before, after]
        for length, change in [(joined, -by), *((part, by) for part in parts)]:
            if length:
                names = f"{runs.by}, length"
                _change(database, runs.table, names, "runs", (*counted, length), change)


def run_before(
    database: sqlite3.Connection, runs: Runs, counted: tuple[object, ...], number: int
) -> int:
    """Return how long the run is that leads up to a game, without that one.

    Args:
        counted: what the game is counted by there.
        number: the game's number; there need be none of it.
    """
    text = f"SELECT MAX(id) FROM games WHERE {runs.same} AND {runs.ends} AND id < ?"
    ended = database.execute(text, (*counted, number)).fetchone()[0] or 0
    return _length(database, runs, counted, ended, number)


def _run_after(
    database: sqlite3.Connection, runs: Runs, counted: tuple[object, ...], number: int
) -> int:
    """Return how long the run is that begins after a game."""
    text = f"SELECT MIN(id) FROM games WHERE {runs.same} AND {runs.ends} AND id > ?"
    ended = database.execute(text, (*counted, number)).fetchone()[0]
    return _length(database, runs, counted, number, ended if ended is not None else 1 << 62)


def _length(
    database: sqlite3.Connection, runs: Runs, counted: tuple[object, ...], after: int, before: int
) -> int:
    text = f"SELECT COUNT(*) FROM games WHERE {runs.same} AND {runs.goes} AND id > ? AND id < ?"
    return int(database.execute(text, (*counted, after, before)).fetchone()[0])


def _change(
    database: sqlite3.Connection,
    table: str,
    names: str,
    what: str,
    key: tuple[object, ...],
    by: int,
) -> None:
    """Add to one of the counts; a count of nothing goes."""
    gaps = ", ".join("?" * (len(key) + 1))
    database.execute(
        f"INSERT INTO {table} VALUES ({gaps})"
        f" ON CONFLICT DO UPDATE SET {what} = {what} + excluded.{what}",
        (*key, by),
    )
    if by < 0:
        database.execute(f"DELETE FROM {table} WHERE {same(names)} AND {what} <= 0", key)


TABLES = f"""
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        ended TEXT NOT NULL,
        seconds REAL NOT NULL,
        size INTEGER NOT NULL,
        line INTEGER NOT NULL,
        rule INTEGER NOT NULL,
        moves TEXT NOT NULL,
        x_seat TEXT NOT NULL,
        o_seat TEXT NOT NULL,
        x_name TEXT NOT NULL,
        o_name TEXT NOT NULL,
        x_player TEXT NOT NULL,
        o_player TEXT NOT NULL,
        opponent TEXT NOT NULL,
        outcome TEXT NOT NULL CHECK (outcome IN ('X', 'O', 'tie')),
        key INTEGER NOT NULL,
        score REAL,
        named INTEGER AS (CASE x_seat WHEN 'you' THEN o_player ELSE x_player END = ''),
        won INTEGER AS (score = 1)
    );
    CREATE UNIQUE INDEX games_by_key ON games (key);
    CREATE INDEX games_by_score ON games (score);
    CREATE INDEX games_by_board ON games ({BOARD});
    CREATE INDEX games_by_company ON games ({COMPANY}, won);
    CREATE INDEX games_by_end ON games ({BOARD}, score);
    CREATE TABLE names (name TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE tallies (
        size INTEGER, line INTEGER, rule INTEGER, opponent TEXT, named INTEGER, score REAL,
        games INTEGER NOT NULL,
        PRIMARY KEY ({COMPANY}, score)
    ) WITHOUT ROWID;
    CREATE TABLE streaks (
        size INTEGER, line INTEGER, rule INTEGER, opponent TEXT, named INTEGER, length INTEGER,
        runs INTEGER NOT NULL,
        PRIMARY KEY ({COMPANY}, length)
    ) WITHOUT ROWID;
    CREATE TABLE unbeaten (
        size INTEGER, line INTEGER, rule INTEGER, length INTEGER, runs INTEGER NOT NULL,
        PRIMARY KEY ({BOARD}, length)
    ) WITHOUT ROWID;
"""
"""The script that makes a database of version 1, with no table beside that of the games. It never
changes once released."""

MIGRATIONS: tuple[str, ...] = ()
"""The scripts that bring a database from each version to the next: the first one from 1 to 2. None
changes once released. There is none yet."""

BESIDE = ("-wal", "-shm")
"""What SQLite adds to the names of the files beside a database."""

_BUSY_MS = 100
_LOOK_EVERY = 20_000
"""How many of SQLite's steps are made before it is asked whether to go on: some milliseconds."""

# What comes from outside the file, and may be gone a moment later.
_PASSING = {
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_ABORT, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOLFS,
}  # fmt: skip


class NewerDatabaseError(Exception):
    """A newer version of the program has written the database."""


def connect(path: Path, stopped: Callable[[], bool], tables: Sequence[Table]) -> sqlite3.Connection:
    """Open the database of games; make it, or bring it up to date, where that is needed.

    Args:
        tables: those that are to be there beside that of the games.
        stopped: asked now and then, in whatever thread uses the connection, whether to end what
            is being done.

    Raises:
        NewerDatabaseError: this program does not know its version.
        sqlite3.Error: it cannot be used; see ``is_damage``.
    """
    # One thread at a time uses it, which need not be the same one each time.
    database = sqlite3.connect(
        path, timeout=_BUSY_MS / 1000, isolation_level=None, check_same_thread=False
    )
    try:
        database.row_factory = sqlite3.Row
        database.set_progress_handler(stopped, _LOOK_EVERY)
        # (SQLite's own lower() knows the letters A to Z alone.)
        database.create_function("folded", 1, str.casefold, deterministic=True)
        database.execute("PRAGMA journal_mode = WAL")
        # What is committed outlives a killed program; only a power cut may take the newest games.
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("PRAGMA secure_delete = ON")  # or a salvage would find what was deleted
        _bring_up_to_date(database)
        database.execute("SELECT * FROM games LIMIT 1").fetchall()  # or a damaged one would grow
        _make_missing(database, tables)
    except BaseException:
        database.close()
        raise
    return database


def _version(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def _bring_up_to_date(database: sqlite3.Connection) -> None:
    scripts = (TABLES, *MIGRATIONS)
    version = _version(database)
    if version > len(scripts):
        raise NewerDatabaseError
    for number in range(version + 1, len(scripts) + 1):
        # One transaction: a program that is killed here leaves the version before. Where another
        # one was quicker, there is nothing left to do.
        with transaction(database, "IMMEDIATE"):
            if _version(database) < number:
                for statement in statements(scripts[number - 1]):
                    database.execute(statement)
                database.execute(f"PRAGMA user_version = {number}")


def _make_missing(database: sqlite3.Connection, tables: Sequence[Table]) -> None:
    """Make the tables that are not there yet."""
    if not _missing(database, tables):
        return
    with transaction(database, "IMMEDIATE"):
        for table in _missing(database, tables):  # another program may have been quicker
            for statement in statements(table.script):
                database.execute(statement)


def _missing(database: sqlite3.Connection, tables: Sequence[Table]) -> list[Table]:
    rows = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    names = {row[0] for row in rows}
    return [table for table in tables if table.name not in names]


@contextmanager
def transaction(database: sqlite3.Connection, kind: str = "DEFERRED") -> Iterator[None]:
    """Do all of it or nothing; with DEFERRED, see the games of one moment."""
    database.execute(f"BEGIN {kind}")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def is_damage(error: Exception) -> bool:
    """Whether what went wrong with a database means that its file cannot be read as it is.

    A damaged file may show itself in any error: as a column that is not there, or as text that
    is none.
    """
    if isinstance(error, sqlite3.ProgrammingError | sqlite3.InterfaceError):
        return False
    code = getattr(error, "sqlite_errorcode", None)
    return code is None or code & 0xFF not in _PASSING
