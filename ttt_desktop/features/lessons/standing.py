"""How far somebody came in lessons, in words, and which lesson is next."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.classroom.answers import LessonAnswers
from ttt_desktop.features.lessons import library
from ttt_desktop.features.lessons.guide import Guide
from ttt_desktop.look.text import tr


class LessonStage(Enum):
    """How far a lesson is."""

    NEW = "nothing of it was seen"
    BEGUN = "some of its steps were seen"
    DONE = "all was seen and answered"


def stage_of(answers: LessonAnswers | None) -> LessonStage:
    """Return how far a lesson is; None stands for one that was never begun."""
    if answers is None or not answers.seen:
        return LessonStage.NEW
    return LessonStage.DONE if answers.done else LessonStage.BEGUN


def short_text(key: str, answers: LessonAnswers | None) -> str:
    """Return what stands beside one of the program's own lessons: "2 of 2 right", "5 min"."""
    stage = stage_of(answers)
    if answers is None or stage is LessonStage.NEW:
        return tr("{count} min", count=library.own_minutes(key))
    if stage is LessonStage.BEGUN:
        return tr("step {number} of {count}", number=answers.seen, count=answers.steps)
    if not answers.questions:
        return tr("done")
    return tr("{right} of {count} right", right=answers.right, count=len(answers.questions))


@dataclass(frozen=True, slots=True)
class NextLesson:
    """The lesson to go on with.

    Attributes:
        key: its key, among the program's own, or its file's path.
        title, about: its heading.
        place: the number of its step, from 0.
        steps: how many it has; 0 where it is not begun.
    """

    key: str
    title: str
    about: str
    place: int = 0
    steps: int = 0

    @property
    def number(self) -> int:
        """Its number among the program's own lessons, from 1; 0 where it is none of them."""
        keys = library.own_keys()
        return keys.index(self.key) + 1 if self.key in keys else 0


def next_lesson(guide: Guide) -> NextLesson:
    """Return what to go on with: what was left, else what was begun, else the first new one.

    With all lessons done it is the first one again.
    """
    if guide.left is not None:
        lesson, place = guide.left
        return NextLesson(lesson.key, lesson.title, lesson.about, place, len(lesson.steps))
    new = ""
    for key in library.own_keys():
        answers = guide.progress.of(key, library.own_digest(key))
        stage = stage_of(answers)
        if answers is not None and stage is LessonStage.BEGUN:
            place = min(answers.seen, answers.steps) - 1
            return NextLesson(key, *library.own_heading(key), place, answers.steps)
        if stage is LessonStage.NEW and not new:
            new = key
    key = new or library.own_keys()[0]
    return NextLesson(key, *library.own_heading(key))
