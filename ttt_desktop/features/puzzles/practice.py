"""What is saved of puzzles in the history's database: your mistakes, and days. Nothing of Qt's.

A mistake belongs to a game: with that deleted it is not there either, and with it restored it is.
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

from engine import Rules, parse_square, square_name
from engine.coach.exercise import DISTANCES, Exercise, next_time
from engine.rules import Rule
from ttt_desktop.archive.past_game import Key, Size, Squares
from ttt_desktop.archive.tables import ITS_GAME, Change, Table


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


class DueMistake(NamedTuple):
    """A mistake that is due, and the game in which it was made.

    Attributes:
        ended: when that game ended: UTC, ISO 8601.
        opponent: whom you played against (see ``PastGame``).
    """

    mistake: Mistake
    ended: str
    opponent: str


WEEK = 7
"""How many days a week has."""

_SHOWN = 3
"""How many of the mistakes that are due are shown."""


class Overview(NamedTuple):
    """How you stand, and what is to be seen of it.

    Attributes:
        week: of each day of a week, up to today, whether a puzzle was solved.
        due: the mistakes that are due, some of them.
    """

    practice: Practice
    week: tuple[bool, ...]
    due: tuple[DueMistake, ...]


EMPTY_OVERVIEW = Overview(NOTHING, (False,) * WEEK, ())
"""What there is where nothing was saved."""


# --- what is done to the database ------------------------------------------------------


class AddMistakes(Change, frozen=True, tag="add mistakes"):
    """Save mistakes that were made in a game; one that was made in another game begins anew.

    Those of that game that are there stay as they are.
    """

    rows: tuple[Mistake, ...]

    def make(self, database: sqlite3.Connection) -> None:  # noqa: D102
        for mistake in self.rows:
            database.execute(
                "DELETE FROM mistakes WHERE size = ? AND line = ? AND rule = ? AND position = ?"
                " AND game != ?",
                (mistake.size, mistake.line, mistake.rule, mistake.position, mistake.game),
            )
            MISTAKES.insert(database, mistake, "IGNORE")


class SaveMistakes(Change, frozen=True, tag="save mistakes"):
    """Save mistakes as they are now."""

    rows: tuple[Mistake, ...]

    def make(self, database: sqlite3.Connection) -> None:  # noqa: D102
        for mistake in self.rows:
            MISTAKES.insert(database, mistake)


class SaveDays(Change, frozen=True, tag="save days"):
    """Save on which days a puzzle was solved."""

    rows: tuple[Day, ...]

    def make(self, database: sqlite3.Connection) -> None:  # noqa: D102
        for day in self.rows:
            DAYS.insert(database, day)


MISTAKES = Table(
    "mistakes",
    """
    CREATE TABLE mistakes (
        size INTEGER, line INTEGER, rule INTEGER, position TEXT,
        moves TEXT NOT NULL, played TEXT NOT NULL, value INTEGER, game INTEGER NOT NULL,
        stage INTEGER NOT NULL, due TEXT,
        PRIMARY KEY (size, line, rule, position)
    ) WITHOUT ROWID;
    CREATE INDEX mistakes_by_day ON mistakes (due);
    """,
    row=Mistake,
    of_games=True,
    changes=(AddMistakes, SaveMistakes),
)
DAYS = Table(
    "days",
    "CREATE TABLE days (day TEXT PRIMARY KEY) WITHOUT ROWID;",
    row=Day,
    of_games=False,
    changes=(SaveDays,),
)


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
        f"SELECT * FROM mistakes WHERE due IS NOT NULL AND {ITS_GAME}"
        " ORDER BY due > ?, size != ? OR line != ? OR rule != ?, size, line, rule, due, position"
    )
    given = (today.isoformat(), *astuple(first))
    for row in database.execute(text, given):
        mistake = msgspec.convert(tuple(row), Mistake)
        if mistake.position not in but:
            return mistake, practice(database, today).due
    return None


def practice(database: sqlite3.Connection, today: date) -> Practice:
    """Return how you stand on a day."""
    text = (
        "SELECT count(*) FILTER (WHERE due <= :today),"
        " count(*) FILTER (WHERE due > :today), count(*) FILTER (WHERE due IS NULL)"
        f" FROM mistakes WHERE {ITS_GAME}"
    )
    due, waiting, learnt = database.execute(text, {"today": today.isoformat()}).fetchone()
    days = {date.fromisoformat(row[0]) for row in database.execute("SELECT day FROM days")}
    solved = today in days
    run = _run_up_to(days, today if solved else today - timedelta(days=1))
    ends = (day for day in days if day + timedelta(days=1) not in days)
    longest = max((_run_up_to(days, day) for day in ends), default=0)
    return Practice(int(due), int(waiting), int(learnt), run, longest, solved)


def due_mistakes(database: sqlite3.Connection, today: date, most: int) -> list[DueMistake]:
    """Return mistakes that are due on a day, the longest overdue ones first.

    Args:
        most: how many at the most.
    """
    text = (
        "SELECT mistakes.*, games.ended, games.opponent FROM mistakes JOIN games"
        " ON games.key = mistakes.game WHERE due <= ? ORDER BY due, position LIMIT ?"
    )
    rows = database.execute(text, (today.isoformat(), most))
    return [DueMistake(msgspec.convert(tuple(row)[:-2], Mistake), *row[-2:]) for row in rows]


def solved_days(database: sqlite3.Connection, last: date) -> tuple[bool, ...]:
    """Return of each of the week's days that ends with a day whether a puzzle was solved."""
    days = {date.fromisoformat(row[0]) for row in database.execute("SELECT day FROM days")}
    return tuple(last - timedelta(days=back) in days for back in reversed(range(WEEK)))


def overview(database: sqlite3.Connection, today: date) -> Overview:
    """Return how you stand on a day, with its week, and the mistakes that are due first."""
    due = due_mistakes(database, today, _SHOWN)
    return Overview(practice(database, today), solved_days(database, today), tuple(due))


def _run_up_to(days: set[date], day: date) -> int:
    count = 0
    while day - timedelta(days=count) in days:
        count += 1
    return count
