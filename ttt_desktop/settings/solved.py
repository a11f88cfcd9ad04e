"""How many puzzles somebody has solved, and the last day whose own puzzle was among them."""

from __future__ import annotations

import re
from datetime import date

from ttt_desktop.settings.store import StoredText

_FORM = re.compile(r"(\d{1,6}) ?(\d{4}-\d\d-\d\d)?")
_MOST = 999_999


class SolvedPuzzles:
    """Remembers what was solved without the answer being shown.

    Args:
        text: where it is kept. What cannot be read there is nothing.
    """

    def __init__(self, text: StoredText) -> None:
        self._text = text

    @property
    def count(self) -> int:
        """How many puzzles were solved."""
        return self._read()[0]

    def has(self, day: date) -> bool:
        """Whether a day's own puzzle was the last of its kind that was solved."""
        return self._read()[1] == day.isoformat()

    def add(self, day: date | None = None) -> None:
        """Remember that a puzzle was solved.

        Args:
            day: the day whose own puzzle it was; None where it was no day's.
        """

        def one_more(text: str) -> str:
            count, last = _parsed(text)
            if day is not None and not day.isoformat() < last <= date.today().isoformat():
                last = day.isoformat()  # one of yesterday takes nothing from today's
            return f"{min(count + 1, _MOST)} {last}".strip()

        self._text.change(one_more)

    def _read(self) -> tuple[int, str]:
        return _parsed(self._text.read())


def _parsed(text: str) -> tuple[int, str]:
    """Return how many puzzles a text says were solved, and the last day of its own puzzle."""
    parts = _FORM.fullmatch(text)
    return (int(parts[1]), parts[2] or "") if parts else (0, "")
