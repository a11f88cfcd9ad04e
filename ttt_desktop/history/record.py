"""What is kept of a finished game. Nothing of Qt."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

from engine import Rules
from engine.rules import Rule

YOU, FRIEND, MACHINE = "you", "friend", "machine"
"""Who plays a mark."""

_LONE = re.compile("[\ud800-\udfff]")
"""What no file of text may hold."""

_MOVES = re.compile(r"[A-Z]\d{1,2}( [A-Z]\d{1,2})*")


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game.

    Attributes:
        ended: when it ended: UTC, ISO 8601, to the second.
        seconds: how long it took.
        size, line: the board's side, and how long a line is.
        reverse: the number of its rule (see ``engine.rules.Rule``): 1 for the reverse one.
        moves: the squares by their names, the first move first, with blanks between them.
        x_seat, o_seat: YOU, FRIEND or MACHINE.
        x_name, o_name: what they were called.
        x_player, o_player: a machine's text (see ``engine.specs``); empty for people and files.
        opponent: whom you played against: a machine's kind and level, or a person; empty where
            you did not play.
        outcome: "X", "O" or "tie".
        key: identifies the game, even before it has a number: a random number, or minus its
            number if an older program kept it; 0 if it has none yet.
        id: its number in the database; 0 where it is not there yet.
    """

    ended: str
    seconds: float
    size: int
    line: int
    reverse: int
    moves: str
    x_seat: str
    o_seat: str
    x_name: str
    o_name: str
    x_player: str
    o_player: str
    opponent: str
    outcome: str
    key: int = 0
    id: int = 0

    @property
    def rules(self) -> Rules:
        """What it was played by."""
        return Rules(self.size, self.line, Rule(self.reverse))

    @property
    def you(self) -> str:
        """Your mark, "X" or "O"; empty where you did not play."""
        return "X" if self.x_seat == YOU else "O" if self.o_seat == YOU else ""

    @property
    def score(self) -> float | None:
        """What it counts for you: 1 won, 0.5 tied, 0 lost; None where you did not play."""
        if not self.you:
            return None
        return 0.5 if self.outcome == "tie" else float(self.outcome == self.you)


NAMES = tuple(each.name for each in fields(PastGame) if each.name not in ("key", "id"))
"""The fields of a record that say what was played."""

ALL_NAMES = (*NAMES, "key", "id")
"""All fields of a record, in their order."""

_KINDS = [
    [str, seconds, int, int, reverse, *[str] * 9, int, int]
    for seconds in (int, float)
    for reverse in (int, bool)
]


values = attrgetter(*ALL_NAMES)
"""Returns all fields of a record, in their order."""


def checked(given: tuple[Any, ...]) -> PastGame:
    """Return the record with these fields, in their order, read from a file.

    Raises:
        ValueError: they are no game's.
    """
    kinds = [type(each) for each in given]
    if kinds not in _KINDS:
        raise ValueError("these are no fields of a game")
    record = PastGame(*(*given[:4], int(given[4]), *given[5:]))
    seats = (YOU, FRIEND, MACHINE)
    right = (
        1 <= record.line <= record.size <= 25
        and 0 <= record.seconds < 1e12
        and record.x_seat in seats
        and record.o_seat in seats
        and record.outcome in ("X", "O", "tie")
        and _MOVES.fullmatch(record.moves) is not None
        and not any(map(_LONE.search, (record.x_name, record.o_name, record.opponent)))
        and -1 << 63 <= record.key < 1 << 63
        and 0 <= record.id < 1 << 63
    )
    if not right:
        raise ValueError("this is no game")
    Rules(record.size, record.line, Rule(record.reverse))  # raises it where there is no such rule
    return record
