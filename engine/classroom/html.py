"""The class report: one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape as escape_html
from math import inf, isfinite

from engine.classroom.mistakes import mistakes
from engine.classroom.rubric import Rubric
from engine.classroom.run import MACHINES, Class, Entry
from engine.classroom.store import Result
from engine.classroom.style import CSS
from engine.classroom.tables import points_of, status_of
from engine.compat.contract import CHECKS
from engine.compat.terms import FAIL, PASS, Finding
from engine.errors import printable
from engine.tournament.tables import middle
from engine.tournament.tables import rated as elo_text

_MOST_NAMED = 12
"""Students that are named beside a mistake."""

_SIGNS = {"right": "✓", "warnings": "!", "faults": "✗", "left out": "–"}


def escape(text: str) -> str:
    """Return a text as it stands in the page."""
    return escape_html(printable(text))


def as_html(looked_at: Class, rubric: Rubric | None) -> str:
    """Return the whole page.

    Args:
        looked_at: the class.
        rubric: what gives points; None for a report without points.
    """
    anchors = {entry.student: f"student-{i}" for i, entry in enumerate(looked_at.entries, 1)}
    title = escape(f"Class report: {looked_at.name}")
    parts = [
        f"<h1>{title}</h1>",
        _in_short(looked_at),
        _class_table(looked_at, rubric, anchors),
        _common(looked_at, anchors),
        _machines(looked_at),
        *(_student(looked_at, entry, rubric, anchors) for entry in looked_at.entries),
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{CSS}</style>\n</head>\n<body>\n"
        + "\n".join(filter(None, parts))
        + "\n</body>\n</html>\n"
    ).encode("utf-8", "replace").decode("utf-8")  # fmt: skip


def _in_short(looked_at: Class) -> str:
    entries = looked_at.entries
    unjudged = sum(bool(each.report.unjudged) for each in entries)
    faulty = sum(not each.report.passed for each in entries) - unjudged
    warned = sum(each.report.passed and each.report.warned for each in entries)
    playing = sum(each.plays for each in entries)
    right = len(entries) - faulty - warned - unjudged
    told = f", {unjudged} could not be judged" if unjudged else ""
    return (
        f"<p>{len(entries)} handed in: {right} right, {warned} right with warnings, {faulty} with "
        f"faults{told}. {playing} make moves.</p>"
    )


# --- the class ----------------------------------------------------------------------------------


def _class_table(looked_at: Class, rubric: Rubric | None, anchors: dict[str, str]) -> str:
    head = ["Student", "Verdict"]
    numbers = ["Points"] if rubric else []
    numbers += ["ms a trial", "Elo", "± 95 %"] if looked_at.elo else ["ms a trial"]
    rows = []
    for entry in looked_at.entries:
        cells = [
            f'<th scope="row"><a href="#{anchors[entry.student]}">{escape(entry.student)}</a></th>',
            f'<td class="verdict {_mood(entry)}">{escape(entry.report.verdict)}</td>',
            *(f'<td class="number">{each}</td>' for each in _figures(looked_at, entry, rubric)),
            *(_status_cell(entry, group) for group in CHECKS),
        ]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    heads = [
        *(f'<th scope="col">{each}</th>' for each in head),
        *(f'<th scope="col" class="number">{each}</th>' for each in numbers),
        *(f'<th scope="col" class="up"><span>{escape(group)}</span></th>' for group in CHECKS),
    ]
    return (
        '<h2>The class</h2>\n<div class="wide"><table class="classtable"><thead><tr>'
        f"{''.join(heads)}</tr></thead><tbody>\n" + "\n".join(rows) + "\n</tbody></table></div>\n"
        '<p class="dim">✓ right, ! warnings, ✗ faults, – could not be looked at.</p>'
    )


def _figures(looked_at: Class, entry: Entry, rubric: Rubric | None) -> Iterable[str]:
    if rubric is not None:
        yield points_of(entry, rubric, " of ")
    seconds = entry.report.trial_seconds
    yield "" if seconds is None else f"{seconds * 1000:.3g}"
    if looked_at.elo:
        rated = looked_at.elo.get(entry.student)
        yield "" if rated is None else middle(rated)
        half = inf if rated is None else (rated.high - rated.low) / 2
        yield f"{half:.0f}" if isfinite(half) else ""


def _mood(entry: Entry) -> str:
    report = entry.report
    if report.unjudged:
        return "warnings"
    return "faults" if not report.passed else "warnings" if report.warned else "right"


def _status_cell(entry: Entry, group: str) -> str:
    status = status_of(entry, group)
    kind = status if status in ("right", "warnings", "faults") else "dim"
    return f'<td class="{kind}" title="{status}">{_SIGNS[status]}</td>'


def _common(looked_at: Class, anchors: dict[str, str]) -> str:
    found = mistakes(looked_at)
    if not found:
        return ""
    whole = len(looked_at.entries)
    rows = []
    for each in found:
        names = [
            f'<a href="#{anchors[name]}">{escape(name)}</a>' for name in each.students[:_MOST_NAMED]
        ]
        more = len(each.students) - len(names)
        told = ", ".join(names) + (f" and {more} more" if more else "")
        kind = "warnings" if each.warning else "faults"
        rows.append(
            f'<tr><td class="number">{len(each.students)} of {whole}</td>'
            f'<td class="{kind}">{escape(each.what)}</td><td>{told}</td></tr>'
        )
    return (
        '<h2>What went wrong most often</h2>\n<div class="wide"><table><thead><tr>'
        '<th scope="col" class="number">How many</th><th scope="col">What</th>'
        '<th scope="col">Who</th></tr></thead><tbody>\n' + "\n".join(rows)
        + "\n</tbody></table></div>"
    )  # fmt: skip


def _machines(looked_at: Class) -> str:
    """Return the built-in machines of the league, for comparison."""
    rated = [(name, looked_at.elo[name]) for name in MACHINES if name in looked_at.elo]
    if not rated:
        return ""
    rows = "\n".join(
        f'<tr><th scope="row"><code>{name}</code></th><td class="number">{elo_text(elo)}</td></tr>'
        for name, elo in sorted(rated, key=lambda each: -each[1].rank)
    )
    return (
        "<h2>The machines that everybody met</h2>\n<table><thead><tr>"
        '<th scope="col">Machine</th><th scope="col" class="number">Elo</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


# --- one student --------------------------------------------------------------------------------


def _student(looked_at: Class, entry: Entry, rubric: Rubric | None, anchors: dict[str, str]) -> str:
    report = entry.report
    lines = report.code.decode("utf-8", "replace").splitlines()
    parts = [
        f'<section class="student" id="{anchors[entry.student]}">',
        f"<h2>{escape(entry.student)}</h2>",
        f'<p><span class="verdict {_mood(entry)}">{escape(report.verdict)}</span> '
        f'<span class="dim">{escape(_about(entry))}</span></p>',
        _points(entry, rubric) if rubric else "",
    ]
    for group, found in report.findings.items():
        bad = [each for each in found if each.status != PASS]
        if bad:
            parts.append(f"<h3>{escape(group)}</h3>")
            parts += [_finding(each, lines) for each in bad]
    if report.passed and not report.warned:
        parts.append("<p>Nothing to find fault with.</p>")
    if report.unjudged:
        told = escape(report.unjudged)
        parts.append(f"<p>{told[:1].upper()}{told[1:]}. The next run tries again.</p>")
    parts.append(_league(looked_at, entry))
    parts.append('<p class="back"><a href="#">Back to the class</a></p></section>')
    return "\n".join(filter(None, parts))


def _about(entry: Entry) -> str:
    told = [entry.hand_in.source.name]
    path = entry.report.path
    if path.name != told[0]:
        told.append(f"looked at: {path.name}")
    if entry.hand_in.others:
        told.append(f"handed in with it: {', '.join(entry.hand_in.others[:_MOST_NAMED])}")
    told += entry.report.notes
    if entry.report.trial_seconds is not None:
        told.append(f"{entry.report.trial_seconds * 1000:.3g} ms a trial")
    return "; ".join(told)


def _points(entry: Entry, rubric: Rubric) -> str:
    earned = rubric.earned(entry.report)
    if not (whole := points_of(entry, rubric, " of ")):
        return ""
    each = ", ".join(
        f"{escape(name)} {points:g} of {rubric.points[name]:g}" for name, points in earned.items()
    )
    return f"<p><b>{whole} points</b>: {each}</p>"


def _finding(finding: Finding, lines: Sequence[str]) -> str:
    about = [("expected", finding.expected), ("got", finding.got), ("likely", finding.cause)]
    told = "".join(
        f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in about if text
    )  # fmt: skip
    more = f'<p class="dim">and {finding.more} more like this</p>' if finding.more else ""
    return (
        f'<div class="finding {finding.status}"><div><b>{_word(finding)}</b> '
        f"{escape(finding.what)}<dl>{told}</dl>{_quoted(finding, lines)}{more}</div>"
        f"{_board(finding.board)}</div>"
    )


def _word(finding: Finding) -> str:
    return "Fault:" if finding.status == FAIL else "Warning:"


def _quoted(finding: Finding, lines: Sequence[str]) -> str:
    if not finding.line or finding.line > len(lines):
        return ""
    line = lines[finding.line - 1][:300]
    return f"<pre><code>{finding.line}: {escape(line.expandtabs(4))}</code></pre>"


def _board(board: str) -> str:
    """Return a position such as ``X.O/.X./..O`` as a small table."""
    rows = board.split("/")
    if any(len(row) != len(rows) for row in rows):
        return ""
    cells = "".join(
        "<tr>" + "".join(f"<td>{escape(mark).strip('.')}</td>" for mark in row) + "</tr>"
        for row in rows
    )
    return f'<table class="board" aria-label="board {escape(board)}">{cells}</table>'


def _league(looked_at: Class, entry: Entry) -> str:
    results = looked_at.results_of(entry.student)
    if not results:
        if entry.report.unjudged or not entry.report.no_move:
            return ""
        return f"<p>Not in the league: {escape(entry.report.no_move)}.</p>"
    rated = looked_at.elo.get(entry.student)
    told = f" Elo {elo_text(rated)}, on average 0." if rated else ""
    rows = "\n".join(_league_row(name, each) for name, each in results.items())
    return (
        f"<h3>League</h3>\n<p>{told}</p>"
        '<div class="wide"><table><thead><tr><th scope="col">Against</th>'
        + "".join(
            f'<th scope="col" class="number">{name}</th>'
            for name in ("won", "tied", "lost", "spoilt", "spoilt by the other")
        )
        + f"</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _league_row(name: str, result: Result) -> str:
    counts = (result.wins, result.ties, result.losses, result.spoilt, result.spoilt_by_other)
    cells = "".join(f'<td class="number">{count}</td>' for count in counts)
    problem = f'<br><span class="dim">{escape(result.problem)}</span>' if result.spoilt else ""
    return f'<tr><th scope="row">{escape(name)}{problem}</th>{cells}</tr>'
