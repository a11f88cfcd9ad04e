"""What the games add up to, counted in the database as they come and go.

``tallies`` holds how many games of each score were played on a board against an opponent.
``streaks`` holds how many unbroken runs of won games of each length there are among them. ``names``
holds whoever has played. They are changed in the transaction that changes the games, so nothing is
ever counted anew.
"""

from __future__ import annotations

import sqlite3

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


def count(database: sqlite3.Connection, number: int, by: int) -> None:
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
