"""The columns of results: what each is called, and what stands in it.

Console, window, CSV and web page all read these tables, and write a value after its kind. A column
that is added here is in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from math import inf, isfinite
from typing import Any, Generic, TypeVar

from engine._version import __version__
from engine.confidence import LEVEL, z_value
from engine.specs import PlayerSpec
from engine.tournament.comparing import Comparison, compare_rows, holm, sentence_of, two_sided
from engine.tournament.statistics import Interval
from engine.tournament.summary import Standing, Summary

Of = TypeVar("Of")


class Kind(Enum):
    """What kind of values a column holds. Where there is none, it is None."""

    TEXT = "text"
    COUNT = "count"
    POINTS = "points: taken, and of how many games"
    NUMBER = "number: with its sign"
    SECONDS = "seconds"
    SHARE = "share, from 0 to 1, with its interval"
    CHANCE = "chance, from 0 to 1"
    SMALL_CHANCE = "chance, near 0"
    ELO = "Elo, with its interval"
    DIFFERENCE = "difference of shares, in hundredths, with its interval"
    VERDICT = "verdict of a test: H0, H1 or empty"


class Part(Enum):
    """Where a column belongs: what is narrow shows parts one below the other."""

    HIDDEN = "of files only"
    OUTCOMES = "how games ended"
    STRENGTH = "who is stronger"
    COMPARISON = "what the rows differ by"
    SENTENCE = "sentences"


@dataclass(frozen=True)
class Column(Generic[Of]):
    """A column.

    Attributes:
        name: what it is called in a file.
        title: what people read above it; looked up in their language, gaps and all.
        kind: what it holds.
        value: what stands in a row.
        part: where it belongs.
        shown: whether it says anything in some results.
        gaps: what fills the title's gaps.
    """

    name: str
    title: str
    kind: Kind
    value: Callable[[Of], object]
    part: Part = Part.OUTCOMES
    shown: Callable[[Summary], bool] = lambda _summary: True
    gaps: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the pairings' table.

    Attributes:
        standing: how it stands.
        comparison: how it compares with another row, or None.
        summary: what it belongs to.
    """

    standing: Standing
    comparison: Comparison | None
    summary: Summary

    @property
    def label(self) -> str:
        """What a pairing is called in a table: what was varied, or who plays."""
        pairing = self.standing.pairing
        return pairing.value or f"{pairing.first} – {pairing.second}"


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A row of a round robin's ranking.

    Attributes:
        name: the player's text.
        elo: its strength, or None where it has played nothing.
        points: what it took from each other player: points, and of how many sound games.
        lead: by how many Elo it is ahead of the next one, and how likely that is chance as all
            leads of the table count; or None.
    """

    name: str
    elo: Interval | None
    points: dict[str, tuple[float, int]]
    lead: tuple[Interval, float] | None

    @property
    def total(self) -> float:
        """All points."""
        taken = sum(points for points, _ in self.points.values())
        return int(taken) if taken == int(taken) else taken


def rows_of(summary: Summary, base: int | None = None) -> list[Row]:
    """Return the rows of the pairings' table.

    Args:
        summary: the counts.
        base: the row that all others are compared with; None for the one above each.
    """
    compared = compare_rows(summary, base)
    return [Row(each, compared.get(i), summary) for i, each in enumerate(summary.standings)]


def player_rows_of(summary: Summary) -> list[PlayerRow]:
    """Return the rows of a round robin's ranking, the strongest first."""
    rated, points = summary.ratings(), summary.points()
    names = list(rated)
    leads = {one: rated.lead(one, two) for one, two in pairwise(names)}
    known = {name: lead for name, lead in leads.items() if lead is not None}
    chances = holm([two_sided(value / error) if error else 0.0 for value, error in known.values()])
    fair = dict(zip(known, chances, strict=True))
    z = z_value(LEVEL)
    rows = []
    for name in names:
        taken = {two: each for (one, two), each in points.items() if one == name}
        played = any(games for _, games in taken.values())
        lead = known.get(name)
        told = None if lead is None else (
            Interval(lead[0], lead[0] - z * lead[1], lead[0] + z * lead[1]), fair[name]
        )  # fmt: skip
        rows.append(PlayerRow(name, rated[name] if played else None, taken, told))
    return rows


def _varied(summary: Summary) -> bool:
    return bool(summary.tournament.varied) and len(summary.tournament.pairings) > 1


def _rivals(summary: Summary) -> bool:
    return any(not pairing.is_self_play for pairing in summary.tournament.pairings)


def _trials(row: Row) -> object:
    spec = PlayerSpec.parse(row.standing.pairing.first)
    return spec["trials"] if spec.kind.has("trials") else None


def _in_points(row: Row) -> Interval | None:
    if row.comparison is None:
        return None
    found = row.comparison.difference
    return Interval(100 * found.value, 100 * found.low, 100 * found.high)


def _other(row: Row) -> str | None:
    if row.comparison is None:
        return None
    return row.summary.tournament.pairings[row.comparison.other].value


def _if_played(row: Row, count: Callable[[Standing], int]) -> Interval | None:
    return row.standing.share_of(count(row.standing)) if row.standing.sound else None


PAIRINGS: tuple[Column[Row], ...] = (
    Column("trials", "", Kind.TEXT, _trials, Part.HIDDEN),
    Column("games", "Games", Kind.COUNT, lambda row: row.standing.games),
    Column("x_wins", "X wins", Kind.COUNT, lambda row: row.standing.x_wins),
    Column("o_wins", "O wins", Kind.COUNT, lambda row: row.standing.o_wins),
    Column("ties", "Ties", Kind.COUNT, lambda row: row.standing.ties),
    Column("seconds_per_game", "ms a game", Kind.SECONDS,
           lambda row: row.standing.seconds_per_game),
    Column("bad", "Spoilt", Kind.COUNT, lambda row: row.standing.bad,
           shown=lambda summary: any(each.bad for each in summary.standings)),
    Column("value", "", Kind.TEXT, lambda row: row.standing.pairing.value, Part.HIDDEN),
    Column("first", "", Kind.TEXT, lambda row: row.standing.pairing.first, Part.HIDDEN),
    Column("second", "", Kind.TEXT, lambda row: row.standing.pairing.second, Part.HIDDEN),
    Column("wins", "First wins", Kind.COUNT, lambda row: row.standing.wins, Part.STRENGTH,
           _rivals),
    Column("losses", "Second wins", Kind.COUNT, lambda row: row.standing.losses, Part.STRENGTH,
           _rivals),
    Column("elo", "Elo of the first", Kind.ELO, lambda row: row.standing.elo, Part.STRENGTH,
           _rivals),
    Column("size", "", Kind.TEXT, lambda row: row.standing.pairing.rules.size, Part.HIDDEN),
    Column("line", "", Kind.TEXT, lambda row: row.standing.pairing.rules.line, Part.HIDDEN),
    Column("reverse", "", Kind.TEXT,
           lambda row: str(row.standing.pairing.rules.reverse), Part.HIDDEN),
    Column("seed", "", Kind.TEXT, lambda row: row.summary.tournament.seed, Part.HIDDEN),
    Column("version", "", Kind.TEXT, lambda _row: __version__, Part.HIDDEN),
    Column("ties_share", "Ties, 95 %", Kind.SHARE,
           lambda row: _if_played(row, lambda each: each.ties)),
    Column("different", "Different games", Kind.COUNT,
           lambda row: round(row.standing.different)),
    Column("normalised_elo", "Normalised Elo", Kind.NUMBER,
           lambda row: row.standing.normalised_elo, Part.STRENGTH, _rivals),
    Column("superiority", "Likely stronger", Kind.CHANCE, lambda row: row.standing.superiority,
           Part.STRENGTH, _rivals),
    Column("test", "Test", Kind.VERDICT, lambda row: row.standing.decision, Part.STRENGTH,
           lambda summary: summary.tournament.sprt is not None),
    Column("compared_with", "Compared with", Kind.TEXT, _other, Part.COMPARISON, _varied),
    Column("difference", "Difference, points", Kind.DIFFERENCE, _in_points, Part.COMPARISON,
           _varied),
    Column("p", "p", Kind.SMALL_CHANCE,
           lambda row: row.comparison and row.comparison.chance, Part.COMPARISON, _varied),
    Column("p_of_all", "p, all counted", Kind.SMALL_CHANCE,
           lambda row: row.comparison and row.comparison.adjusted, Part.COMPARISON, _varied),
    Column("sentence", "In words", Kind.TEXT,
           lambda row: row.comparison and sentence_of(row.comparison, row.summary),
           Part.SENTENCE, _varied),
)  # fmt: skip
"""Of a tournament's pairings; in a file they stand in this order."""


def columns_of(summary: Summary, *parts: Part) -> list[Column[Row]]:
    """Return the columns that say anything in some results, part by part."""
    return [
        each for part in parts for each in PAIRINGS if each.part is part and each.shown(summary)
    ]


def player_columns(names: Sequence[str], called: dict[str, str]) -> list[Column[PlayerRow]]:
    """Return the columns of a round robin's ranking.

    Args:
        names: the players, in the order of their columns.
        called: what each is called above its column.
    """
    columns: list[Column[PlayerRow]] = [
        Column("elo", "Elo, 0 on average", Kind.ELO, lambda row: row.elo, Part.STRENGTH),
        Column("points", "Points", Kind.COUNT, lambda row: row.total),
        Column("lead", "Ahead of the next", Kind.ELO, lambda row: row.lead and row.lead[0],
               Part.STRENGTH),
        Column("lead_p", "p, all counted", Kind.SMALL_CHANCE, lambda row: row.lead and row.lead[1],
               Part.STRENGTH),
    ]  # fmt: skip
    return columns + [_against(name, called[name]) for name in names]


def _against(name: str, called: str) -> Column[PlayerRow]:
    gaps = {"player": called}
    return Column(
        f"against {name}", "Against {player}", Kind.POINTS, lambda row: row.points.get(name),
        gaps=gaps,
    )  # fmt: skip


def in_file(columns: Sequence[Column[Of]], rows: Sequence[Of]) -> list[list[str]]:
    """Return a table for other programs, titles first: plain numbers, and nothing where none is.

    A value with an interval takes three columns.
    """
    titles = [
        column.name + end
        for column in columns
        for end in (("", "_low", "_high") if column.kind in _INTERVALS else ("",))
    ]
    return [titles, *([cell for each in columns for cell in _in_file(each, row)] for row in rows)]


def pairings_in_file(summary: Summary, base: int | None = None) -> list[list[str]]:
    """Return the table of the pairings for other programs; ``base`` as in ``rows_of``."""
    return in_file(PAIRINGS, rows_of(summary, base))


_INTERVALS = (Kind.SHARE, Kind.ELO, Kind.DIFFERENCE)
_DIGITS = {Kind.SHARE: ".4f", Kind.ELO: ".1f", Kind.DIFFERENCE: ".2f", Kind.NUMBER: ".1f",
           Kind.SECONDS: ".6g", Kind.CHANCE: ".4f", Kind.SMALL_CHANCE: ".3g"}  # fmt: skip


def _in_file(column: Column[Of], row: Of) -> list[str]:
    value, digits = column.value(row), _DIGITS.get(column.kind, "")
    if isinstance(value, Interval) or column.kind in _INTERVALS:
        if not isinstance(value, Interval):
            return ["", "", ""]
        ends = value.value if value.told else inf, value.low, value.high
        return [f"{end:{digits}}" if isfinite(end) else "" for end in ends]
    if value is None:
        return [""]
    if column.kind is Kind.POINTS and isinstance(value, tuple):
        return [f"{value[0]:g}"]
    return [format(value, digits)]
