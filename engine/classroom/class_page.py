"""The class report: one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from engine.classroom.league import MACHINES
from engine.classroom.likeness import in_sentences
from engine.classroom.platforms import PLAIN, TITLES
from engine.classroom.rubric import Rubric
from engine.classroom.run import Class
from engine.classroom.tables import StudentRow, mistakes, points_told, student_columns
from engine.compat.terms import PASS, Finding
from engine.pages import render
from engine.tournament.columns import Column, Kind, Section, middle, rated, written

_TEMPLATE = Path(__file__).with_name("class_page.html")

_MOST_NAMED = 12
"""Students that are named beside a mistake, and files beside a hand-in."""

_SIGNS = {"right": "✓", "warnings": "!", "faults": "✗", "left out": "–"}


class PageRow(StudentRow):
    """A student's row, with what pages say of it."""

    __slots__ = ()

    @property
    def mood(self) -> str:
        """What class the verdict is of: right, warnings or faults; dim where there is none."""
        report = self.entry.report
        if self.entry.hand_in.absent:
            return "dim"
        if report.unjudged:
            return "warnings"
        return "faults" if not report.passed else "warnings" if report.warned else "right"

    @property
    def points_told(self) -> str:
        """The points, in words; empty where nothing can be said of them."""
        return points_told(self.points)

    @property
    def earned(self) -> list[str]:
        """What each group of checks earned, in words."""
        if self.rubric is None:
            return []
        worth = self.rubric.points
        earned = self.rubric.earned(self.entry.report)
        return [f"{group} {points:g} of {worth[group]:g}" for group, points in earned.items()]

    @property
    def bad_groups(self) -> list[tuple[str, list[Finding]]]:
        """The groups of checks that found anything wrong, with what that is."""
        if self.entry.hand_in.absent:
            return []
        groups = [
            (group, [finding for finding in findings if finding.status != PASS])
            for group, findings in self.entry.report.findings.items()
        ]
        return [(group, findings) for group, findings in groups if findings]

    def line(self, finding: Finding) -> str | None:
        """Return the line of code that a finding is about; None where that is not known."""
        lines = self.entry.report.code.decode("utf-8", "replace").splitlines()
        if not finding.line or finding.line > len(lines):
            return None
        return lines[finding.line - 1][:300].expandtabs(4)

    def about(self, to_teacher: bool) -> list[str]:
        """Return what is known of the file beside its verdict; some of it is the teacher's only."""
        hand_in, report = self.entry.hand_in, self.entry.report
        notes = [hand_in.source.name] if to_teacher and not hand_in.absent else []
        if hand_in.path is not None and report.path.name not in notes:
            notes.append(f"looked at: {report.path.name}")
        if to_teacher and hand_in.earlier:
            notes.append(f"earlier attempts: {', '.join(hand_in.earlier[:_MOST_NAMED])}")
        if to_teacher and hand_in.group:
            notes.append(f"plays in the league as {hand_in.group}")
        if hand_in.others:
            notes.append(f"handed in with it: {', '.join(hand_in.others[:_MOST_NAMED])}")
        notes += report.notes
        if report.trial_seconds is not None:
            times = "" if self.entry.ratio is None else f"{self.entry.ratio:.2g}"
            beside = {"": "", "1": ", as long as the reference solution's"}
            notes.append(
                f"{report.trial_seconds * 1000:.3g} ms a trial"
                + beside.get(times, f", {times} times the reference solution's")
            )
        if to_teacher and report.guard:
            notes.append(report.guard)
        return notes


class _PageCell(NamedTuple):
    """A cell of the class's table.

    Attributes:
        text: what stands in it.
        style: its class.
        title: what is shown when the pointer is over it.
    """

    text: str
    style: str = "number"
    title: str = ""


def as_html(looked_at: Class, rubric: Rubric | None) -> str:
    """Return the whole page; without a rubric it says nothing of points."""
    rows = [PageRow(looked_at, entry, rubric) for entry in looked_at.entries]
    columns = student_columns(rows, Section.OUTCOMES, Section.WIDE)

    def cells(row: PageRow) -> list[_PageCell]:
        others = (column for column in columns if column.kind is not Kind.NAME)
        return [cell for column in others for cell in _cells(column, row)]

    return render(
        _TEMPLATE,
        title=f"Class report: {looked_at.name}",
        in_short=_in_short(looked_at),
        anchors={row.entry.student: f"student-{i}" for i, row in enumerate(rows, 1)},
        rows=rows,
        heads=[head for column in columns for head in _heads(column)],
        cells=cells,
        mistakes=mistakes(looked_at),
        most_named=_MOST_NAMED,
        alike=in_sentences(looked_at.alike) if looked_at.alike else [],
        league=_league_in_short(looked_at),
        machines=_machines(looked_at),
        rated=rated,
    )


def _in_short(looked_at: Class) -> list[str]:
    entries = [entry for entry in looked_at.entries if entry.hand_in.path is not None]
    absent = sum(entry.hand_in.absent for entry in looked_at.entries)
    empty = len(looked_at.entries) - len(entries) - absent
    unjudged = sum(bool(entry.report.unjudged) for entry in entries)
    faulty = sum(not entry.report.passed for entry in entries) - unjudged
    warned = sum(entry.report.passed and entry.report.warned for entry in entries)
    playing = sum(entry.plays for entry in entries)
    right = len(entries) - faulty - warned - unjudged
    besides = f", {unjudged} could not be judged" if unjudged else ""
    besides += f", {empty} with nothing readable" if empty else ""
    lines = [
        f"{len(entries) + empty} handed in: {right} right, {warned} right with warnings, {faulty} "
        f"with faults{besides}. {playing} make moves."
        + (f" {absent} of the roster handed in nothing." if absent else "")
    ]
    if looked_at.platform != PLAIN:
        lines.append(f"The names are those of {TITLES[looked_at.platform]}.")
    if looked_at.left_out:
        lines.append(f"Nobody's hand-in: {', '.join(looked_at.left_out)}.")
    return lines


def _league_in_short(looked_at: Class) -> str:
    """Say what of the league was played, and how its strengths count."""
    league = looked_at.league
    if not league.results:
        return ""
    spoilt = "A game that a file spoilt is lost by it."
    if league.is_whole:
        return spoilt
    return (
        f"{len(league.results):,} of {league.wanted:,} pairings were drawn by lot and played: "
        f"so many fit into {league.minutes:g} minutes of processor time. {spoilt}"
    )


def _machines(looked_at: Class) -> list[tuple[str, str]]:
    """Return the built-in machines of the league with their Elo, the strongest first."""
    elos = {name: looked_at.elo[name] for name in MACHINES if name in looked_at.elo}
    return [(name, rated(elos[name])) for name in sorted(elos, key=lambda name: -elos[name].rank)]


def _heads(column: Column[StudentRow]) -> Sequence[tuple[str, str]]:
    """Return what stands above a column, with its class: strengths take two."""
    match column.kind:
        case Kind.STATUS:
            return [(column.title, "up")]
        case Kind.NAME | Kind.TEXT:
            return [(column.title, "")]
        case Kind.ELO:
            return [(column.title, "number"), ("± 95 %", "number")]
    return [(column.title, "number")]


def _cells(column: Column[StudentRow], row: PageRow) -> Sequence[_PageCell]:
    value: Any = column.value(row)
    match column.kind:
        case Kind.TEXT:
            return [_PageCell(value, f"verdict {row.mood}")]
        case Kind.STATUS:
            return [_PageCell(_SIGNS[value], "dim" if value == "left out" else value, value)]
        case Kind.ELO if value is None:
            return [_PageCell(""), _PageCell("")]
        case Kind.ELO:
            half = (value.high - value.low) / 2
            return [_PageCell(middle(value)), _PageCell(f"{half:.0f}" if isfinite(half) else "")]
        case Kind.POINTS:
            return [_PageCell(points_told(value))]
    return [_PageCell("" if value is None else written(column, row))]
