"""Points into the teacher's own table: a gradebook of Canvas, a worksheet of Moodle, or a list.

Only the grades change. Where it is not certain whose they are, a line stays as it was, and that is
said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.classroom.roster import Roster, number
from engine.classroom.rubric import Rubric
from engine.classroom.run import Class, Entry
from engine.errors import Problem

_COMMA, _POINT = re.compile(r"-?\d+,\d+"), re.compile(r"-?\d+\.\d+")
_IN_TITLE = re.compile(r"\[\D*(\d+(?:[.,]\d+)?)\D*\] *\|\d+")
"""How Blackboard writes the most points into a column's title."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A table with grades.

    Attributes:
        content: the file.
        count: how many lines were filled in.
        notes: who was not, and why; and what else is to be known. Nothing of it is an error.
    """

    content: bytes
    count: int
    notes: tuple[Problem, ...]


def fill(looked_at: Class, roster: Roster, rubric: Rubric | None, column: str = "") -> Filled:
    """Return the roster's table with the points of all who have any.

    Args:
        looked_at: the class, looked at with this roster.
        column: the title of the column that takes them, where that is not certain.

    Raises:
        ValueError: there are no points, or it is not certain which column takes them.
    """
    if rubric is None:
        raise Problem("grades need points; name a rubric")
    place = roster.column(column)
    comma = _has_commas(roster)
    left: dict[str, list[str]] = {}
    changes: dict[tuple[int, int], str] = {}
    for entry in looked_at.entries:
        if why := _why_not(entry):
            left.setdefault(why, []).append(entry.student)
        elif entry.hand_in.line is not None:
            points = written(sum(rubric.earned(entry.report).values()))
            changes[entry.hand_in.line, place] = points.replace(".", ",") if comma else points
    notes = [_without_grade(why, roster.sheet.name, names) for why, names in left.items()]
    notes += _replaced(roster, changes)
    notes += _maximum(roster, rubric, place)
    return Filled(roster.sheet.filled(changes), len(changes), tuple(notes))


def _why_not(entry: Entry) -> str:
    """Return why a student gets no grade; empty where one is certain."""
    if entry.hand_in.line is None:
        return "unknown"
    if entry.hand_in.absent:
        return "absent"
    if entry.hand_in.path is None:
        return "empty"
    return "unjudged" if entry.report.unjudged else ""


def _without_grade(why: str, name: str, students: list[str]) -> Problem:
    """Return a sentence on students without a grade."""
    named = "; ".join(students)  # a name may have a comma in it
    match why:
        case "unknown":
            return Problem(
                "not found in {name}, so without a grade there: {students}",
                name=name, students=named,
            )  # fmt: skip
        case "absent":
            return Problem("not handed in; the line stays as it was: {students}", students=named)
        case "empty":
            return Problem(
                "nothing that could be read; the line stays as it was: {students}", students=named
            )
    return Problem("could not be judged; the line stays as it was: {students}", students=named)


def written(points: float) -> str:
    """Return points as a plain number: ``7``, ``6.5``."""
    return f"{points:.4f}".rstrip("0").rstrip(".")


def _has_commas(roster: Roster) -> bool:
    """Whether the table writes decimals with commas, as far as it has any."""
    cells = [cell for row in roster.sheet.rows for cell in row]
    return _any(_COMMA, cells) and not _any(_POINT, cells)


def _any(pattern: re.Pattern[str], cells: Iterable[str]) -> bool:
    return any(pattern.fullmatch(cell.strip()) for cell in cells)


def _replaced(roster: Roster, changes: Mapping[tuple[int, int], str]) -> list[Problem]:
    """Return a sentence where other grades stood in the column already."""
    places = {place for _, place in changes}
    before = {(row, place): roster.grade(row, place) for row, place in changes}
    count = sum(grade is not None and grade != number(changes[at]) for at, grade in before.items())
    if not count:
        return []
    column = ", ".join(roster.sheet.rows[0][place].strip() for place in places)
    return [
        Problem(
            "other grades stood in {column} before, and were replaced: {count} of them",
            column=column, count=count,
        )
    ]  # fmt: skip


def _most(roster: Roster, place: int) -> float | None:
    """Return the most points that the table says; None where it says none."""
    rows = roster.sheet.rows
    titles = [title.strip() for title in rows[0]]
    if match := _IN_TITLE.search(titles[place]):
        return number(match[1])
    known = [title.casefold() for title in titles]
    if roster.kind == "moodle" or "max points" in known:
        column = place + 1 if roster.kind == "moodle" else known.index("max points")
        cells = [row[column] for row in rows[1:] if column < len(row)]
    else:
        cells = [
            row[place] for row in rows[1:]
            if row and row[0].strip().casefold() == "points possible" and place < len(row)
        ]  # fmt: skip
    return next((most for most in map(number, cells) if most is not None), None)


def _maximum(roster: Roster, rubric: Rubric, place: int) -> list[Problem]:
    """Return a sentence where the table says another maximum than the rubric's points."""
    most = _most(roster, place)
    if most in (None, rubric.most):
        return []
    return [
        Problem(
            "{name} says at most {most} points, and the rubric gives {worth}; points are written "
            "as the rubric gives them",
            name=roster.sheet.name, most=written(most or 0), worth=written(rubric.most),
        )
    ]  # fmt: skip
