"""What went wrong most often in a class."""

from __future__ import annotations

from dataclasses import dataclass

from engine.classroom.run import FOUND, Class, Entry
from engine.compat.checking import LOADING
from engine.compat.contract import WHOLE
from engine.compat.terms import FAIL, PASS, Finding


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake, and who made it.

    Attributes:
        what: the mistake, in a sentence without its end.
        warning: whether it is a warning only.
        students: who made it, by name.
    """

    what: str
    warning: bool
    students: tuple[str, ...]


def mistakes(looked_at: Class) -> list[Mistake]:
    """Return the mistakes of a class, the most frequent first; each counts once for a student."""
    made: dict[tuple[str, bool], dict[str, None]] = {}
    for entry in looked_at.entries:
        for what, warning in _of(entry):
            made.setdefault((what, warning), {})[entry.student] = None
    found = [Mistake(what, warning, tuple(who)) for (what, warning), who in made.items()]
    return sorted(found, key=lambda each: (-len(each.students), each.warning, each.what))


def _of(entry: Entry) -> set[tuple[str, bool]]:
    """Return one student's mistakes: those of the whole only where no part is known to be wrong."""
    parts: set[tuple[str, bool]] = set()
    whole: set[tuple[str, bool]] = set()
    for name, findings in entry.report.findings.items():
        for each in findings:
            if each.status != PASS:
                seen = whole if name in WHOLE and not each.cause else parts
                seen.add((_named(name, each), each.status != FAIL))
    return parts or whole


def _named(group: str, finding: Finding) -> str:
    if finding.cause:
        return finding.cause
    if group in (LOADING, FOUND):
        return "the file cannot be loaded" if group == LOADING else "no solution was handed in"
    if finding.is_error:
        return f"an error in “{group}”"
    return f"something else in “{group}”"
