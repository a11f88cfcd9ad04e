"""Checks a file against the contract from outside, with a limit for each look and for all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import Any

from engine.compat.answers import FileError, LateError, findings_of
from engine.compat.contract import CHECKS, WHOLE
from engine.compat.contract.looks import Look
from engine.compat.process import FileProcess
from engine.compat.terms import FAIL, WARN, Finding

LOOK_SECONDS = 30.0
"""How long one look may take; the first one that takes longer leaves a quarter to the others."""

CHECK_SECONDS = 120.0
"""How long all looks at a file may take."""

_ENDS = 3
"""After so many looks that ended the file's process, the rest of their group is left out."""

LOADING = "loading"
"""What the group is called that holds why a file cannot be loaded."""


@dataclass(frozen=True)
class Report:
    """What the checks found.

    Attributes:
        path: the file.
        findings: by the check's name.
        notes: what had to be changed to load the file.
        calls: calls at its bottom that were left out.
    """

    path: Path
    findings: dict[str, list[Finding]]
    notes: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)

    @property
    def faults(self) -> int:
        """How many different mistakes were found, as far as one can tell.

        A cause, or an error, that several checks come across is one. A win that is not taken counts
        where nothing else is wrong; else it is what follows from that.
        """
        parts: set[object] = set()
        whole: set[object] = set()
        for name, found in self.findings.items():
            for number, each in enumerate(found):
                if each.status == FAIL:
                    seen = whole if name in WHOLE and not each.cause else parts
                    seen.add(_mistake(each) or (name, number))
        return len(parts or whole)

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return self.faults == 0

    @property
    def warned(self) -> bool:
        """Whether there are warnings."""
        return any(each.status == WARN for found in self.findings.values() for each in found)

    @property
    def loaded(self) -> bool:
        """Whether the file could be loaded."""
        return LOADING not in self.findings

    @property
    def verdict(self) -> str:
        """What the file is, in a few words."""
        faults = self.faults
        if not self.loaded:
            return "cannot be loaded"
        if faults:
            return "1 fault" if faults == 1 else f"{faults} faults"
        return "right with warnings" if self.warned else "right"

    def as_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "file": str(self.path),
            "passed": self.passed,
            "verdict": self.verdict,
            "notes": self.notes,
            "calls": self.calls,
            "findings": [
                {"check": name} | finding.as_json()
                for name, found in self.findings.items()
                for finding in found
            ],
        }

    def as_text(self) -> str:
        """Return the report as people read it; its last line is the verdict."""
        lines = [f"{self.path.name}: {note}" for note in self.notes]
        lines += [f"{self.path.name}: left out while checking: {call}" for call in self.calls]
        for name, found in self.findings.items():
            bad = [finding for finding in found if finding.status in (FAIL, WARN)]
            lines.append(f"{'ok  ' if not bad else '    '} {name} ({len(found)})")
            for finding in bad:
                lines += _told(finding)
        lines.append(f"{self.path.name}: {self.verdict}")
        return "\n".join(lines)


def _told(finding: Finding) -> list[str]:
    where = f", line {finding.line}" if finding.line else ""
    lines = [
        f"  {finding.status.upper()} {finding.what}{where}",
        f"       expected: {finding.expected}",
        f"       got:      {finding.got}",
    ]
    if finding.cause:
        lines.append(f"       likely:   {finding.cause}")
    if finding.more:
        lines.append(f"       and {finding.more} more like this")
    return lines


def check_file(path: Path, file: FileProcess | None = None, seconds: float | None = None) -> Report:
    """Check a file; a problem with loading it is the only finding then.

    Args:
        path: the file.
        file: the process to check it in. Closing it from another thread ends the check.
        seconds: how long that may take in all; ``CHECK_SECONDS`` where it is not given.
    """
    process = file or FileProcess(path)
    findings: dict[str, list[Finding]] = {}
    try:
        process.load()
        clock = _Clock(CHECK_SECONDS if seconds is None else seconds)
        for name, looks in CHECKS.items():
            if name == "names" or not _lacks(process, name):
                findings[name] = _merged(_group(process, name, looks, clock))
    except FileError as problem:
        finding = Finding(FAIL, "the file can be loaded", "a Python file", str(problem))
        findings = {LOADING: [finding]}
    finally:
        process.close()
    return Report(path, findings, process.notes, process.calls)


class _Clock:
    """How long a look may still take."""

    def __init__(self, seconds: float) -> None:
        self.whole = seconds
        self._end = monotonic() + seconds
        self._look = LOOK_SECONDS

    @property
    def left(self) -> float:
        """The seconds that the next look may take; 0 where the time is over."""
        return max(0.0, min(self._look, self._end - monotonic()))

    def be_short(self) -> None:
        """Give less time to each look from now on: one took all of its own."""
        self._look = LOOK_SECONDS / 4


def _lacks(process: FileProcess, name: str) -> bool:
    """Whether the file lacks the function that a check is about."""
    needed = name if name.startswith(("mc_", "get_")) else "mc_move"
    return needed not in process.functions


def _group(
    process: FileProcess, name: str, looks: tuple[Look, ...], clock: _Clock
) -> list[Finding]:
    """Have the file looked at by a group of checks, look by look."""
    found: list[Finding] = []
    ended = 0
    for number, look in enumerate(looks):
        seconds = clock.left
        if not seconds or ended == _ENDS:
            why = f"the {clock.whole:g} s for all looks were over"
            if ended == _ENDS:
                why = "the file had ended, or had to be ended, too often"
            got = f"{len(looks) - number} were left out: {why}"
            what = f"{name} is looked at in full"
            found.append(Finding(WARN, what, f"{len(looks)} looks", got))
            break
        try:
            answer = process.ask({"do": "check", "name": name, "look": number}, seconds)
            found += findings_of(answer, process.name)
        except FileError as problem:
            if process.closed:
                raise
            what = f"{look.title} is done in time"
            found.append(Finding(FAIL, what, "an answer", str(problem), is_error=True))
            if isinstance(problem, LateError):
                clock.be_short()
                ended = _ENDS  # the others of its group would most likely take as long
            elif not process.alive:
                ended += 1
    return found


def _mistake(finding: Finding) -> object:
    """Return what is the same for all findings that one mistake leads to; None where unknown."""
    if finding.cause:
        return finding.cause
    return (finding.got, finding.line) if finding.is_error else None


def _merged(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings with those of the same cause, or the same error, told once."""
    kept: dict[object, Finding] = {}
    for number, finding in enumerate(findings):
        mistake = _mistake(finding)
        key = (finding.status, mistake) if mistake else number
        if key in kept:
            kept[key] = replace(kept[key], more=kept[key].more + 1)
        else:
            kept[key] = finding
    return list(kept.values())
