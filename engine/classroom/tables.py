"""A class as data for other programs: CSV for a gradebook, JSON for everything."""

from __future__ import annotations

import csv
from io import StringIO
from math import isfinite
from typing import Any

from engine.classroom.mistakes import mistakes
from engine.classroom.rubric import Rubric
from engine.classroom.run import Class, Entry
from engine.compat.contract import CHECKS
from engine.compat.terms import FAIL, WARN
from engine.errors import printable

FORMAT = "monte-carlo-tic-tac-toe class"
VERSION = 1

_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def status_of(entry: Entry, group: str) -> str:
    """Return how a group of checks went: "right", "warnings", "faults", or "left out"."""
    if group not in entry.report.findings:
        return "left out"
    found = {each.status for each in entry.report.findings[group]}
    return "faults" if FAIL in found else "warnings" if WARN in found else "right"


def points_of(entry: Entry, rubric: Rubric | None, between: str = "/") -> str:
    """Return what a student has earned, of how much; empty where nothing can be said of that."""
    if rubric is None or entry.report.unjudged:
        return ""
    return f"{round(sum(rubric.earned(entry.report).values()), 6):g}{between}{rubric.most:g}"


def warnings_of(entry: Entry) -> int:
    """Return how many warnings a student's file has."""
    return sum(each.status == WARN for found in entry.report.findings.values() for each in found)


def as_csv(looked_at: Class, rubric: Rubric | None) -> str:
    """Return a table with a header and a row for each student.

    Numbers are plain, and empty where there is none. A name that a spreadsheet would take for a
    formula gets an apostrophe before it.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([
        "student", "file", "verdict", "faults", "warnings", "points", "of", "ms_per_trial",
        "elo", "elo_low", "elo_high", "wins", "ties", "losses", "spoilt", *CHECKS,
    ])  # fmt: skip
    for entry in looked_at.entries:
        seconds = entry.report.trial_seconds
        writer.writerow([
            _plain(entry.student), _plain(entry.hand_in.source.name), entry.report.verdict,
            entry.report.faults, warnings_of(entry),
            *(points_of(entry, rubric) or "/").split("/"),
            "" if seconds is None else f"{seconds * 1000:.3g}",
            *_elo(looked_at, entry.student), *_games(looked_at, entry.student),
            *(status_of(entry, group) for group in CHECKS),
        ])  # fmt: skip
    return text.getvalue()


def _plain(text: str) -> str:
    return f"'{printable(text)}" if text.startswith(_FORMULAS) else printable(text)


def _elo(looked_at: Class, name: str) -> tuple[str, str, str]:
    rated = looked_at.elo.get(name)
    if rated is None:
        return "", "", ""
    value, low, high = (
        f"{each:.1f}" if isfinite(each) else "" for each in (rated.value, rated.low, rated.high)
    )
    return value, low, high


def _games(looked_at: Class, name: str) -> tuple[object, ...]:
    results = looked_at.results_of(name).values()
    if not results:
        return "", "", "", ""
    return (
        sum(each.wins for each in results), sum(each.ties for each in results),
        sum(each.losses for each in results), sum(each.spoilt for each in results),
    )  # fmt: skip


def as_json(looked_at: Class, rubric: Rubric | None) -> dict[str, Any]:
    """Return all that is known of a class, as plain data."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "class": looked_at.name,
        "students": [_student(looked_at, entry, rubric) for entry in looked_at.entries],
        "mistakes": [
            {"what": each.what, "warning": each.warning, "students": list(each.students)}
            for each in mistakes(looked_at)
        ],
        "league": [
            {
                "first": one, "second": two, "wins": each.wins, "ties": each.ties,
                "losses": each.losses, "spoilt_by_first": each.spoilt,
                "spoilt_by_second": each.spoilt_by_other,
                "problem": each.problem or each.problem_of_other,
                "problem_of_first": each.problem, "problem_of_second": each.problem_of_other,
            }
            for (one, two), each in looked_at.results.items()
        ],
        "elo": {
            name: {
                end: value if isfinite(value := getattr(each, end)) else None
                for end in ("value", "low", "high")
            }
            for name, each in looked_at.elo.items()
        },
    }  # fmt: skip


def _student(looked_at: Class, entry: Entry, rubric: Rubric | None) -> dict[str, Any]:
    data = {
        "student": entry.student,
        "source": entry.hand_in.source.name,
        "others": list(entry.hand_in.others),
        "in_league": bool(looked_at.results_of(entry.student)),
        "no_move": entry.report.no_move,
        "trial_seconds": entry.report.trial_seconds,
        "report": entry.report.as_json(),
    }
    if rubric is not None:
        data["points"] = {} if entry.report.unjudged else rubric.earned(entry.report)
        data["most_points"] = rubric.most
    return data
