"""What is kept from run to run of a class: checks of hand-ins, and results of pairings.

Both are files of JSON lines that only grow. A line that cannot be read was cut off, or is from
another version of this program: what it was about is done again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.compat.checking import Report
from engine.errors import Problem

KEPT = ".ttt-class"
"""The folder inside the class's that keeps what is done, unless another one is named."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a pairing ended, seen from its first player.

    Attributes:
        wins, ties, losses: its sound games.
        spoilt, spoilt_by_other: games that one of the two could not go on with.
        problem, problem_of_other: what each of the two did in the first of them, in a sentence;
            else empty.
    """

    wins: int
    ties: int
    losses: int
    spoilt: int = 0
    spoilt_by_other: int = 0
    problem: str = ""
    problem_of_other: str = ""

    @property
    def games(self) -> int:
        """All games."""
        return self.wins + self.ties + self.losses + self.spoilt + self.spoilt_by_other

    def turned(self) -> Result:
        """Return the same, seen from the second player."""
        return Result(
            self.losses, self.ties, self.wins, self.spoilt_by_other, self.spoilt,
            self.problem_of_other, self.problem,
        )  # fmt: skip


class Store:
    """The folder that keeps what is done.

    Args:
        folder: made where it is not there.

    Attributes:
        unpacked: where zips are unpacked to.

    Raises:
        ValueError: it cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self._checks, self._games = folder / "checks.jsonl", folder / "games.jsonl"
        self.unpacked = folder / "unpacked"
        try:
            self.unpacked.mkdir(parents=True, exist_ok=True)
            for path in (self._checks, self._games):
                _end_the_last_line(path)
        except OSError as error:
            raise Problem(
                "{folder} cannot be written: {why}; name another folder with --keep",
                folder=folder, why=error.strerror,
            ) from None  # fmt: skip

    def reports(self) -> dict[str, dict[str, Any]]:
        """Return the checks that were made, by their keys."""
        return {str(data["digest"]): data for data in _lines(self._checks) if "digest" in data}

    def add_report(self, key: str, report: Report) -> dict[str, Any]:
        """Keep a check; return what is kept of it."""
        data = {
            "digest": key, "report": report.as_json(), "no_move": report.no_move,
            "trial_seconds": report.trial_seconds,
        }  # fmt: skip
        _add(self._checks, data)
        return data

    def results(self) -> dict[str, Result]:
        """Return the pairings that were played, by their keys."""
        found = {}
        for data in _lines(self._games):
            try:
                wins, ties, losses, own, others = counts = data["counts"]
                if all(type(each) is int and each >= 0 for each in counts):
                    told = str(data["problem"]), str(data.get("problem_of_other", ""))
                    found[str(data["key"])] = Result(wins, ties, losses, own, others, *told)
            except (KeyError, TypeError, ValueError):
                continue
        return found

    def add_result(self, key: str, result: Result) -> None:
        """Keep how a pairing ended."""
        counts = [result.wins, result.ties, result.losses, result.spoilt, result.spoilt_by_other]
        told = {"problem": result.problem, "problem_of_other": result.problem_of_other}
        _add(self._games, {"key": key, "counts": counts, **told})


def report_of(data: dict[str, Any], path: Path) -> Report | None:
    """Return a check that was kept, or None where it cannot be read any more."""
    try:
        report = Report.from_json(path, data["report"])
        seconds, no_move = data["trial_seconds"], data["no_move"]
        if not (seconds is None or isinstance(seconds, float)) or not isinstance(no_move, str):
            return None
        return Report(path, report.findings, report.notes, report.calls, seconds, no_move)
    except (KeyError, TypeError, AttributeError):
        return None


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    if not path.exists():
        return
    with path.open("rb") as file:
        for line in file:
            try:
                data = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(data, dict):
                yield data


def _add(path: Path, data: dict[str, Any]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(data, separators=(",", ":")) + "\n")


def _end_the_last_line(path: Path) -> None:
    """Put a line's end behind one that was cut off, so that the next one is whole."""
    with path.open("a+b") as file:
        if file.tell():
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")
