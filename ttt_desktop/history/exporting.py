"""The history as a file for other programs: JSON or CSV."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from dataclasses import asdict
from io import StringIO

from ttt_desktop.history.record import NAMES, Record

_COLUMNS = ("id", *NAMES)


def as_json(records: Iterable[Record]) -> str:
    """Return games as JSON: an object with a list of objects."""
    games = [asdict(record) for record in records]
    return json.dumps({"format": "monte-carlo-tic-tac-toe history", "version": 1, "games": games})


def as_csv(records: Iterable[Record]) -> str:
    """Return games as CSV with a line of titles."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(_COLUMNS)
    writer.writerows([_safe(getattr(record, name)) for name in _COLUMNS] for record in records)
    return text.getvalue()


def _safe(value: object) -> object:
    """Keep a spreadsheet from taking a player's name for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@" and value else value
