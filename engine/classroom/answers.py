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

from engine.decoding import decode_own
from engine.errors import Problem
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
        return sum(answer in self.questions[place].right for place, answer in self.answers.items())

    def as_json(self) -> dict[str, Any]:
        """Return this as plain data, as ``LessonEntry`` reads it."""
        return {
            "key": self.key, "digest": self.digest, "title": self.title,
            "steps": self.steps, "seen": self.seen,
            "questions": [
                _question_as_json(question)
                | ({"answer": self.answers[place]} if place in self.answers else {})
                for place, question in enumerate(self.questions)
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
        lessons = [lesson.as_json() for lesson in self.lessons]
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
    file = decode_own(text, _AnswersFile, FORMAT, VERSION, "it")
    if file is None:
        raise Problem("it holds no answers that this program exported")
    lessons = tuple(lesson.as_answers() for lesson in file.lessons)
    return Answers(checked_name(file.name), lessons)


def checked_name(name: str) -> str:
    """Return a pupil's name, without spaces around it; ValueError where it is none."""
    name = " ".join(name.split())
    if not name:
        raise Problem("the name is missing")
    if len(name) > LONGEST_NAME:
        raise Problem("the name has more than {most} letters", most=LONGEST_NAME)
    return name


# --- what stands in a file ------------------------------------------------------------------


_UNANSWERED = ""


@dataclass(frozen=True, slots=True)
class _QuestionEntry:
    step: str
    question: str
    right: tuple[str, ...]
    options: tuple[str, ...] = ()
    board: str = ""
    answer: str | None = _UNANSWERED

    def __post_init__(self) -> None:
        if not self.right:
            raise Problem("its part “right” is empty")
        for answer in self.right:
            self._check("right", answer)
        if self.answer is not None and self.answer != _UNANSWERED:
            self._check("answer", self.answer)

    def _check(self, part: str, answer: str) -> None:
        """Raise a Problem where an answer is none that could be given."""
        if self.options:
            if answer not in self.options:
                raise Problem("its part “{part}” is none of the options", part=part)
            return
        try:
            square = parse_square(answer, parse_board(self.board).size)
        except ValueError as error:
            raise Problem("its part “{part}” is wrong: {error}", part=part, error=error) from None
        if square_name(square) != answer:
            raise Problem("its part “{part}” is no square's name", part=part)

    @property
    def asked(self) -> Asked:
        return Asked(self.step, self.question, self.right, self.options, self.board)


@dataclass(frozen=True, slots=True)
class LessonEntry:
    """A lesson, as ``LessonAnswers.as_json`` gave it."""

    key: str
    digest: str
    title: str
    steps: int
    seen: int
    questions: tuple[_QuestionEntry, ...]

    def __post_init__(self) -> None:
        if not 0 <= self.seen <= self.steps:
            raise Problem("its part “seen” must be from 0 to {steps}", steps=self.steps)

    def as_answers(self) -> LessonAnswers:
        """Return what was answered."""
        answers = {
            place: question.answer
            for place, question in enumerate(self.questions)
            if question.answer != _UNANSWERED
        }
        questions = tuple(question.asked for question in self.questions)
        return LessonAnswers(
            self.key, self.digest, self.title, self.steps, self.seen, questions, answers
        )


@dataclass(frozen=True, slots=True)
class _AnswersFile:
    name: str
    lessons: tuple[LessonEntry, ...]
