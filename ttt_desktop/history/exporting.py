"""The history as a file for other programs: JSON or CSV.

SQLite makes the lines: a million games in Python would keep the window waiting.
"""

from __future__ import annotations

from collections.abc import Iterator

from ttt_desktop.history.record import NAMES
from ttt_desktop.history.store import Filter, HistoryStore

_COLUMNS = ("id", *NAMES)
_NUMBERS = ("id", "seconds", "size", "line")


def as_json(store: HistoryStore, wanted: Filter) -> Iterator[bytes]:
    """Yield games as JSON, in portions: an object with a list of objects."""
    between = '{"format": "monte-carlo-tic-tac-toe history", "version": 1, "games": ['
    for lines in store.lines(wanted, f"',\n' || json_object({_fields()})"):
        yield f"{between}{lines.removeprefix(',') if between else lines}".encode()
        between = ""
    yield f"{between}\n]}}\n".encode()


def as_csv(store: HistoryStore, wanted: Filter) -> Iterator[bytes]:
    """Yield games as CSV, in portions, the first one a line of titles."""
    yield (",".join(_COLUMNS) + "\r\n").encode()
    cells = " || ',' || ".join(map(_cell, _COLUMNS))
    for lines in store.lines(wanted, f"{cells} || '\r\n'"):
        yield lines.encode()


def _fields() -> str:
    values = {name: name for name in _COLUMNS}
    values["reverse"] = "json(CASE reverse WHEN 0 THEN 'false' ELSE 'true' END)"
    return ", ".join(f"'{name}', {value}" for name, value in values.items())


def _cell(name: str) -> str:
    """Return what makes a column's cell; no spreadsheet takes a player's name for a formula."""
    if name in _NUMBERS:
        return name
    if name == "reverse":
        return "CASE reverse WHEN 0 THEN 'False' ELSE 'True' END"
    safe = f"CASE WHEN substr({name}, 1, 1) IN ('=', '+', '-', '@') THEN char(39) ELSE '' END"
    return f"""'"' || {safe} || replace({name}, '"', '""') || '"'"""
