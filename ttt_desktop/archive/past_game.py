"""What is saved of a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from engine import Rules
from engine.game import Outcome
from engine.rules import MAX_SIZE, Rule
from ttt_desktop.session.seats import Seat

Size = Annotated[int, Meta(ge=1, le=MAX_SIZE)]
Key = Annotated[int, Meta(ge=0, le=(1 << 63) - 1)]
"""What SQLite takes for a whole number."""

Squares = Annotated[str, Meta(pattern=r"^([A-Z][0-9]{1,2}( [A-Z][0-9]{1,2})*)?\Z")]
"""Squares by their names, with blanks between them."""


class PastGame(msgspec.Struct, frozen=True, array_like=True):
    """A finished game. Written as an array: a row of the database, or of a file that waits.

    Attributes:
        ended: when it ended: UTC, ISO 8601, to the second.
        seconds: how long it took.
        size, line: the board's side, and how long a line is.
        moves: the squares in the order of the moves.
        x_name, o_name: what they were called.
        x_player, o_player: a machine's text (see ``engine.specs``); empty for people and files.
        opponent: whom you played against: a machine's kind and level, or a person; empty where
            you did not play.
        key: identifies the game, even before it has a number: a random number; 0 if it has none
            yet.
        id: its number in the database; 0 where it is not there yet.
    """

    ended: str
    seconds: Annotated[float, Meta(ge=0, lt=1e12)]
    size: Size
    line: Size
    rule: Rule
    moves: Squares
    x_seat: Seat
    o_seat: Seat
    x_name: str
    o_name: str
    x_player: str
    o_player: str
    opponent: str
    outcome: Outcome
    key: Key = 0
    id: Key = 0

    def __post_init__(self) -> None:
        """Raise ValueError where no game can be played by these rules, or none was."""
        Rules(self.size, self.line, self.rule)
        if not self.moves:
            raise ValueError("there are no moves")

    @property
    def rules(self) -> Rules:
        """What it was played by."""
        return Rules(self.size, self.line, self.rule)

    @property
    def you(self) -> str:
        """Your mark, "X" or "O"; empty where you did not play."""
        return "X" if self.x_seat is Seat.YOU else "O" if self.o_seat is Seat.YOU else ""

    @property
    def score(self) -> float | None:
        """What it counts for you: 1 won, 0.5 tied, 0 lost; None where you did not play."""
        if not self.you:
            return None
        return 0.5 if self.outcome is Outcome.TIE else float(self.outcome.value == self.you)


ALL_NAMES = PastGame.__struct_fields__
"""The names of all fields, in their order."""

NAMES = ALL_NAMES[:-2]
"""Those of the fields that say what was played."""


def past_game(row: Sequence[Any]) -> PastGame:
    """Return the game in a row; ValueError where it is none."""
    return msgspec.convert(row, PastGame)
