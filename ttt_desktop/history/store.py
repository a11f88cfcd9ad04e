"""The games in the database: saved, found, counted. Nothing of Qt's."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import astuple, dataclass
from datetime import date
from pathlib import Path
from secrets import randbits
from threading import RLock
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from engine import Line, Rules
from engine.rules import Rule
from ttt_desktop.history import practice
from ttt_desktop.history.database import (
    BESIDE,
    BOARD,
    COMPANY,
    REBUILD,
    UNBEATEN,
    NewerDatabaseError,
    connect,
    is_damage,
    run_before,
    same,
    statements,
    tally,
    transaction,
)
from ttt_desktop.history.goals import LADDER, Goal, levels
from ttt_desktop.history.past_game import ALL_NAMES, PastGame, past_game
from ttt_desktop.history.salvage import keep_aside, salvaged
from ttt_desktop.history.waiting import (
    AddMistakes,
    Change,
    DeleteGames,
    RestoreGames,
    SaveDays,
    SaveGames,
    SaveMistakes,
    SaveNotes,
    SaveReviews,
)
from ttt_desktop.look.text import problem, tr
from ttt_desktop.work.jobs import CancelledError
from ttt_desktop.work.storage import aside_name

log = logging.getLogger(__name__)

T = TypeVar("T")

NEWEST = 1 << 62
"""Beyond the number of every game."""

_PORTION = 200

_UNUSABLE = (sqlite3.Error, OSError, ValueError, IndexError, TypeError)
"""What a file that cannot be used shows itself in: a damaged one in any of them."""

# One at a time in this program opens the database or brings a damaged one over.
_opening = RLock()


@dataclass(frozen=True, slots=True)
class Filter:
    """Which games are wanted; each part narrows the choice.

    Attributes:
        score: 1 for games that you won, 0.5 tied, 0 lost; None for all.
        board: games on one board by one rule; None for all.
        text: letters of a player's name.
    """

    score: float | None = None
    board: Rules | None = None
    text: str = ""


class Count(NamedTuple):
    """Your games on one board against one opponent.

    Attributes:
        named: whether the opponent is a person, or a course file, and no machine of ours.
        streak: the most games won one after another.
    """

    board: Rules
    opponent: str
    named: bool
    wins: int
    ties: int
    losses: int
    streak: int

    @property
    def games(self) -> int:
        """How many there are."""
        return self.wins + self.ties + self.losses


class Look(NamedTuple):
    """The games that a filter lets through, at one moment.

    Attributes:
        newest: the number of the newest game of all; later ones come beside this look.
        games: the newest ones, the newest one first.
        total: how many there are; None where counting them takes long (see ``count``).
    """

    newest: int
    games: list[PastGame]
    total: int | None


class Totals(NamedTuple):
    """What all games add up to.

    Attributes:
        boards: what was played on.
        counts: your wins, ties and losses for each board and opponent.
        scores: what your newest games count, the oldest one first.
    """

    boards: list[Rules]
    counts: list[Count]
    scores: list[float]


class OnBoard(NamedTuple):
    """Your games on one board, by one rule.

    Attributes:
        beaten: the opponents of the ladder that you won against.
        unbeaten: how many games you have not lost since your last loss.
        longest: the most games one after another of which you lost none.
    """

    board: Rules
    games: int
    beaten: frozenset[str]
    unbeaten: int
    longest: int


class You(NamedTuple):
    """What you have reached.

    Attributes:
        boards: your games, board by board.
        reached: for each goal, when the game ended that reached it; empty where none has.
        practice: how you stand with puzzles and your own mistakes.
    """

    boards: list[OnBoard]
    reached: list[str]
    practice: practice.Practice = practice.NOTHING


class HistoryError(Exception):
    """The history cannot be used; the sentence says why."""


class HistoryStore:
    """The finished games, in a database that is opened when it is first needed.

    It may be used in any thread, by one at a time. Of a damaged database, the games that can be
    read are brought into a new one, and the old one is kept under another name.

    Args:
        tell: called with a sentence when a damaged database was put aside.

    Attributes:
        stopped: asked now and then whether to end what is being done, with a CancelledError.
    """

    def __init__(self, path: Path, tell: Callable[[str], None] = lambda _sentence: None) -> None:
        self.stopped: Callable[[], bool] = lambda: False
        self._path = path
        self._tell = tell
        self._database: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None

    def close(self) -> None:
        """Close the database."""
        if self._database is not None:
            self._database.close()
            self._database = None

    # --- changes ----------------------------------------------------------------------

    def make(self, changes: Iterable[Change]) -> None:
        """Make changes, all of them or none.

        Raises:
            HistoryError: they cannot be made now; a sentence.
        """

        def work(database: sqlite3.Connection) -> None:
            for change in changes:
                for row in change.rows:
                    _MAKERS[type(change)](database, row)

        self._change(work)

    def clean_up(self) -> None:
        """Forget for good what the coach saved of games that were deleted."""
        self._change(practice.forget_lone)

    def add_all(self, games: Iterable[PastGame], lasting: Iterable[practice.Lasting] = ()) -> int:
        """Save many games at once, with their numbers; return how many there are then."""

        def work(database: sqlite3.Connection) -> int:
            rows = map(_row, games)
            database.executemany(_INSERT.replace("INSERT", "INSERT OR IGNORE"), rows)
            for statement in statements(REBUILD):
                database.execute(statement)
            for row in lasting:
                _SAVERS[type(row)](database, row)
            return int(database.execute("SELECT COUNT(*) FROM games").fetchone()[0])

        return self._change(work)

    def _change(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def change(database: sqlite3.Connection) -> T:
            with transaction(database, "IMMEDIATE"):
                return work(database)

        return self._do(change)

    # --- questions --------------------------------------------------------------------

    def look(self, wanted: Filter, most: int) -> Look:
        """Return the newest games that a filter lets through, and how many there are."""

        def work(database: sqlite3.Connection) -> Look:
            newest = database.execute("SELECT ifnull(MAX(id), 0) FROM games").fetchone()[0]
            games = _find(database, wanted, newest, 0, most)
            if len(games) < most:
                return Look(newest, games, len(games))
            return Look(newest, games, None if wanted.text else _tallied(database, wanted))

        return self._ask(work)

    def find(self, wanted: Filter, first: int, count: int, newest: int = NEWEST) -> list[PastGame]:
        """Return games, the newest one first, from the ``first`` one on.

        Args:
            first: how many to pass over.
            count: the most to return.
            newest: the number of the newest game that counts.
        """
        return self._do(lambda database: _find(database, wanted, newest, first, count))

    def latest(self, key: int, kind: str, most: int) -> list[PastGame]:
        """Return your newest games against a kind of machines, on a game's board and by its rule.

        Args:
            key: identifies the game; later ones do not count.
            kind: the machines' word.
        """

        def work(database: sqlite3.Connection) -> list[PastGame]:
            number = _number_of(database, key)
            text = f"SELECT {BOARD} FROM games WHERE id = ?"
            board = database.execute(text, (number,)).fetchone()
            if board is None:
                return []  # it was deleted
            text = f"SELECT {_NAMES} FROM games WHERE {_LATEST} ORDER BY id DESC LIMIT ?"
            latest = database.execute(text, (*board, number, f"{kind}/*", most))
            return [past_game(tuple(row)) for row in latest]

        return self._ask(work)

    def count(self, wanted: Filter, newest: int = NEWEST) -> int:
        """Return how many games there are, by looking at each of them."""
        where, given = _where(wanted, newest)
        text = f"SELECT COUNT(*) FROM games{where}"
        count: int = self._do(lambda database: database.execute(text, given).fetchone()[0])
        return count

    def lines(self, wanted: Filter, line: str) -> Iterator[str]:
        """Yield some lines at a time, one of each game, the oldest one first.

        Args:
            line: the text that SQLite makes of a game: this leaves Python's threads alone.
        """
        where, given = _where(wanted, NEWEST)
        text = f"SELECT id, {line} FROM games{where} AND id > ? ORDER BY id LIMIT {_PORTION}"
        last = 0
        while rows := self._rows(text, (*given, last)):
            yield "".join(str(row[1]) for row in rows)
            last = rows[-1][0]

    def _rows(self, text: str, given: tuple[object, ...]) -> list[sqlite3.Row]:
        return self._do(lambda database: database.execute(text, given).fetchall())

    def summary(self, newest: int) -> Totals:
        """Return what all games add up to, with the scores of so many of your newest ones."""

        def work(database: sqlite3.Connection) -> Totals:
            boards = [_board(row) for row in database.execute(_BOARDS)]
            counts = [
                Count(_board(row), str(row["opponent"]), bool(row["named"]), int(row["wins"]),
                      int(row["ties"]), int(row["losses"]), int(row["streak"]))
                for row in database.execute(_COUNTS)
            ]  # fmt: skip
            scores = [float(row[0]) for row in database.execute(_SCORES, (newest,) * 4)]
            ladder = {f"{LADDER}/{level}": rank for rank, level in enumerate(levels())}
            counts.sort(key=lambda count: ladder.get(count.opponent, len(ladder)))
            counts.sort(key=lambda count: boards.index(count.board))
            return Totals(boards, counts, scores[::-1])

        return self._ask(work)

    def you(self, wanted: Sequence[Goal]) -> You:
        """Return what you have reached on each board, and of these goals."""

        def work(database: sqlite3.Connection) -> You:
            rows = database.execute(_BY_BOARD).fetchall()
            boards = [_on_board(database, tuple(row)[:3], row["games"]) for row in rows]
            reached = [_reached(database, goal)[1] for goal in wanted]
            return You(boards, reached, practice.practice(database, date.today()))

        return self._ask(work)

    def reached_by(self, key: int, wanted: Sequence[Goal]) -> list[Goal]:
        """Return those goals that the game of a key was the first one to reach."""

        def work(database: sqlite3.Connection) -> list[Goal]:
            number = _number_of(database, key)
            return [goal for goal in wanted if number and _reached(database, goal)[0] == number]

        return self._ask(work)

    # --- the coach ----------------------------------------------------------------------

    def next_mistake(
        self, today: date, first: Rules, but: Collection[str] = ()
    ) -> tuple[practice.Mistake, int] | None:
        """Return what is asked about next, and how many are due (see ``practice``)."""
        ask = practice.next_mistake
        return self._ask(lambda database: ask(database, today, first, but))

    def practice(self, today: date) -> practice.Practice:
        """Return how you stand with mistakes and puzzles."""
        ask = practice.practice
        return self._ask(lambda database: ask(database, today))

    def review(self, rules: Rules, moves: Line) -> str:
        """Return what a review found of a game; empty where none was saved."""
        return self._ask(lambda database: practice.review_of(database, rules, moves))

    def note(self, game: int) -> str:
        """Return what was noted beside the game of a key; empty where nothing was."""
        return self._ask(lambda database: practice.note_of(database, game))

    def _ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Ask several things of one moment."""

        def work(database: sqlite3.Connection) -> T:
            with transaction(database):
                return question(database)

        return self._do(work)

    # --- the database -----------------------------------------------------------------

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do something with the database; a damaged one is mended, and the work done anew."""
        try:
            try:
                return work(self._opened())
            except _UNUSABLE as error:
                self._judge(error)
            self._mend()
            return work(self._opened())
        except NewerDatabaseError:
            raise HistoryError(
                tr("The history of games was written by a newer version of this program.")
            ) from None
        except _UNUSABLE as error:
            self.close()
            why = problem(error) if isinstance(error, OSError) else error
            raise HistoryError(tr("The history of games cannot be used: {why}.", why=why)) from None

    def _judge(self, error: Exception) -> None:
        """Raise the error again unless the database is damaged."""
        if self.stopped():
            raise CancelledError from None
        if isinstance(error, OSError) or not is_damage(error):
            raise error
        log.warning("the history of games is damaged: %r", error)

    def _opened(self) -> sqlite3.Connection:
        with _opening:
            if self._database is not None and self._file != _identity(self._path):
                self.close()  # another one has taken its place
            if self._database is None:
                self._file = _identity(self._path)
                self._database = connect(self._path, self._is_stopped)
                self._file = _identity(self._path)
            return self._database

    def _is_stopped(self) -> bool:
        return self.stopped()

    def _mend(self) -> None:
        """Bring what can be read of the database into a new one; nothing where that was done.

        The damaged one keeps its place until the new one takes it whole.
        """
        with _opening:
            if self._file != _identity(self._path):
                return
            self.close()
            scratch = self._path.with_name(f"{self._path.name}.new-{os.getpid()}")
            new = HistoryStore(scratch)
            new.stopped = self.stopped
            try:
                scratch.unlink(missing_ok=True)
                lasting = _lasting_in(self._path)
                count = new.add_all(salvaged(self._path, self.stopped), lasting)
                new.close()
                if self.stopped():
                    raise CancelledError
                aside = aside_name(self._path, "damaged")
                keep_aside(self._path, aside, BESIDE)
                scratch.replace(self._path)
            finally:
                new.close()
                for ending in ("", *BESIDE):
                    scratch.with_name(scratch.name + ending).unlink(missing_ok=True)
        log.warning("%s was damaged; it is kept as %s, and %s games came over",
                    self._path, aside, count)  # fmt: skip
        self._tell(_mended(count, aside.name))


def _mended(count: int, name: str) -> str:
    if not count:
        return tr("The history of games could not be read; the file is kept as {name}.", name=name)
    return tr(
        "The history of games could not be read as a whole. {count} games were brought into a new "
        "file; the old one is kept as {name}.",
        n=count,
        one="The history of games could not be read as a whole. 1 game was brought into a new "
        "file; the old one is kept as {name}.",
        count=f"{count:,}",
        name=name,
    )


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from another one that takes its name; None where there is none."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


# --- what changes are ------------------------------------------------------------------


def _save(database: sqlite3.Connection, game: PastGame) -> None:
    """Save a game: in the place of the one of its key, if there is one."""
    number = _number_of(database, game.key)
    if number:
        _remove(database, number)
    _insert(database, replace(game, id=number))


def _delete(database: sqlite3.Connection, game: PastGame) -> None:
    if number := _number_of(database, game.key):
        _remove(database, number)


def _restore(database: sqlite3.Connection, game: PastGame) -> None:
    """Bring a deleted game back, in its place; in a new one where another game has it by now."""
    while number := _number_of(database, game.key):
        row = database.execute(f"SELECT {_NAMES} FROM games WHERE id = ?", (number,)).fetchone()
        if replace(past_game(tuple(row)), id=0) == replace(game, id=0):
            return  # it is back already
        game = replace(game, key=game.key + 1)  # the same again, were it done again
    taken = database.execute("SELECT 1 FROM games WHERE id = ?", (game.id,)).fetchone()
    _insert(database, replace(game, id=0) if taken else game)


_MAKERS: Mapping[type[Change], Callable[[sqlite3.Connection, Any], None]] = {
    SaveGames: _save,
    DeleteGames: _delete,
    RestoreGames: _restore,
    AddMistakes: practice.add_mistake,
    SaveMistakes: practice.save_mistake,
    SaveDays: practice.save_day,
    SaveReviews: practice.save_review,
    SaveNotes: practice.save_note,
}
"""What makes each change, row by row."""


_SAVERS: Mapping[type[practice.Lasting], Callable[[sqlite3.Connection, Any], None]] = {
    practice.Mistake: practice.save_mistake,
    practice.Day: practice.save_day,
    practice.SavedNote: practice.save_note,
}
"""What saves a row that was salvaged."""


def _lasting_in(path: Path) -> list[practice.Lasting]:
    """Return what can be read of mistakes, days and notes in a damaged database."""
    try:
        with closing(sqlite3.connect(path)) as database:
            return practice.salvaged(database)
    except sqlite3.Error:
        return []


def _number_of(database: sqlite3.Connection, key: int) -> int:
    """Return the number of the game of a key; 0 where there is none."""
    row = database.execute("SELECT id FROM games WHERE key = ?", (key,)).fetchone()
    return int(row[0]) if row is not None else 0


def _insert(database: sqlite3.Connection, game: PastGame) -> None:
    number = database.execute(_INSERT, _row(game)).lastrowid
    assert number is not None
    tally(database, number, 1)


def _remove(database: sqlite3.Connection, number: int) -> None:
    tally(database, number, -1)
    database.execute("DELETE FROM games WHERE id = ?", (number,))


# --- what you have reached -------------------------------------------------------------


def _on_board(database: sqlite3.Connection, board: tuple[int, ...], games: int) -> OnBoard:
    """Return your games on a board: its size, line length, and its rule's number."""
    beaten = database.execute(_BEATEN, (*board, f"{LADDER}/*"))
    longest = database.execute(_LONGEST, board).fetchone()[0]
    return OnBoard(
        Rules(board[0], board[1], Rule(board[2])),
        games,
        frozenset(row[0] for row in beaten),
        run_before(database, UNBEATEN, board, NEWEST),
        longest or 0,
    )


def _reached(database: sqlite3.Connection, goal: Goal) -> tuple[int, str]:
    """Return the number of the first game that reached a goal, and when it ended; 0 where none."""
    score = 0.5 if goal.tied else 1.0
    where, given = f"rule = {Rule.REVERSE:d}", list[object]()
    if goal.rules is not None:
        where, given = same(BOARD), list(astuple(goal.rules))
    levels = ", ".join("?" * len(goal.levels))
    company = f"SELECT {COMPANY} FROM tallies WHERE {where} AND opponent IN ({levels})"
    met = database.execute(
        f"{company} AND NOT named AND score = ?", (*given, *goal.opponents, score)
    ).fetchall()
    first = f"SELECT id, ended FROM games WHERE {same(COMPANY)} AND won = ? AND score = ?"
    first += " AND o_seat = 'you'" if goal.tied else ""
    games = [
        tuple(row)
        for opponent in met
        for row in database.execute(
            f"{first} ORDER BY id LIMIT 1", (*opponent, not goal.tied, score)
        )
    ]
    return min(games, default=(0, ""))


# --- texts for SQLite ------------------------------------------------------------------

_NAMES = ", ".join(ALL_NAMES)
_GAPS = ", ".join("?" * (len(ALL_NAMES) + 1))
_INSERT = f"INSERT INTO games ({', '.join(ALL_NAMES)}, score) VALUES ({_GAPS})"
# (The plus keeps SQLite from sorting all games against that kind, to find the newest ones.)
_LATEST = f"{same(BOARD)} AND id <= ? AND score IS NOT NULL AND NOT named AND +opponent GLOB ?"
_BY_BOARD = (
    f"SELECT {BOARD}, SUM(games) AS games FROM tallies WHERE score >= 0"
    f" GROUP BY {BOARD} ORDER BY {BOARD}"
)
_BEATEN = (
    f"SELECT DISTINCT opponent FROM tallies WHERE {same(BOARD)} AND score = 1 AND NOT named"
    " AND opponent GLOB ?"
)
_LONGEST = f"SELECT MAX(length) FROM unbeaten WHERE {same(BOARD)}"
_BOARDS = f"SELECT DISTINCT {BOARD} FROM tallies ORDER BY {BOARD}"
_SCORES = " UNION ALL ".join(
    f"SELECT * FROM (SELECT score, id FROM games WHERE score = {score} ORDER BY id DESC LIMIT ?)"
    for score in (0, 0.5, 1)
)
_SCORES = f"SELECT score FROM ({_SCORES}) ORDER BY id DESC LIMIT ?"
_COUNTS = f"""
    SELECT {COMPANY}, SUM(games * (score = 1)) AS wins, SUM(games * (score = 0.5)) AS ties,
        SUM(games * (score = 0)) AS losses,
        ifnull((SELECT MAX(length) FROM streaks WHERE ({COMPANY}) =
            (tallies.size, tallies.line, tallies.rule, tallies.opponent, tallies.named)), 0)
            AS streak
    FROM tallies WHERE score >= 0 GROUP BY {COMPANY} ORDER BY {COMPANY}
"""


def _row(game: PastGame) -> tuple[object, ...]:
    *played, key, number = msgspec.to_builtins(game)
    return (*played, key or randbits(63), number or None, game.score)


def _find(
    database: sqlite3.Connection, wanted: Filter, newest: int, first: int, count: int
) -> list[PastGame]:
    where, given = _where(wanted, newest)
    text = f"SELECT {_NAMES} FROM games{where} ORDER BY id DESC LIMIT ? OFFSET ?"
    return [past_game(tuple(row)) for row in database.execute(text, (*given, count, first))]


def _tallied(database: sqlite3.Connection, wanted: Filter) -> int:
    """Return how many games a filter without a name lets through."""
    where, given = _where(wanted, None)
    text = f"SELECT ifnull(SUM(games), 0) FROM tallies{where}"
    return int(database.execute(text, given).fetchone()[0])


def _where(wanted: Filter, newest: int | None) -> tuple[str, list[object]]:
    """Return the condition for a filter, and what fills its gaps."""
    parts, given = ["1"], list[object]()
    if newest is not None:
        parts.append("id <= ?")
        given.append(newest)
    if wanted.score is not None:
        parts.append("score = ?")
        given.append(wanted.score)
    if wanted.board is not None:
        parts.append(same(BOARD))
        given += astuple(wanted.board)
    if wanted.text:
        names = "(SELECT name FROM names WHERE instr(folded(name), ?))"
        parts.append(f"(x_name IN {names} OR o_name IN {names})")
        given += [wanted.text.casefold()] * 2
    return f" WHERE {' AND '.join(parts)}", given


def _board(row: sqlite3.Row) -> Rules:
    return Rules(row["size"], row["line"], Rule(row["rule"]))
