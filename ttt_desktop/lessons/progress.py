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
from engine.decoding import decode_own
from engine.errors import Problem
from engine.files import read_regular, write_whole
from engine.notation import format_board, square_name
from ttt_desktop.lessons.lesson import Answer, Lesson, Step
from ttt_desktop.look.text import problem, tr
from ttt_desktop.work.storage import LESSONS_NAME, OWN_FILES, aside_sentence

log = logging.getLogger(__name__)

FORMAT = "monte-carlo-tic-tac-toe lessons"
VERSION = 1

_Named = tuple[str, str]
"""A lesson's key and the digest of its text."""


@dataclass(frozen=True, slots=True)
class Kept:
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
            each.as_json() | ({"path": self.paths[named]} if named in self.paths else {})
            for named, each in self.lessons.items()
        ]
        data = {"format": FORMAT, "version": VERSION, "name": self.name, "lessons": lessons}
        return json.dumps(data, indent=1) + "\n"


@dataclass(frozen=True, slots=True)
class _KeptLesson(LessonEntry):
    """A lesson in the file; with its place, where it is a file itself."""

    path: str = ""


@dataclass(frozen=True, slots=True)
class _KeptFile:
    lessons: tuple[_KeptLesson, ...]
    name: str = ""


def _read(path: Path) -> Kept:
    """Return what a file holds; ValueError or OSError where it is damaged."""
    text = read_regular(path, OWN_FILES[LESSONS_NAME])
    file = decode_own(text, _KeptFile, FORMAT, VERSION, path.name)
    if file is None:
        raise Problem("{name} is damaged", name=path.name)
    return Kept(
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
        self._kept: Kept | None = None
        self._unwritten = False

    # --- what there is --------------------------------------------------------------------

    @property
    def kept(self) -> Kept:
        """All there is."""
        if self._kept is None:
            self._kept = self._load() or Kept()
        return self._kept

    @property
    def answers(self) -> Answers:
        """What is handed in: the lessons with an answer, or that were seen to their ends."""
        found = (each for each in self.kept.lessons.values() if each.answers or each.done)
        return Answers(self.kept.name, tuple(found))

    def of(self, key: str, digest: str) -> LessonAnswers | None:
        """Return how far somebody came in a lesson, or else in the last one of that key."""
        lessons = self.kept.lessons
        same_key = [each for each in lessons.values() if each.key == key]
        return lessons.get((key, digest)) or (same_key[-1] if same_key else None)

    # --- what is done ---------------------------------------------------------------------

    def see(self, lesson: Lesson, place: int) -> None:
        """Note that a step is shown."""
        before = self._of_lesson(lesson)
        if before is None or before.seen <= place:
            self._change(lambda kept: _with(kept, lesson, seen=place + 1))

    def take(self, lesson: Lesson, place: int, answer: Answer | None) -> None:
        """Note the first answer to a step's question; None for one that was shown."""
        number = sum(each.question is not None for each in lesson.steps[:place])
        before = self._of_lesson(lesson)
        if before is None or number not in before.answers:
            said = _worded(lesson.steps[place], answer)
            self._change(lambda kept: _with(kept, lesson, answered=(number, said)))

    def forget(self, lesson: LessonAnswers) -> None:
        """Forget a lesson's answers, and how far somebody came in it."""
        self._change(lambda kept: _without(kept, (lesson.key, lesson.digest)))

    def keep_name(self, name: str) -> None:
        """Keep the pupil's name; ValueError with a sentence where it is none."""
        checked = checked_name(name)
        self._change(lambda kept: replace(kept, name=checked))

    def _of_lesson(self, lesson: Lesson) -> LessonAnswers | None:
        return self.kept.lessons.get(_named(lesson))

    def _change(self, how: Callable[[Kept], Kept]) -> None:
        """Change what the file holds now, and write it; what cannot be written stays for later."""
        now = self.kept if self._unwritten else (self._load() or self.kept)
        self._kept = kept = how(now)
        told, self._unwritten = self._unwritten, False
        try:
            write_whole(self._path, kept.as_text())
        except OSError as error:
            self._unwritten = True
            log.warning("the answers in lessons could not be kept: %s", error)
            if not told:
                why = problem(error)
                self._tell(
                    tr("Your answers could not be kept ({why}). They will be lost when the "
                       "program ends, unless a later answer can be kept.", why=why)
                )  # fmt: skip

    def _load(self) -> Kept | None:
        """Return what the file holds; None where there is none, or a damaged one, set aside."""
        try:
            return _read(self._path)
        except FileNotFoundError:
            return None
        except (ValueError, OSError) as error:
            log.warning("%s", error)
            what = tr("Your answers in lessons could not be read")
            self._tell(aside_sentence(self._path, what))
            return None


def _named(lesson: Lesson) -> _Named:
    return Path(lesson.key).name, lesson.digest


def _with(
    kept: Kept, lesson: Lesson, seen: int = 0, answered: tuple[int, str | None] | None = None
) -> Kept:
    named = _named(lesson)
    before = kept.lessons.get(named) or _fresh(lesson)
    answers = dict(before.answers)
    if answered is not None:
        answers.setdefault(*answered)
    after = replace(before, seen=max(before.seen, seen), answers=answers)
    paths = kept.paths | ({named: lesson.key} if named[0] != lesson.key else {})
    return replace(kept, lessons=kept.lessons | {named: after}, paths=paths)


def _without(kept: Kept, named: _Named) -> Kept:
    def others(found: dict[_Named, Any]) -> dict[_Named, Any]:
        return {each: found[each] for each in found if each != named}

    return replace(kept, lessons=others(kept.lessons), paths=others(kept.paths))


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
