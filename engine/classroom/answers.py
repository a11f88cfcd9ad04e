"""A pupil's answers to the questions of lessons, and the file that carries them to a teacher.

A file says all by itself what was asked and what is right, so that it can be read where the lesson
is not: a teacher's own lesson, or one of another version of the program.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.errors import Problem, own_object
from engine.files import read_regular
from engine.notation import parse_board, parse_square, square_name

FORMAT = "monte-carlo-tic-tac-toe answers"
VERSION = 1
SUFFIX = ".tttanswers"
"""What the names of such files end with."""

MOST_BYTES = 2_000_000
LONGEST_NAME = 100
"""The letters that a pupil's name may have."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, as it was asked.

    Attributes:
        step: the title of its step.
        text: what was asked.
        right: the right answers: the texts of options, or the names of squares.
        options: what there was to choose from; none where a square was to be named.
        board: the position, as ``parse_board`` reads it, where a square was; else empty.
    """

    step: str
    text: str
    right: tuple[str, ...]
    options: tuple[str, ...] = ()
    board: str = ""


@dataclass(frozen=True, slots=True)
class LessonAnswers:
    """How far somebody came in a lesson, and what was answered first to each of its questions.

    Attributes:
        key: what the lesson is called: among the program's own, or by its file's name.
        digest: of its text; another text is another lesson.
        title: its title.
        steps: how many it has.
        seen: how many of these were seen, counted from the first.
        questions: all its questions, in order.
        answers: by a question's place: the answer, as in ``Asked.right``; None where somebody
            asked to be told. A question without an answer is not there.
    """

    key: str
    digest: str
    title: str
    steps: int
    seen: int
    questions: tuple[Asked, ...]
    answers: Mapping[int, str | None] = field(default_factory=dict)

    @property
    def done(self) -> bool:
        """Whether all was seen and answered."""
        return self.seen == self.steps and len(self.answers) == len(self.questions)

    @property
    def right(self) -> int:
        """How many predictions were right."""
        return sum(each in self.questions[place].right for place, each in self.answers.items())

    @property
    def made(self) -> int:
        """How many predictions were made."""
        return len(self.answers) - self.told

    @property
    def told(self) -> int:
        """How many questions were not answered but told."""
        return sum(each is None for each in self.answers.values())

    def as_json(self) -> dict[str, Any]:
        """Return this as plain data, as ``read_lessons`` reads it."""
        return {
            "key": self.key, "digest": self.digest, "title": self.title,
            "steps": self.steps, "seen": self.seen,
            "questions": [
                _question_as_json(each)
                | ({"answer": self.answers[place]} if place in self.answers else {})
                for place, each in enumerate(self.questions)
            ],
        }  # fmt: skip


def _question_as_json(asked: Asked) -> dict[str, Any]:
    what = {"options": list(asked.options)} if asked.options else {"board": asked.board}
    return {"step": asked.step, "question": asked.text, **what, "right": list(asked.right)}


@dataclass(frozen=True, slots=True)
class Answers:
    """What a pupil hands in.

    Attributes:
        name: the pupil's name.
        lessons: what was answered, a lesson each.
    """

    name: str
    lessons: tuple[LessonAnswers, ...]

    def as_text(self) -> str:
        """Return the content of a file, as ``read_answers`` reads it."""
        lessons = [each.as_json() for each in self.lessons]
        data = {"format": FORMAT, "version": VERSION, "name": self.name, "lessons": lessons}
        return json.dumps(data, indent=1) + "\n"


def read_answers(path: Path) -> Answers:
    """Return what a file holds.

    Raises:
        ValueError: it cannot be read, or holds no answers: a sentence.
    """
    try:
        text = read_regular(path, MOST_BYTES)
    except OSError as error:
        raise Problem("it cannot be read: {error}", error=error) from None
    data = own_object(text, FORMAT, VERSION, "it")
    if data is None:
        raise Problem("it holds no answers that this program exported")
    return Answers(checked_name(data.get("name")), read_lessons(data.get("lessons")))


def checked_name(name: object) -> str:
    """Return a pupil's name, without spaces around it; ValueError where it is none."""
    if not isinstance(name, str) or not (found := " ".join(name.split())):
        raise Problem("the name is missing")
    if len(found) > LONGEST_NAME:
        raise Problem("the name has more than {most} letters", most=LONGEST_NAME)
    return found


def read_lessons(data: object) -> tuple[LessonAnswers, ...]:
    """Return what was answered in lessons, from plain data; ValueError where that is damaged."""
    return tuple(map(_lesson, _list(data, "lessons")))


def _lesson(data: object) -> LessonAnswers:
    lesson = _object(data, "lessons")
    found = [_object(each, "questions") for each in _list(lesson.get("questions"), "questions")]
    questions = tuple(map(_question, found))
    steps, seen = (_count(lesson.get(name), name) for name in ("steps", "seen"))
    if seen > steps:
        raise _damaged("seen")
    answers = {
        place: _answer(each["answer"], questions[place])
        for place, each in enumerate(found)
        if "answer" in each
    }
    key, digest, title = (_text(lesson.get(name), name) for name in ("key", "digest", "title"))
    return LessonAnswers(key, digest, title, steps, seen, questions, answers)


def _question(data: dict[str, Any]) -> Asked:
    step, text = (_text(data.get(name), name) for name in ("step", "question"))
    right = _texts(data.get("right"), "right")
    if "options" in data:
        asked = Asked(step, text, right, options=_texts(data["options"], "options"))
    else:
        asked = Asked(step, text, right, board=_text(data.get("board"), "board"))
    if not right:
        raise _damaged("right")
    for each in right:
        _check(each, asked, "right")
    return asked


def _answer(answer: object, asked: Asked) -> str | None:
    if answer is None:
        return None
    text = _text(answer, "answer")
    _check(text, asked, "answer")
    return text


def _check(answer: str, asked: Asked, part: str) -> None:
    """Raise a Problem where an answer is none that could be given."""
    if asked.options:
        if answer not in asked.options:
            raise _damaged(part)
        return
    try:
        board = parse_board(asked.board)
        if square_name(parse_square(answer, board.size)) != answer:
            raise _damaged(part)
    except ValueError:
        raise _damaged(part) from None


def _damaged(part: str) -> Problem:
    return Problem("it is damaged: its part “{part}” is missing or wrong", part=part)


def _object(data: object, part: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise _damaged(part)
    return data


def _list(data: object, part: str) -> list[Any]:
    if not isinstance(data, list):
        raise _damaged(part)
    return data


def _texts(data: object, part: str) -> tuple[str, ...]:
    return tuple(_text(each, part) for each in _list(data, part))


def _text(data: object, part: str) -> str:
    if not isinstance(data, str):
        raise _damaged(part)
    return data


def _count(data: object, part: str) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or data < 0:
        raise _damaged(part)
    return data
