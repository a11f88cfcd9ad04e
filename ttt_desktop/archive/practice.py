"""What is saved beside games in the database: your mistakes, days of puzzles, reviews, and notes.

Nothing of Qt's. A mistake, a review and a note belong to a game: with that deleted, they are not
there either, and with it restored they are. Each is written as an array: a row of the database, or
of a file that waits.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from dataclasses import astuple
from datetime import date, timedelta
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from engine import Line, Rules, parse_square, square_name
from engine.coach.exercise import DISTANCES, Exercise, next_time
from engine.rules import Rule
from ttt_desktop.archive.past_game import Key, Size, Squares

TABLES = """
    CREATE TABLE mistakes (
        size INTEGER, line INTEGER, rule INTEGER, position TEXT,
        moves TEXT NOT NULL, played TEXT NOT NULL, value INTEGER, game INTEGER NOT NULL,
        stage INTEGER NOT NULL, due TEXT,
        PRIMARY KEY (size, line, rule, position)
    ) WITHOUT ROWID;
    CREATE INDEX mistakes_by_day ON mistakes (due);
    CREATE TABLE days (day TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE reviews (
        size INTEGER, line INTEGER, rule INTEGER, moves TEXT,
        judgements TEXT NOT NULL, game INTEGER NOT NULL,
        PRIMARY KEY (size, line, rule, moves)
    ) WITHOUT ROWID;
    CREATE TABLE notes (game INTEGER PRIMARY KEY, record TEXT NOT NULL);
"""


class Mistake(msgspec.Struct, frozen=True, array_like=True):
    """A mistake of yours that is asked about again.

    Attributes:
        size, line, rule: the game's rules.
        position: the position, as ``parse_board`` reads it.
        moves: the moves that led there.
        played: the mistake.
        value: what the position was worth: 1 won, 0 tied; None where that is not proven.
        game: the key of its game in the history.
        stage: how many times one after another it was solved at the first go, when asked.
        due: the day from which on it is asked about; None once it is learnt.
    """

    size: Size
    line: Size
    rule: Rule
    position: str
    moves: Squares
    played: Squares
    value: Literal[0, 1] | None
    game: Key
    stage: Annotated[int, Meta(ge=0, le=len(DISTANCES))]
    due: date | None

    def __post_init__(self) -> None:
        """Raise ValueError where the mistake cannot be made in that position."""
        exercise = self.exercise
        if exercise.position != self.position or exercise.board.check_win() is not None:
            raise ValueError("the moves do not lead to the position")
        if exercise.played not in exercise.board.get_empty_squares():
            raise ValueError("the mistake cannot be made")

    @classmethod
    def of(cls, exercise: Exercise, game: int, today: date) -> Mistake:
        """Return a mistake that was made today, in the game of a key."""
        rules, (stage, due) = exercise.rules, next_time(0, False, today)
        moves = " ".join(map(square_name, exercise.moves))
        return msgspec.convert(
            (rules.size, rules.line, rules.rule, exercise.position, moves,
             square_name(exercise.played), exercise.value, game, stage, due),
            cls,
        )  # fmt: skip

    @property
    def exercise(self) -> Exercise:
        """The same, to be solved."""
        moves = tuple(parse_square(name, self.size) for name in self.moves.split())
        rules = Rules(self.size, self.line, self.rule)
        return Exercise(rules, moves, parse_square(self.played, self.size), self.value)

    def after(self, right: bool, today: date) -> Mistake:
        """Return the mistake as it is once it was asked about.

        One that was not due yet is not put off by being solved, but does begin anew otherwise.
        """
        if right and (self.due is None or self.due > today):
            return self
        stage, due = next_time(self.stage, right, today)
        return replace(self, stage=stage, due=due)


class Day(msgspec.Struct, frozen=True, array_like=True):
    """A day on which you solved a puzzle."""

    day: date


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


Lasting = Mistake | Day | SavedNote
"""What cannot be worked out again."""


class Practice(NamedTuple):
    """How you stand.

    Attributes:
        due: how many mistakes are to be asked about today.
        waiting: how many are asked about later.
        learnt: how many are learnt.
        days: on how many days one after another you solved a puzzle, up to today or yesterday.
        longest: the most days one after another.
        today: whether you solved one today.
    """

    due: int
    waiting: int
    learnt: int
    days: int
    longest: int
    today: bool


NOTHING = Practice(0, 0, 0, 0, 0, False)
"""How you stand where nothing was saved."""


# --- what is done to the database ------------------------------------------------------


def add_mistake(database: sqlite3.Connection, mistake: Mistake) -> None:
    """Save a mistake that was made; one that was made in another game before begins anew."""
    same = (mistake.size, mistake.line, mistake.rule, mistake.position, mistake.game)
    database.execute(
        "DELETE FROM mistakes WHERE size = ? AND line = ? AND rule = ? AND position = ?"
        " AND game != ?",
        same,
    )
    _insert(database, "mistakes", mistake, "IGNORE")


def save_mistake(database: sqlite3.Connection, mistake: Mistake) -> None:
    """Save a mistake as it is now, in the place of the same one."""
    _insert(database, "mistakes", mistake, "REPLACE")


def save_day(database: sqlite3.Connection, day: Day) -> None:
    """Save that a puzzle was solved on a day."""
    _insert(database, "days", day, "REPLACE")


def save_review(database: sqlite3.Connection, review: SavedReview) -> None:
    """Save a review, in the place of an older one of the same moves."""
    _insert(database, "reviews", review, "REPLACE")


def save_note(database: sqlite3.Connection, note: SavedNote) -> None:
    """Save what was noted beside a game, in the place of what was noted before."""
    _insert(database, "notes", note, "REPLACE")


def _insert(database: sqlite3.Connection, table: str, row: msgspec.Struct, otherwise: str) -> None:
    values = msgspec.to_builtins(row)
    gaps = ", ".join("?" * len(values))
    database.execute(f"INSERT OR {otherwise} INTO {table} VALUES ({gaps})", values)


def forget_lone(database: sqlite3.Connection) -> None:
    """Delete what belongs to games that are not there any more."""
    for table in ("mistakes", "reviews", "notes"):
        database.execute(f"DELETE FROM {table} WHERE NOT {_ITS_GAME}")


def salvaged(database: sqlite3.Connection) -> list[Lasting]:
    """Return what can be read of mistakes, days and notes in a damaged database; perhaps nothing.

    Reviews are worked out anew.
    """
    rows: list[Lasting] = []
    tables: tuple[tuple[str, type[Lasting]], ...] = (
        ("mistakes", Mistake), ("days", Day), ("notes", SavedNote),
    )  # fmt: skip
    for table, kind in tables:
        try:
            for row in database.execute(f"SELECT * FROM {table}"):
                rows.append(msgspec.convert(tuple(row), kind))
        except (sqlite3.Error, ValueError, TypeError, IndexError):
            continue
    return rows


# --- what is asked ---------------------------------------------------------------------


def next_mistake(
    database: sqlite3.Connection, today: date, first: Rules, but: Collection[str] = ()
) -> tuple[Mistake, int] | None:
    """Return the mistake that is asked about next, and how many are due; None where there is none.

    Args:
        today: the day: those that are due go first, the longest overdue one of all; without any,
            one that is asked about later.
        first: mistakes on this board, by this rule, go first.
        but: the positions that were asked about already.
    """
    text = (
        f"SELECT * FROM mistakes WHERE due IS NOT NULL AND {_ITS_GAME}"
        " ORDER BY due > ?, size != ? OR line != ? OR rule != ?, size, line, rule, due, position"
    )
    given = (today.isoformat(), *astuple(first))
    for row in database.execute(text, given):
        mistake = msgspec.convert(tuple(row), Mistake)
        if mistake.position not in but:
            return mistake, practice(database, today).due
    return None


def review_of(database: sqlite3.Connection, rules: Rules, moves: Line) -> str:
    """Return what a review found of a game; empty where none was saved."""
    names = " ".join(map(square_name, moves))
    text = (
        "SELECT judgements FROM reviews WHERE size = ? AND line = ? AND rule = ? AND moves = ?"
        f" AND {_ITS_GAME}"
    )
    row = database.execute(text, (*astuple(rules), names)).fetchone()
    return str(row[0]) if row is not None else ""


def note_of(database: sqlite3.Connection, game: int) -> str:
    """Return what was noted beside the game of a key; empty where nothing was."""
    row = database.execute("SELECT record FROM notes WHERE game = ?", (game,)).fetchone()
    return str(row[0]) if row is not None else ""


def practice(database: sqlite3.Connection, today: date) -> Practice:
    """Return how you stand on a day."""
    text = (
        "SELECT count(*) FILTER (WHERE due <= :today),"
        " count(*) FILTER (WHERE due > :today), count(*) FILTER (WHERE due IS NULL)"
        f" FROM mistakes WHERE {_ITS_GAME}"
    )
    due, waiting, learnt = database.execute(text, {"today": today.isoformat()}).fetchone()
    days = {date.fromisoformat(row[0]) for row in database.execute("SELECT day FROM days")}
    solved = today in days
    run = _run_up_to(days, today if solved else today - timedelta(days=1))
    ends = (day for day in days if day + timedelta(days=1) not in days)
    longest = max((_run_up_to(days, day) for day in ends), default=0)
    return Practice(int(due), int(waiting), int(learnt), run, longest, solved)


def _run_up_to(days: set[date], day: date) -> int:
    count = 0
    while day - timedelta(days=count) in days:
        count += 1
    return count


_ITS_GAME = "EXISTS (SELECT 1 FROM games WHERE key = game)"
