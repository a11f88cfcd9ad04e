"""Which puzzles were solved, kept in the settings' file."""

from __future__ import annotations

import re
from datetime import date

from ttt_desktop.settings.store import StoredText

_SOLVED = re.compile(r"(\d{1,6}) ?(\d{4}-\d\d-\d\d)?")
"""How what was solved is written: how many puzzles, and the last day whose own was among them."""

_MOST_SOLVED = 999_999

_ID = re.compile(r"[0-9a-f]{8}")
"""How a puzzle's id is written."""


class SolvedPuzzles:
    """Remembers what was solved without the answer being shown.

    Args:
        text: where it is kept how many there were. What cannot be read there is nothing.
        ids: where the ids of the program's own puzzles are kept, as far as they are solved.
    """

    def __init__(self, text: StoredText, ids: StoredText) -> None:
        self._text, self._ids = text, ids

    @property
    def count(self) -> int:
        """How many puzzles were solved."""
        return self._read()[0]

    def has(self, day: date) -> bool:
        """Whether a day's own puzzle was the last of its kind that was solved."""
        return self._read()[1] == day.isoformat()

    @property
    def ids(self) -> frozenset[str]:
        """The ids of the program's own puzzles that were solved."""
        return frozenset(_ID.findall(self._ids.read()))

    def add(self, day: date | None = None, name: str = "") -> None:
        """Remember that a puzzle was solved.

        Args:
            name: its id; empty where it is none of the program's own.
            day: the day whose own puzzle it was; None where it was no day's.
        """

        def one_more(text: str) -> str:
            count, last = _parsed(text)
            if day is not None and not day.isoformat() < last <= date.today().isoformat():
                last = day.isoformat()  # one of yesterday takes nothing from today's
            return f"{min(count + 1, _MOST_SOLVED)} {last}".strip()

        self._text.change(one_more)
        if name:
            self._ids.change(lambda text: " ".join(sorted({*_ID.findall(text), name})))

    def _read(self) -> tuple[int, str]:
        return _parsed(self._text.read())


def _parsed(text: str) -> tuple[int, str]:
    """Return how many puzzles a text says were solved, and the last day of its own puzzle."""
    parts = _SOLVED.fullmatch(text)
    return (int(parts[1]), parts[2] or "") if parts else (0, "")
