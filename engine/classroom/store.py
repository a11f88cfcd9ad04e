"""What is kept from run to run of a class: checks of hand-ins, and results of pairings.

All is in one SQLite file. A record is there whole or not at all, whoever ends a run and when, and
several programs may write at once.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from tempfile import mkdtemp
from time import sleep

from engine._version import __version__
from engine.compat.checking import Report
from engine.compat.terms import Finding
from engine.decoding import decode
from engine.errors import Problem, UnwritableError
from engine.files import lock, unlock
from engine.tournament.statistics import Scores

KEPT = ".ttt-class"
"""The folder inside the class's, or beside its zip, that keeps what is done, unless another one is
named."""

FILE = "class.sqlite3"
"""The file in there."""

_SCRATCH = "ttt-scratch-"
_POLL_SECONDS = 0.2
_BUSY_SECONDS = 60.0
"""How long one program waits until another one has written its record."""

_TABLES = """
CREATE TABLE IF NOT EXISTS checks (
    key TEXT PRIMARY KEY, digest TEXT NOT NULL, code BLOB NOT NULL, version TEXT NOT NULL,
    guard TEXT NOT NULL, complete INTEGER NOT NULL, seconds REAL, report TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS pairings (key TEXT PRIMARY KEY, result TEXT NOT NULL);
"""

_KEEP = """
INSERT INTO checks VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET
    digest = excluded.digest, code = excluded.code, version = excluded.version,
    guard = excluded.guard, complete = excluded.complete, seconds = excluded.seconds,
    report = excluded.report
WHERE excluded.complete OR NOT checks.complete OR checks.version <> excluded.version
"""
"""What could not be judged never takes the place of a verdict."""


@dataclass(frozen=True, slots=True)
class LeagueResult:
    """How a pairing ended, seen from its first player.

    Attributes:
        wins, ties, losses: its sound games.
        spoilt, spoilt_by_other: games that one of the two could not go on with.
        problem, problem_of_other: what each of the two did in the first of them, in a sentence;
            else empty.
        scores: what the first player scored in its games, or in pairs of them, a spoilt game being
            lost by who spoilt it; and the share of them that is evidence of its own.
        seconds: the processor time that all its games took.
    """

    wins: int
    ties: int
    losses: int
    spoilt: int = 0
    spoilt_by_other: int = 0
    problem: str = ""
    problem_of_other: str = ""
    scores: Scores = field(default_factory=lambda: Scores((0, 0, 0)))
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """All games."""
        return self.wins + self.ties + self.losses + self.spoilt + self.spoilt_by_other

    def turned(self) -> LeagueResult:
        """Return the same, seen from the second player."""
        return LeagueResult(
            self.losses, self.ties, self.wins, self.spoilt_by_other, self.spoilt,
            self.problem_of_other, self.problem,
            replace(self.scores, counts=self.scores.counts[::-1]), self.seconds,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Check:
    """A check that is kept.

    Attributes:
        report: what was found.
        ratio: how long a trial takes, measured by the reference's in the same run; None where
            that is not known.
    """

    report: Report
    ratio: float | None = None


class Store:
    """The folder that keeps what is done.

    Args:
        folder: made where it is not there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def alone(self, wait: Callable[[], object]) -> Iterator[Path]:
        """Work on the folder, when no other run does; yield an empty folder for this run's files.

        Where a network's disk knows no locks, runs work at once: their records stay whole.

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
                with self._opened() as database:
                    database.executescript(_TABLES)
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
        except (OSError, sqlite3.Error) as error:
            why = error.strerror if isinstance(error, OSError) else ""
            raise UnwritableError(
                "{folder} cannot be written: {why}; what was done before is kept, and another "
                "folder can be named with --keep",
                folder=self._folder, why=why or str(error),
            ) from None  # fmt: skip

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one transaction: all of it is kept, or nothing.

        A connection belongs to one thread and holds locks, so each is closed at once.
        """
        with (
            self.written(),
            closing(sqlite3.connect(self._folder / FILE, timeout=_BUSY_SECONDS)) as database,
            database,
        ):
            yield database

    def checks(self, paths: dict[str, Path]) -> dict[str, Check]:
        """Return the checks that were made, of those that are asked for, by their keys.

        What cannot be read any more is not there: it is made again.

        Args:
            paths: the files that the reports are about, by the checks' keys.
        """
        checks = {}
        with self._opened() as database:
            rows = database.execute(
                "SELECT key, report FROM checks WHERE complete AND version = ?",
                (__version__,),
            ).fetchall()
        for key, text in rows:
            if key in paths and (check := _check_of(text, paths[key])) is not None:
                checks[key] = check
        return checks

    def add_check(self, key: str, digest: str, check: Check) -> None:
        """Keep a check, and what was checked: the bytes that the report is about.

        What could not be judged is kept as such, and judged again by the next run.
        """
        report = check.report
        record = _CheckRecord(
            report.findings, report.notes, report.calls, report.no_move, report.guard,
            report.trial_seconds, check.ratio,
        )  # fmt: skip
        row = (
            key, digest, report.code, __version__, report.guard, not report.unjudged,
            report.trial_seconds, json.dumps(asdict(record)),
        )  # fmt: skip
        with self._opened() as database:
            database.execute(_KEEP, row)

    def results(self) -> dict[str, LeagueResult]:
        """Return the pairings that were played, by their keys."""
        with self._opened() as database:
            rows = database.execute("SELECT key, result FROM pairings").fetchall()
        results = ((key, _result_of(text)) for key, text in rows)
        return {key: result for key, result in results if result is not None}

    def add_results(self, results: Iterable[tuple[str, LeagueResult]]) -> None:
        """Keep how pairings ended."""
        records = [(key, json.dumps(asdict(result))) for key, result in results]
        if records:
            with self._opened() as database:
                database.executemany("INSERT OR REPLACE INTO pairings VALUES (?,?)", records)


@dataclass(frozen=True, slots=True)
class _CheckRecord:
    """A check as its record has it; what was checked stands beside that."""

    findings: dict[str, list[Finding]]
    notes: list[str]
    calls: list[str]
    no_move: str
    guard: str
    trial_seconds: float | None
    ratio: float | None


def _check_of(text: str, path: Path) -> Check | None:
    """Return a check that was kept, or None where it cannot be read any more."""
    try:
        record = decode(text, _CheckRecord)
    except Problem:
        return None
    report = Report(
        path, record.findings, record.notes, record.calls, record.trial_seconds, record.no_move,
        guard=record.guard,
    )  # fmt: skip
    return Check(report, record.ratio)


def _result_of(text: str) -> LeagueResult | None:
    """Return how a pairing ended, as it was kept, or None where that cannot be read any more."""
    try:
        result = decode(text, LeagueResult)
    except Problem:
        return None
    counts = (result.wins, result.ties, result.losses, result.spoilt, result.spoilt_by_other)
    lengths = (3, 5)  # of scores of games, and of pairs of them
    if len(result.scores.counts) not in lengths or min(*counts, *result.scores.counts) < 0:
        return None
    return result


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
