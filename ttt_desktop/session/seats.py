"""Who sits where: which mark is yours, your friend's or a machine's, and what they are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from operator import attrgetter

from engine import PLAYERO, PLAYERX, STRMAP, Rules, switch_player
from engine.specs import PlayerSpec
from ttt_desktop.look.text import letter, tr
from ttt_desktop.settings.declarations import Settings, with_values

MARKS = {"X": PLAYERX, "O": PLAYERO}
"""Marks by their letters, as the settings name them."""


class Seat(Enum):
    """Who plays a mark. The values are what the history of games holds."""

    YOU = "you"
    FRIEND = "friend"
    """The second of two people at one computer."""
    MACHINE = "machine"


def seat_of(settings: Settings, mark: int) -> Seat:
    """Return who plays a mark (PLAYERX or PLAYERO)."""
    if settings.machine == "both" or MARKS.get(settings.machine) == mark:
        return Seat.MACHINE
    if settings.machine == "neither" and MARKS[settings.friend_plays] == mark:
        return Seat.FRIEND
    return Seat.YOU


_SEATS = ("machine", "friend_plays", "alike", "x", "o", "friend")
"""The settings that say who plays. Your own name is yours in every game."""

_players = attrgetter(*_SEATS, "name")


@dataclass(frozen=True, slots=True, eq=False)
class Seating:
    """Who plays a game. Settings that say nothing of that make no difference between two.

    Attributes:
        settings: who plays, and people's names.
        machine: what a machine that is not the built-in one is called; else empty.
        named: what machines are called that are not built in, by their marks, in a game that was
            played elsewhere: two may differ.
    """

    settings: Settings
    machine: str = ""
    named: Mapping[int, str] = field(default_factory=dict)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Seating):
            return NotImplemented
        return self._all == other._all

    def __hash__(self) -> int:
        return hash(self._all)

    @property
    def _all(self) -> tuple[object, ...]:
        return self.machine, tuple(map(self.guest, MARKS.values())), _players(self.settings)

    def guest(self, mark: int) -> str:
        """Return what a machine is called that plays a mark and is not built in; else empty."""
        return self.machine or self.named.get(mark, "")

    def name(self, mark: int) -> str:
        """Return what the player of a mark is called."""
        return name_of(self.settings, mark, self.guest(mark))

    def is_like(self, other: Seating) -> bool:
        """Whether the same players have the same marks, whatever people are called."""
        return self == other or self._players() == other._players()

    def seated(self, settings: Settings) -> Settings:
        """Return other settings, but with these players."""
        return with_values(settings, {name: getattr(self.settings, name) for name in _SEATS})

    def _players(self) -> list[tuple[Seat, str, str]]:
        seats = [(mark, seat_of(self.settings, mark)) for mark in MARKS.values()]
        return [
            (seat, self.guest(mark), str(self.settings.player(mark)))
            if seat is Seat.MACHINE else (seat, "", "")
            for mark, seat in seats
        ]  # fmt: skip


def machines(x: str, o: str, names: Mapping[str, str] | None = None) -> Seating:
    """Return two machines at a game.

    Args:
        names: what those are called that cannot sit here, such as programs, by their texts.
    """
    settings = with_values(Settings(), {"machine": "both", "alike": False})
    texts = dict(zip(MARKS.values(), (x, o), strict=True))
    return with_machines(settings, texts, {mark: (names or {}).get(text, text)
                                           for mark, text in texts.items()})  # fmt: skip


def with_machines(
    settings: Settings, texts: Mapping[int, str], names: Mapping[int, str]
) -> Seating:
    """Return settings with machines at some marks; one that cannot sit here has a name alone.

    Args:
        texts: the machines', by their marks.
        names: what they are called where they cannot sit here.
    """
    named = {}
    for mark, text in texts.items():
        try:
            settings = with_values(settings, {STRMAP[mark].lower(): text})
        except ValueError:
            named[mark] = names[mark]
    return Seating(settings, named=named)


def owner_of(settings: Settings, mark: int) -> str:
    """Return whom a win with a mark belongs to: a seat, or the mark where machines play alone."""
    if settings.machine == "both":
        return STRMAP[mark]
    return seat_of(settings, mark).value


def company(settings: Settings, machine: str = "") -> str:
    """Return who plays with whom; wins are counted apart for each company.

    Args:
        machine: what a machine that is not the built-in one is called.
    """
    if settings.machine not in MARKS:
        return {"both": "machines", "neither": "people"}[settings.machine]
    spec = settings.player(MARKS[settings.machine])
    return machine or (f"{spec.kind.word}/{spec.level}" if spec.level else str(spec))


def name_of(settings: Settings, mark: int, machine: str = "") -> str:
    """Return what the player of a mark is called.

    Args:
        machine: what a machine that is not the built-in one is called.
    """
    seat = seat_of(settings, mark)
    if seat is Seat.MACHINE:
        return machine or tr("Machine")
    given = settings.name if seat is Seat.YOU else settings.friend
    if given:
        return given
    mixed = settings.machine in MARKS
    return tr("You") if mixed else tr("Player {mark}", mark=letter(mark))


def swapped(settings: Settings) -> Settings:
    """Return settings in which the sides have changed marks; machines keep their strength."""
    if settings.machine == "neither":
        other = STRMAP[switch_player(MARKS[settings.friend_plays])]
        return with_values(settings, {"friend_plays": other})
    values: dict[str, object] = {} if settings.alike else {"x": settings.o, "o": settings.x}
    if settings.machine in MARKS:
        values["machine"] = STRMAP[switch_player(MARKS[settings.machine])]
    return with_values(settings, values)


def against(settings: Settings, rules: Rules, letter: str, spec: PlayerSpec | None) -> Settings:
    """Return settings for a game against somebody.

    Args:
        letter: the opponent's mark, "X" or "O".
        spec: the machine; None for a person.
    """
    values: dict[str, object] = {
        "size": rules.size,
        "line": 0 if rules.line == rules.size else rules.line,
        "reverse": rules.reverse,
    }
    if rules.is_gomoku:
        values["gomoku"] = rules.rule.word
    if spec is None:
        return with_values(settings, values | {"machine": "neither", "friend_plays": letter})
    settings = with_values(settings, values | {"machine": letter})
    return settings.with_player(MARKS[letter], spec)


def opponents_letter(settings: Settings) -> str:
    """Return the mark of who plays against you: "X" or "O"."""
    mark = settings.friend_plays if settings.machine == "neither" else settings.machine
    return mark if mark in MARKS else "O"
