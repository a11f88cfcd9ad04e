"""Checks a file against the contract from outside, with a limit for each part."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.compat.answers import FileError, findings_of
from engine.compat.contract import CHECKS
from engine.compat.process import FileProcess
from engine.compat.terms import FAIL, WARN, Finding

CHECK_SECONDS = 120.0


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

    def count(self, status: str) -> int:
        """Return how many findings have a status."""
        return sum(each.status == status for found in self.findings.values() for each in found)

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return self.count(FAIL) == 0

    def as_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "file": str(self.path),
            "passed": self.passed,
            "notes": self.notes,
            "calls": self.calls,
            "findings": [
                {"check": name} | finding.as_json()
                for name, found in self.findings.items()
                for finding in found
            ],
        }

    def as_text(self) -> str:
        """Return the report as people read it."""
        lines = [f"{self.path.name}: {note}" for note in self.notes]
        lines += [f"{self.path.name}: left out while checking: {call}" for call in self.calls]
        for name, found in self.findings.items():
            bad = [finding for finding in found if finding.status in (FAIL, WARN)]
            lines.append(f"{'ok  ' if not bad else '    '} {name} ({len(found)})")
            for finding in bad:
                where = f", line {finding.line}" if finding.line else ""
                lines.append(f"  {finding.status.upper()} {finding.what}{where}")
                lines.append(f"       expected: {finding.expected}")
                lines.append(f"       got:      {finding.got}")
        lines.append(
            f"{sum(map(len, self.findings.values()))} findings: {self.count(FAIL)} failed, "
            f"{self.count(WARN)} warnings"
        )
        return "\n".join(lines)


def check_file(path: Path, file: FileProcess | None = None) -> Report:
    """Check a file; a problem with loading it is the only finding then.

    Args:
        path: the file.
        file: the process to check it in. Closing it from another thread ends the check.
    """
    process = file or FileProcess(path)
    findings: dict[str, list[Finding]] = {}
    try:
        process.load()
        for name in CHECKS:
            if name == "names" or not _lacks(process, name):
                findings[name] = _check(process, name)
    except FileError as problem:
        finding = Finding(FAIL, "the file can be loaded", "a Python file", str(problem))
        findings["loading"] = [finding]
    finally:
        process.close()
    return Report(path, findings, process.notes, process.calls)


def _lacks(process: FileProcess, name: str) -> bool:
    """Whether the file lacks the function that a check is about."""
    needed = name if name.startswith(("mc_", "get_")) else "mc_move"
    return needed not in process.functions


def _check(process: FileProcess, name: str) -> list[Finding]:
    try:
        answer = process.ask({"do": "check", "name": name}, CHECK_SECONDS)
        return findings_of(answer, process.name)
    except FileError as problem:
        return [Finding(FAIL, f"{name} is done in time", "an answer", str(problem))]
