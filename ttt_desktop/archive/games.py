"""The games in the database: saved, deleted, found and added up. Nothing of Qt's."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from secrets import randbits
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine import Rules
from engine.rules import Rule
from ttt_desktop.archive.database import (
    BOARD,
    COMPANY,
    REBUILD,
    UNBEATEN,
    run_before,
    same,
    statements,
    tally,
)
from ttt_desktop.archive.goals import LADDER, Goal, levels
from ttt_desktop.archive.past_game import ALL_NAMES, PastGame, past_game

NEWEST = 1 << 62
"""Beyond the number of every game."""

_PORTION = 200


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


class Reached(NamedTuple):
    """What you have reached.

    Attributes:
        boards: your games, board by board.
        reached: for each goal, when the game ended that reached it; empty where none has.
    """

    boards: list[OnBoard]
    reached: list[str]


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
_AGAINST = " UNION ALL ".join(
    f"SELECT * FROM (SELECT score, id FROM games WHERE {same(COMPANY)} AND won = {won}"
    " AND score IS NOT NULL ORDER BY id DESC LIMIT ?)"
    for won in (0, 1)
)
_AGAINST = f"SELECT score FROM ({_AGAINST}) ORDER BY id DESC LIMIT ?"
_COUNTS = f"""
    SELECT {COMPANY}, SUM(games * (score = 1)) AS wins, SUM(games * (score = 0.5)) AS ties,
        SUM(games * (score = 0)) AS losses,
        ifnull((SELECT MAX(length) FROM streaks WHERE ({COMPANY}) =
            (tallies.size, tallies.line, tallies.rule, tallies.opponent, tallies.named)), 0)
            AS streak
    FROM tallies WHERE score >= 0 GROUP BY {COMPANY} ORDER BY {COMPANY}
"""


# --- changes --------------------------------------------------------------------------


def save(database: sqlite3.Connection, game: PastGame) -> None:
    """Save a game: in the place of the one of its key, if there is one."""
    number = _number_of(database, game.key)
    if number:
        _remove(database, number)
    _insert(database, replace(game, id=number))


def delete(database: sqlite3.Connection, game: PastGame) -> None:
    """Delete the game of a key, if there is one."""
    if number := _number_of(database, game.key):
        _remove(database, number)


def restore(database: sqlite3.Connection, game: PastGame) -> None:
    """Bring a deleted game back, in its place; in a new one where another game has it by now."""
    while number := _number_of(database, game.key):
        row = database.execute(f"SELECT {_NAMES} FROM games WHERE id = ?", (number,)).fetchone()
        if replace(past_game(tuple(row)), id=0) == replace(game, id=0):
            return  # it is back already
        game = replace(game, key=game.key + 1)  # the same again, were it done again
    taken = database.execute("SELECT 1 FROM games WHERE id = ?", (game.id,)).fetchone()
    _insert(database, replace(game, id=0) if taken else game)


def add_all(database: sqlite3.Connection, games: Iterable[PastGame]) -> int:
    """Save many games at once, with their numbers; return how many there are then."""
    rows = map(_row, games)
    database.executemany(_INSERT.replace("INSERT", "INSERT OR IGNORE"), rows)
    for statement in statements(REBUILD):
        database.execute(statement)
    return count(database, Filter(), NEWEST)


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


def _row(game: PastGame) -> tuple[object, ...]:
    *played, key, number = msgspec.to_builtins(game)
    return (*played, key or randbits(63), number or None, game.score)


# --- questions ------------------------------------------------------------------------


def look(database: sqlite3.Connection, wanted: Filter, most: int) -> Look:
    """Return the newest games that a filter lets through, and how many there are."""
    newest = database.execute("SELECT ifnull(MAX(id), 0) FROM games").fetchone()[0]
    games = find(database, wanted, newest, 0, most)
    if len(games) < most:
        return Look(newest, games, len(games))
    return Look(newest, games, None if wanted.text else _tallied(database, wanted))


def find(
    database: sqlite3.Connection, wanted: Filter, newest: int, first: int, most: int
) -> list[PastGame]:
    """Return games, the newest one first.

    Args:
        newest: the number of the newest game that counts.
        first: how many to pass over.
    """
    where, given = _where(wanted, newest)
    text = f"SELECT {_NAMES} FROM games{where} ORDER BY id DESC LIMIT ? OFFSET ?"
    return [past_game(tuple(row)) for row in database.execute(text, (*given, most, first))]


def latest(database: sqlite3.Connection, key: int, kind: str, most: int) -> list[PastGame]:
    """Return your newest games against a kind of machines, on a game's board and by its rule.

    Args:
        key: identifies the game; later ones do not count.
        kind: the machines' word.
    """
    number = _number_of(database, key)
    text = f"SELECT {BOARD} FROM games WHERE id = ?"
    board = database.execute(text, (number,)).fetchone()
    if board is None:
        return []  # it was deleted
    text = f"SELECT {_NAMES} FROM games WHERE {_LATEST} ORDER BY id DESC LIMIT ?"
    rows = database.execute(text, (*board, number, f"{kind}/*", most))
    return [past_game(tuple(row)) for row in rows]


def count(database: sqlite3.Connection, wanted: Filter, newest: int) -> int:
    """Return how many games there are, by looking at each of them."""
    where, given = _where(wanted, newest)
    return int(database.execute(f"SELECT COUNT(*) FROM games{where}", given).fetchone()[0])


def lines(
    database: sqlite3.Connection, wanted: Filter, line: str, after: int
) -> tuple[str, int] | None:
    """Return some lines, one of each game, the oldest one first; None where there are no more.

    Args:
        line: the text that SQLite makes of a game: this leaves Python's threads alone.
        after: the number of the last game that is done already.

    Returns:
        The lines, and the number of their last game.
    """
    where, given = _where(wanted, NEWEST)
    text = f"SELECT id, {line} FROM games{where} AND id > ? ORDER BY id LIMIT {_PORTION}"
    rows = database.execute(text, (*given, after)).fetchall()
    return ("".join(str(row[1]) for row in rows), rows[-1][0]) if rows else None


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


# --- what they add up to --------------------------------------------------------------


def summary(database: sqlite3.Connection, newest: int) -> Totals:
    """Return what all games add up to, with the scores of so many of your newest ones."""
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


def scores_against(
    database: sqlite3.Connection, board: Rules, opponent: str, newest: int
) -> list[float]:
    """Return what your newest games against a machine count, on a board, the oldest one first.

    Args:
        opponent: the machine, as the history calls it.
        newest: how many at most.
    """
    company = (*astuple(board), opponent, False)
    given = (*company, newest, *company, newest, newest)
    return [float(row[0]) for row in database.execute(_AGAINST, given)][::-1]


def you(database: sqlite3.Connection, wanted: Sequence[Goal]) -> Reached:
    """Return what you have reached on each board, and of these goals."""
    rows = database.execute(_BY_BOARD).fetchall()
    boards = [_on_board(database, tuple(row)[:3], row["games"]) for row in rows]
    reached = [_reached(database, goal)[1] for goal in wanted]
    return Reached(boards, reached)


def reached_by(database: sqlite3.Connection, key: int, wanted: Sequence[Goal]) -> list[Goal]:
    """Return those goals that the game of a key was the first one to reach."""
    number = _number_of(database, key)
    return [goal for goal in wanted if number and _reached(database, goal)[0] == number]


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
    gaps = ", ".join("?" * len(goal.levels))
    company = f"SELECT {COMPANY} FROM tallies WHERE {where} AND opponent IN ({gaps})"
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


def _board(row: sqlite3.Row) -> Rules:
    return Rules(row["size"], row["line"], Rule(row["rule"]))
