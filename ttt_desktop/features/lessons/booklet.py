"""The lessons as one page to print: texts, boards and questions, with the answers at the end.

The page is Markdown for the manual's web site, with boards and rules for printing as HTML in it.
All of it comes from the lessons themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from engine import Rules, square_name
from engine.board import Board
from engine.coach.pictures import INKS, position_svg
from engine.coach.puzzles import puzzle_of
from ttt_desktop.features.lessons.lesson import Lesson, Part, Prediction, Step
from ttt_desktop.look.text import rule_text, worded

TITLE = "Lessons as a booklet"

_INTRODUCTION = """\
All lessons of the program, to print and hand out. Predict before you look: the answers are at the
end, and so is what each of them shows."""

_USUAL = Rules.of(3)


def booklet(lessons: Sequence[Lesson], title_of: Callable[[str], str]) -> str:
    """Return the page.

    Args:
        title_of: returns what a menu entry is called, by its name.
    """
    parts = [f"# {TITLE}", _INTRODUCTION, f"<style>{_STYLE}</style>"]
    answers = ["## Answers"]
    for number, lesson in enumerate(lessons, start=1):
        parts += [f"## {number}. {lesson.title}", lesson.about]
        lesson_answers: list[str] = []
        for place, step in enumerate(lesson.steps, start=1):
            name = f"{number}.{place}"
            parts.append(_kept_together([f"### {name} {step.title}", *_step(step, name, title_of)]))
            if answer := list(_answer(step, name, title_of)):
                lesson_answers.append(_kept_together(answer))
        if lesson_answers:
            answers += [f"### {number}. {lesson.title}", *lesson_answers]
    return "\n\n".join([*parts, *answers]) + "\n"


def _kept_together(parts: Iterable[str]) -> str:
    """Return what is not to be torn apart between two sheets of paper."""
    inside = "\n\n".join(parts)
    return f'<div class="booklet-part" markdown="1">\n\n{inside}\n\n</div>'


def _step(step: Step, name: str, title_of: Callable[[str], str]) -> Iterator[str]:
    """Yield a step without its answer."""
    question = step.question
    if step.begin.fresh or (question is not None and question.squares):
        yield from _board(step.begin, usual_too=question is not None and bool(question.squares))
    yield from step.begin.text
    yield from _offers(step.begin, title_of)
    if question is not None:
        yield f"**Predict.** {question.text}"
        if question.options:
            yield "  \n".join(f"☐ {text}" for text, _ in question.options)
            blank = ""
        else:
            blank = 'My square: <span class="booklet-blank"></span> '
        yield f'{blank}<a href="#{_anchor(name)}">Answer {name}</a>'
    yield from _puzzles(step.begin)


def _answer(step: Step, name: str, title_of: Callable[[str], str]) -> Iterator[str]:
    """Yield what stands at the end of a step: the answer to its question, and its puzzles'."""
    if step.question is not None and step.reveal is not None:
        yield f'<span id="{_anchor(name)}"></span>**{name}** {_right_of(step.question)}'
        if step.reveal.fresh:
            yield from _board(step.reveal)
        yield from step.reveal.text
        yield from _offers(step.reveal, title_of)
        yield from _puzzles(step.reveal)
    for part in (step.begin, step.reveal):
        for key in part.puzzles if part is not None else ():
            moves = ", ".join(map(square_name, puzzle_of(key).solution))
            yield f"**{name}, the puzzle** {moves}."


def _right_of(question: Prediction) -> str:
    """Return the right answers of a question, as a sentence."""
    squares = [square_name(square) for square in sorted(question.squares)]
    texts = squares or [text for text, is_right in question.options if is_right]
    answer = " or ".join(texts)
    return answer if answer.endswith((".", "!", "?")) else f"{answer}."


def _anchor(name: str) -> str:
    return f"answer-{name.replace('.', '-')}"


def _board(part: Part, usual_too: bool = False) -> Iterator[str]:
    """Yield the board of a part; the usual empty one only where it is asked for."""
    setup = part.setup
    if usual_too or setup.moves or setup.rules != _USUAL:
        yield _picture(setup.game().board, setup.rules)


def _picture(board: Board, rules: Rules) -> str:
    caption = "" if rules == _USUAL else f"<figcaption>{rule_text(rules)}</figcaption>"
    return f'<figure class="booklet-board">{position_svg(board)}{caption}</figure>'


def _offers(part: Part, title_of: Callable[[str], str]) -> Iterator[str]:
    """Yield in words what a part offers as buttons."""
    if part.buttons:
        yield f"In the program, to be pressed here: {_listed(map(title_of, part.buttons))}."
    if part.labs:
        yield "In the program, a button here opens the lab with its form filled in."
    if part.learners:
        yield "In the program, a button here has a machine learn."


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"*{name}*" for name in names)


def _puzzles(part: Part) -> Iterator[str]:
    for key in part.puzzles:
        puzzle = puzzle_of(key)
        yield f"**A puzzle.** {worded(puzzle.question)}"
        yield _picture(puzzle.board, puzzle.rules)


_SCREEN = {
    "ink": "default-fg-color", "dim": "default-fg-color--light",
    "line": "default-fg-color--lighter",
    "page": "default-bg-color", "bad": "default-fg-color", "good": "default-fg-color",
    "accent": "accent-fg-color",
}  # fmt: skip
"""The colours of the web site for those of pictures."""

_STYLE = (
    ".booklet-board{margin:.8em 0;break-inside:avoid}.booklet-board svg{height:auto;max-width:100%}"
    ".booklet-board figcaption{margin:.2em 0;max-width:none;text-align:left}"
    ".booklet-blank{display:inline-block;min-width:6em;border-bottom:1px solid;margin-right:1em}"
    + "@media screen{"
    + "".join(
        f".booklet-board .{kind}-{name}{{{kind}:var(--md-{_SCREEN[name]})}}"
        for name in INKS
        for kind in ("stroke", "fill")
    )
    + "}@media print{h2{break-before:page}h2:first-of-type{break-before:auto}"
    "h2,h3{break-after:avoid}.booklet-part{break-inside:avoid}.booklet-board svg{max-height:8cm}"
    ".headerlink,.md-footer{display:none!important}}"
)
