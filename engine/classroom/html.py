"""The class report: one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape as escape_html
from math import inf, isfinite
from typing import Any

from engine.classroom.league import MACHINES
from engine.classroom.likeness import told_together
from engine.classroom.platforms import PLAIN, TITLES
from engine.classroom.rubric import Rubric
from engine.classroom.run import Class, Entry
from engine.classroom.store import LeagueResult
from engine.classroom.tables import (
    StudentRow,
    mistakes,
    points_told,
    student_columns,
    student_rows,
)
from engine.compat.terms import FAIL, PASS, Finding
from engine.errors import printable
from engine.rules import Square
from engine.tournament.columns import Column, Kind, Section, middle, written
from engine.tournament.columns import rated as elo_text

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
        _class_table(student_rows(looked_at, rubric), anchors),
        _common(looked_at, anchors),
        _alike(looked_at),
        _league_in_short(looked_at),
        _machines(looked_at),
        *(_student(looked_at, entry, rubric, anchors) for entry in looked_at.entries),
    ]
    return page(title, parts)


def page(title: str, parts: Iterable[str], style: str = "") -> str:
    """Return a whole page.

    Args:
        title: its title, escaped.
        parts: what stands in it, one below the other; empty ones are left out.
        style: rules of its own, beside those of all pages.
    """
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_CSS}{style}</style>\n</head>\n<body>\n"
        + "\n".join(filter(None, parts))
        + "\n</body>\n</html>\n"
    ).encode("utf-8", "replace").decode("utf-8")  # fmt: skip


def _in_short(looked_at: Class) -> str:
    entries = [each for each in looked_at.entries if each.hand_in.path is not None]
    absent = sum(each.hand_in.absent for each in looked_at.entries)
    empty = len(looked_at.entries) - len(entries) - absent
    unjudged = sum(bool(each.report.unjudged) for each in entries)
    faulty = sum(not each.report.passed for each in entries) - unjudged
    warned = sum(each.report.passed and each.report.warned for each in entries)
    playing = sum(each.plays for each in entries)
    right = len(entries) - faulty - warned - unjudged
    told = f", {unjudged} could not be judged" if unjudged else ""
    told += f", {empty} with nothing readable" if empty else ""
    lines = [
        f"{len(entries) + empty} handed in: {right} right, {warned} right with warnings, {faulty} "
        f"with faults{told}. {playing} make moves."
        + (f" {absent} of the roster handed in nothing." if absent else "")
    ]
    if looked_at.platform != PLAIN:
        lines.append(f"The names are those of {TITLES[looked_at.platform]}.")
    if looked_at.left_out:
        lines.append(f"Nobody's hand-in: {escape(', '.join(looked_at.left_out))}.")
    return "".join(f"<p>{line}</p>" for line in lines)


def _league_in_short(looked_at: Class) -> str:
    """Say what of the league was played, and how its strengths count."""
    league = looked_at.league
    if not league.results:
        return ""
    told = "A game that a file spoilt is lost by it."
    if not league.is_whole:
        told = (
            f"{len(league.results):,} of {league.wanted:,} pairings were drawn by lot and played: "
            f"so many fit into {league.minutes:g} minutes of processor time. {told}"
        )
    return f"<h2>The league</h2>\n<p>{told}</p>"


# --- the class ----------------------------------------------------------------------------------


def _class_table(rows: Sequence[StudentRow], anchors: dict[str, str]) -> str:
    columns = student_columns(rows, Section.OUTCOMES, Section.WIDE)
    lines = "\n".join(
        f"<tr>{''.join(_cell(each, row, anchors) for each in columns)}</tr>" for row in rows
    )
    return (
        '<h2>The class</h2>\n<div class="wide"><table class="classtable"><thead><tr>'
        f"{''.join(map(_head, columns))}</tr></thead><tbody>\n{lines}\n</tbody></table></div>\n"
        '<p class="dim">✓ right, ! warnings, ✗ faults, – could not be looked at.</p>'
    )


def _head(column: Column[StudentRow]) -> str:
    title = escape(column.title)
    if column.kind is Kind.STATUS:
        return f'<th scope="col" class="up"><span>{title}</span></th>'
    if column.kind in (Kind.NAME, Kind.TEXT):
        return f'<th scope="col">{title}</th>'
    error = '<th scope="col" class="number">± 95 %</th>' if column.kind is Kind.ELO else ""
    return f'<th scope="col" class="number">{title}</th>{error}'


def _cell(column: Column[StudentRow], row: StudentRow, anchors: dict[str, str]) -> str:
    value: Any = column.value(row)
    match column.kind:
        case Kind.NAME:
            link = f'<a href="#{anchors[row.entry.student]}">{escape(value)}</a>'
            return f'<th scope="row">{link}</th>'
        case Kind.TEXT:
            return f'<td class="verdict {mood(row.entry)}">{escape(value)}</td>'
        case Kind.STATUS:
            kind = value if value != "left out" else "dim"
            return f'<td class="{kind}" title="{value}">{_SIGNS[value]}</td>'
        case Kind.ELO:
            half = inf if value is None else (value.high - value.low) / 2
            error = f"{half:.0f}" if isfinite(half) else ""
            return number_cell("" if value is None else middle(value)) + number_cell(error)
        case Kind.POINTS:
            return number_cell(points_told(value))
    return number_cell("" if value is None else written(column, row))


def number_cell(text: str) -> str:
    """Return a cell of a table that holds a number."""
    return f'<td class="number">{text}</td>'


def mood(entry: Entry) -> str:
    """Return what class a verdict is of: right, warnings or faults; or dim where there is none."""
    report = entry.report
    if entry.hand_in.absent:
        return "dim"
    if report.unjudged:
        return "warnings"
    return "faults" if not report.passed else "warnings" if report.warned else "right"


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


def _alike(looked_at: Class) -> str:
    """Return which files are the same but for names and layout: a hint, and no verdict."""
    if not looked_at.alike:
        return ""
    rows = "\n".join(f"<li>{escape(each)}</li>" for each in told_together(looked_at.alike))
    return f"<h2>Files that are alike</h2>\n<ul>{rows}</ul>"


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
    parts = [
        f'<section class="student" id="{anchors[entry.student]}">',
        f"<h2>{escape(entry.student)}</h2>",
        *judgement(StudentRow(looked_at, entry, rubric), to_teacher=True),
    ]
    if entry.report.unjudged:
        parts.append("<p>The next run tries again.</p>")
    parts.append(_league(looked_at, entry))
    parts.append('<p class="back"><a href="#">Back to the class</a></p></section>')
    return "\n".join(filter(None, parts))


def judgement(row: StudentRow, to_teacher: bool) -> list[str]:
    """Return what was found in one file, as parts of a page.

    Args:
        row: whose it is.
        to_teacher: whether what is for the teacher only is told, too.
    """
    report = row.entry.report
    lines = report.code.decode("utf-8", "replace").splitlines()
    parts = [
        f'<p><span class="verdict {mood(row.entry)}">{escape(row.entry.verdict)}</span> '
        f'<span class="dim">{escape(_about(row.entry, to_teacher))}</span></p>',
        _points(row),
    ]
    for group, found in report.findings.items():
        bad = [each for each in found if each.status != PASS]
        if bad and not row.entry.hand_in.absent:
            parts.append(f"<h3>{escape(group)}</h3>")
            parts += [_finding(each, lines, to_teacher) for each in bad]
    if report.passed and not report.warned:
        parts.append("<p>Nothing to find fault with.</p>")
    if report.unjudged:
        told = escape(report.unjudged)
        parts.append(f"<p>{told[:1].upper()}{told[1:]}.</p>")
    return parts


def _about(entry: Entry, to_teacher: bool) -> str:
    told = [entry.hand_in.source.name] if to_teacher and not entry.hand_in.absent else []
    path = entry.report.path
    if entry.hand_in.path is not None and path.name not in told:
        told.append(f"looked at: {path.name}")
    if to_teacher and entry.hand_in.earlier:
        told.append(f"earlier attempts: {', '.join(entry.hand_in.earlier[:_MOST_NAMED])}")
    if to_teacher and entry.hand_in.group:
        told.append(f"plays in the league as {entry.hand_in.group}")
    if entry.hand_in.others:
        told.append(f"handed in with it: {', '.join(entry.hand_in.others[:_MOST_NAMED])}")
    told += entry.report.notes
    if entry.report.trial_seconds is not None:
        milliseconds = f"{entry.report.trial_seconds * 1000:.3g} ms a trial"
        times = "" if entry.ratio is None else f"{entry.ratio:.2g}"
        beside = {"": "", "1": ", as long as the reference solution's"}
        told.append(milliseconds + beside.get(times, f", {times} times the reference solution's"))
    if to_teacher and entry.report.guard:
        told.append(entry.report.guard)
    return "; ".join(told)


def _points(row: StudentRow) -> str:
    if row.rubric is None or row.points is None:
        return ""
    each = ", ".join(
        f"{escape(name)} {points:g} of {row.rubric.points[name]:g}"
        for name, points in row.rubric.earned(row.entry.report).items()
    )
    return f"<p><b>{points_told(row.points)} points</b>: {each}</p>"


def _finding(finding: Finding, lines: Sequence[str], to_teacher: bool) -> str:
    why = "likely" if finding.repair else "perhaps"
    about = [("expected", finding.expected), ("got", finding.got), (why, finding.cause)]
    if to_teacher:
        about.append(("repair", finding.repair))
    told = "".join(
        f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in about if text
    )  # fmt: skip
    more = f'<p class="dim">and {finding.more} more like this</p>' if finding.more else ""
    return (
        f'<div class="finding {finding.status}"><div><b>{_word(finding)}</b> '
        f"{escape(finding.what)}<dl>{told}</dl>{_quoted(finding, lines)}{more}</div>"
        f"{board_table(finding.board)}</div>"
    )


def _word(finding: Finding) -> str:
    return "Fault:" if finding.status == FAIL else "Warning:"


def _quoted(finding: Finding, lines: Sequence[str]) -> str:
    if not finding.line or finding.line > len(lines):
        return ""
    line = lines[finding.line - 1][:300]
    return f"<pre><code>{finding.line}: {escape(line.expandtabs(4))}</code></pre>"


def board_table(board: str, notes: Mapping[Square, str] | None = None) -> str:
    """Return a position as a small table; empty where the text is none.

    Args:
        board: the position, such as ``X.O/.X./..O``.
        notes: what stands on squares in place of their marks, as HTML.
    """
    rows = board.split("/")
    if any(len(row) != len(rows) for row in rows):
        return ""
    told = notes or {}
    cells = "".join(
        "<tr>" + "".join(
            f"<td>{told.get((i, j)) or escape(mark).strip('.')}</td>" for j, mark in enumerate(row)
        ) + "</tr>"
        for i, row in enumerate(rows)
    )  # fmt: skip
    return f'<table class="board" aria-label="board {escape(board)}">{cells}</table>'


def _league(looked_at: Class, entry: Entry) -> str:
    results = looked_at.results_of(entry)
    if not results:
        if entry.report.unjudged or entry.hand_in.absent or not entry.report.no_move:
            return ""
        return f"<p>Not in the league: {escape(entry.report.no_move)}.</p>"
    rated = looked_at.elo_of(entry)
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


def _league_row(name: str, result: LeagueResult) -> str:
    counts = (result.wins, result.ties, result.losses, result.spoilt, result.spoilt_by_other)
    cells = "".join(f'<td class="number">{count}</td>' for count in counts)
    problem = f'<br><span class="dim">{escape(result.problem)}</span>' if result.spoilt else ""
    return f'<tr><th scope="row">{escape(name)}{problem}</th>{cells}</tr>'


_CSS = """
:root { color-scheme: light dark; --ink: #1b1f24; --dim: #57606a; --page: #ffffff; --line: #d0d7de;
  --soft: #f3f5f7; --good: #1a6f37; --warn: #8a5a00; --bad: #b3261e; --link: #0a58b5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --dim: #a3abb5; --page: #14171b;
  --line: #3a424c; --soft: #1e2329; --good: #6fd08c; --warn: #e9b44c; --bad: #ff8a80;
  --link: #7db8ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 75rem; background: var(--page);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.8rem; margin: 0 0 .5rem; } h2 { font-size: 1.35rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 1.25rem 0 .25rem; }
a { color: var(--link); } p { margin: .25rem 0 .75rem; } .dim { color: var(--dim); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--dim); padding: .25rem 0; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
thead th { background: var(--soft); white-space: nowrap; vertical-align: bottom; }
td.number, th.number { text-align: right; white-space: nowrap; }
.right { color: var(--good); } .warnings { color: var(--warn); } .faults { color: var(--bad); }
th.up { vertical-align: bottom; padding: .4rem .2rem; }
th.up span { writing-mode: vertical-rl; transform: rotate(180deg); font-weight: 500; }
.verdict { font-weight: 600; white-space: nowrap; }
.student { border-top: 2px solid var(--line); margin-top: 2rem; }
.finding { border-left: .25rem solid var(--bad); background: var(--soft); margin: .75rem 0;
  padding: .6rem .9rem; display: flex; gap: 1.25rem; flex-wrap: wrap; }
.finding.warn { border-color: var(--warn); }
.finding > div { flex: 1 1 22rem; min-width: 0; }
.finding dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0 .9rem;
  margin: .25rem 0; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
code, pre { font: .9em/1.45 ui-monospace, monospace; }
pre { margin: .35rem 0 0; padding: .35rem .6rem; border: 1px solid var(--line); overflow-x: auto;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.board { flex: none; align-self: flex-start; border-collapse: collapse; }
.board td { width: 1.9rem; height: 1.9rem; padding: 0; border: 1px solid var(--dim);
  text-align: center; vertical-align: middle; font-weight: 600; line-height: 1; }
.board td:empty::after { content: "\\00a0"; }
@media print { :root { color-scheme: light; --ink: #000; --dim: #444; --page: #fff; --line: #bbb;
  --soft: #f5f5f5; --good: #14532d; --warn: #6b4700; --bad: #8f1d17; --link: #000; }
  body { padding: 0; max-width: none; font-size: 10pt; } a { text-decoration: none; }
  .wide { overflow: visible; }
  .student { break-before: page; border: 0; margin: 0; } .finding, tr { break-inside: avoid; }
  .classtable { font-size: 8pt; } .classtable th, .classtable td { padding: .15rem .35rem; }
  .back { display: none; } }
"""
