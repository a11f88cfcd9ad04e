"""What the lab's charts show of a tournament, row by row. No Qt but for the language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePath

from engine.specs import PlayerSpec
from engine.tournament import Summary
from engine.tournament.statistics import Interval
from engine.tournament.summary import Standing
from ttt_desktop.look.text import listed, tr

BETWEEN = " – "
"""What stands between the two players of a row."""
_LONGEST = 34
"""How many letters a name has at most."""
_DEEPEST = 9
"""How many parts of a path are tried to tell two files apart."""


class BarPart(Enum):
    """What a part of a bar of outcomes stands for."""

    X = "x"
    O = "o"  # noqa: E741  (the mark)
    FIRST = "first"
    SECOND = "second"
    TIES = "ties"
    BAD = "bad"

    @property
    def title(self) -> str:
        """What it is called in a legend."""
        return {
            BarPart.X: tr("X wins"),
            BarPart.O: tr("O wins"),
            BarPart.FIRST: tr("First wins"),
            BarPart.SECOND: tr("Second wins"),
            BarPart.TIES: tr("Ties"),
            BarPart.BAD: tr("Spoilt"),
        }[self]


_COUNTS: dict[BarPart, Callable[[Standing], int]] = {
    BarPart.X: lambda row: row.x_wins,
    BarPart.O: lambda row: row.o_wins,
    BarPart.FIRST: lambda row: row.wins,
    BarPart.SECOND: lambda row: row.losses,
    BarPart.TIES: lambda row: row.ties,
    BarPart.BAD: lambda row: row.bad,
}


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of a chart.

    Attributes:
        label: what it is called beside the axis.
        counts: how its games ended, in the order of the parts.
        games: how many there are.
        milliseconds: the mean time a game.
        elo: a strength with its interval, where there is one.
    """

    label: str
    counts: tuple[int, ...]
    games: int
    milliseconds: float
    elo: Interval | None

    @property
    def shares(self) -> list[float]:
        """The counts in percent."""
        return [100 * count / self.games for count in self.counts]


def parts_of(standings: Sequence[Standing]) -> tuple[BarPart, ...]:
    """Return the parts of bars: where players take turns with X, it is they who win, not X.

    The parts stand in the order in which they are stacked; spoilt games only where there are any.
    """
    turns = any(standing.pairing.alternate for standing in standings)
    parts = (
        (BarPart.FIRST, BarPart.TIES, BarPart.SECOND)
        if turns
        else (BarPart.X, BarPart.TIES, BarPart.O)
    )
    return (*parts, BarPart.BAD) if any(standing.bad for standing in standings) else parts


def rows_of(standings: Sequence[Standing]) -> list[Bar]:
    """Return a row for each pairing."""
    parts, pairings = parts_of(standings), [standing.pairing for standing in standings]
    names = short_names(text for standing in pairings for text in (standing.first, standing.second))
    return [
        Bar(
            standing.pairing.value
            or BETWEEN.join((names[standing.pairing.first], names[standing.pairing.second])),
            tuple(_COUNTS[part](standing) for part in parts),
            standing.games,
            standing.seconds_per_game * 1000,
            standing.elo if standing.games else None,
        )
        for standing in standings
    ]


def ranked(summary: Summary) -> list[Bar]:
    """Return a row for each player of a round robin, the strongest first: Elo over all games."""
    standings = summary.standings
    if not any(standing.games for standing in standings):
        return []
    rated = summary.ratings()
    names = short_names(rated)
    games = {
        name: sum(standing.sound for standing in standings if name in (standing.pairing.first,
                                                               standing.pairing.second))
        for name in rated
    }  # fmt: skip
    rows = [
        Bar(names[name], (), games[name], 0.0, elo if games[name] else None)
        for name, elo in rated.items()
    ]
    return sorted(rows, key=lambda row: row.elo is None)  # of whom nothing is known, last


def short_names(players: Iterable[str]) -> dict[str, str]:
    """Return what each player is called in few letters: "mc 100", "mine.py 50", "Hard".

    Files of the same name are told apart by their folders. A long name is cut, unless that would
    make two alike. Players that are still alike go by their whole text.
    """
    names = {player: _short_name(player) for player in players}
    for folders in range(1, _DEEPEST):
        for player in _alike(names):
            names[player] = _short_name(player, folders)
    for player in _alike(names):
        names[player] = player
    short = {player: name if name == player else _cut(name) for player, name in names.items()}
    while alike := [player for player in _alike(short) if short[player] != names[player]]:
        short |= {player: names[player] for player in alike}
    return short


def _alike(names: Mapping[str, str]) -> list[str]:
    """Return the players whose names others have, too, unless they are the same players."""
    written = {player: _in_full(player) for player in names}
    kinds = {(name, written[player]) for player, name in names.items()}
    counts = Counter(name for name, _ in kinds)
    return [player for player, name in names.items() if counts[name] > 1]


def _in_full(player: str) -> str:
    try:
        return str(PlayerSpec.parse(player))
    except ValueError:
        return player  # as a user is typing it


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _short_name(player: str, folders: int = 0) -> str:
    try:
        spec = PlayerSpec.parse(player)
    except ValueError:
        return player  # as a user is typing it
    if spec.level and not spec.kind.has("trials"):
        return spec.level  # people know it by its name, not by its number
    parts = PurePath(spec.target).parts[-1 - folders :]
    word = str(PurePath(*parts)) if parts else spec.kind.word
    trials = spec.kind.has("trials") and spec["trials"]
    head = f"{word} {trials}" if trials else word
    others = [f"{name} {'off' if value is None else f'{value:,g}' if value < 1e6 else f'{value:,}'}"
              for name, value in spec.given if name != "trials"]  # fmt: skip
    return listed([head, *others])
