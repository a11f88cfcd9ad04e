"""Who belongs to a class: a gradebook of Canvas, a grading worksheet of Moodle, or a plain list.

It says who handed in nothing, and takes the grades. Students are found by their numbers, logins
and addresses first and by their names second; where a name fits two, nobody is guessed.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from pathlib import Path
from typing import TypeVar

from engine.classroom.platforms import KINDS, Person
from engine.classroom.sheet import Sheet
from engine.errors import Problem

Of = TypeVar("Of")

_ASSIGNMENT = re.compile(r".+ \(\d+\)")
_PARTICIPANT = re.compile(r"(?P<word>\D+?)\s*(?P<number>\d+)")
_NAMES = ("full name", "name", "student", "student name")
_FIRST, _LAST = ("first name", "given name"), ("last name", "surname", "family name")
_IDS = ("id", "sid", "id number", "student id", "number", "login", "username", "user name", "email",
        "e-mail", "email address", "sis user id", "sis login id")  # fmt: skip
_GRADES = ("grade", "points", "score", "total score")
_POSTED = re.compile(r".+\[.+\] *\|\d+")
"""How Blackboard writes a column's title, the most points and the column's number in it."""

_NOT_STUDENTS = ("points possible", "student, test")
_ROLES = ("role", "roles")
_STAFF = ("instructor", "teacher", "non-editing teacher", "ta", "teaching assistant", "reader",
          "grader", "designer", "observer")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Listed:
    """A student of the roster.

    Attributes:
        row: the line of the table, from 0.
        person: who it is.
    """

    row: int
    person: Person


@dataclass(frozen=True, slots=True)
class Roster:
    """A class's roster.

    Attributes:
        sheet: the table that it was read from.
        kind: "canvas", "moodle" or "list".
        students: who belongs to the class, line by line.
        gradable: the columns that may take a grade, where that is known.
    """

    sheet: Sheet
    kind: str
    students: tuple[Listed, ...]
    gradable: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: Path) -> Roster:
        """Read a CSV file; ValueError, a sentence, where it names no students."""
        sheet = Sheet.read(path)
        rows = sheet.rows
        titles = [title.strip() for title in rows[0]] if rows else []
        if "ID" in titles and "Student" in titles:
            roster = cls(sheet, "canvas", tuple(_canvas(titles, rows)),
                       tuple(filter(_ASSIGNMENT.fullmatch, titles)))  # fmt: skip
        elif (word := _moodle_word(rows)) is not None:
            place = _moodle_grades(rows)
            roster = cls(sheet, "moodle", tuple(_moodle(titles, rows, word, place)),
                       () if place is None else (titles[place],))  # fmt: skip
        else:
            posted = tuple(filter(_POSTED.fullmatch, titles))
            grades = posted or tuple(title for title in titles if title.casefold() in _GRADES)
            roster = cls(sheet, "list", tuple(_listed(titles, rows)), grades)
        if not roster.students:
            raise Problem("{name} names no students", name=path.name)
        return roster

    def match(self, people: Sequence[Person]) -> tuple[list[Listed | None], set[int]]:
        """Return each one's line, or None where there is none or it is not certain.

        Also the lines that somebody may have, certainly or not: nobody else is absent.
        """
        lines: list[Listed | None] = [None] * len(people)
        touched: set[int] = set()
        for keys in (_ids, _names):
            fitting = _by_key(
                (key, student) for student in self.students for key in keys(student.person)
            )
            whose = _by_key((key, i) for i, person in enumerate(people) for key in keys(person))
            taken = {line.row for line in lines if line}
            single: dict[int, list[Listed]] = {}
            for key in fitting.keys() & whose.keys():
                free = [line for line in fitting[key] if line.row not in taken]
                left = [i for i in whose[key] if lines[i] is None]
                touched |= {line.row for line in free if left}
                if free and left and len(fitting[key]) == len(whose[key]) == 1:
                    single.setdefault(left[0], []).extend(free)
            for i, candidates in single.items():
                if len({line.row for line in candidates}) == 1:
                    lines[i] = candidates[0]
        return _without_twice(lines), touched

    def column(self, name: str) -> int:
        """Return the place of the column that takes the grades.

        Args:
            name: what it is called, or how its title begins where no other does; empty where there
                is only one that can be meant.

        Raises:
            ValueError: there is none, or several.
        """
        titles = [title.strip() for title in self.sheet.rows[0]]
        if name:
            fitting = [i for i, title in enumerate(titles) if title == name] or [
                i for i, title in enumerate(titles) if title.startswith(name)
            ]
            if len(fitting) != 1:
                raise Problem(
                    "{name} has no column {column}; there are {choices}",
                    name=self.sheet.name, column=repr(name), choices=", ".join(titles),
                )  # fmt: skip
            return fitting[0]
        if len(self.gradable) != 1:
            raise Problem(
                "it is not certain which column of {name} takes the grades; say so with "
                "--grade-column; there are {choices}",
                name=self.sheet.name, choices=", ".join(self.choices),
            )  # fmt: skip
        return titles.index(self.gradable[0])

    def grade(self, row: int, place: int) -> float | None:
        """Return the grade that stands in a line and a column; None where none does."""
        cells = self.sheet.rows[row]
        return number(cells[place]) if place < len(cells) else None

    @property
    def choices(self) -> tuple[str, ...]:
        """The columns that may be meant to take the grades: all, where nothing is known of them."""
        return self.gradable or tuple(title.strip() for title in self.sheet.rows[0])

    @property
    def emptiest(self) -> str:
        """Which of ``choices`` the fewest students have a grade in, or any text at all."""
        titles = [title.strip() for title in self.sheet.rows[0]]

        def filled(title: str) -> int:
            place = titles.index(title)
            if self.gradable:
                return sum(self.grade(student.row, place) is not None for student in self.students)
            rows = [self.sheet.rows[student.row] for student in self.students]
            return sum(bool(row[place].strip()) for row in rows if place < len(row))

        return min(self.choices, key=filled)


def number(text: str) -> float | None:
    """Return what a cell says, with a decimal point or comma; None where that is no number."""
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return None


def _without_twice(lines: list[Listed | None]) -> list[Listed | None]:
    """Return lines without those that two people have been given: it is not certain whose it is."""
    given = Counter(line.row for line in lines if line)
    return [None if line and given[line.row] > 1 else line for line in lines]


def _by_key(pairs: Iterable[tuple[str, Of]]) -> dict[str, list[Of]]:
    grouped: dict[str, list[Of]] = {}
    for key, value in pairs:
        if value not in grouped.setdefault(key, []):
            grouped[key].append(value)
    return grouped


def _ids(person: Person) -> set[str]:
    return {key.casefold() for key in person.ids}


def _names(person: Person) -> set[str]:
    """Return how a name may be written: in any order, or in one word with the last name first."""
    name = unicodedata.normalize("NFKC", person.name).casefold()
    words = re.findall(r"\w+", name)
    if not words:
        return set()
    turned = words if "," in name else [words[-1], *words[:-1]]
    return {" ".join(sorted(words)), "".join(words), "".join(turned)}


# --- kinds of rosters ---------------------------------------------------------------------------


def _cells(rows: Sequence[Sequence[str]]) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines below the titles that hold anything."""
    for line, row in enumerate(rows[1:], start=1):
        if any(cell.strip() for cell in row):
            yield line, [cell.strip() for cell in row]


def _canvas(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[Listed]:
    """Yield the students of a gradebook: not its points possible, policies and test student."""
    for line, row in _cells(rows):
        cells = dict(zip(titles, row, strict=False))
        name, user = cells.get("Student", ""), cells.get("ID", "")
        if user.isdecimal() and name.casefold() not in _NOT_STUDENTS:
            login = cells.get("SIS Login ID", "")
            ids = [("canvas", user), ("sid", cells.get("SIS User ID", "")), ("login", login)]
            ids += [("email", login)] if "@" in login else []
            yield Listed(line, _person(name, ids))


def _moodle_word(rows: Sequence[Sequence[str]]) -> str | None:
    """Return how a worksheet calls a participant, in its language; None where it is none."""
    if len(rows) < 2 or len(rows[0]) < 3:
        return None
    matches = [_PARTICIPANT.fullmatch(row[0]) for _, row in _cells(rows)]
    words = {match["word"] for match in matches if match}
    return words.pop() if None not in matches and len(words) == 1 else None


def _moodle_grades(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the column of a worksheet's grades, in any language; None where it is not certain.

    It stands before the one that says the same maximum in all lines, and holds nothing above it.
    """
    columns = [*zip_longest(*(row for _, row in _cells(rows)), fillvalue="")]
    places = []
    for place, (grades, most) in enumerate(pairwise(columns)):
        top = number(most[0]) if len(set(most)) == 1 else None
        given = [number(grade) for grade in grades if grade not in ("", "-")]
        if place and top and all(grade is not None and grade <= top for grade in given):
            places.append(place)
    return places[0] if len(places) == 1 else None


def _moodle(
    titles: Sequence[str], rows: Sequence[Sequence[str]], word: str, grades: int | None
) -> Iterator[Listed]:
    """Yield the students of a worksheet; its first two columns are the same in all languages.

    Where hand-ins are marked without names, the states stand in the second, just before the grades.
    """
    nameless = grades == 2 and titles[1].casefold() not in _NAMES
    for line, row in _cells(rows):
        cells = dict(zip(titles, row, strict=False))
        ids = [("moodle", row[0].removeprefix(word).strip()), ("sid", cells.get("ID number", ""))]
        ids += [("email", cell) for cell in row if "@" in cell and " " not in cell]
        yield Listed(line, _person(row[0] if nameless or len(row) < 2 else row[1], ids))


def _listed(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[Listed]:
    """Yield the students of a plain list, with titles or without."""
    known = [title.casefold() for title in titles]
    names = [i for i, title in enumerate(known) if title in _NAMES]
    firsts = [i for i, title in enumerate(known) if title in _FIRST]
    lasts = [i for i, title in enumerate(known) if title in _LAST]
    ids = [i for i, title in enumerate(known) if title in _IDS]
    roles = [i for i, title in enumerate(known) if title in _ROLES]
    if not (names or lasts or ids):
        names, ids, rows = [0], [*range(len(titles))], [[], *rows]  # no titles
    named = names[:1] or [*firsts[:1], *lasts[:1]] or ids[:1]
    for line, row in _cells(rows):
        if any(i < len(row) and row[i].casefold() in _STAFF for i in roles):
            continue
        name = " ".join(row[i] for i in named if i < len(row) and row[i])
        values = [row[i] for i in ids if i < len(row)]
        first = 1 if rows[0] == [] else 0  # where there are no titles, lines begin at the first
        yield Listed(line - first, _person(name, [(k, value) for value in values for k in KINDS]))


def _person(name: str, ids: Iterable[tuple[str, str]]) -> Person:
    keys = tuple(dict.fromkeys(f"{kind}:{text}" for kind, text in ids if text))
    return Person(name or next((text for _, text in ids if text), ""), keys)
