"""What is kept beside games in the database: your mistakes, days of puzzles, reviews, and notes.

Nothing of Qt's. A mistake, a review and a note belong to a game: with that deleted, they are not
there either, and with it restored they are.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Collection
from dataclasses import astuple, dataclass, fields, replace
from datetime import date, timedelta
from typing import Any, NamedTuple

from engine import Line, Rules, parse_square, square_name
from engine.coach.exercise import DISTANCES, Exercise, next_time
from engine.rules import Rule

_NAMES = re.compile(r"([A-Z]\d{1,2}( [A-Z]\d{1,2})*)?")

LEARNT = "9999-12-31"
"""The day on which a mistake is asked about again that is learnt."""

TABLES = """
    CREATE TABLE mistakes (
        size INTEGER, line INTEGER, reverse INTEGER, position TEXT,
        moves TEXT NOT NULL, played TEXT NOT NULL, value INTEGER, game INTEGER NOT NULL,
        stage INTEGER NOT NULL, due TEXT NOT NULL,
        PRIMARY KEY (size, line, reverse, position)
    ) WITHOUT ROWID;
    CREATE INDEX mistakes_by_day ON mistakes (due);
    CREATE TABLE days (day TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE reviews (
        size INTEGER, line INTEGER, reverse INTEGER, moves TEXT,
        found TEXT NOT NULL, game INTEGER NOT NULL,
        PRIMARY KEY (size, line, reverse, moves)
    ) WITHOUT ROWID;
    CREATE TABLE notes (game INTEGER PRIMARY KEY, record TEXT NOT NULL);
"""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake of yours that is asked about again.

    Attributes:
        size, line, reverse: the game's rules, the last one as its number (see ``PastGame``).
        position: the position, as ``parse_board`` reads it.
        moves: the moves that led there, as squares with blanks between them.
        played: the mistake.
        value: what the position was worth: 1 won, 0 tied; None where that is not proven.
        game: the key of its game in the history.
        stage: how many times one after another it was solved at the first go, when asked.
        due: the day from which on it is asked about: YYYY-MM-DD.
    """

    size: int
    line: int
    reverse: int
    position: str
    moves: str
    played: str
    value: int | None
    game: int
    stage: int
    due: str

    @classmethod
    def of(cls, exercise: Exercise, game: int, today: date) -> Mistake:
        """Return a mistake that was made today.

        Args:
            exercise: the mistake.
            game: the key of its game.
            today: the day.
        """
        rules, (stage, due) = exercise.rules, next_time(0, False, today)
        moves = " ".join(map(square_name, exercise.moves))
        return cls(
            rules.size, rules.line, int(rules.rule), exercise.position, moves,
            square_name(exercise.played), exercise.value, game, stage, _day(due),
        )  # fmt: skip

    @property
    def exercise(self) -> Exercise:
        """The same, to be solved."""
        moves = tuple(parse_square(name, self.size) for name in self.moves.split())
        rules = Rules(self.size, self.line, Rule(self.reverse))
        return Exercise(rules, moves, parse_square(self.played, self.size), self.value)

    @property
    def is_learnt(self) -> bool:
        """Whether it is not asked about any more."""
        return self.due == LEARNT

    def after(self, right: bool, today: date) -> Mistake:
        """Return the mistake as it is once it was asked about.

        One that was not due yet is not put off by being solved, but does begin anew otherwise.
        """
        if right and self.due > today.isoformat():
            return self
        stage, due = next_time(self.stage, right, today)
        return replace(self, stage=stage, due=_day(due))


@dataclass(frozen=True, slots=True)
class Day:
    """A day on which you solved a puzzle: YYYY-MM-DD."""

    day: str


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What a review found the positions of a game to be worth.

    Attributes:
        size, line, reverse: the game's rules, the last one as its number (see ``PastGame``).
        moves: its moves, as squares with blanks between them.
        found: what was found (see ``engine.coach.keeping``).
        game: the key of the game in the history.
    """

    size: int
    line: int
    reverse: int
    moves: str
    found: str
    game: int


@dataclass(frozen=True, slots=True)
class Noted:
    """What was noted beside a game.

    Attributes:
        game: the key of the game in the history.
        record: the game with its comments and variations (see ``engine.record``).
    """

    game: int
    record: str


def noted_of(given: tuple[Any, ...]) -> Noted:
    """Return the note with these fields, read from a file; ValueError where they are none."""
    if [type(each) for each in given] != [int, str] or not -1 << 63 <= given[0] < 1 << 63:
        raise ValueError("this is no note")
    return Noted(*given)


Kept = Mistake | Day | Noted
"""What cannot be worked out again."""


def day_of(given: tuple[Any, ...]) -> Day:
    """Return the day with this field, read from a file; ValueError where it is none."""
    if len(given) != 1 or not isinstance(given[0], str):
        raise ValueError("this is no day")
    return Day(date.fromisoformat(given[0]).isoformat())


def reviewed_of(given: tuple[Any, ...]) -> Reviewed:
    """Return the review with these fields, read from a file; ValueError where they are none."""
    kinds = [type(each) for each in given]
    if kinds not in ([int, int, bool, str, str, int], [int, int, int, str, str, int]):
        raise ValueError("this is no review")
    size, line, reverse, moves, found, game = given
    if _NAMES.fullmatch(moves) is None or not -1 << 63 <= game < 1 << 63:
        raise ValueError("this is no review")
    return Reviewed(size, line, int(reverse), moves, found, game)


def mistake_of(given: tuple[Any, ...]) -> Mistake:
    """Return the mistake with these fields, in their order, read from a file.

    Raises:
        ValueError: they are none of a mistake.
    """
    if len(given) != len(fields(Mistake)):
        raise ValueError("these are no fields of a mistake")
    size, line, reverse, position, moves, played, value, game, stage, due = given
    texts = (position, moves, played, due)
    numbers = (size, line, game, stage)
    right = (
        all(isinstance(each, str) for each in texts)
        and all(isinstance(each, int) for each in numbers)
        and value in (None, 0, 1)
        and 1 <= line <= size <= 25
        and 0 <= stage <= len(DISTANCES)
        and -1 << 63 <= game < 1 << 63
        and _NAMES.fullmatch(moves) is not None
    )
    if not right:
        raise ValueError("this is no mistake")
    found = Mistake(size, line, int(reverse), position, moves, played, value, game, stage, due)
    date.fromisoformat(due)
    exercise = found.exercise
    if exercise.position != position or exercise.board.check_win() is not None:
        raise ValueError("the moves do not lead to the position")
    if exercise.played not in exercise.board.get_empty_squares():
        raise ValueError("the mistake cannot be made")
    return found


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
"""How you stand where nothing was kept."""


# --- what is done to the database ------------------------------------------------------


def add_mistake(database: sqlite3.Connection, mistake: Mistake) -> None:
    """Keep a mistake that was made; one that was made in another game before begins anew."""
    database.execute(
        f"DELETE FROM mistakes WHERE {_SAME} AND game != ?", (*_key(mistake), mistake.game)
    )
    gaps = ", ".join("?" * len(fields(Mistake)))
    database.execute(f"INSERT OR IGNORE INTO mistakes VALUES ({gaps})", astuple(mistake))


def put_mistake(database: sqlite3.Connection, mistake: Mistake) -> None:
    """Keep a mistake as it is now, in the place of the same one."""
    _replace(database, "mistakes", astuple(mistake))


def put_day(database: sqlite3.Connection, day: Day) -> None:
    """Note that a puzzle was solved on a day."""
    _replace(database, "days", astuple(day))


def put_review(database: sqlite3.Connection, review: Reviewed) -> None:
    """Keep a review, in the place of an older one of the same moves."""
    _replace(database, "reviews", astuple(review))


def put_note(database: sqlite3.Connection, note: Noted) -> None:
    """Keep what was noted beside a game."""
    _replace(database, "notes", astuple(note))


def _replace(database: sqlite3.Connection, table: str, row: tuple[object, ...]) -> None:
    gaps = ", ".join("?" * len(row))
    database.execute(f"INSERT OR REPLACE INTO {table} VALUES ({gaps})", row)


def forget_lone(database: sqlite3.Connection) -> None:
    """Delete what belongs to games that are not there any more."""
    for table in ("mistakes", "reviews", "notes"):
        database.execute(f"DELETE FROM {table} WHERE NOT {_ITS_GAME}")


def salvaged(database: sqlite3.Connection) -> list[Kept]:
    """Return what can be read of mistakes, days and notes in a damaged database; perhaps nothing.

    Reviews are worked out anew.
    """
    found: list[Kept] = []
    tables: tuple[tuple[str, Callable[[tuple[Any, ...]], Kept]], ...] = (
        ("mistakes", mistake_of), ("days", day_of), ("notes", noted_of),
    )  # fmt: skip
    for table, read in tables:
        try:
            for row in database.execute(f"SELECT * FROM {table}"):
                found.append(read(tuple(row)))
        except (sqlite3.Error, ValueError, TypeError, IndexError):
            continue
    return found


# --- what is asked ---------------------------------------------------------------------


def next_mistake(
    database: sqlite3.Connection, today: date, first: Rules, but: Collection[str] = ()
) -> tuple[Mistake, int] | None:
    """Return the mistake that is asked about next, and how many are due; None where there is none.

    Args:
        database: the database.
        today: the day: those that are due go first, the longest overdue one of all; without any,
            one that is asked about later.
        first: mistakes on this board, by this rule, go first.
        but: the positions that were asked about already.
    """
    text = (
        f"SELECT * FROM mistakes WHERE due < '{LEARNT}' AND {_ITS_GAME}"
        " ORDER BY due > ?, size != ? OR line != ? OR reverse != ?, size, line, reverse, due,"
        " position"
    )
    given = (today.isoformat(), *astuple(first))
    for row in database.execute(text, given):
        found = mistake_of(tuple(row))
        if found.position not in but:
            return found, practice(database, today).due
    return None


def review_of(database: sqlite3.Connection, rules: Rules, moves: Line) -> str:
    """Return what a review found of a game; empty where none was kept."""
    names = " ".join(map(square_name, moves))
    text = (
        "SELECT found FROM reviews WHERE size = ? AND line = ? AND reverse = ? AND moves = ?"
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
        f"SELECT count(*) FILTER (WHERE due <= :today),"
        f" count(*) FILTER (WHERE due > :today AND due < '{LEARNT}'),"
        f" count(*) FILTER (WHERE due = '{LEARNT}') FROM mistakes WHERE {_ITS_GAME}"
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


_SAME = "size = ? AND line = ? AND reverse = ? AND position = ?"


def _key(mistake: Mistake) -> tuple[object, ...]:
    return mistake.size, mistake.line, mistake.reverse, mistake.position


_ITS_GAME = (
    "(EXISTS (SELECT 1 FROM games WHERE key = game)"
    " OR EXISTS (SELECT 1 FROM games WHERE id = -game AND key IS NULL))"
)


def _day(due: date | None) -> str:
    return LEARNT if due is None else due.isoformat()
