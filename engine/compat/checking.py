"""Checks a file against the contract from outside, with a limit for each look and for all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.board import PLAYERX, Board
from engine.compat.answers import FileError, LateError, UnansweredError
from engine.compat.contract import CHECKS, ENDLESS, MOVES, PARTS, WHOLE, take
from engine.compat.contract.looks import FileLook
from engine.compat.player import FilePlayer
from engine.compat.pointing import SECONDS, Findings, locate
from engine.compat.process import FileProcess
from engine.compat.remote import RemoteFile
from engine.compat.source import Text
from engine.compat.terms import FAIL, WARN, Finding
from engine.compat.unwritten import NOTHING, is_unwritten, unwritten
from engine.errors import printable
from engine.players.player import UndecidedError

LOOK_SECONDS = 30.0
"""The processor time that one look may take at most; one that takes longer leaves a quarter to the
others."""

CHECK_SECONDS = 120.0
"""The processor time that all looks at a file may take."""

_ENDS = 3
"""After so many looks that ended the file's process, the rest of their group is left out."""

_TIMED_TRIALS = 50

LOADING = "loading"
"""What the group is called that holds why a file cannot be loaded."""

WRITTEN = "written"
"""What the group is called that holds that nothing is written yet."""

LEFT_OUT = "the check could not be made in full"
"""The cause of a finding about looks that were left out; such a file is not pointed at."""

_QUOTED = 100


@dataclass(frozen=True)
class Report:
    """What the checks found.

    Attributes:
        path: the file.
        findings: by the check's name.
        notes: what had to be changed to load the file.
        calls: calls at its bottom that were left out.
        trial_seconds: the processor time of a trial of a whole game on 3x3; None where it makes no
            move. It is never twice the same, and no part of the plain data.
        no_move: why it makes no move, in a sentence without its end; else empty.
        unjudged: why it could not be judged, in a sentence without its end; else empty. It is
            nobody's fault: another time, it may be judged.
        code: what was judged: the file's bytes.
        failed: the looks that failed, each as its group and its number in ``CHECKS``; no part of
            the plain data.
        guard: what guarded this computer from the file, in words that follow "it ran"; empty where
            it never ran.
    """

    path: Path
    findings: dict[str, list[Finding]]
    notes: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    trial_seconds: float | None = None
    no_move: str = ""
    unjudged: str = ""
    code: bytes = b""
    failed: list[tuple[str, int]] = field(default_factory=list)
    guard: str = ""

    @property
    def faults(self) -> int:
        """How many different mistakes were found, as far as one can tell.

        A cause, or an error, that several checks come across is one. What has no known cause is one
        mistake for each group of checks, and only where the group has no other. Of what all parts
        do together, it counts only where nothing else is wrong; else it follows from that.
        """
        parts: set[object] = set()
        together: set[object] = set()
        for name, group in self.findings.items():
            failed = [finding for finding in group if finding.status == FAIL]
            known = {_mistake(finding) for finding in failed if _mistake(finding)}
            if name == "names":
                known = {finding.what for finding in failed}
            parts |= known
            if failed and not known:
                (together if name in WHOLE else parts).add(name)
        return len(parts) or int(bool(together))

    @property
    def passed(self) -> bool:
        """Whether it was judged, and nothing failed."""
        return not self.unjudged and self.faults == 0

    @property
    def warned(self) -> bool:
        """Whether there are warnings."""
        return any(finding.status == WARN for group in self.findings.values() for finding in group)

    @property
    def loaded(self) -> bool:
        """Whether the file could be loaded."""
        return LOADING not in self.findings

    @property
    def written(self) -> bool:
        """Whether something is in it: it is more than the course's template."""
        return WRITTEN not in self.findings

    @property
    def verdict(self) -> str:
        """What the file is, in a few words."""
        faults = self.faults
        if self.unjudged:
            return "could not be judged"
        if not self.loaded:
            return "cannot be loaded"
        if not self.written:
            return NOTHING
        if faults:
            return "1 fault" if faults == 1 else f"{faults} faults"
        return "right with warnings" if self.warned else "right"

    def as_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "file": str(self.path),
            "passed": self.passed,
            "verdict": self.verdict,
            "unjudged": self.unjudged,
            "guard": self.guard,
            "notes": self.notes,
            "calls": self.calls,
            "groups": list(self.findings),
            "findings": [
                {"check": name} | finding.as_json()
                for name, group in self.findings.items()
                for finding in group
            ],
        }

    def as_text(self) -> str:
        """Return the report as people read it; its last line is the verdict."""
        file = printable(self.path.name)
        lines = [f"{file}: {note}" for note in self.notes]
        lines += [f"{file}: left out while checking: {call}" for call in self.calls]
        for name, group in self.findings.items():
            bad = [finding for finding in group if finding.status in (FAIL, WARN)]
            lines.append(f"{'ok  ' if not bad else '    '} {name} ({len(group)})")
            for finding in bad:
                lines += _lines_of(finding)
        if self.unjudged:
            lines.append(f"     {self.unjudged}")
        if self.guard:
            lines.append(f"     it ran {self.guard}")
        lines.append(f"{file}: {self.verdict}")
        return "\n".join(lines)


def _lines_of(finding: Finding) -> list[str]:
    lines = [
        f"  {finding.status.upper()} {finding.what}",
        f"       expected: {finding.expected}",
        f"       got:      {finding.got}",
    ]
    if finding.cause:
        lines.append(f"       {'likely:  ' if finding.faulty else 'perhaps: '} {finding.cause}")
    if finding.where:
        lines.append(f"       where:    {finding.where}")
    if finding.more:
        lines.append(f"       and {finding.more} more like this")
    return lines


def check_file(
    path: Path,
    file: FileProcess | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    point: bool = True,
) -> Report:
    """Check a file; a problem with loading it is the only finding then.

    Args:
        file: the process to check it in. Closing it from another thread ends the check.
        seconds: the processor time that it may take in all; ``CHECK_SECONDS`` where it is not
            given.
        seed: for what is random; that of the file's content where it is not given.
        point: look for the lines of the faults, too; that may take as long again.
    """
    process = file or FileProcess(path)
    findings: dict[str, list[Finding]] = {}
    failed: list[tuple[str, int]] = []
    notes: list[str] = []
    trial_seconds, no_move, unjudged = None, "", ""
    try:
        process.load()
        clock = _Clock(process, CHECK_SECONDS if seconds is None else seconds)
        remote = RemoteFile(process, seed)
        remote.whole = clock.whole
        looking = _Looking(process, remote, clock)
        failed = looking.failed
        text = Text.read(path, process.content)
        findings = _found(looking, text)
        notes = remote.known.get("notes", [])
        if WRITTEN in findings:
            no_move = NOTHING
        elif _is_endless(findings):
            no_move = ENDLESS
        else:
            trial_seconds, no_move = _timed(path, process, clock)
        if point:
            findings = _pointed(process, text, findings, clock)
    except (UnansweredError, UndecidedError) as problem:
        unjudged = no_move = str(problem)
    except FileError as problem:
        finding = Finding(FAIL, "the file cannot be loaded", "a Python file", str(problem))
        findings, no_move = {LOADING: [finding]}, str(problem)
    finally:
        process.close()
    return Report(
        path, findings, process.notes + notes, process.calls, trial_seconds, no_move, unjudged,
        process.content or b"", failed, process.guard,
    )  # fmt: skip


def _found(looking: _Looking, text: Text) -> dict[str, list[Finding]]:
    """Return what all looks find, by their groups."""
    if is_unwritten(text.tree):
        got = NOTHING if text.tree.body else "an empty file"
        finding = Finding(FAIL, "the four functions are not written", "code in each of them", got)
        return {WRITTEN: [finding]}
    findings = {}
    empty = unwritten(text.tree)
    for name in CHECKS:
        if name in empty:
            cause = f"{name} is as the course hands it out"
            finding = Finding(FAIL, f"{name} is not written", "code in it", "nothing", cause=cause)
            findings[name] = [finding]
        elif name == "names" or (looking.may_call(_needed(name)) and _needed(name) not in empty):
            findings[name] = _merged(looking.group(name))
    return findings


def _pointed(process: FileProcess, text: Text, findings: Findings, clock: _Clock) -> Findings:
    """Return findings with the lines of the faults, and what stands there."""
    lines = text.original.split("\n")
    is_complete = all(finding.cause != LEFT_OUT for group in findings.values() for finding in group)
    more = len(lines) - text.source.count("\n")
    if is_complete and more in (0, 1, 2):  # the same lines, but for the last ones
        seconds = min(SECONDS, clock.rest)
        findings = locate(process, text.source, findings, seconds)
    return {
        name: [
            replace(finding, quoted=lines[finding.line - 1].strip()[:_QUOTED])
            if finding.line and finding.line <= len(lines) else finding
            for finding in group
        ]
        for name, group in findings.items()
    }  # fmt: skip


def _is_endless(findings: dict[str, list[Finding]]) -> bool:
    """Whether some game of the file does not come to an end."""
    return any(finding.cause == ENDLESS for group in findings.values() for finding in group)


def _timed(path: Path, process: FileProcess, clock: _Clock) -> tuple[float | None, str]:
    """Return the seconds that a trial takes, or None and why there is no move to be timed."""
    try:
        seconds = clock.look / 4
        player = FilePlayer(path, _TIMED_TRIALS, move_seconds=seconds, file=process)
        if "mc_move" not in process.functions:
            return None, f"{printable(path.name)} has no function mc_move"
        player.choose(Board(3), PLAYERX, 1)  # the first one may have more to do
        before = process.spent
        player.choose(Board(3), PLAYERX, 2)
    except UndecidedError:
        raise
    except ValueError as error:
        return None, str(error)
    return (process.spent - before) / _TIMED_TRIALS, ""


class _Clock:
    """The processor time that a look may still take: a quarter of the whole at most."""

    def __init__(self, process: FileProcess, seconds: float) -> None:
        self.whole = seconds
        self.look = min(LOOK_SECONDS, seconds / 4)
        self._process = process
        self._end = process.spent + seconds

    @property
    def left(self) -> float:
        """The seconds that the next look may take; 0 where the time is over."""
        return max(0.0, min(self.look, self._end - self._process.spent))

    @property
    def rest(self) -> float:
        """The seconds that are left of the whole."""
        return max(0.0, self._end - self._process.spent)

    def be_short(self) -> None:
        """Give less time to each look from now on: one took all of its own."""
        self.look = min(LOOK_SECONDS, self.whole / 4) / 4


def _needed(name: str) -> str:
    """Return the function that a group of checks is about."""
    return name if name.startswith(("mc_", "get_")) else "mc_move"


class _Looking:
    """Has a file looked at by one group of checks after the other, look by look.

    Attributes:
        failed: the looks that failed so far, by group and number.
    """

    def __init__(self, process: FileProcess, file: RemoteFile, clock: _Clock) -> None:
        self._process = process
        self._file = file
        self._clock = clock
        self._ended = 0
        self.failed: list[tuple[str, int]] = []

    def may_call(self, function: str) -> bool:
        """Whether the file has a function, and it can be called."""
        barred = self._file.known.get("not to be called", ())
        return function in self._process.functions and function not in barred

    def group(self, name: str) -> list[Finding]:
        """Return what a group of checks finds."""
        findings: list[Finding] = []
        looks, over = CHECKS[name], f"the {self._clock.whole:g} s for all looks were over"
        self._ended = 0
        for number, look in enumerate(looks):
            why = "" if self._clock.left else over
            if self._ended == _ENDS:
                why = "the file had ended, or had to be ended, too often"
            before = len(findings)
            if not why and not self._look(name, look, findings):
                why = over
            if why:
                findings.append(_left_out(name, len(looks) - number, len(looks), why))
                break
            self._note(name, number, findings[before:])
            failed = any(finding.status == FAIL for finding in findings)
            if name == MOVES and (failed or "wrong moves" in self._file.known):
                break  # one wrong distribution says it: the others would only take longer
        return findings

    def _look(self, name: str, look: FileLook, findings: list[Finding]) -> bool:
        """Add what a look finds; return whether it came to its end within the time for all."""
        seconds = self._clock.left
        self._file.allow(seconds)
        try:
            for finding in take(look, self._file):
                findings.append(finding)
        except UnansweredError:
            raise  # the next one would most likely be waited for in vain, too
        except FileError as problem:
            if self._process.closed:
                raise
            late = isinstance(problem, LateError)
            if late and seconds < self._clock.look:
                return False
            what = f"{look.title.rstrip(',')} {'takes too long' if late else 'gives no answer'}"
            follows = name in WHOLE and bool(self.failed)
            findings.append(Finding(FAIL, what, "an answer", str(problem), is_error=not follows))
            if late:
                self._clock.be_short()
                self._ended = _ENDS  # the others of its group would most likely take as long
            elif not self._process.alive:
                self._ended += 1
        return True

    def _note(self, name: str, number: int, findings: list[Finding]) -> None:
        """Remember a look that failed, for the ones that follow."""
        if any(finding.status == FAIL for finding in findings):
            self.failed.append((name, number))
            if name in PARTS:
                self._file.known.setdefault("wrong parts", set()).add(name)


def _left_out(name: str, count: int, looks: int, why: str) -> Finding:
    """Return a finding about looks that were not taken."""
    what, got = f"{name} was not looked at in full", f"{count} were left out: {why}"
    return Finding(WARN, what, f"{looks} looks", got, cause=LEFT_OUT)


def _mistake(finding: Finding) -> object:
    """Return what is the same for all findings that one mistake leads to; None where unknown."""
    if finding.cause:
        return finding.cause
    return (finding.got.partition(":")[0], finding.line) if finding.is_error else None


def _merged(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings with those of the same cause, or the same error, told once.

    Failures without a known cause are told once, too, and not at all beside one that has one: most
    likely they come from it.
    """
    kept: dict[tuple[str, object], Finding] = {}
    for number, finding in enumerate(findings):
        mistake = _mistake(finding)
        if finding.status != FAIL and not mistake:
            mistake = number
        elif finding.what.startswith("there is no function") or "does not take" in finding.what:
            mistake = finding.what
        key = (finding.status, mistake)
        if key in kept:
            kept[key] = replace(kept[key], more=kept[key].more + 1)
        else:
            kept[key] = finding
    unknown = kept.get((FAIL, None))
    known = [key for key in kept if key[0] == FAIL and key[1]]
    if unknown is not None and known:
        kept[known[0]] = replace(kept[known[0]], more=kept[known[0]].more + 1 + unknown.more)
        del kept[FAIL, None]
    return list(kept.values())
