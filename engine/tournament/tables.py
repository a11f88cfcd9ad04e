"""A tournament's results as text: for the console, for spreadsheets, as a web page."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from html import escape
from io import StringIO
from math import isfinite, isinf
from typing import Any

from engine.tournament.columns import (
    Column,
    Kind,
    Of,
    Part,
    columns_of,
    pairings_in_file,
    player_columns,
    player_rows_of,
    rows_of,
)
from engine.tournament.statistics import Interval
from engine.tournament.summary import Summary

_NOTHING = "–"
APART = (
    "Some players never met, not even over others: {groups} groups are rated each by itself, and "
    "their Elo cannot be compared."
)

_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;margin:2em}table{border-collapse:collapse;"
    "margin:1em 0}th,td{padding:.2em .8em;text-align:right;border-bottom:1px solid #ccc}"
    "th:first-child,td:first-child{text-align:left}"
)


def as_csv(summary: Summary, base: int | None = None) -> str:
    """Return a CSV text with a header and a row for each pairing (``columns.PAIRINGS``).

    ``trials`` is the first player's (empty where it has none); ``wins``, ``losses`` and ``elo`` are
    the first player's; what is infinite, or not worth telling, is empty.

    Args:
        summary: the counts.
        base: the row that all others are compared with; None for the one above each.
    """
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(pairings_in_file(summary, base))
    return text.getvalue()


def as_text(summary: Summary, base: int | None = None) -> str:
    """Return the tables that the console prints; ``base`` as in ``as_csv``."""
    parts = [_table(cells) for cells in _tables(summary, base)]
    return "\n\n".join((*parts, *filter(None, ["\n".join(sentences(summary, base))])))


def as_html(summary: Summary, title: str, base: int | None = None) -> str:
    """Return the same as a web page that stands alone; ``base`` as in ``as_csv``."""
    body = "\n".join(
        "<table>" + "\n".join(
            "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) + "</tr>"
            for tag, row in zip(("th", *("td" for _ in cells[1:])), cells, strict=True)
        ) + "</table>"
        for cells in _tables(summary, base)
    )  # fmt: skip
    told = "".join(f"<p>{escape(text)}</p>\n" for text in sentences(summary, base))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n{body}\n{told}</body>\n</html>\n"
    )


def sentences(summary: Summary, base: int | None = None) -> list[str]:
    """Return what is to be said below the tables: of each comparison, and of groups apart."""
    told = [
        str(column.value(row))
        for column in columns_of(summary, Part.SENTENCE)
        for row in rows_of(summary, base)
        if column.value(row) is not None
    ]
    if summary.tournament.kind == "round robin":
        groups = len(summary.ratings().groups)
        told += [APART.format(groups=groups)] if groups > 1 else []
    return told


def _tables(summary: Summary, base: int | None) -> list[list[list[str]]]:
    """Return the tables' cells, titles first: a table for each part, and one of the players."""
    rows, named = rows_of(summary, base), summary.tournament.varied or "pairing"
    tables = []
    for part in (Part.OUTCOMES, Part.STRENGTH, Part.COMPARISON):
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
    titles = [each.title.format(**each.gaps) for each in columns]
    return [[named, *titles], *([label, *(written(each, row) for each in columns)]
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
    value, low, high = (rounded(each, elo.digits) for each in (elo.value, elo.low, elo.high))
    if isinf(elo.high):
        return f"at least {low}"
    if isinf(elo.low):
        return f"at most {high}"
    return f"{value} ({low} to {high})" if elo.told else f"{low} to {high}"


def middle(elo: Interval) -> str:
    """Return an Elo without its interval; "at least +287" where one end is all that is known."""
    return rounded(elo.value) if isfinite(elo.value) else rated(elo)


def rounded(elo: float, digits: int = 0) -> str:
    """Return an Elo with a sign; nothing is "-0"."""
    if not isfinite(elo):
        return f"{elo:+.0f}"
    return f"{round(elo, digits) + 0.0:+.{digits}f}"


def _table(rows: list[list[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            f"{cell:<{width}}" if column == 0 else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def small_chance(chance: float) -> str:
    """Return a chance that may be very small, as a number."""
    return "<0.0001" if chance < 1e-4 else f"{chance:.2g}"


_WRITERS: dict[Kind, Callable[[Any], str]] = {
    Kind.COUNT: "{:,}".format,
    Kind.POINTS: lambda value: f"{value[0]:g}/{value[1]}",
    Kind.NUMBER: rounded,
    Kind.SECONDS: lambda value: f"{value * 1000:.3g}",
    Kind.SHARE: lambda value: f"{value.low:.1%} to {value.high:.1%}",
    Kind.CHANCE: "{:.1%}".format,
    Kind.SMALL_CHANCE: small_chance,
    Kind.ELO: rated,
    Kind.DIFFERENCE: rated,
}
