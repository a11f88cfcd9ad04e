"""A class's answers to the questions of lessons: read from a folder, counted, and as data.

Every file of a pupil is a row, also one that cannot be read. What is no such file is named.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

from engine.classroom.answers import SUFFIX, Answers, Asked, read_answers
from engine.errors import Problem, printable
from engine.tournament.columns import Column, Kind, Section, csv_text, in_file

FORMAT = "monte-carlo-tic-tac-toe answers of a class"
VERSION = 1

_MOST_NAMED = 12
"""Files that are named in a sentence."""


@dataclass(frozen=True, slots=True)
class Pupil:
    """A row of the class.

    Attributes:
        file: the file, named from the class's folder on.
        name: the pupil's name, or the file's where it has none to tell.
        answers: what was answered first; empty where the file could not be read.
        done: how many lessons were seen and answered to their ends.
        problem: what is wrong with the file, in a sentence without its end; else empty.
        read: whether it could be read.
    """

    file: str
    name: str
    answers: dict[Asked, str | None] = field(default_factory=dict)
    done: int = 0
    problem: str = ""
    read: bool = True

    @property
    def right(self) -> int:
        """How many predictions were right."""
        return sum(answer in asked.right for asked, answer in self.answers.items())

    @property
    def predicted(self) -> int:
        """How many predictions were made."""
        return len(self.answers) - self.revealed

    @property
    def revealed(self) -> int:
        """How many answers were asked for instead."""
        return sum(answer is None for answer in self.answers.values())


@dataclass(frozen=True, slots=True)
class Counted:
    """A question, and what a class answered to it.

    Attributes:
        number: its lesson's number and its own in it, such as "2.1".
        lesson: the title of its lesson.
        asked: the question.
        counts: how many chose each answer: all options in their order, or each square that was
            named or is right, the most frequent first.
        revealed: how many asked to be told.
    """

    number: str
    lesson: str
    asked: Asked
    counts: dict[str, int]
    revealed: int

    @property
    def put(self) -> int:
        """To how many it was put."""
        return sum(self.counts.values()) + self.revealed

    @property
    def right(self) -> int:
        """How many of these were right."""
        return sum(self.counts[answer] for answer in set(self.asked.right))

    @property
    def share(self) -> float:
        """The share that was right of all to whom it was put, from 0 to 1; 1 if that is nobody."""
        return self.right / self.put if self.put else 1.0


@dataclass(frozen=True, slots=True)
class Pupils:
    """A class's answers.

    Attributes:
        name: what the folder is called.
        pupils: a row for each file.
        questions: every question that is in one of them, lesson by lesson.
        left_out: the files and folders with nothing that could be read as answers, by name.
    """

    name: str
    pupils: tuple[Pupil, ...]
    questions: tuple[Counted, ...]
    left_out: tuple[str, ...]

    @property
    def holding_none(self) -> str:
        """What holds no answers, in a sentence without its end; else empty."""
        return f"Holds no answers: {_named(self.left_out)}" if self.left_out else ""

    @property
    def incomplete(self) -> str:
        """What could not be counted, in sentences without the last one's end; else empty."""
        bad = [pupil.file for pupil in self.pupils if not pupil.read]
        unread = f"Could not be read: {_named(bad)}" if bad else ""
        return ". ".join(filter(None, [unread, self.holding_none]))


def _named(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


# --- read -----------------------------------------------------------------------------------


def look_into(folder: Path, besides: Collection[Path] = ()) -> Pupils:
    """Return the answers in a folder and in the folders inside it.

    Args:
        besides: files that may be there, and are none of a pupil's: earlier reports.

    Raises:
        ValueError: there is no such folder, or nothing in it.
    """
    if not folder.is_dir():
        raise Problem("there is no folder {folder}", folder=folder)
    files, left_out, unread = _files_in(folder, {path.absolute() for path in besides})
    lessons: dict[tuple[str, str], dict[Asked, None]] = {}
    pupils = [*(_pupil(folder, path, lessons) for path in files), *unread]
    if not pupils:
        raise Problem(
            "there are no answers in {folder}; their files end in {suffix}",
            folder=folder, suffix=SUFFIX,
        )  # fmt: skip
    rows = sorted(_with_namesakes(pupils), key=lambda pupil: (pupil.name.casefold(), pupil.file))
    return Pupils(folder.resolve().name, tuple(rows), _counted(lessons, rows), tuple(left_out))


def _files_in(folder: Path, besides: Collection[Path]) -> tuple[list[Path], list[str], list[Pupil]]:
    """Return the files with answers, the names of other ones, and rows for unreadable folders."""
    files: list[Path] = []
    left_out: list[str] = []
    unread: list[Pupil] = []

    def miss(error: OSError) -> None:
        path = Path(error.filename)
        problem = f"the folder cannot be read: {error.strerror}"
        unread.append(Pupil(_inside(folder, path), path.name, problem=problem, read=False))

    for place, folders, names in os.walk(folder, onerror=miss):
        folders[:] = (name for name in folders if not name.startswith("."))
        paths = [Path(place, name) for name in names if not name.startswith(".")]
        paths = [path for path in paths if path.absolute() not in besides]
        files += (path for path in paths if path.suffix.lower() == SUFFIX)
        left_out += (_inside(folder, path) for path in paths if path.suffix.lower() != SUFFIX)
        # (A folder that is a link is not gone into: it may lead back here.)
        linked = [path for path in (Path(place, name) for name in folders) if path.is_symlink()]
        empty = [Path(place)] if not (folders or paths or Path(place) == folder) else []
        left_out += (f"{_inside(folder, path)}/" for path in (*linked, *empty))
    return sorted(files), sorted(left_out), unread


def _inside(folder: Path, path: Path) -> str:
    return path.relative_to(folder).as_posix()


def _pupil(folder: Path, path: Path, lessons: dict[tuple[str, str], dict[Asked, None]]) -> Pupil:
    """Return a file's row; its questions are added to those of the class."""
    file = _inside(folder, path)
    try:
        answers = read_answers(path)
    except ValueError as error:
        return Pupil(file, path.stem, problem=str(error), read=False)
    for lesson in answers.lessons:
        lessons.setdefault((lesson.key, lesson.title), {}).update(dict.fromkeys(lesson.questions))
    done = {(lesson.key, lesson.title) for lesson in answers.lessons if lesson.done}
    return Pupil(file, answers.name, _first_answers(answers), len(done))


def _first_answers(answers: Answers) -> dict[Asked, str | None]:
    """Return each question's first answer, where two texts of one lesson ask the same."""
    first: dict[Asked, str | None] = {}
    for lesson in answers.lessons:
        for place, answer in sorted(lesson.answers.items()):
            first.setdefault(lesson.questions[place], answer)
    return first


def _with_namesakes(pupils: Sequence[Pupil]) -> Iterable[Pupil]:
    """Yield the rows; those that share a name say so: it may be one pupil who handed in twice."""
    names = Counter(pupil.name.casefold() for pupil in pupils)
    for pupil in pupils:
        if pupil.problem or names[pupil.name.casefold()] == 1:
            yield pupil
        else:
            problem = "another file has the same name in it, and both are counted"
            yield Pupil(pupil.file, pupil.name, pupil.answers, pupil.done, problem)


# --- counted --------------------------------------------------------------------------------


def _counted(
    lessons: dict[tuple[str, str], dict[Asked, None]], pupils: Sequence[Pupil]
) -> tuple[Counted, ...]:
    counted = []
    ordered = sorted(lessons.items(), key=lambda lesson: _order(lesson[0][0]))
    with_questions = [(title, asked) for (_, title), asked in ordered if asked]
    for number, (title, questions) in enumerate(with_questions, 1):
        for place, asked in enumerate(questions, 1):
            given = Counter(pupil.answers[asked] for pupil in pupils if asked in pupil.answers)
            revealed = given.pop(None, 0)
            chosen = {answer: count for answer, count in given.items() if answer is not None}
            counts = _in_order(asked, chosen)
            counted.append(Counted(f"{number}.{place}", title, asked, counts, revealed))
    return tuple(counted)


def _order(key: str) -> tuple[float, str]:
    """Return what sorts lessons: by the numbers that their keys begin with, then the others."""
    number = re.match(r"\d{1,9}", key)
    return float(number[0]) if number else inf, key


def _in_order(asked: Asked, counts: dict[str, int]) -> dict[str, int]:
    if asked.options:
        return {option: counts.get(option, 0) for option in asked.options}
    squares = counts | {square: counts.get(square, 0) for square in asked.right}
    return dict(sorted(squares.items(), key=lambda count: (-count[1], count[0])))


# --- as data --------------------------------------------------------------------------------


def _number(name: str, title: str, count: Callable[[Pupil], int]) -> Column[Pupil]:
    return Column(name, title, Kind.COUNT, lambda row: count(row) if row.read else None)


PUPILS: tuple[Column[Pupil], ...] = (
    Column("pupil", "Pupil", Kind.NAME, lambda row: row.name),
    Column("file", "", Kind.NAME, lambda row: row.file, Section.HIDDEN),
    _number("lessons_done", "Lessons done", lambda row: row.done),
    _number("right", "Right", lambda row: row.right),
    _number("predictions", "Predictions", lambda row: row.predicted),
    _number("told", "Told", lambda row: row.revealed),
    Column("problem", "", Kind.NAME, lambda row: row.problem, Section.WIDE),
)
"""Of a class's pupils; in a file the answers to each question follow."""


def _answer_column(counted: Counted) -> Column[Pupil]:
    def answer(row: Pupil) -> str | None:
        if counted.asked not in row.answers:
            return None
        return row.answers[counted.asked] or "(told)"

    # (The number in front keeps a spreadsheet from taking a title for a formula.)
    title = f"{counted.number} {printable(counted.asked.step)}"
    return Column(title, "", Kind.NAME, answer, Section.HIDDEN)


def as_csv(pupils: Pupils) -> str:
    """Return a table with a header and a row for each pupil, with all answers."""
    columns = [*PUPILS, *map(_answer_column, pupils.questions)]
    return csv_text(in_file(columns, pupils.pupils))


def as_json(pupils: Pupils) -> dict[str, Any]:
    """Return all that is known, as plain data; docs/terminal.md describes the fields."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "class": pupils.name,
        "pupils": [
            {
                "name": pupil.name, "file": pupil.file, "lessons_done": pupil.done,
                "right": pupil.right, "predictions": pupil.predicted, "told": pupil.revealed,
                "problem": pupil.problem, "read": pupil.read,
            }
            for pupil in pupils.pupils
        ],
        "questions": [
            {
                "number": question.number, "lesson": question.lesson, "step": question.asked.step,
                "question": question.asked.text, "right": list(question.asked.right),
                "answers": question.counts, "told": question.revealed,
            }
            for question in pupils.questions
        ],
        "left_out": list(pupils.left_out),
    }  # fmt: skip
