"""What is kept from run to run of a class: checks of hand-ins, and results of pairings.

Both are files of JSON lines that only grow. A line that cannot be read was cut off, or is from
another version of this program: what it was about is done again. One run at a time works on the
folder.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import mkdtemp
from time import sleep
from typing import Any

from engine.compat.checking import Report
from engine.errors import Problem
from engine.files import lock, unlock

KEPT = ".ttt-class"
"""The folder inside the class's that keeps what is done, unless another one is named."""


_SCRATCH = "ttt-scratch-"
_POLL_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class LeagueResult:
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

    def turned(self) -> LeagueResult:
        """Return the same, seen from the second player."""
        return LeagueResult(
            self.losses, self.ties, self.wins, self.spoilt_by_other, self.spoilt,
            self.problem_of_other, self.problem,
        )  # fmt: skip


class Store:
    """The folder that keeps what is done.

    Args:
        folder: made where it is not there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._checks, self._games = folder / "checks.jsonl", folder / "games.jsonl"

    @contextmanager
    def alone(self, wait: Callable[[], object]) -> Iterator[Path]:
        """Work on the folder, when no other run does; yield an empty folder for this run's files.

        Args:
            wait: called again and again while another run works here; what it raises ends the wait.

        Raises:
            ValueError: the folder cannot be written.
        """
        with self.written():
            self._folder.mkdir(parents=True, exist_ok=True)
            lock = RunLock(self._folder / "run.lock")
        try:
            while not lock.take():
                wait()
                sleep(_POLL_SECONDS)
            if lock.alone:
                for left in self._folder.glob(f"{_SCRATCH}*"):  # by a run that was killed
                    shutil.rmtree(left, ignore_errors=True)
            with self.written():
                scratch = Path(mkdtemp(prefix=_SCRATCH, dir=self._folder))
            try:
                with self.written():
                    for path in (self._checks, self._games):
                        _end_the_last_line(path)
                yield scratch
            finally:
                shutil.rmtree(scratch, ignore_errors=True)
        finally:
            lock.close()

    @contextmanager
    def written(self) -> Iterator[None]:
        """Say in a sentence that something could not be written."""
        try:
            yield
        except OSError as error:
            raise Problem(
                "{folder} cannot be written: {why}; what was done before is kept, and another "
                "folder can be named with --keep",
                folder=self._folder, why=error.strerror or str(error),
            ) from None  # fmt: skip

    def reports(self) -> dict[str, dict[str, Any]]:
        """Return the checks that were made, by their keys."""
        return {str(data["digest"]): data for data in _lines(self._checks) if "digest" in data}

    def add_report(self, key: str, report: Report) -> None:
        """Keep a check."""
        data = {
            "digest": key, "report": report.as_json(), "no_move": report.no_move,
            "trial_seconds": report.trial_seconds,
        }  # fmt: skip
        self._add(self._checks, data)

    def results(self) -> dict[str, LeagueResult]:
        """Return the pairings that were played, by their keys."""
        found = {}
        for data in _lines(self._games):
            try:
                wins, ties, losses, own, others = counts = data["counts"]
                if all(type(each) is int and each >= 0 for each in counts):
                    told = str(data["problem"]), str(data.get("problem_of_other", ""))
                    found[str(data["key"])] = LeagueResult(wins, ties, losses, own, others, *told)
            except (KeyError, TypeError, ValueError):
                continue
        return found

    def add_result(self, key: str, result: LeagueResult) -> None:
        """Keep how a pairing ended."""
        counts = [result.wins, result.ties, result.losses, result.spoilt, result.spoilt_by_other]
        told = {"problem": result.problem, "problem_of_other": result.problem_of_other}
        self._add(self._games, {"key": key, "counts": counts, **told})

    def _add(self, path: Path, data: dict[str, Any]) -> None:
        with self.written(), path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(data, separators=(",", ":")) + "\n")


def report_of(data: dict[str, Any], path: Path) -> Report | None:
    """Return a check that was kept, or None where it cannot be read any more."""
    try:
        report = Report.from_json(path, data["report"])
        seconds, no_move = data["trial_seconds"], data["no_move"]
        if not (seconds is None or isinstance(seconds, float)) or not isinstance(no_move, str):
            return None
        return replace(report, trial_seconds=seconds, no_move=no_move)
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


def _end_the_last_line(path: Path) -> None:
    """Put a line's end behind one that was cut off, so that the next one is whole."""
    with path.open("a+b") as file:
        if file.tell():
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")


class RunLock:
    """A lock that one of all programs on a folder holds, and one of all threads here.

    The file stays when the lock is given back: what is deleted could be locked twice.

    Args:
        path: the file that is locked; made where it is not there.

    Attributes:
        alone: whether no other one can hold it now. It may not be so on a network's disk that knows
            no locks: then ``take`` succeeds all the same.

    Raises:
        OSError: the file cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab")
        self.alone = False

    def take(self) -> bool:
        """Take the lock, without waiting; return whether to go on."""
        try:
            self.alone = lock(self._file)
        except OSError:
            return True
        return self.alone

    def close(self) -> None:
        """Give the lock back."""
        if self.alone:
            unlock(self._file)
        self.alone = False
        self._file.close()
