"""The course's contract, looked at on a loaded file: what was expected, what came, in which line.

A group of checks is a tuple of looks. Each look is asked for by itself, so that an error, or a
process that ends, costs this one look only.
"""

from __future__ import annotations

from dataclasses import replace

from engine.compat.contract import looks, moves, scores, search, trial
from engine.compat.contract.looks import MOST_CALLS, EndlessError, FileLook, begin
from engine.compat.loading import LoadedFile, line_of
from engine.compat.terms import FAIL, PASS, Finding, short
from engine.errors import type_name

CHECKS: dict[str, tuple[FileLook, ...]] = {
    "names": looks.NAMES,
    "mc_trial": trial.LOOKS,
    "mc_update_scores": scores.LOOKS,
    "get_best_move": moves.CHOICES,
    "mc_move": moves.MOVES,
    "calls of mc_move": search.LOOKS,
    "taking wins": moves.WINS,
    "blocking losses": moves.BLOCKS,
    "other board sizes": moves.SIZES,
}
"""The groups of checks, by name, in the order in which they make sense."""

ENDLESS = "the game does not come to an end"
"""The cause of a finding about a game without an end."""

WHOLE = ("taking wins", "blocking losses")
"""Those that look at what all parts together do: they fail where any part is wrong."""


def run(name: str, number: int, file: LoadedFile) -> list[Finding]:
    """Return what a look of a group finds; an error that the file raises is a finding too."""
    look = CHECKS[name][number]
    findings = []
    begin()
    try:
        for finding in look.see(file):
            findings.append(finding)
    except EndlessError as error:
        told = f"a game without an end: its board was asked {MOST_CALLS:,} times"
        what = f"{look.title} comes to an end"
        findings.append(Finding(FAIL, what, "an end", told, line_of(error, file.path), ENDLESS))
    except Exception as error:
        text = short(f"{type_name(error)}: {error}", 400).removesuffix(": ")
        what = f"{look.title} runs without an error"
        line = line_of(error, file.path)
        findings.append(Finding(FAIL, what, "no error", text, line, is_error=True))
    defined = _defined(look.function, file)
    return [
        each if each.status == PASS or each.line else replace(each, line=defined)
        for each in findings
    ]


def _defined(function: str, file: LoadedFile) -> int | None:
    """Return the line in which the file defines a function, or None."""
    code = getattr(file.names.get(function), "__code__", None)
    return code.co_firstlineno if code and code.co_filename == str(file.path) else None
