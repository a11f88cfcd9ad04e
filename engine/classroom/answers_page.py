"""The teacher's page on a class's answers in lessons: one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from engine.classroom.pupils import PUPILS, Counted, Pupils
from engine.notation import parse_board, parse_square
from engine.pages import render
from engine.rules import Square
from engine.tournament.columns import Kind, Section

_TEMPLATE = Path(__file__).with_name("answers_page.html")

_LEAST_SHOWN = 5
"""Questions that stand under what was understood least."""

_HALF = 0.5
"""A question of which a smaller share was right is drawn as a fault, one below all as a warning."""


def as_html(pupils: Pupils) -> str:
    """Return the whole page."""
    return render(
        _TEMPLATE,
        title=f"Answers in lessons: {pupils.name}",
        in_short=_in_short(pupils),
        incomplete=pupils.incomplete,
        least=list(_least_understood(pupils.questions)),
        heads=[
            (column.title, "" if column.kind is Kind.NAME else "number")
            for column in PUPILS
            if column.section in (Section.OUTCOMES, Section.WIDE)
        ],
        pupils=pupils.pupils,
        lessons=[
            (number, list(questions))
            for number, questions in groupby(
                pupils.questions, key=lambda question: question.number.partition(".")[0]
            )
        ],
        mood=_mood,
        notes=_notes,
    )


def _in_short(pupils: Pupils) -> str:
    files, questions = len(pupils.pupils), len(pupils.questions)
    unread = sum(not pupil.read for pupil in pupils.pupils)
    besides = f", {unread} could not be read" if unread else ""
    return f"{files} handed in{besides}, {questions} questions."


def _least_understood(questions: Sequence[Counted]) -> Iterator[tuple[Counted, list[str], int]]:
    """Yield the questions of which least was right, with what was most chosen instead, how often.

    That is nothing, no time, where all who were wrong asked to be told.
    """
    wrong = [question for question in questions if question.share < 1]
    for question in sorted(wrong, key=lambda question: question.share)[:_LEAST_SHOWN]:
        mistakes = {
            answer: count
            for answer, count in question.counts.items()
            if answer not in question.asked.right
        }
        most = max(mistakes.values(), default=0)
        yield question, [answer for answer, count in mistakes.items() if count == most], most


def _mood(question: Counted) -> str:
    """Return what class of verdict a question's answers get."""
    if question.share == 1:
        return "right"
    return "warnings" if question.share >= _HALF else "faults"


def _notes(question: Counted) -> dict[Square, tuple[str, str]]:
    """Return by square how many named it, after the class that is shown in."""
    asked = question.asked
    size = parse_board(asked.board).size
    return {
        parse_square(name, size): ("right", f"✓{count}")
        if name in asked.right
        else ("faults", str(count))
        for name, count in question.counts.items()
    }
