"""What is saved with a game in the database: what a review found in it, what was noted beside it.

Nothing of Qt's.
"""

from __future__ import annotations

import sqlite3
from dataclasses import astuple

import msgspec

from engine import Line, Rules, square_name
from engine.rules import Rule
from ttt_desktop.archive.past_game import Key, Size, Squares
from ttt_desktop.archive.tables import ITS_GAME, Change, Table


class SavedReview(msgspec.Struct, frozen=True, array_like=True):
    """What a review found the positions of a game to be worth.

    Attributes:
        size, line, rule: the game's rules.
        moves: its moves.
        judgements: what was found (see ``engine.coach.keeping``).
        game: the key of the game in the history.
    """

    size: Size
    line: Size
    rule: Rule
    moves: Squares
    judgements: str
    game: Key


class SavedNote(msgspec.Struct, frozen=True, array_like=True):
    """What was noted beside a game.

    Attributes:
        game: the key of the game in the history.
        record: the game with its comments and variations (see ``engine.record``).
    """

    game: Key
    record: str


class SaveReviews(Change, frozen=True, tag="save reviews"):
    """Save reviews, each in the place of an older one of the same moves."""

    rows: tuple[SavedReview, ...]

    def make(self, database: sqlite3.Connection) -> None:  # noqa: D102
        for row in self.rows:
            REVIEWS.insert(database, row)


class SaveNotes(Change, frozen=True, tag="save notes"):
    """Save what was noted beside games, in the place of what was noted before."""

    rows: tuple[SavedNote, ...]

    def make(self, database: sqlite3.Connection) -> None:  # noqa: D102
        for row in self.rows:
            NOTES.insert(database, row)


REVIEWS = Table(
    "reviews",
    """
    CREATE TABLE reviews (
        size INTEGER, line INTEGER, rule INTEGER, moves TEXT,
        judgements TEXT NOT NULL, game INTEGER NOT NULL,
        PRIMARY KEY (size, line, rule, moves)
    ) WITHOUT ROWID;
    """,
    row=None,
    of_games=True,
    changes=(SaveReviews,),
)
NOTES = Table(
    "notes",
    "CREATE TABLE notes (game INTEGER PRIMARY KEY, record TEXT NOT NULL);",
    row=SavedNote,
    of_games=True,
    changes=(SaveNotes,),
)

OWN_TABLES = (REVIEWS, NOTES)
"""The tables that are there whatever features there are."""


def review_of(database: sqlite3.Connection, rules: Rules, moves: Line) -> str:
    """Return what a review found of a game; empty where none was saved."""
    names = " ".join(map(square_name, moves))
    text = (
        "SELECT judgements FROM reviews WHERE size = ? AND line = ? AND rule = ? AND moves = ?"
        f" AND {ITS_GAME}"
    )
    row = database.execute(text, (*astuple(rules), names)).fetchone()
    return str(row[0]) if row is not None else ""


def note_of(database: sqlite3.Connection, game: int) -> str:
    """Return what was noted beside the game of a key; empty where nothing was."""
    row = database.execute("SELECT record FROM notes WHERE game = ?", (game,)).fetchone()
    return str(row[0]) if row is not None else ""
