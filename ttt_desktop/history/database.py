"""Opening the database of games: its tables, their versions, and which errors mean damage."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from ttt_desktop.history.tallies import REBUILD, statements

MIGRATIONS = (
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        ended TEXT NOT NULL,
        seconds REAL NOT NULL,
        size INTEGER NOT NULL,
        line INTEGER NOT NULL,
        reverse INTEGER NOT NULL,
        moves TEXT NOT NULL,
        x_seat TEXT NOT NULL,
        o_seat TEXT NOT NULL,
        x_name TEXT NOT NULL,
        o_name TEXT NOT NULL,
        x_player TEXT NOT NULL,
        o_player TEXT NOT NULL,
        opponent TEXT NOT NULL,
        outcome TEXT NOT NULL CHECK (outcome IN ('X', 'O', 'tie')),
        score REAL
    );
    CREATE INDEX games_by_board ON games (size, line, reverse, opponent);
    CREATE INDEX games_by_score ON games (score);
    """,
    # Done in no time. Games have keys that no others get; those that were there before have none,
    # and are known by their numbers.
    """
    ALTER TABLE games ADD COLUMN key INTEGER;
    ALTER TABLE games ADD COLUMN named INTEGER
        AS (CASE x_seat WHEN 'you' THEN o_player ELSE x_player END = '');
    ALTER TABLE games ADD COLUMN won INTEGER AS (score = 1);
    CREATE TABLE names (name TEXT PRIMARY KEY) WITHOUT ROWID;
    """,
    # Takes some seconds for a million games, which can be looked at meanwhile.
    f"""
    CREATE UNIQUE INDEX games_by_key ON games (key) WHERE key IS NOT NULL;
    DROP INDEX games_by_board;
    CREATE INDEX games_by_board ON games (size, line, reverse);
    CREATE INDEX games_by_company ON games (size, line, reverse, opponent, named, won);
    CREATE TABLE tallies (
        size INTEGER, line INTEGER, reverse INTEGER, opponent TEXT, named INTEGER, score REAL,
        games INTEGER NOT NULL,
        PRIMARY KEY (size, line, reverse, opponent, named, score)
    ) WITHOUT ROWID;
    CREATE TABLE streaks (
        size INTEGER, line INTEGER, reverse INTEGER, opponent TEXT, named INTEGER, length INTEGER,
        runs INTEGER NOT NULL,
        PRIMARY KEY (size, line, reverse, opponent, named, length)
    ) WITHOUT ROWID;
    {REBUILD}
    """,
)
"""What brings a database from each version to the next one; it never changes once released."""

_READABLE = 2
"""The version from which on games can be looked at, though not counted."""

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


def connect(path: Path, stopped: Callable[[], bool]) -> sqlite3.Connection:
    """Open the database of games, made or brought up to date so far that it can be read.

    Args:
        path: its file.
        stopped: asked now and then, in whatever thread uses the connection, whether to end what
            is being done.

    Raises:
        NewerDatabaseError: this program does not know its version.
        sqlite3.Error: it cannot be used; see ``is_damage``.
    """
    # One thread at a time uses it, which need not be the same one each time.
    made = sqlite3.connect(
        path, timeout=_BUSY_MS / 1000, isolation_level=None, check_same_thread=False
    )
    try:
        made.row_factory = sqlite3.Row
        made.set_progress_handler(stopped, _LOOK_EVERY)
        # (SQLite's own lower() knows the letters A to Z alone.)
        made.create_function("folded", 1, str.casefold, deterministic=True)
        made.execute("PRAGMA journal_mode = WAL")
        # What is committed outlives a killed program; only a power cut may take the newest games.
        made.execute("PRAGMA synchronous = NORMAL")
        made.execute("PRAGMA secure_delete = ON")  # or a salvage would find what was deleted
        _migrate(made, _READABLE)
        made.execute("SELECT * FROM games LIMIT 1").fetchall()
    except BaseException:
        made.close()
        raise
    return made


def complete(database: sqlite3.Connection) -> bool:
    """Bring the database up to date; return whether there was something to do."""
    return _migrate(database, len(MIGRATIONS))


def is_complete(database: sqlite3.Connection) -> bool:
    """Whether the database is up to date, so that what it counts can be asked for."""
    return _version(database) == len(MIGRATIONS)


def _version(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def _migrate(database: sqlite3.Connection, wanted: int) -> bool:
    version = _version(database)
    if version > len(MIGRATIONS):
        raise NewerDatabaseError
    for number in range(version + 1, wanted + 1):
        # One transaction: a program that is killed here leaves the version before. Where another
        # one was quicker, there is nothing left to do.
        database.execute("BEGIN IMMEDIATE")
        try:
            if _version(database) < number:
                for statement in statements(MIGRATIONS[number - 1]):
                    database.execute(statement)
                database.execute(f"PRAGMA user_version = {number}")
            database.execute("COMMIT")
        except BaseException:
            if database.in_transaction:
                database.execute("ROLLBACK")
            raise
    return version < wanted


def is_damage(error: Exception) -> bool:
    """Whether what went wrong with a database means that its file cannot be read as it is.

    A damaged file may show itself in any error: as a column that is not there, or as text that
    is none.
    """
    if isinstance(error, sqlite3.ProgrammingError | sqlite3.InterfaceError):
        return False
    code = getattr(error, "sqlite_errorcode", None)
    return code is None or code & 0xFF not in _PASSING
