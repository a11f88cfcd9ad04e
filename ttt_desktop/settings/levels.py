"""Which level of the ladder was last played on each board."""

from __future__ import annotations

import re
from collections.abc import Collection

from engine import PLAYERO, PLAYERX, Rules
from engine.specs import PlayerKind, PlayerSpec
from ttt_desktop.look.text import tr
from ttt_desktop.settings.store import StoredText

LADDER = PlayerSpec.parse("level").kind
"""The kind of machines that differ in nothing but their strength."""

_USUAL = PlayerSpec(LADDER).level
_ENTRY = re.compile(r"(\d{1,2})x(\d{1,2})(r?)=(.+)")

_Board = tuple[int, int, bool]
"""A board's size and line, and whether the line loses."""


def level_text(
    kind: PlayerKind, level: str, rules: Rules, marks: Collection[int] = (PLAYERX, PLAYERO)
) -> str:
    """Return what a level is called in a game; its own name where the sides differ.

    The ladder's levels have their numbers: "4 · Medium".

    Args:
        marks: the sides that the machine may come to play.
    """
    titles = {kind.level_title(level, rules, mark) for mark in marks}
    name = titles.pop() if len(titles) == 1 else level
    title = tr(name)
    if kind is not LADDER:
        return title
    return tr("{number} · {level}", number=level_number(level), level=title)


def level_number(level: str) -> int:
    """Return the number of a level of the ladder, 1 for the weakest."""
    return [*LADDER.levels].index(level) + 1


def ladder_texts(rules: Rules, marks: Collection[int] = (PLAYERX, PLAYERO)) -> list[str]:
    """Return what all levels of the ladder are called in a game, the weakest first (see above)."""
    return [level_text(LADDER, level, rules, marks) for level in LADDER.levels]


class LastLevels:
    """Remembers a level for each size and line, and for the reverse game there.

    Args:
        text: where they are kept. What cannot be read there is passed over.
    """

    def __init__(self, text: StoredText) -> None:
        self._text = text

    def on(self, rules: Rules) -> str:
        """Return the level that was last played on a board; the usual one where none was."""
        return self._read().get(_board(rules), _USUAL)

    def keep(self, rules: Rules, level: str) -> None:
        """Remember that a level is played on a board."""
        if level != self.on(rules):
            levels = self._read() | {_board(rules): level}
            entries = (f"{size}x{line}{'r' if reverse else ''}={name}"
                       for (size, line, reverse), name in levels.items())  # fmt: skip
            self._text.write(";".join(entries))  # (Qt takes commas for a list)

    def _read(self) -> dict[_Board, str]:
        """Return the levels that are kept, by their boards."""
        entries = map(_ENTRY.fullmatch, self._text.read().split(";"))
        return {
            (int(entry[1]), int(entry[2]), bool(entry[3])): entry[4]
            for entry in entries
            if entry and entry[4] in LADDER.levels
        }


def _board(rules: Rules) -> _Board:
    return rules.size, rules.line, rules.reverse
