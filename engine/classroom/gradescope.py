"""Gradescope: the list of submitters beside an export, and the results of an autograder.

The list is YAML of one fixed shape; only its submitters are read. ``results.json`` is what the
platform shows to a student, so nothing stands in it that is for the teacher alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.classroom.rubric import Rubric
from engine.compat.checking import Report
from engine.compat.contract import CHECKS
from engine.compat.terms import FAIL, PASS, Finding
from engine.errors import Problem

LIST = "submission_metadata.yml"
"""The name of Gradescope's list."""

_KEY = re.compile(
    r"(?P<indent> *)(?P<dash>- +)?(?P<key>\"[^\"]*\"|'[^']*'|[^\s#][^#]*?):(?: +(?P<value>.*))?"
)
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_LETTERS = {"n": "\n", "t": "\t", "0": "\0", "e": "\x1b", "_": "\xa0"}


@dataclass(slots=True)
class Submitter:
    """One of those who handed in.

    Attributes:
        name, sid, email: as Gradescope knows them; empty where it does not.
    """

    name: str = ""
    sid: str = ""
    email: str = ""

    @property
    def key(self) -> str:
        """What is the student's alone."""
        return self.email or self.sid or self.name


def read_list(text: str) -> dict[str, list[Submitter]]:
    """Return who handed in which folder, as the list says; ValueError where it says nothing."""
    found: dict[str, list[Submitter]] = {}
    folder, within = "", -1  # the folder, and how far in its submitters stand; -1 outside of them
    for line in text.splitlines():
        match = _KEY.fullmatch(line.rstrip())
        if match is None:
            continue
        indent, key, value = len(match["indent"]), _scalar(match["key"]), match["value"] or ""
        if indent == 0 and not match["dash"]:
            folder, within = key, -1
            found[folder] = []
        elif key == ":submitters" and within < 0 and not match["dash"] and not found[folder]:
            within = indent
        elif within >= 0 and (indent > within or (match["dash"] and indent == within)):
            if match["dash"]:
                found[folder].append(Submitter())
            if found[folder] and (name := key.lstrip(":")) in ("name", "sid", "email"):
                setattr(found[folder][-1], name, _scalar(value))
        else:
            within = -1
    if not any(found.values()):
        raise Problem("{name} names no submitters", name=LIST)
    return found


def _scalar(text: str) -> str:
    """Return what a plain or quoted value of YAML says."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        return _ESCAPE.sub(_unescaped, text[1:-1])
    return "" if text in ("~", "null") else text


def _unescaped(match: re.Match[str]) -> str:
    number = match[1] or match[2] or match[3]
    if number:
        return chr(min(int(number, 16), 0x10FFFF))
    return _LETTERS.get(match[4], match[4])


# --- results ------------------------------------------------------------------------------------


def results(report: Report | None, rubric: Rubric, problem: str = "") -> str:
    """Return a ``results.json``: a test, with its points, for each group of checks.

    What could not be judged gets no score: the platform then says that the autograder failed.

    Args:
        report: what was found; None where nothing could be checked.
        rubric: what gives points.
        problem: why nothing could be checked.
    """
    data: dict[str, Any] = {"visibility": "visible", "stdout_visibility": "hidden"}
    if report is None:
        data |= {"score": 0, "output": f"Nothing could be checked: {problem}."}
    elif report.unjudged:
        data["output"] = f"This could not be judged: {report.unjudged}."
    else:
        data["score"] = round(sum(rubric.earned(report).values()), 6)
        data["output"] = "\n".join([*report.notes, f"Verdict: {report.verdict}."])
        data["tests"] = list(_tests(report, rubric))
    return json.dumps(data, indent=1) + "\n"


def _tests(report: Report, rubric: Rubric) -> Iterator[dict[str, Any]]:
    earned = rubric.earned(report)
    names = dict.fromkeys([*report.findings, *CHECKS])
    for number, name in enumerate(names, start=1):
        found = report.findings.get(name)
        bad = [each for each in found or [] if each.status != PASS]
        failed = found is None or any(each.status == FAIL for each in bad)
        test: dict[str, Any] = {
            "name": name, "number": str(number), "status": "failed" if failed else "passed",
            "output": "not looked at" if found is None else "\n\n".join(map(_told, bad)),
        }  # fmt: skip
        if name in earned:
            test |= {"score": round(earned[name], 6), "max_score": rubric.points[name]}
        yield test


def _told(finding: Finding) -> str:
    """Return a finding as its student reads it."""
    where = f" (line {finding.line})" if finding.line else ""
    lines = [f"{'Fault' if finding.status == FAIL else 'Warning'}: {finding.what}{where}"]
    why = "likely" if finding.repair else "perhaps"  # a repair was tried; it is not told
    about = ("expected", finding.expected), ("got", finding.got), (why, finding.cause)
    lines += [f"{name}: {text}" for name, text in about if text]
    if finding.board:
        lines.append(f"board: {finding.board}")
    if finding.more:
        lines.append(f"and {finding.more} more like this")
    return "\n".join(lines)
