"""How far somebody came in each lesson, and what was answered first: kept in one file. No Qt.

The file is read again before it is changed, so that two windows do not take each other's answers.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.classroom.answers import Answers, Asked, LessonAnswers, LessonEntry, checked_name
from engine.decoding import NewerFileError, decode_own
from engine.errors import Problem
from engine.files import read_regular, write_whole
from engine.notation import format_board, square_name
from ttt_desktop.features.lessons.lesson import Answer, Lesson, Step
from ttt_desktop.look.text import problem, tr
from ttt_desktop.work.storage import LESSONS_NAME, OWN_FILES, aside_sentence

log = logging.getLogger(__name__)

FORMAT = "monte-carlo-tic-tac-toe lessons"
VERSION = 1

_Named = tuple[str, str]
"""A lesson's key and the digest of its text."""


@dataclass(frozen=True, slots=True)
class LessonsFile:
    """What the file holds.

    Attributes:
        name: the pupil's name; empty until it was asked for.
        lessons: what was answered, in the order in which the lessons were begun.
        paths: where the lessons are that are files.
    """

    name: str = ""
    lessons: dict[_Named, LessonAnswers] = field(default_factory=dict)
    paths: dict[_Named, str] = field(default_factory=dict)

    def as_text(self) -> str:
        """Return the content of the file."""
        lessons = [
            answers.as_json() | ({"path": self.paths[named]} if named in self.paths else {})
            for named, answers in self.lessons.items()
        ]
        data = {"format": FORMAT, "version": VERSION, "name": self.name, "lessons": lessons}
        return json.dumps(data, indent=1) + "\n"


@dataclass(frozen=True, slots=True)
class _LessonEntry(LessonEntry):
    """A lesson in the file; with its place, where it is a file itself."""

    path: str = ""


@dataclass(frozen=True, slots=True)
class _FileEntry:
    lessons: tuple[_LessonEntry, ...]
    name: str = ""


def _read(path: Path) -> LessonsFile:
    """Return what a file holds; ValueError or OSError where it is damaged."""
    text = read_regular(path, OWN_FILES[LESSONS_NAME])
    file = decode_own(text, _FileEntry, FORMAT, VERSION, path.name)
    if file is None:
        raise Problem("{name} is damaged", name=path.name)
    return LessonsFile(
        checked_name(file.name) if file.name else "",
        {(lesson.key, lesson.digest): lesson.as_answers() for lesson in file.lessons},
        {(lesson.key, lesson.digest): lesson.path for lesson in file.lessons if lesson.path},
    )


class Progress:
    """What somebody answered in lessons. First answers stay; later ones change nothing.

    Args:
        folder: where the file is kept.
        tell: called with a sentence where the file is damaged, or cannot be written.
    """

    def __init__(self, folder: Path, tell: Callable[[str], object]) -> None:
        self._path = folder / LESSONS_NAME
        self._tell = tell
        self._file: LessonsFile | None = None
        self._unwritten = False

    # --- what there is --------------------------------------------------------------------

    @property
    def file(self) -> LessonsFile:
        """What the file holds, or is to hold."""
        if self._file is None:
            self._file = self._load() or LessonsFile()
        return self._file

    @property
    def answers(self) -> Answers:
        """What is handed in: the lessons with an answer, or that were seen to their ends."""
        lessons = self.file.lessons.values()
        done = tuple(lesson for lesson in lessons if lesson.answers or lesson.done)
        return Answers(self.file.name, done)

    def of(self, key: str, digest: str) -> LessonAnswers | None:
        """Return how far somebody came in a lesson, or else in the last one of that key."""
        lessons = self.file.lessons
        same_key = [lesson for lesson in lessons.values() if lesson.key == key]
        return lessons.get((key, digest)) or (same_key[-1] if same_key else None)

    # --- what is done ---------------------------------------------------------------------

    def see(self, lesson: Lesson, place: int) -> None:
        """Save that a step was shown."""
        before = self._of_lesson(lesson)
        if before is None or before.seen <= place:
            self._change(lambda file: _with(file, lesson, seen=place + 1))

    def take(self, lesson: Lesson, place: int, answer: Answer | None) -> None:
        """Save the first answer to a step's question; None for one that was shown."""
        number = sum(step.question is not None for step in lesson.steps[:place])
        before = self._of_lesson(lesson)
        if before is None or number not in before.answers:
            text = _worded(lesson.steps[place], answer)
            self._change(lambda file: _with(file, lesson, answered=(number, text)))

    def forget(self, lesson: LessonAnswers) -> None:
        """Forget a lesson's answers, and how far somebody came in it."""
        self._change(lambda file: _without(file, (lesson.key, lesson.digest)))

    def save_name(self, name: str) -> None:
        """Save the pupil's name; ValueError with a sentence where it is none."""
        checked = checked_name(name)
        self._change(lambda file: replace(file, name=checked))

    def _of_lesson(self, lesson: Lesson) -> LessonAnswers | None:
        return self.file.lessons.get(_named(lesson))

    def _change(self, how: Callable[[LessonsFile], LessonsFile]) -> None:
        """Change what the file holds now, and write it; what cannot be written stays for later."""
        now = self.file if self._unwritten else (self._load() or self.file)
        self._file = how(now)
        was_unwritten, self._unwritten = self._unwritten, False
        try:
            write_whole(self._path, self._file.as_text())
        except OSError as error:
            self._unwritten = True
            log.warning("the answers in lessons could not be kept: %s", error)
            if not was_unwritten:
                why = problem(error)
                self._tell(
                    tr("Your answers could not be kept ({why}). They will be lost when the "
                       "program ends, unless a later answer can be kept.", why=why)
                )  # fmt: skip

    def _load(self) -> LessonsFile | None:
        """Return what the file holds; None where there is none, or an unreadable one, set aside."""
        try:
            return _read(self._path)
        except FileNotFoundError:
            return None
        except NewerFileError as error:
            log.warning("%s", error)
            what = tr("Your answers in lessons were kept by a newer version of this program")
            self._tell(aside_sentence(self._path, what, "newer"))
            return None
        except (ValueError, OSError) as error:
            log.warning("%s", error)
            what = tr("Your answers in lessons could not be read")
            self._tell(aside_sentence(self._path, what))
            return None


def _named(lesson: Lesson) -> _Named:
    return Path(lesson.key).name, lesson.digest


def _with(
    file: LessonsFile, lesson: Lesson, seen: int = 0, answered: tuple[int, str | None] | None = None
) -> LessonsFile:
    named = _named(lesson)
    before = file.lessons.get(named) or _fresh(lesson)
    answers = dict(before.answers)
    if answered is not None:
        answers.setdefault(*answered)
    after = replace(before, seen=max(before.seen, seen), answers=answers)
    paths = file.paths | ({named: lesson.key} if named[0] != lesson.key else {})
    return replace(file, lessons=file.lessons | {named: after}, paths=paths)


def _without(file: LessonsFile, named: _Named) -> LessonsFile:
    def others(entries: dict[_Named, Any]) -> dict[_Named, Any]:
        return {other: entry for other, entry in entries.items() if other != named}

    return replace(file, lessons=others(file.lessons), paths=others(file.paths))


def _fresh(lesson: Lesson) -> LessonAnswers:
    """Return a lesson of which nothing was seen."""
    questions = tuple(_asked(step) for step in lesson.steps if step.question is not None)
    key, digest = _named(lesson)
    return LessonAnswers(key, digest, lesson.title, len(lesson.steps), 0, questions)


def _asked(step: Step) -> Asked:
    question = step.question
    assert question is not None
    if question.options:
        texts = tuple(text for text, _ in question.options)
        right = tuple(text for text, is_right in question.options if is_right)
        return Asked(step.title, question.text, right, texts)
    right = tuple(map(square_name, sorted(question.squares)))
    board = format_board(step.begin.setup.game().board)
    return Asked(step.title, question.text, right, board=board)


def _worded(step: Step, answer: Answer | None) -> str | None:
    if answer is None or step.question is None:
        return None
    return step.question.options[answer][0] if isinstance(answer, int) else square_name(answer)
