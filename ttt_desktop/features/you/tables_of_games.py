"""Past games as files: JSON and CSV."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rules import Rule
from ttt_desktop.archive.games import Filter
from ttt_desktop.archive.past_game import NAMES
from ttt_desktop.archive.store import HistoryStore

_COLUMNS = ("id", *("reverse" if name == "rule" else name for name in NAMES), "rule")
"""What an export says of a game: of its rule whether it is the reverse one, and its word."""

_NUMBERS = ("id", "seconds", "size", "line")
_RULE = f"CASE rule {' '.join(f'WHEN {rule:d} THEN {rule.word!r}' for rule in Rule)} END"


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
    values["reverse"] = "json(CASE rule WHEN 1 THEN 'true' ELSE 'false' END)"
    values["rule"] = _RULE
    return ", ".join(f"'{name}', {value}" for name, value in values.items())


def _cell(name: str) -> str:
    """Return what makes a column's cell; no spreadsheet takes a player's name for a formula."""
    if name in _NUMBERS:
        return name
    if name == "reverse":
        return "CASE rule WHEN 1 THEN 'True' ELSE 'False' END"
    if name == "rule":
        return _RULE
    safe = f"CASE WHEN substr({name}, 1, 1) IN ('=', '+', '-', '@') THEN char(39) ELSE '' END"
    return f"""'"' || {safe} || replace({name}, '"', '""') || '"'"""
