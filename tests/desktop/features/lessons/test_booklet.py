"""The lessons on paper: all of their texts, a board to each position, the answers at the end."""

import re

import pytest

from tests.desktop.features.lessons.own import GOOD, KEYS, WORDS, lesson_of
from tests.every import every
from ttt_desktop.features.lessons.booklet import booklet
from ttt_desktop.features.lessons.reading import read_lesson

_LAST = """
## Choose
@position
@button analyse hint
Think.
@ask What?
@option* This!
@option That
@option* Both
@reveal
Because.
"""
_SHOWS = "@position A1 D4 B2\n@lab published games=2\n@puzzle ddfc063f"
MINE = GOOD.replace("@do hint", _SHOWS) + _LAST


def page_of(*lessons):
    return booklet(lessons, lambda name: f"<{name}>")


@pytest.fixture(scope="module")
def page():
    return page_of(*map(lesson_of, KEYS))


@pytest.fixture
def mine():
    return page_of(read_lesson(MINE, "mine", WORDS))


def boards(text):
    return re.findall(r'aria-label="A board: ([^"]*)"', text)


@every("key", KEYS)
def test_every_text_is_there_and_what_an_answer_shows_is_at_the_end(page, key):
    steps, answers = page.split("\n## Answers\n")
    lesson = lesson_of(key)
    assert f". {lesson.title}\n\n{lesson.about}" in steps
    at = 0
    for step in lesson.steps:
        for text in (step.title, *step.begin.text):
            at = steps.index(text, at)
        if step.question is not None:
            at = steps.index(f"**Predict.** {step.question.text}", at)
            for text, _ in step.question.options:
                at = steps.index(f"☐ {text}", at)
            for text in step.reveal.text:
                assert text not in steps
                assert text in answers


def test_a_board_is_drawn_where_a_position_is_set_or_a_square_is_asked_for(page):
    steps, answers = page.split("\n## Answers\n")
    asked = [step for key in KEYS for step in lesson_of(key).steps
             if step.question is not None and step.question.squares]  # fmt: skip
    for step in asked:
        part = steps[steps.index(f" {step.title}\n") :]
        part = part[: part.index("</div>")]
        assert len(boards(part)) == 1, step.title
        marks = step.begin.setup.moves
        assert sum(len(re.findall(r"[A-Z]\d+", each)) for each in boards(part)) == len(marks)
    assert "X on A1, C3; O on B2." in boards(steps)
    assert boards(answers), "what an answer sets up is drawn, too"


def test_a_teachers_own_lesson_on_paper(mine):
    steps, answers = mine.split("\n## Answers\n")
    assert boards(steps) == ["X on A1; O on D4.", "X on no square; O on no square."]
    assert "4×4, 3 in a row" in steps
    assert "My square:" in steps
    assert '<a href="#answer-1-1">Answer 1.1</a>' in steps
    assert "In the program, to be pressed here: *<analyse>*, *<hint>*." in steps
    assert "☐ This!  \n☐ That  \n☐ Both" in steps
    assert '<span id="answer-1-1"></span>**1.1** B2 or C3.' in answers
    assert '<span id="answer-1-2"></span>**1.2** This! or Both.' in answers
    assert boards(answers)[0] == "X on A1, B2; O on D4."
    assert "a button here opens the lab" in answers
    assert "**A puzzle.**" in answers
    assert re.search(r"\*\*1\.1, the puzzle\*\* [A-Z]\d", answers)
    assert answers.index("There.") < answers.index("**1.2**") < answers.index("Because.")


def test_sheets_of_paper_break_between_steps(mine):
    assert mine.count('<div class="booklet-part" markdown="1">') == mine.count("</div>") == 4
    assert "break-before:page" in mine
    assert "break-inside:avoid" in mine
