"""How far somebody came in a lesson, in words for the list of lessons."""

from __future__ import annotations

from engine.classroom.answers import LessonAnswers
from ttt_desktop.look.text import tr


def with_standing(title: str, found: LessonAnswers | None, digest: str) -> str:
    """Return what a lesson's button says: its title, and below it how far somebody came.

    Args:
        title: the title, with its number.
        found: how far somebody came; None where the lesson was never begun.
        digest: of the lesson's text by now.
    """
    if found is None:
        return title
    told = standing(found)
    if found.digest != digest:
        told = tr("{told} (its text has changed since)", told=told)
    return f"{title}\n{told}"


def standing(found: LessonAnswers) -> str:
    """Return how far somebody came, such as "Done · 3 of 4 predictions right"."""
    if not found.done:
        return tr("{seen} of {steps} steps", seen=found.seen, steps=found.steps)
    whole = len(found.questions)
    if not whole:
        return tr("Done")
    return tr(
        "Done · {right} of %n predictions right", n=whole,
        one="Done · {right} of 1 prediction right", right=found.right,
    )  # fmt: skip


def anew(found: LessonAnswers) -> str:
    """Return what the button says that begins a lesson anew."""
    return tr(
        "Begin anew, and forget my %n answers", n=len(found.answers),
        one="Begin anew, and forget my answer",
    )  # fmt: skip
