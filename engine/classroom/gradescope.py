"""Gradescope: the list of submitters beside an export, and the results of an autograder.

The list is YAML, of which only the submitters are read. ``results.json`` is what the
platform shows to a student, so nothing stands in it that is for the teacher alone.
"""

from __future__ import annotations

import json
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
    # Scalars stay texts with this loader: a student's number may begin with zeros.
    from yaml import BaseLoader, YAMLError, load  # noqa: PLC0415  (few need it)

    try:
        data = load(text, BaseLoader)
    except (YAMLError, ValueError, ArithmeticError, RecursionError) as error:
        if mark := getattr(error, "problem_mark", None):
            raise Problem(
                "{name} is not as Gradescope writes it, from line {line} on; export it again",
                name=LIST, line=mark.line + 1,
            ) from None  # fmt: skip
        raise Problem("{name} is not as Gradescope writes it; export it again", name=LIST) from None
    folders: dict[str, list[Submitter]] = {}
    length = 0
    for folder, submission in data.items() if isinstance(data, dict) else ():
        listed = submission.get(":submitters") if isinstance(submission, dict) else None
        folders[folder] = []
        for entry in listed if isinstance(listed, list) else ():
            submitter = _submitter(entry) if isinstance(entry, dict) else Submitter()
            folders[folder].append(submitter)
            # A few lines of aliases can stand for billions of students.
            length += 1 + len(submitter.name) + len(submitter.sid) + len(submitter.email)
            if length > len(text):
                raise Problem("{name} repeats itself without end; export it again", name=LIST)
    if not any(folders.values()):
        raise Problem("{name} names no submitters", name=LIST)
    return folders


def _submitter(entry: dict[str, object]) -> Submitter:
    def text(name: str) -> str:
        value = entry.get(f":{name}", entry.get(name))
        return value if isinstance(value, str) and value not in ("~", "null") else ""

    return Submitter(text("name"), text("sid"), text("email"))


# --- results ------------------------------------------------------------------------------------


def results(report: Report | None, rubric: Rubric, problem: str = "") -> str:
    """Return a ``results.json``: a test, with its points, for each group of checks.

    What could not be judged gets no score: the platform then says that the autograder failed. There
    is no report where nothing could be checked; the problem says why.
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
        findings = report.findings.get(name)
        bad = [finding for finding in findings or [] if finding.status != PASS]
        failed = findings is None or any(finding.status == FAIL for finding in bad)
        test: dict[str, Any] = {
            "name": name, "number": str(number), "status": "failed" if failed else "passed",
            "output": "not looked at" if findings is None else "\n\n".join(map(_in_words, bad)),
        }  # fmt: skip
        if name in earned:
            test |= {"score": round(earned[name], 6), "max_score": rubric.points[name]}
        yield test


def _in_words(finding: Finding) -> str:
    """Return a finding as its student reads it."""
    where = f" (line {finding.line})" if finding.line else ""
    lines = [f"{'Fault' if finding.status == FAIL else 'Warning'}: {finding.what}{where}"]
    why = "likely" if finding.faulty else "perhaps"
    about = ("expected", finding.expected), ("got", finding.got), (why, finding.cause)
    lines += [f"{name}: {text}" for name, text in about if text]
    if finding.board:
        lines.append(f"board: {finding.board}")
    if finding.more:
        lines.append(f"and {finding.more} more like this")
    return "\n".join(lines)
