"""Opening the database of games: its tables, their versions, and what becomes of a damaged one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ttt_desktop.storage import aside_sentence
from ttt_desktop.text import tr

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
)
"""What brings a database from each version to the next one; it never changes once released."""

_BUSY_MS = 2000
_BESIDE = ("-wal", "-shm")


class NewerDatabaseError(Exception):
    """A newer version of the program has written the database."""


def connect(path: Path) -> sqlite3.Connection:
    """Open the database of games, made or brought up to date if need be.

    Raises:
        NewerDatabaseError: this program does not know its version.
        sqlite3.OperationalError: the disk is full or read-only, or another program holds it.
        sqlite3.DatabaseError: it is damaged, or no database.
    """
    made = sqlite3.connect(path, timeout=_BUSY_MS / 1000, isolation_level=None)
    try:
        made.row_factory = sqlite3.Row
        # (SQLite's own lower() knows the letters A to Z alone.)
        made.create_function("folded", 1, str.casefold, deterministic=True)
        made.execute("PRAGMA journal_mode = WAL")
        # What is committed outlives a killed program; only a power cut may take the newest games.
        made.execute("PRAGMA synchronous = NORMAL")
        _migrate(made)
        made.execute("SELECT * FROM games LIMIT 1").fetchall()
    except BaseException:
        made.close()
        raise
    return made


def _migrate(database: sqlite3.Connection) -> None:
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise NewerDatabaseError
    for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
        # One transaction: a program that is killed here leaves the version before.
        database.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error says that the file itself cannot be read."""
    return isinstance(error, sqlite3.DatabaseError) and not isinstance(
        error, sqlite3.OperationalError | sqlite3.IntegrityError | sqlite3.ProgrammingError
    )


def put_aside(path: Path) -> str:
    """Keep a damaged database under another name; return a sentence."""
    sentence = aside_sentence(path, tr("The history of games could not be read"))
    for ending in _BESIDE:
        beside = path.with_name(path.name + ending)
        if beside.exists():
            aside_sentence(beside, "")
    return sentence
