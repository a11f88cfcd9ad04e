"""A tournament's results as tables: for people, for spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from io import StringIO
from math import inf, isfinite

from engine.specs import PlayerSpec
from engine.tournament.statistics import Interval
from engine.tournament.summary import Standing, Summary

Column = tuple[str, Callable[[Standing], object]]
"""A column's title, and what stands in it for a pairing."""


def _elo_end(end: str) -> Callable[[Standing], str]:
    """Return what writes the value of an Elo, or an end of its interval, where it is finite."""

    def write(each: Standing) -> str:
        value = inf if each.elo is None else getattr(each.elo, end)
        return f"{value:.1f}" if isfinite(value) else ""

    return write


def _trials(each: Standing) -> object:
    spec = PlayerSpec.parse(each.pairing.first)
    return spec["trials"] if spec.kind.has("trials") else ""


_CSV: tuple[Column, ...] = (
    ("trials", _trials),
    ("games", lambda each: each.games),
    ("x_wins", lambda each: each.x_wins),
    ("o_wins", lambda each: each.o_wins),
    ("ties", lambda each: each.ties),
    ("seconds_per_game", lambda each: f"{each.seconds_per_game:.6g}"),
    ("bad", lambda each: each.bad),
    ("value", lambda each: each.pairing.value),
    ("first", lambda each: each.pairing.first),
    ("second", lambda each: each.pairing.second),
    ("wins", lambda each: each.wins),
    ("losses", lambda each: each.losses),
    ("elo", _elo_end("value")),
    ("elo_low", _elo_end("low")),
    ("elo_high", _elo_end("high")),
    ("size", lambda each: each.pairing.rules.size),
    ("line", lambda each: each.pairing.rules.line),
    ("reverse", lambda each: "yes" if each.pairing.rules.reverse else "no"),
)

_OUTCOMES: tuple[Column, ...] = (
    ("games", lambda each: f"{each.games:,}"),
    ("X wins", lambda each: f"{each.x_wins:,}"),
    ("O wins", lambda each: f"{each.o_wins:,}"),
    ("ties", lambda each: f"{each.ties:,}"),
    ("bad", lambda each: f"{each.bad:,}"),
    ("ties 95 %", lambda each: _ends(each.share_of(each.ties))),
    ("ms a game", lambda each: f"{each.seconds_per_game * 1000:.3g}"),
)

_STRENGTH: tuple[Column, ...] = (
    ("won", lambda each: f"{each.wins:,}"),
    ("tied", lambda each: f"{each.ties:,}"),
    ("lost", lambda each: f"{each.losses:,}"),
    ("Elo of the first", lambda each: _rated(each.elo)),
    ("superior", lambda each: _likelihood(each.superiority)),
    ("test", lambda each: each.decision or "–"),
)


def as_csv(standings: Sequence[Standing]) -> str:
    """Return a CSV text with a header and a row for each pairing.

    ``trials`` is the first player's (empty where it has none); ``wins`` and ``losses`` are the
    first player's; the Elo columns, with the 95 % interval's ends, are empty where infinite, and
    where a player plays itself.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(title for title, _ in _CSV)
    writer.writerows([cell(each) for _, cell in _CSV] for each in standings)
    return text.getvalue()


def as_text(summary: Summary) -> str:
    """Return the tables that the console prints."""
    tournament, standings = summary.tournament, summary.standings
    parts = [_rows(tournament.varied or "pairing", _OUTCOMES, standings)]
    if any(not each.pairing.is_self_play for each in standings):
        parts.append(_rows("first – second", _STRENGTH, standings))
    if tournament.kind == "round robin":
        parts += [cross_table(summary), _ratings(summary)]
    return "\n\n".join(parts)


def label_of(standing: Standing) -> str:
    """Return what a pairing is called in a table: what was varied, or who plays."""
    pairing = standing.pairing
    return pairing.value or f"{pairing.first} – {pairing.second}"


def cross_table(summary: Summary) -> str:
    """Return everybody's points against everybody, the strongest first; a tie is half a point."""
    names, points = list(summary.ratings()), summary.points()
    rows = [["points", *(str(i + 1) for i in range(len(names))), "all"]]
    for i, name in enumerate(names):
        cells = [_points(points.get((name, other))) for other in names]
        total = sum(points[name, other][0] for other in names if (name, other) in points)
        rows.append([f"{i + 1} {name}", *cells, f"{total:g}"])
    return _table(rows)


def _points(cell: tuple[float, int] | None) -> str:
    return "" if cell is None else f"{cell[0]:g}/{cell[1]}"


def _rows(title: str, columns: Sequence[Column], standings: Sequence[Standing]) -> str:
    """Return a table with a row for each pairing, its label first."""
    rows = [[title, *(each for each, _ in columns)]]
    rows += [[label_of(each), *(str(cell(each)) for _, cell in columns)] for each in standings]
    return _table(rows)


def _ends(share: Interval) -> str:
    return f"{share.low:.1%} to {share.high:.1%}"


def _ratings(summary: Summary) -> str:
    played = {name for (name, _), (_, games) in summary.points().items() if games}
    rows = [["player", "Elo"]]
    rated = summary.ratings().items()
    rows += [[name, _rated(elo if name in played else None)] for name, elo in rated]
    return _table(rows)


def _likelihood(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"


def _rated(rating: Interval | None) -> str:
    if rating is None:
        return "–"
    value, low, high = (rounded(each) for each in (rating.value, rating.low, rating.high))
    return f"{value} ({low} to {high})"


def rounded(elo: float) -> str:
    """Return whole Elo with a sign; nothing is "-0"."""
    return f"{round(elo):+d}" if isfinite(elo) else f"{elo:+.0f}"


def _table(rows: list[list[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            f"{cell:<{width}}" if column == 0 else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
