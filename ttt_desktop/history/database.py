"""The database of games: its tables and their versions, what they add up to, and damage."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

COMPANY = "size, line, reverse, opponent, named"
"""What your games are counted by: the board, its rule, and the opponent."""

NO_SCORE = -1
"""The score under which games are counted that you did not play in."""

REBUILD = f"""
    DELETE FROM names;
    INSERT INTO names SELECT x_name FROM games UNION SELECT o_name FROM games;
    DELETE FROM tallies;
    INSERT INTO tallies SELECT {COMPANY}, ifnull(score, {NO_SCORE}), COUNT(*) FROM games
        GROUP BY {COMPANY}, score;
    DELETE FROM streaks;
    INSERT INTO streaks
        SELECT {COMPANY}, length, COUNT(*) FROM (
            SELECT {COMPANY}, SUM(won) AS length FROM (
                SELECT {COMPANY}, won, SUM(NOT won) OVER (PARTITION BY {COMPANY} ORDER BY id) AS run
                FROM games WHERE score IS NOT NULL
            ) GROUP BY {COMPANY}, run
        ) WHERE length > 0 GROUP BY {COMPANY}, length;
"""
"""The script that counts all games anew: for a new database, and one that many came into."""

_OF = "size = ? AND line = ? AND reverse = ? AND opponent = ? AND named = ?"


def statements(script: str) -> list[str]:
    """Return the statements of a script without a semicolon in any of them."""
    return [each for each in script.split(";") if each.strip()]


def tally(database: sqlite3.Connection, number: int, by: int) -> None:
    """Count the game of this number in or out.

    Args:
        database: the database, in a transaction.
        number: the game's number; it is there.
        by: 1 for a game that has just come, -1 for one that is about to go.
    """
    row = database.execute(
        f"SELECT {COMPANY}, score, won, x_name, o_name FROM games WHERE id = ?", (number,)
    ).fetchone()
    if by > 0:
        names = "INSERT OR IGNORE INTO names VALUES (?), (?)"
        database.execute(names, (row["x_name"], row["o_name"]))
    company, score, won = tuple(row)[:5], row["score"], row["won"]
    _change(database, "tallies", (*company, NO_SCORE if score is None else score), by)
    if score is None:
        return
    before, after = _run_before(database, company, number), _run_after(database, company, number)
    joined = before + after
    # Without the game, there is one run across its place. A win makes it longer, all else parts it.
    parts = [joined + 1] if won else [before, after]
    for length, change in [(joined, -by), *((part, by) for part in parts)]:
        if length:
            _change(database, "streaks", (*company, length), change)


def _run_before(database: sqlite3.Connection, company: tuple[object, ...], number: int) -> int:
    """Return how many games were won one after another up to this one."""
    text = f"SELECT MAX(id) FROM games WHERE {_OF} AND won = 0 AND id < ?"
    lost = database.execute(text, (*company, number)).fetchone()[0] or 0
    return _wins(database, company, lost, number)


def _run_after(database: sqlite3.Connection, company: tuple[object, ...], number: int) -> int:
    """Return how many games were won one after another from this one on."""
    text = f"SELECT MIN(id) FROM games WHERE {_OF} AND won = 0 AND id > ?"
    lost = database.execute(text, (*company, number)).fetchone()[0]
    return _wins(database, company, number, lost if lost is not None else 1 << 62)


def _wins(
    database: sqlite3.Connection, company: tuple[object, ...], after: int, before: int
) -> int:
    text = f"SELECT COUNT(*) FROM games WHERE {_OF} AND won = 1 AND id > ? AND id < ?"
    return int(database.execute(text, (*company, after, before)).fetchone()[0])


def _change(database: sqlite3.Connection, table: str, key: tuple[object, ...], by: int) -> None:
    """Add to one of the counts; a count of nothing goes."""
    names, what = {"tallies": ("score", "games"), "streaks": ("length", "runs")}[table]
    database.execute(
        f"INSERT INTO {table} VALUES (?, ?, ?, ?, ?, ?, ?)"
        f" ON CONFLICT DO UPDATE SET {what} = {what} + excluded.{what}",
        (*key, by),
    )
    if by < 0:
        database.execute(f"DELETE FROM {table} WHERE {_OF} AND {names} = ? AND {what} <= 0", key)


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
