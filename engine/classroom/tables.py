"""A class as data: what went wrong most often, CSV for a gradebook, JSON for everything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any, NamedTuple

from engine.classroom.rubric import Rubric
from engine.classroom.run import FOUND, Class, Entry
from engine.compat.checking import LOADING, WRITTEN
from engine.compat.contract import CHECKS, WHOLE
from engine.compat.terms import FAIL, PASS, WARN, Finding
from engine.compat.unwritten import NOTHING
from engine.tournament.columns import Column, Kind, Section, csv_text, in_file
from engine.tournament.statistics import Interval


@dataclass(frozen=True, slots=True)
class SharedMistake:
    """A mistake, and who made it.

    Attributes:
        what: the mistake, in a sentence without its end.
        warning: whether it is a warning only.
        students: who made it, by name.
    """

    what: str
    warning: bool
    students: tuple[str, ...]


def mistakes(looked_at: Class) -> list[SharedMistake]:
    """Return the mistakes of a class, the most frequent first; each counts once for a student."""
    students: dict[tuple[str, bool], dict[str, None]] = {}
    present = (entry for entry in looked_at.entries if not entry.hand_in.absent)
    for entry in present:
        for what, warning in _of(entry):
            students.setdefault((what, warning), {})[entry.student] = None
    shared = [SharedMistake(*mistake, tuple(who)) for mistake, who in students.items()]
    return sorted(shared, key=lambda one: (-len(one.students), one.warning, one.what))


def _of(entry: Entry) -> set[tuple[str, bool]]:
    """Return one student's mistakes: those of the whole only where no part is known to be wrong."""
    parts: set[tuple[str, bool]] = set()
    of_whole: set[tuple[str, bool]] = set()
    for name, findings in entry.report.findings.items():
        for finding in findings:
            if finding.status != PASS:
                follows = name in WHOLE and not (finding.cause or finding.is_error)
                seen = of_whole if follows else parts
                seen.add((_named(name, finding), finding.status != FAIL))
    return parts or of_whole


_WHOLE_FILES = {
    FOUND: "no solution was handed in",
    LOADING: "the file cannot be loaded",
    WRITTEN: NOTHING,
}
"""What is said of a file that has none of the groups of checks."""


def _named(group: str, finding: Finding) -> str:
    if finding.cause:
        return finding.cause
    if group in _WHOLE_FILES:
        return _WHOLE_FILES[group]
    if group == "names":
        return finding.what
    if finding.is_error:
        return f"an error in “{group}”"
    return f"something else in “{group}”"


FORMAT = "monte-carlo-tic-tac-toe class"
VERSION = 1


def status_of(entry: Entry, group: str) -> str:
    """Return how a group of checks went: "right", "warnings", "faults", or "left out"."""
    if group not in entry.report.findings:
        return "left out"
    statuses = {finding.status for finding in entry.report.findings[group]}
    return "faults" if FAIL in statuses else "warnings" if WARN in statuses else "right"


def points_told(points: tuple[float, float] | None) -> str:
    """Return points in words; empty where nothing can be said of them."""
    return "" if points is None else f"{points[0]:g} of {points[1]:g}"


def warnings_of(entry: Entry) -> int:
    """Return how many warnings a student's file has."""
    return sum(
        finding.status == WARN
        for findings in entry.report.findings.values()
        for finding in findings
    )


class StudentRow(NamedTuple):
    """A student's row in the table of a class; ``rubric`` is None where there are no points."""

    looked_at: Class
    entry: Entry
    rubric: Rubric | None

    @property
    def points(self) -> tuple[float, float] | None:
        """What was earned, and of how much; None where nothing can be said of that.

        Where nothing could be read, it is for the teacher to say.
        """
        if self.rubric is None or self.entry.report.unjudged or self.entry.hand_in.path is None:
            return None
        return round(sum(self.rubric.earned(self.entry.report).values()), 6), self.rubric.most

    @property
    def elo(self) -> Interval | None:
        """The strength in the league."""
        elo = self.looked_at.elo_of(self.entry)
        return elo and replace(elo, is_known=True)

    def total(self, what: str) -> int | None:
        """Return a count over all pairings of the league; None where it played none."""
        results = self.looked_at.results_of(self.entry).values()
        return sum(getattr(result, what) for result in results) if results else None


def _count(what: str) -> Column[StudentRow]:
    return Column(what, "", Kind.COUNT, lambda row: row.total(what), Section.HIDDEN)


def _status(group: str) -> Column[StudentRow]:
    return Column(group, group, Kind.STATUS, lambda row: status_of(row.entry, group), Section.WIDE)


def _milliseconds(row: StudentRow) -> float | None:
    seconds = row.entry.report.trial_seconds
    return None if seconds is None else seconds * 1000


STUDENTS: tuple[Column[StudentRow], ...] = (
    Column("student", "Student", Kind.NAME, lambda row: row.entry.student),
    Column("file", "", Kind.NAME, lambda row: row.entry.hand_in.source.name, Section.HIDDEN),
    Column("verdict", "Verdict", Kind.TEXT, lambda row: row.entry.verdict),
    Column("faults", "", Kind.COUNT, lambda row: row.entry.report.faults, Section.HIDDEN),
    Column("warnings", "", Kind.COUNT, lambda row: warnings_of(row.entry), Section.HIDDEN),
    Column("points", "Points", Kind.POINTS, lambda row: row.points,
           shown=lambda rows: any(row.rubric for row in rows)),
    Column("of", "", Kind.TEXT, lambda row: row.points and f"{row.points[1]:g}", Section.HIDDEN),
    Column("ms_per_trial", "ms a trial", Kind.MILLISECONDS, _milliseconds, Section.WIDE),
    Column("elo", "Elo", Kind.ELO, lambda row: row.elo,
           shown=lambda rows: any(row.looked_at.elo for row in rows)),
    *map(_count, ("wins", "ties", "losses")),
    Column("spoilt", "Spoilt", Kind.COUNT, lambda row: row.total("spoilt"),
           shown=lambda rows: any(row.total("spoilt") for row in rows)),
    *map(_status, CHECKS),
    Column("times_reference", "× reference", Kind.TIMES, lambda row: row.entry.ratio,
           Section.WIDE),
    Column("number", "", Kind.NAME, lambda row: ", ".join(row.entry.hand_in.person.ids),
           Section.HIDDEN),
    Column("earlier", "", Kind.NAME, lambda row: ", ".join(row.entry.hand_in.earlier),
           Section.HIDDEN),
    Column("guard", "", Kind.NAME, lambda row: row.entry.report.guard, Section.HIDDEN),
)  # fmt: skip
"""Of a class's students; in a file they stand in this order, and without Section.WIDE in short."""


def student_rows(looked_at: Class, rubric: Rubric | None) -> list[StudentRow]:
    """Return the rows of a class's table."""
    return [StudentRow(looked_at, entry, rubric) for entry in looked_at.entries]


def student_columns(rows: Sequence[StudentRow], *sections: Section) -> list[Column[StudentRow]]:
    """Return the columns of these sections that say anything in some rows."""
    return [column for column in STUDENTS if column.section in sections and column.shown(rows)]


_MARK = "\ufeff"
"""What spreadsheets know a table in UTF-8 by."""


def as_csv(looked_at: Class, rubric: Rubric | None) -> str:
    """Return a table with a header and a row for each student (``STUDENTS``), for a spreadsheet."""
    return _MARK + csv_text(in_file(STUDENTS, student_rows(looked_at, rubric)))


def as_json(looked_at: Class, rubric: Rubric | None) -> dict[str, Any]:
    """Return all that is known of a class, as plain data."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "class": looked_at.name,
        "platform": looked_at.platform,
        "left_out": list(looked_at.left_out),
        "league_of": {
            "played": len(looked_at.results), "wanted": looked_at.league.wanted,
            "minutes": looked_at.league.minutes,
        },
        "students": [_student(looked_at, entry, rubric) for entry in looked_at.entries],
        "mistakes": [
            {"what": mistake.what, "warning": mistake.warning, "students": list(mistake.students)}
            for mistake in mistakes(looked_at)
        ],
        "alike": [
            {"first": pair.first, "second": pair.second, "share": pair.share, "told": pair.sentence}
            for pair in looked_at.alike
        ],
        "league": [
            {
                "first": one, "second": two, "wins": result.wins, "ties": result.ties,
                "losses": result.losses, "spoilt_by_first": result.spoilt,
                "spoilt_by_second": result.spoilt_by_other,
                "problem": result.problem or result.problem_of_other,
                "problem_of_first": result.problem, "problem_of_second": result.problem_of_other,
            }
            for (one, two), result in looked_at.results.items()
        ],
        "elo": {
            name: {
                end: value if isfinite(value := getattr(elo, end)) else None
                for end in ("value", "low", "high")
            }
            for name, elo in looked_at.elo.items()
        },
    }  # fmt: skip


def _student(looked_at: Class, entry: Entry, rubric: Rubric | None) -> dict[str, Any]:
    data = {
        "student": entry.student,
        "source": entry.hand_in.source.name,
        "others": list(entry.hand_in.others),
        "name": entry.hand_in.person.name,
        "numbers": list(entry.hand_in.person.ids),
        "group": entry.hand_in.group,
        "earlier": list(entry.hand_in.earlier),
        "absent": entry.hand_in.absent,
        "verdict": entry.verdict,
        "guard": entry.report.guard,
        "in_league": bool(looked_at.results_of(entry)),
        "no_move": entry.report.no_move,
        "trial_seconds": entry.report.trial_seconds,
        "times_reference": entry.ratio,
        "report": entry.report.as_json(),
    }
    if rubric is not None:
        unknown = entry.report.unjudged or entry.hand_in.path is None
        data["points"] = {} if unknown else rubric.earned(entry.report)
        data["most_points"] = rubric.most
    return data
