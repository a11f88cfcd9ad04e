"""What a check found in a course file, in words and in HTML."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Mapping, Sequence, Set
from html import escape
from typing import TYPE_CHECKING

from engine.compat.terms import FAIL, PASS, Finding
from ttt_desktop.look.text import tr, with_minus

if TYPE_CHECKING:
    from engine.compat.checking import Report

_SQUARE = re.compile(r"\((\d+), (\d+)\)")


def verdict(report: Report) -> str:
    """Return a report's verdict in the user's language."""
    if report.unjudged:
        return tr("could not be judged")
    if not report.loaded:
        return tr("cannot be loaded")
    if not report.written:
        return tr("nothing is written yet")
    if report.faults:
        return tr("%n faults", n=report.faults, one="1 fault")
    return tr("right with warnings") if report.warned else tr("right")


def findings_html(report: Report, whose: str = "") -> str:
    """Return a report in the HTML that Qt shows.

    Args:
        whose: what the file is called beside what was expected; that of who reads it by default.
    """
    file = whose or tr("Your file")
    parts = [f"<p>{escape(note)}</p>" for note in report.notes]
    left_out = [tr("Left out while checking: {call}", call=call) for call in report.calls]
    parts += [f"<p>{escape(sentence)}</p>" for sentence in left_out]
    for name, findings in report.findings.items():
        bad = [finding for finding in findings if finding.status != PASS]
        count = tr("%n looks", n=len(findings), one="1 look")
        sign = "✓" if not bad else "✗" if any(finding.status == FAIL for finding in bad) else "!"
        parts.append(f"<h3>{sign} {escape(name)} <small>({count})</small></h3>")
        parts += [_finding(finding, file) for finding in bad]
    if report.unjudged:
        parts.append(f"<p>{escape(report.unjudged)}</p>")
    if report.guard:
        ran = tr("It ran {guard}.", guard=report.guard)
        parts.append(f"<p><small>{escape(ran)}</small></p>")
    return "".join(parts)


def _finding(finding: Finding, file: str) -> str:
    word = tr("Fault:") if finding.status == FAIL else tr("Warning:")
    parts = [f"<p><b>{word}</b> {escape(finding.what)}</p>"]
    if finding.cause:
        likely = tr("Likely:") if finding.faulty else tr("Perhaps:")
        parts.append(f"<p><b>{likely}</b> {escape(finding.cause)}.</p>")
    parts.append(_side_by_side(finding, file))
    if finding.line:
        quoted = escape(finding.quoted)
        parts.append(f"<p>{_where(finding)}</p><pre>{finding.line}:  {quoted}</pre>")
    if finding.more:
        more = tr("and %n more like this", n=finding.more)
        parts.append(f"<p><i>{more}</i></p>")
    return f"<blockquote>{''.join(parts)}</blockquote>"


def _where(finding: Finding) -> str:
    """Return what the line is that is quoted."""
    if finding.is_error and finding.faulty not in (None, finding.line):
        return tr("The error came up in this line; look at line {line}:", line=finding.faulty)
    if finding.is_error:
        return tr("The error came up in this line:")
    return tr("Look at this line:") if finding.faulty else tr("It is in this function:")


def _side_by_side(finding: Finding, file: str) -> str:
    """Return what was expected and what came, each with its board where there is one."""
    texts = finding.expected, finding.got
    if not (any(texts) or finding.board):
        return ""
    rows = finding.board.split("/")
    is_board = bool(finding.board) and all(len(row) == len(rows) for row in rows)
    grids = [_numbers(text, len(rows)) for text in texts]
    boards = ["", ""]
    if is_board and all(grids):
        differ = {square for square in grids[0] if grids[0][square] != grids[1][square]}
        boards = [_board(rows, differ, grid) for grid in grids]
        texts = "", ""  # the boards say it
    elif is_board:
        boards = [_board(rows, _squares(text), {}) for text in texts]
    titles = tr("Expected"), escape(file)
    heads = "".join(f"<th align='left' width='50%'>{title}</th>" for title in titles)
    cells = "".join(f"<td>{escape(text)}</td>" for text in texts)
    texts_row = f"<tr>{cells}</tr>" if any(texts) else ""
    drawn = "".join(f"<td>{board}</td>" for board in boards)
    return (
        f"<table width='100%' cellpadding='4'><tr>{heads}</tr>{texts_row}<tr>{drawn}</tr></table>"
    )


def _numbers(text: str, side: int) -> dict[tuple[int, int], float]:
    """Return a grid of scores, such as ``[[0.0, 1.0], [0.0, 0.0]]``, by square; else empty."""
    try:
        rows = literal_eval(text)
        numbers = {
            (i, j): float(number) for i, row in enumerate(rows) for j, number in enumerate(row)
        }
    except (ValueError, TypeError, SyntaxError, OverflowError, MemoryError, RecursionError):
        return {}
    squares = {(row, col) for row in range(side) for col in range(side)}
    return numbers if set(numbers) == squares else {}


def _squares(text: str) -> set[tuple[int, int]]:
    return {(int(row), int(col)) for row, col in _SQUARE.findall(text)}


def _board(
    rows: Sequence[str], marked: Set[tuple[int, int]], numbers: Mapping[tuple[int, int], float]
) -> str:
    """Return a position as a table, with numbers where there are some; some squares stand out."""

    def cell(row: int, col: int, mark: str) -> str:
        shown = escape(mark).replace(".", "&nbsp;")
        if numbers:
            shown += f" <small>{with_minus(f'{numbers[row, col]:g}')}</small>"
        tint = " style='background: #e6a817; color: #111111'" if (row, col) in marked else ""
        width = 48 if numbers else 22
        return f"<td width='{width}' align='center'{tint}>{shown}</td>"

    cells = "".join(
        f"<tr>{''.join(cell(row, col, mark) for col, mark in enumerate(marks))}</tr>"
        for row, marks in enumerate(rows)
    )
    return f"<table border='1' cellspacing='0' cellpadding='3'>{cells}</table>"
