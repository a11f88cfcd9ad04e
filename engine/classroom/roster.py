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
_GRADES = ("grade", "points", "score")
_NOT_STUDENTS = ("points possible", "student, test")


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
        titles = [each.strip() for each in rows[0]] if rows else []
        if "ID" in titles and "Student" in titles:
            made = cls(sheet, "canvas", tuple(_canvas(titles, rows)),
                       tuple(filter(_ASSIGNMENT.fullmatch, titles)))  # fmt: skip
        elif (word := _moodle_word(rows)) is not None:
            made = cls(sheet, "moodle", tuple(_moodle(titles, rows, word)),
                       tuple(each for each in titles if each == "Grade"))  # fmt: skip
        else:
            grades = tuple(each for each in titles if each.casefold() in _GRADES)
            made = cls(sheet, "list", tuple(_listed(titles, rows)), grades)
        if not made.students:
            raise Problem("{name} names no students", name=path.name)
        return made

    def match(self, people: Sequence[Person]) -> tuple[list[Listed | None], set[int]]:
        """Return each one's line, or None where there is none or it is not certain.

        Also the lines that somebody may have, certainly or not: nobody else is absent.
        """
        found: list[Listed | None] = [None] * len(people)
        touched: set[int] = set()
        for keys in (_ids, _names):
            lines = _by_key((key, each) for each in self.students for key in keys(each.person))
            whose = _by_key((key, i) for i, each in enumerate(people) for key in keys(each))
            taken = {each.row for each in found if each}
            fitting: dict[int, list[Listed]] = {}
            for key in lines.keys() & whose.keys():
                free = [each for each in lines[key] if each.row not in taken]
                left = [i for i in whose[key] if found[i] is None]
                touched |= {each.row for each in free if left}
                if free and left and len(lines[key]) == len(whose[key]) == 1:
                    fitting.setdefault(left[0], []).extend(free)
            for i, each in fitting.items():
                if len({line.row for line in each}) == 1:
                    found[i] = each[0]
        return _without_twice(found), touched

    def column(self, name: str) -> int:
        """Return the place of the column that takes the grades.

        Args:
            name: what it is called; empty where there is only one that can be meant.

        Raises:
            ValueError: there is none, or several.
        """
        titles = [each.strip() for each in self.sheet.rows[0]]
        if name:
            if titles.count(name) != 1:
                raise Problem(
                    "{name} has no column {column}; there are {choices}",
                    name=self.sheet.name, column=repr(name), choices=", ".join(titles),
                )  # fmt: skip
            return titles.index(name)
        if len(self.gradable) != 1:
            raise Problem(
                "it is not certain which column of {name} takes the grades; say so with "
                "--grade-column; there are {choices}",
                name=self.sheet.name, choices=", ".join(self.gradable or titles),
            )  # fmt: skip
        return titles.index(self.gradable[0])


def _without_twice(found: list[Listed | None]) -> list[Listed | None]:
    """Return lines without those that two people have been given: it is not certain whose it is."""
    given = Counter(each.row for each in found if each)
    return [None if each and given[each.row] > 1 else each for each in found]


def _by_key(pairs: Iterable[tuple[str, Of]]) -> dict[str, list[Of]]:
    made: dict[str, list[Of]] = {}
    for key, each in pairs:
        if each not in made.setdefault(key, []):
            made[key].append(each)
    return made


def _ids(person: Person) -> set[str]:
    return {each.casefold() for each in person.ids}


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
    for number, row in enumerate(rows[1:], start=1):
        if any(each.strip() for each in row):
            yield number, [each.strip() for each in row]


def _canvas(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[Listed]:
    """Yield the students of a gradebook: not its points possible, policies and test student."""
    for number, row in _cells(rows):
        told = dict(zip(titles, row, strict=False))
        name, user = told.get("Student", ""), told.get("ID", "")
        if user.isdecimal() and name.casefold() not in _NOT_STUDENTS:
            login = told.get("SIS Login ID", "")
            ids = [("canvas", user), ("sid", told.get("SIS User ID", "")), ("login", login)]
            ids += [("email", login)] if "@" in login else []
            yield Listed(number, _person(name, ids))


def _moodle_word(rows: Sequence[Sequence[str]]) -> str | None:
    """Return how a worksheet calls a participant, in its language; None where it is none."""
    if len(rows) < 2 or len(rows[0]) < 3:
        return None
    found = [_PARTICIPANT.fullmatch(row[0]) for _, row in _cells(rows)]
    words = {each["word"] for each in found if each}
    return words.pop() if None not in found and len(words) == 1 else None


def _moodle(titles: Sequence[str], rows: Sequence[Sequence[str]], word: str) -> Iterator[Listed]:
    """Yield the students of a worksheet; its first two columns are the same in all languages."""
    for number, row in _cells(rows):
        told = dict(zip(titles, row, strict=False))
        ids = [("moodle", row[0].removeprefix(word).strip()), ("sid", told.get("ID number", ""))]
        ids += [("email", each) for each in row if "@" in each and " " not in each]
        yield Listed(number, _person(row[1] if len(row) > 1 else "", ids))


def _listed(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[Listed]:
    """Yield the students of a plain list, with titles or without."""
    known = [each.casefold() for each in titles]
    names = [i for i, each in enumerate(known) if each in _NAMES]
    firsts = [i for i, each in enumerate(known) if each in _FIRST]
    lasts = [i for i, each in enumerate(known) if each in _LAST]
    ids = [i for i, each in enumerate(known) if each in _IDS]
    if not (names or lasts or ids):
        names, ids, rows = [0], [*range(len(titles))], [[], *rows]  # no titles
    named = names[:1] or [*firsts[:1], *lasts[:1]] or ids[:1]
    for number, row in _cells(rows):
        name = " ".join(row[i] for i in named if i < len(row) and row[i])
        told = [row[i] for i in ids if i < len(row)]
        first = 1 if rows[0] == [] else 0  # where there are no titles, lines begin at the first
        yield Listed(number - first, _person(name, [(k, each) for each in told for k in KINDS]))


def _person(name: str, ids: Iterable[tuple[str, str]]) -> Person:
    told = tuple(dict.fromkeys(f"{kind}:{each}" for kind, each in ids if each))
    return Person(name or next((each for _, each in ids if each), ""), told)
