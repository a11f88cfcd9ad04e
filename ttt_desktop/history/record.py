"""What is kept of a finished game. Nothing of the engine, nothing of Qt."""

from __future__ import annotations

from dataclasses import dataclass, fields

YOU, FRIEND, MACHINE = "you", "friend", "machine"
"""Who plays a mark."""


@dataclass(frozen=True, slots=True)
class Record:
    """A finished game.

    Attributes:
        ended: when it ended: UTC, ISO 8601, to the second.
        seconds: how long it took.
        size, line, reverse: its rules.
        moves: the squares by their names, the first move first, with blanks between them.
        x_seat, o_seat: YOU, FRIEND or MACHINE.
        x_name, o_name: what they were called.
        x_player, o_player: a machine's text (see ``engine.specs``); empty for people and files.
        opponent: whom you played against: a machine's kind and level, or a person; empty where
            you did not play.
        outcome: "X", "O" or "tie".
        id: its number in the database; 0 where it is not there yet.
    """

    ended: str
    seconds: float
    size: int
    line: int
    reverse: bool
    moves: str
    x_seat: str
    o_seat: str
    x_name: str
    o_name: str
    x_player: str
    o_player: str
    opponent: str
    outcome: str
    id: int = 0

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


NAMES = tuple(each.name for each in fields(Record) if each.name != "id")
"""The fields of a record that are stored as they are."""
