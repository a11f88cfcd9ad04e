"""Checks a class's files and has those that play meet: only what was not done before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from time import thread_time

from engine import course
from engine._version import __version__
from engine.board import PLAYERX, Board
from engine.classroom import handins
from engine.classroom.handins import HandIn, HandIns
from engine.classroom.league import MACHINES, League, LeaguePlayer, play, rated
from engine.classroom.likeness import Pair, pairs
from engine.classroom.plan import ClassPlan, Progress, Stop
from engine.classroom.platforms import PLAIN
from engine.classroom.store import KEPT, Check, LeagueResult, Store
from engine.compat.checking import Report, check_file
from engine.compat.process import FileProcess
from engine.compat.terms import FAIL, Finding
from engine.errors import Problem, printable
from engine.tournament.statistics import Interval

FOUND = "found"
"""The group of a finding about a hand-in that holds no solution."""

_POLL_SECONDS = 0.2
_REFERENCE_TRIALS, _REFERENCE_MOVES = 50, 5


@dataclass(frozen=True, slots=True)
class Entry:
    """One student's line: what was handed in, and what the check found.

    Attributes:
        hand_in: what was handed in.
        report: what the check found.
        ratio: how long a trial takes, measured by the reference's in the same run; None where that
            is not known.
    """

    hand_in: HandIn
    report: Report
    ratio: float | None = None

    @property
    def student(self) -> str:
        """The student's name."""
        return self.hand_in.student

    @property
    def plays(self) -> bool:
        """Whether it makes moves, and so takes part in the league, by itself or in its group."""
        return self.hand_in.path is not None and not self.report.no_move

    @property
    def verdict(self) -> str:
        """What became of it, in a few words."""
        if self.hand_in.absent:
            return "not handed in"
        return "nothing readable" if self.hand_in.path is None else self.report.verdict


@dataclass(frozen=True, slots=True)
class Class:
    """A class, looked at.

    Attributes:
        name: the folder's or zip's.
        entries: one for each student, by name.
        league: how pairings ended; a group is there once, under the name that stands for it.
        elo: everybody's, on average 0; empty without a league.
        platform: where it comes from (see ``platforms.PLATFORMS``).
        left_out: entries of the folder that are nobody's hand-in, by name.
        alike: hand-ins that are the same but for names and layout; a group's is there once.
    """

    name: str
    entries: list[Entry]
    league: League = field(default_factory=League)
    elo: dict[str, Interval] = field(default_factory=dict)
    platform: str = PLAIN
    left_out: tuple[str, ...] = ()
    alike: tuple[Pair, ...] = ()

    @property
    def results(self) -> dict[tuple[str, str], LeagueResult]:
        """How pairings ended, by both names; students' names, or machines' texts."""
        return self.league.results

    def results_of(self, entry: Entry) -> dict[str, LeagueResult]:
        """Return how a student's pairings ended, by the opponent's name."""
        name = entry.hand_in.group or entry.student
        as_first = {two: result for (one, two), result in self.results.items() if one == name}
        return as_first | {
            one: result.turned() for (one, two), result in self.results.items() if two == name
        }

    def elo_of(self, entry: Entry) -> Interval | None:
        """Return a student's strength; None without one."""
        return self.elo.get(entry.hand_in.group or entry.student)


def look_at(
    folder: Path,
    plan: ClassPlan,
    progress: Progress,
    stop: Stop | None = None,
    keep: Path | None = None,
) -> Class:
    """Check all that was handed in, and play the league.

    What was done before is not done again. Where another run works on the same folder, this one
    waits for its end, and does what is left to do. A KeyboardInterrupt passes through; what is done
    by then is kept.

    Args:
        folder: the hand-ins, or a learning platform's export, as a zip or unpacked.
        progress: called in the caller's thread.
        stop: ends it early, from any thread.
        keep: the folder that keeps what is done; one inside the hand-ins', or beside the zip, by
            default.

    Raises:
        ValueError: there is nothing to look at, or what is done cannot be kept.
        OSError: no worker can be started for the league.
        StoppedError: it was stopped.
    """
    if not folder.exists():
        raise Problem("there is no folder {folder}", folder=folder)
    around = folder if folder.is_dir() else folder.absolute().parent
    stop, store = stop or Stop(), Store(keep or around / KEPT)

    def wait() -> None:
        progress("waiting", 0, 0)
        stop.check()

    with store.alone(wait) as scratch:
        with store.written():
            handed_in = handins.find(
                folder, scratch, MACHINES, plan.platform, plan.reports, plan.roster
            )
        entries = _checked(handed_in.hand_ins, store, plan, progress, stop)
        league = _played(entries, store, plan, progress, stop) if plan.games else League()
    return _class(folder, handed_in, entries, league)


def _class(folder: Path, handed_in: HandIns, entries: list[Entry], league: League) -> Class:
    name = printable(folder.resolve().name)
    codes = {
        entry.student: entry.hand_in.code
        for entry in entries
        if entry.hand_in.code and not entry.hand_in.group
    }
    return Class(
        name, entries, league, rated(league.results), handed_in.platform, handed_in.left_out,
        tuple(pairs(codes)),
    )  # fmt: skip


def _played(
    entries: Sequence[Entry], store: Store, plan: ClassPlan, progress: Progress, stop: Stop
) -> League:
    """Have all that play meet: of a group, one."""
    players = {
        entry.student: LeaguePlayer(entry.hand_in.path, entry.hand_in.digest)
        for entry in entries
        if entry.plays and not entry.hand_in.group and entry.hand_in.path is not None
    }
    return play(players, store, plan, progress, stop)


# --- checks -------------------------------------------------------------------------------------


def _checked(
    hand_ins: Sequence[HandIn], store: Store, plan: ClassPlan, progress: Progress, stop: Stop
) -> list[Entry]:
    """Return the hand-ins with their checks, several made at once."""
    paths = {
        _check_key(hand_in, plan): hand_in.path for hand_in in hand_ins if hand_in.path is not None
    }
    checks = store.checks(paths)
    missing: dict[str, HandIn] = {}
    for hand_in in hand_ins:
        key = _check_key(hand_in, plan)
        if hand_in.path is None:
            checks[key] = Check(_empty_handed(hand_in))
        elif key not in checks:
            missing[key] = hand_in
    done, count = len(hand_ins) - len(missing), len(hand_ins)
    progress("checking", done, count)
    reference = reference_seconds() if missing else 0.0
    for hand_in, report in _check_all(list(missing.values()), plan, stop):
        ratio = None if report.trial_seconds is None else report.trial_seconds / reference
        key = _check_key(hand_in, plan)
        checks[key] = Check(report, ratio)
        store.add_check(key, hand_in.digest, checks[key])
        done += 1
        progress("checking", done, count)
    return [_entry(hand_in, checks[_check_key(hand_in, plan)]) for hand_in in hand_ins]


def _entry(hand_in: HandIn, check: Check) -> Entry:
    """Return a check as one of this hand-in: another one may hold the same."""
    notes = [*check.report.notes, *hand_in.notes]
    report = replace(check.report, path=hand_in.shown, notes=notes, code=hand_in.code)
    return Entry(hand_in, report, check.ratio)


def _check_key(hand_in: HandIn, plan: ClassPlan) -> str:
    """Return what a check is kept under: another program or limit may find other faults.

    A hand-in without a solution has nothing to be kept; it is told apart by its student.
    """
    if hand_in.path is None:
        return f"{hand_in.student}//"
    return f"{hand_in.digest}/{__version__}/{plan.check_seconds:g}"


def reference_seconds() -> float:
    """Return the processor time of a trial of the reference solution, here and now, in seconds."""
    spent = []
    for _ in range(_REFERENCE_MOVES):
        start = thread_time()
        course.mc_move(Board(3), PLAYERX, _REFERENCE_TRIALS)
        spent.append((thread_time() - start) / _REFERENCE_TRIALS)
    return max(median(spent), 1e-9)


def _check_all(
    missing: list[HandIn], plan: ClassPlan, stop: Stop
) -> Iterable[tuple[HandIn, Report]]:
    """Yield checks as they are made; closing the iterator ends the files' processes."""
    processes = {
        hand_in.digest: FileProcess(hand_in.path, follow=False)
        for hand_in in missing if hand_in.path is not None
    }  # fmt: skip
    executor = ThreadPoolExecutor(plan.workers)
    under_way: dict[Future[Report], HandIn] = {}
    try:
        for hand_in in missing:
            process = processes[hand_in.digest]
            assert hand_in.path is not None
            future = executor.submit(check_file, hand_in.path, process, plan.check_seconds)
            under_way[future] = hand_in
        while under_way:
            stop.check()
            ended, _ = wait(under_way, _POLL_SECONDS, FIRST_COMPLETED)
            for future in ended:
                yield under_way.pop(future), future.result()
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in processes.values():
            process.close()


def _empty_handed(hand_in: HandIn) -> Report:
    finding = Finding(FAIL, "no solution was handed in", "a Python file", hand_in.problem)
    return Report(hand_in.source, {FOUND: [finding]}, no_move=hand_in.problem)
