"""A tournament's results as tables: for people, for spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from math import isfinite

from engine.specs import PlayerSpec
from engine.tournament.statistics import Interval
from engine.tournament.summary import Standing, Summary

CSV_COLUMNS = (
    "trials", "games", "x_wins", "o_wins", "ties", "seconds_per_game", "bad", "value", "first",
    "second", "wins", "losses", "elo", "elo_low", "elo_high", "size", "line", "reverse",
)  # fmt: skip


def as_csv(standings: Sequence[Standing]) -> str:
    """Return a CSV text with a header and a row for each pairing.

    ``trials`` is the first player's (empty where it has none); ``wins`` and ``losses`` are the
    first player's; the Elo columns, with the 95 % interval's ends, are empty where infinite.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for each in standings:
        pairing = each.pairing
        spec, rating = PlayerSpec.parse(pairing.first), each.elo
        ends = (rating.value, rating.low, rating.high)
        writer.writerow([
            spec["trials"] if spec.kind.has("trials") else "",
            each.games, each.x_wins, each.o_wins, each.ties, f"{each.seconds_per_game:.6g}",
            each.bad, pairing.value, pairing.first, pairing.second, each.wins, each.losses,
            *(f"{end:.1f}" if isfinite(end) else "" for end in ends),
            pairing.size, pairing.line or pairing.size, "yes" if pairing.reverse else "no",
        ])  # fmt: skip
    return text.getvalue()


def as_text(summary: Summary) -> str:
    """Return the tables that the console prints."""
    tournament, standings = summary.tournament, summary.standings
    parts = [_outcomes(tournament.varied or "pairing", standings)]
    if any(not each.pairing.is_self_play for each in standings):
        parts.append(_strength(standings))
    if tournament.kind == "round robin":
        parts += [cross_table(summary), _ratings(summary)]
    return "\n\n".join(parts)


def label_of(standing: Standing) -> str:
    """Return what a pairing is called in a table: what was varied, or who plays."""
    pairing = standing.pairing
    return pairing.value or f"{pairing.first} – {pairing.second}"


def cross_table(summary: Summary) -> str:
    """Return everybody's points against everybody, the strongest first; a tie is half a point."""
    rated = summary.ratings()
    names = sorted(rated, key=lambda name: -rated[name].value)
    points: dict[tuple[str, str], tuple[float, int]] = {}
    for each in summary.standings:
        one, two = each.pairing.first, each.pairing.second
        points[one, two] = each.wins + each.ties / 2, each.sound
        points[two, one] = each.losses + each.ties / 2, each.sound
    rows = [["points", *(str(i + 1) for i in range(len(names))), "all"]]
    for i, name in enumerate(names):
        cells = [_points(points.get((name, other))) for other in names]
        total = sum(points[name, other][0] for other in names if (name, other) in points)
        rows.append([f"{i + 1} {name}", *cells, f"{total:g}"])
    return _table(rows)


def _points(cell: tuple[float, int] | None) -> str:
    return "" if cell is None else f"{cell[0]:g}/{cell[1]}"


def _outcomes(title: str, standings: Sequence[Standing]) -> str:
    rows = [[title, "games", "X wins", "O wins", "ties", "bad", "ties 95 %", "ms a game"]]
    for each in standings:
        ties = each.share_of(each.ties)
        rows.append([
            label_of(each), f"{each.games:,}", f"{each.x_wins:,}", f"{each.o_wins:,}",
            f"{each.ties:,}", f"{each.bad:,}", f"{ties.low:.1%} to {ties.high:.1%}",
            f"{each.seconds_per_game * 1000:.3g}",
        ])  # fmt: skip
    return _table(rows)


def _strength(standings: Sequence[Standing]) -> str:
    rows = [["first – second", "won", "tied", "lost", "Elo of the first", "superior", "test"]]
    for each in standings:
        rows.append([
            label_of(each), f"{each.wins:,}", f"{each.ties:,}", f"{each.losses:,}",
            _rated(each.elo), f"{each.superiority:.1%}", each.decision or "–",
        ])  # fmt: skip
    return _table(rows)


def _ratings(summary: Summary) -> str:
    rows = [["player", "Elo"]]
    rated = sorted(summary.ratings().items(), key=lambda each: -each[1].value)
    rows += [[name, _rated(rating)] for name, rating in rated]
    return _table(rows)


def _rated(rating: Interval) -> str:
    return f"{rating.value:+.0f} ({rating.low:+.0f} to {rating.high:+.0f})"


def _table(rows: list[list[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            f"{cell:<{width}}" if column == 0 else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
