"""The columns of results: what each is called, what stands in it, and how that is written.

Console, window, CSV and web page all read these tables, and write a value after its kind. A column
that is added here is in all of them. ``engine.classroom.tables`` has those of a class.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from io import StringIO
from itertools import pairwise
from math import inf, isfinite, isinf
from pathlib import Path
from typing import Any, Generic, TypeVar

from engine._version import __version__
from engine.errors import printable
from engine.pages import render
from engine.search.confidence import LEVEL, z_value
from engine.specs import PlayerSpec
from engine.tournament.comparing import Comparison, compare_rows, holm, sentence_of, two_sided
from engine.tournament.statistics import Interval
from engine.tournament.summary import Standing, Summary

Of = TypeVar("Of")


class Kind(Enum):
    """What kind of values a column holds. Where there is none, it is None."""

    TEXT = "text"
    NAME = "a name that somebody else chose"
    COUNT = "count"
    POINTS = "points: taken, and of how many games"
    NUMBER = "number: with its sign"
    SECONDS = "seconds"
    MILLISECONDS = "milliseconds"
    TIMES = "how many times as much"
    SHARE = "share, from 0 to 1, with its interval"
    CHANCE = "chance, from 0 to 1"
    SMALL_CHANCE = "chance, near 0"
    ELO = "Elo, with its interval"
    DIFFERENCE = "difference of shares, in hundredths, with its interval"
    VERDICT = "verdict of a test: H0, H1 or empty"
    STATUS = "how a group of checks went: right, warnings, faults or left out"


class Section(Enum):
    """Where a column belongs: what is narrow shows parts one below the other."""

    HIDDEN = "of files only"
    WIDE = "of files and wide pages only"
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
        section: where it belongs.
        shown: whether it says anything in some results.
        gaps: what fills the title's gaps.
    """

    name: str
    title: str
    kind: Kind
    value: Callable[[Of], object]
    section: Section = Section.OUTCOMES
    shown: Callable[[Any], bool] = lambda _results: True
    gaps: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PairingRow:
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


def rows_of(summary: Summary, base: int | None = None) -> list[PairingRow]:
    """Return the rows of the pairings' table.

    Args:
        base: the row that all others are compared with; None for the one above each.
    """
    compared = compare_rows(summary, base)
    return [
        PairingRow(standing, compared.get(i), summary)
        for i, standing in enumerate(summary.standings)
    ]


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
        taken = {two: result for (one, two), result in points.items() if one == name}
        played = any(games for _, games in taken.values())
        lead = known.get(name)
        ahead = None if lead is None else (
            Interval(lead[0], lead[0] - z * lead[1], lead[0] + z * lead[1]), fair[name]
        )  # fmt: skip
        rows.append(PlayerRow(name, rated[name] if played else None, taken, ahead))
    return rows


def _varied(summary: Summary) -> bool:
    return bool(summary.tournament.varied) and len(summary.tournament.pairings) > 1


def _rivals(summary: Summary) -> bool:
    return any(not pairing.is_self_play for pairing in summary.tournament.pairings)


def _trials(row: PairingRow) -> object:
    spec = PlayerSpec.parse(row.standing.pairing.first)
    return spec["trials"] if spec.kind.has("trials") else None


def _in_points(row: PairingRow) -> Interval | None:
    if row.comparison is None:
        return None
    difference = row.comparison.difference
    return Interval(100 * difference.value, 100 * difference.low, 100 * difference.high)


def _other(row: PairingRow) -> str | None:
    if row.comparison is None:
        return None
    return row.summary.tournament.pairings[row.comparison.other].value


def _if_played(row: PairingRow, count: Callable[[Standing], int]) -> Interval | None:
    return row.standing.share_of(count(row.standing)) if row.standing.sound else None


PAIRINGS: tuple[Column[PairingRow], ...] = (
    Column("trials", "", Kind.TEXT, _trials, Section.HIDDEN),
    Column("games", "Games", Kind.COUNT, lambda row: row.standing.games),
    Column("x_wins", "X wins", Kind.COUNT, lambda row: row.standing.x_wins),
    Column("o_wins", "O wins", Kind.COUNT, lambda row: row.standing.o_wins),
    Column("ties", "Ties", Kind.COUNT, lambda row: row.standing.ties),
    Column("seconds_per_game", "ms a game", Kind.SECONDS,
           lambda row: row.standing.seconds_per_game),
    Column("bad", "Spoilt", Kind.COUNT, lambda row: row.standing.bad,
           shown=lambda summary: any(standing.bad for standing in summary.standings)),
    Column("value", "", Kind.TEXT, lambda row: row.standing.pairing.value, Section.HIDDEN),
    Column("first", "", Kind.TEXT, lambda row: row.standing.pairing.first, Section.HIDDEN),
    Column("second", "", Kind.TEXT, lambda row: row.standing.pairing.second, Section.HIDDEN),
    Column("wins", "First wins", Kind.COUNT, lambda row: row.standing.wins, Section.STRENGTH,
           _rivals),
    Column("losses", "Second wins", Kind.COUNT, lambda row: row.standing.losses, Section.STRENGTH,
           _rivals),
    Column("elo", "Elo of the first", Kind.ELO, lambda row: row.standing.elo, Section.STRENGTH,
           _rivals),
    Column("size", "", Kind.TEXT, lambda row: row.standing.pairing.rules.size, Section.HIDDEN),
    Column("line", "", Kind.TEXT, lambda row: row.standing.pairing.rules.line, Section.HIDDEN),
    Column("reverse", "", Kind.TEXT,
           lambda row: str(row.standing.pairing.rules.reverse), Section.HIDDEN),
    Column("rule", "", Kind.TEXT,
           lambda row: row.standing.pairing.rules.rule.word, Section.HIDDEN),
    Column("seed", "", Kind.TEXT, lambda row: row.summary.tournament.seed, Section.HIDDEN),
    Column("version", "", Kind.TEXT, lambda _row: __version__, Section.HIDDEN),
    Column("ties_share", "Ties, 95 %", Kind.SHARE,
           lambda row: _if_played(row, lambda standing: standing.ties)),
    Column("different", "Different games", Kind.COUNT,
           lambda row: round(row.standing.different)),
    Column("normalised_elo", "Normalised Elo", Kind.NUMBER,
           lambda row: row.standing.normalised_elo, Section.STRENGTH, _rivals),
    Column("superiority", "Likely stronger", Kind.CHANCE, lambda row: row.standing.superiority,
           Section.STRENGTH, _rivals),
    Column("test", "Test", Kind.VERDICT, lambda row: row.standing.decision, Section.STRENGTH,
           lambda summary: summary.tournament.sprt is not None),
    Column("compared_with", "Compared with", Kind.TEXT, _other, Section.COMPARISON, _varied),
    Column("difference", "Difference, points", Kind.DIFFERENCE, _in_points, Section.COMPARISON,
           _varied),
    Column("p", "p", Kind.SMALL_CHANCE,
           lambda row: row.comparison and row.comparison.chance, Section.COMPARISON, _varied),
    Column("p_of_all", "p, all counted", Kind.SMALL_CHANCE,
           lambda row: row.comparison and row.comparison.adjusted, Section.COMPARISON, _varied),
    Column("sentence", "In words", Kind.TEXT,
           lambda row: row.comparison and sentence_of(row.comparison, row.summary),
           Section.SENTENCE, _varied),
)  # fmt: skip
"""Of a tournament's pairings; in a file they stand in this order."""


def columns_of(summary: Summary, *sections: Section) -> list[Column[PairingRow]]:
    """Return the columns that say anything in some results, section by section."""
    return [
        column
        for section in sections
        for column in PAIRINGS
        if column.section is section and column.shown(summary)
    ]


def player_columns(names: Sequence[str], called: dict[str, str]) -> list[Column[PlayerRow]]:
    """Return the columns of a round robin's ranking.

    Args:
        called: what each is called above its column.
    """
    columns: list[Column[PlayerRow]] = [
        Column("elo", "Elo, 0 on average", Kind.ELO, lambda row: row.elo, Section.STRENGTH),
        Column("points", "Points", Kind.COUNT, lambda row: row.total),
        Column("lead", "Ahead of the next", Kind.ELO, lambda row: row.lead and row.lead[0],
               Section.STRENGTH),
        Column("lead_p", "p, all counted", Kind.SMALL_CHANCE, lambda row: row.lead and row.lead[1],
               Section.STRENGTH),
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

    A value with an interval takes three columns. A name that a spreadsheet would take for a formula
    gets an apostrophe before it.
    """
    titles = [
        column.name + end
        for column in columns
        for end in (("", "_low", "_high") if column.kind in _INTERVALS else ("",))
    ]
    return [
        titles,
        *([cell for column in columns for cell in _in_file(column, row)] for row in rows),
    ]


def pairings_in_file(summary: Summary, base: int | None = None) -> list[list[str]]:
    """Return the table of the pairings for other programs; ``base`` as in ``rows_of``."""
    return in_file(PAIRINGS, rows_of(summary, base))


def csv_text(table: Sequence[Sequence[str]]) -> str:
    """Return a table as the text of a CSV file."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(table)
    return text.getvalue()


_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
_INTERVALS = (Kind.SHARE, Kind.ELO, Kind.DIFFERENCE)
_DIGITS = {Kind.SHARE: ".4f", Kind.ELO: ".1f", Kind.DIFFERENCE: ".2f", Kind.NUMBER: ".1f",
           Kind.SECONDS: ".6g", Kind.MILLISECONDS: ".3g", Kind.TIMES: ".3g", Kind.CHANCE: ".4f",
           Kind.SMALL_CHANCE: ".3g"}  # fmt: skip


def _in_file(column: Column[Of], row: Of) -> list[str]:
    value, digits = column.value(row), _DIGITS.get(column.kind, "")
    if isinstance(value, Interval) or column.kind in _INTERVALS:
        if not isinstance(value, Interval):
            return ["", "", ""]
        ends = value.value if value.is_known else inf, value.low, value.high
        return [f"{end:{digits}}" if isfinite(end) else "" for end in ends]
    if value is None:
        return [""]
    if column.kind is Kind.POINTS and isinstance(value, tuple):
        return [f"{value[0]:g}"]
    if column.kind is Kind.NAME:
        name = str(value)
        return [("'" if name.startswith(_FORMULAS) else "") + printable(name)]
    return [format(value, digits)]


_NOTHING = "–"
APART = (
    "Some players never met, not even over others: {groups} groups are rated each by itself, and "
    "their Elo cannot be compared."
)

_TEMPLATE = Path(__file__).with_name("results.html")


def as_csv(summary: Summary, base: int | None = None) -> str:
    """Return a CSV text with a header and a row for each pairing (``columns.PAIRINGS``).

    ``trials`` is the first player's (empty where it has none); ``wins``, ``losses`` and ``elo`` are
    the first player's; what is infinite, or not worth telling, is empty.

    Args:
        base: the row that all others are compared with; None for the one above each.
    """
    return csv_text(pairings_in_file(summary, base))


def as_text(summary: Summary, base: int | None = None) -> str:
    """Return the tables that the console prints; ``base`` as in ``as_csv``."""
    parts = [text_table(cells) for cells in _tables(summary, base)]
    return "\n\n".join((*parts, *filter(None, ["\n".join(sentences(summary, base))])))


def as_html(summary: Summary, title: str, base: int | None = None) -> str:
    """Return the same as a web page that stands alone; ``base`` as in ``as_csv``."""
    return render(
        _TEMPLATE, title=title, tables=_tables(summary, base), sentences=sentences(summary, base)
    )


def sentences(summary: Summary, base: int | None = None) -> list[str]:
    """Return what is to be said below the tables: of each comparison, and of groups apart."""
    lines = [
        str(column.value(row))
        for column in columns_of(summary, Section.SENTENCE)
        for row in rows_of(summary, base)
        if column.value(row) is not None
    ]
    if summary.tournament.kind == "round robin":
        groups = len(summary.ratings().groups)
        lines += [APART.format(groups=groups)] if groups > 1 else []
    return lines


def _tables(summary: Summary, base: int | None) -> list[list[list[str]]]:
    """Return the tables' cells, titles first: a table for each part, and one of the players."""
    rows, named = rows_of(summary, base), summary.tournament.varied or "pairing"
    tables = []
    for part in (Section.OUTCOMES, Section.STRENGTH, Section.COMPARISON):
        if columns := columns_of(summary, part):
            tables.append(_cells(named, columns, [(row.label, row) for row in rows]))
    if summary.tournament.kind == "round robin":
        players = player_rows_of(summary)
        names = [row.name for row in players]
        called = {name: str(i) for i, name in enumerate(names, start=1)}
        labelled = [(f"{called[row.name]} {row.name}", row) for row in players]
        tables.append(_cells("player", player_columns(names, called), labelled))
    return tables


def _cells(
    named: str, columns: Sequence[Column[Of]], rows: Sequence[tuple[str, Of]]
) -> list[list[str]]:
    titles = [column.title.format(**column.gaps) for column in columns]
    return [[named, *titles], *([label, *(written(column, row) for column in columns)]
                                for label, row in rows)]  # fmt: skip


def written(column: Column[Of], row: Of) -> str:
    """Return what stands in a column, as the console prints it."""
    value = column.value(row)
    if value is None or value == "":
        return _NOTHING
    return _WRITERS.get(column.kind, str)(value)


def rated(elo: Interval) -> str:
    """Return an Elo with its interval: "+12 (-30 to +54)", "at least +287", "-99 to +99"."""
    if isinf(elo.low) and isinf(elo.high):
        return _NOTHING
    value, low, high = (rounded(number, elo.digits) for number in (elo.value, elo.low, elo.high))
    if isinf(elo.high):
        return f"at least {low}"
    if isinf(elo.low):
        return f"at most {high}"
    return f"{value} ({low} to {high})" if elo.is_known else f"{low} to {high}"


def middle(elo: Interval) -> str:
    """Return an Elo without its interval; "at least +287" where one end is all that is known."""
    return rounded(elo.value) if isfinite(elo.value) else rated(elo)


def rounded(elo: float, digits: int = 0) -> str:
    """Return an Elo with a sign; nothing is "-0"."""
    if not isfinite(elo):
        return f"{elo:+.0f}"
    return f"{round(elo, digits) + 0.0:+.{digits}f}"


def text_table(rows: Sequence[Sequence[str]], texts: int = 1) -> str:
    """Return rows as lines; the first ``texts`` columns begin at the left, the others end alike."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            f"{cell:<{width}}" if column < texts else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def small_chance(chance: float) -> str:
    """Return a chance that may be very small, as a number."""
    return "<0.0001" if chance < 1e-4 else f"{chance:.2g}"


_WRITERS: dict[Kind, Callable[[Any], str]] = {
    Kind.COUNT: "{:,}".format,
    Kind.POINTS: lambda value: f"{value[0]:g}/{value[1]:.10g}",
    Kind.NUMBER: rounded,
    Kind.SECONDS: lambda value: f"{value * 1000:.3g}",
    Kind.SHARE: lambda value: f"{value.low:.1%} to {value.high:.1%}",
    Kind.MILLISECONDS: "{:.3g}".format,
    Kind.TIMES: "{:.2g}".format,
    Kind.CHANCE: "{:.1%}".format,
    Kind.SMALL_CHANCE: small_chance,
    Kind.ELO: rated,
    Kind.DIFFERENCE: rated,
}
