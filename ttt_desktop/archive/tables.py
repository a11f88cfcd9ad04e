"""Tables beside that of the games in the database, and changes: each declared by whose it is.

Nothing of Qt's. A row is written as an array: in the database, or in a file that waits.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

ITS_GAME = "EXISTS (SELECT 1 FROM games WHERE key = game)"
"""The condition for rows that belong to a game: with that deleted they are not there either, and
with it restored they are."""


class Change(msgspec.Struct, frozen=True, kw_only=True, tag_field="change"):
    """Something that is to be done to the history. Written as an object of JSON."""

    version: Literal[1] = 1

    def make(self, database: sqlite3.Connection) -> None:
        """Do it; the database is in a transaction."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Table:
    """A table beside that of the games.

    Attributes:
        name: what it is called there. Another form of it gets another name.
        script: makes it and its indexes. It never changes once released.
        row: what a row is; None where rows that are lost are worked out anew.
        of_games: whether each row belongs to a game, whose key stands in its column "game".
        changes: what is done to it.
    """

    name: str
    script: str
    row: type[msgspec.Struct] | None
    of_games: bool
    changes: tuple[type[Change], ...]

    def insert(
        self, database: sqlite3.Connection, row: msgspec.Struct, otherwise: str = "REPLACE"
    ) -> None:
        """Write a row.

        Args:
            otherwise: what SQLite does where there is one of its key.
        """
        values = msgspec.to_builtins(row)
        gaps = ", ".join("?" * len(values))
        database.execute(f"INSERT OR {otherwise} INTO {self.name} VALUES ({gaps})", values)


SavedRow = tuple[Table, msgspec.Struct]
"""A row, and the table that it is in."""


def forget_lone(database: sqlite3.Connection, tables: Iterable[Table]) -> None:
    """Delete what belongs to games that are not there any more."""
    for table in tables:
        if table.of_games:
            database.execute(f"DELETE FROM {table.name} WHERE NOT {ITS_GAME}")


def readable(database: sqlite3.Connection, tables: Sequence[Table]) -> list[SavedRow]:
    """Return what can be read of tables in a damaged database, and not be worked out anew."""
    rows: list[SavedRow] = []
    for table in tables:
        if table.row is None:
            continue
        try:
            for row in database.execute(f"SELECT * FROM {table.name}"):
                rows.append((table, msgspec.convert(tuple(row), table.row)))
        except (sqlite3.Error, ValueError, TypeError, IndexError):
            continue
    return rows
