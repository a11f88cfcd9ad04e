"""The teacher's page on a class's answers in lessons: one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.classroom.html import board_table, escape, number_cell, page
from engine.classroom.pupils import PUPILS, Counted, Pupil, Pupils
from engine.notation import parse_board, parse_square
from engine.tournament.columns import Kind, Section

_LEAST_SHOWN = 5
"""Questions that stand under what was understood least."""

_HALF = 0.5
"""A question of which a smaller share was right is drawn as a fault, one below all as a warning."""


def as_html(found: Pupils) -> str:
    """Return the whole page."""
    title = escape(f"Answers in lessons: {found.name}")
    parts = [
        f"<h1>{title}</h1>",
        _in_short(found),
        _least_understood(found.questions),
        _class_table(found.pupils),
        *_lessons(found.questions),
    ]
    return page(title, parts, _STYLE)


def _in_short(found: Pupils) -> str:
    read = sum(each.read for each in found.pupils)
    files, questions = len(found.pupils), len(found.questions)
    told = f"{files} handed in, {questions} questions."
    if read < files:
        told = f"{files} handed in, {files - read} could not be read, {questions} questions."
    incomplete = found.incomplete
    more = f'<p class="warnings">{escape(incomplete)}.</p>' if incomplete else ""
    return (
        f"<p>{told} First answers count. Who asked to be told the answer made no prediction.</p>"
        f"{more}"
    )


def _least_understood(questions: Sequence[Counted]) -> str:
    wrong = [each for each in questions if each.share < 1]
    least = sorted(wrong, key=lambda each: each.share)[:_LEAST_SHOWN]
    if not least:
        return ""
    rows = "\n".join(
        f'<tr>{number_cell(_right_of(each))}<td><a href="#{_anchor(each)}">'
        f"{escape(each.number)}</a> {escape(each.asked.text)}<br>"
        f'<span class="dim">{escape(each.lesson)}: {escape(each.asked.step)}</span></td>'
        f"<td>{_commonest_mistake(each)}</td></tr>"
        for each in least
    )
    return (
        '<h2>What was understood least</h2>\n<div class="wide"><table><thead><tr>'
        '<th scope="col" class="number">Right</th><th scope="col">Question</th>'
        '<th scope="col">Most chosen instead</th></tr></thead>'
        f"<tbody>\n{rows}\n</tbody></table></div>"
    )


def _right_of(each: Counted) -> str:
    return f"{each.right} of {each.made + each.told}"


def _commonest_mistake(each: Counted) -> str:
    wrong = {what: count for what, count in each.counts.items() if what not in each.asked.right}
    most = max(wrong.values(), default=0)
    if not most:
        return f"{each.told} asked to be told" if each.told else ""
    named = ", ".join(escape(what) for what, count in wrong.items() if count == most)
    return f'{named} <span class="dim">({most})</span>'


# --- the class ----------------------------------------------------------------------------------


def _class_table(pupils: Sequence[Pupil]) -> str:
    columns = [each for each in PUPILS if each.section in (Section.OUTCOMES, Section.WIDE)]
    head = "".join(
        f'<th scope="col"{"" if each.kind is Kind.NAME else " class=number"}>'
        f"{escape(each.title)}</th>"
        for each in columns
    )
    rows = "\n".join(map(_pupil_row, pupils))
    return (
        f'<h2>The class</h2>\n<div class="wide"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>\n{rows}\n</tbody></table></div>"
    )


def _pupil_row(pupil: Pupil) -> str:
    counts = (pupil.done, pupil.right, pupil.made, pupil.told)
    numbers = "".join(number_cell(str(each) if pupil.read else "–") for each in counts)
    told = f"{escape(pupil.file)}: {escape(pupil.problem)}" if pupil.problem else ""
    name = f'<th scope="row">{escape(pupil.name)}</th>'
    return f'<tr>{name}{numbers}<td class="warnings">{told}</td></tr>'


# --- the questions ------------------------------------------------------------------------------


def _lessons(questions: Sequence[Counted]) -> list[str]:
    parts = []
    for number, of_lesson in groupby(questions, key=lambda each: each.number.partition(".")[0]):
        asked = list(of_lesson)
        title = escape(asked[0].lesson)
        parts.append(f'<section class="lesson"><h2>{number}. {title}</h2>')
        parts += map(_question, asked)
        parts.append("</section>")
    return parts


def _question(counted: Counted) -> str:
    asked, share = counted.asked, counted.share
    mood = "right" if share == 1 else "warnings" if share >= _HALF else "faults"
    told = f'<span class="verdict {mood}">Right: {_right_of(counted)}</span>'
    if not counted.made + counted.told:
        told = '<span class="dim">Nobody has come to this question.</span>'
    return (
        f'<div class="question" id="{_anchor(counted)}"><div>'
        f"<h3>{escape(counted.number)} {escape(asked.step)}</h3>"
        f"<p>{escape(asked.text)} {told}</p>"
        f"{_answers_table(counted)}</div>{_board(counted)}</div>"
    )


def _anchor(counted: Counted) -> str:
    return f"question-{counted.number}"


def _answers_table(counted: Counted) -> str:
    put = max(1, counted.made + counted.told)
    rows = [
        _answer_row(f"✓ {escape(what)}" if what in counted.asked.right else escape(what),
                    count, put, "right" if what in counted.asked.right else "")
        for what, count in counted.counts.items()
    ]  # fmt: skip
    if counted.told:
        rows.append(_answer_row("asked to be told", counted.told, put, "dim"))
    return f'<table class="answers"><tbody>{"".join(rows)}</tbody></table>'


def _answer_row(what: str, count: int, put: int, kind: str) -> str:
    width = f"{100 * count / put:.0f}"
    return (
        f'<tr class="{kind}"><td>{what}</td>{number_cell(str(count))}'
        f'<td class="bar"><span style="width:{width}%"></span></td></tr>'
    )


def _board(counted: Counted) -> str:
    """Return the position with how many named which square; empty where options were given."""
    asked = counted.asked
    if asked.options:
        return ""
    size = parse_board(asked.board).size
    notes = {}
    for name, count in counted.counts.items():
        kind = "right" if name in asked.right else "faults"
        sign = "✓" if name in asked.right else ""
        notes[parse_square(name, size)] = f'<span class="{kind}">{sign}{count}</span>'
    return board_table(asked.board, notes)


_STYLE = """
.question { display: flex; flex-wrap: wrap; gap: 0 2rem; align-items: flex-start;
  break-inside: avoid; border-left: .25rem solid var(--line); padding-left: .9rem;
  margin: 1rem 0; }
.question > div { flex: 1 1 24rem; min-width: 0; } .question h3 { margin-top: 0; }
.question .board { margin-top: 1.6rem; } .question .board td { width: 2.4rem; height: 2.4rem; }
.answers { width: 100%; } .answers td { padding: .15rem .5rem; }
.answers td:first-child { width: 55%; overflow-wrap: anywhere; }
.bar { width: 35%; } .bar span { display: block; height: .9rem; min-width: 1px;
  background: currentColor; opacity: .55; print-color-adjust: exact; }
@media print { h2 { break-after: avoid; } }
"""
