"""Checks a class's files and plays its league: only what was not done before."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from threading import Event

from engine.board import PLAYERX
from engine.classroom import handins
from engine.classroom.handins import HandIn
from engine.classroom.store import KEPT, LeagueResult, Store, report_of
from engine.compat.checking import Report, check_file
from engine.compat.process import FileProcess
from engine.compat.terms import FAIL, Finding
from engine.errors import Problem, printable
from engine.tournament.description import Pairing, Tournament
from engine.tournament.playing import GameRecord
from engine.tournament.rating import ratings
from engine.tournament.running import Run, executor_maker, usual_workers
from engine.tournament.statistics import Interval
from engine.tournament.summary import Summary

MACHINES = ("mc:trials=10", "mc:trials=100", "mc:trials=1000", "perfect")
"""Whom every file meets beside the others."""

FOUND = "found"
"""The group of a finding about a hand-in that holds no solution."""

_POLL_SECONDS = 0.2


class StoppedError(Exception):
    """The look at a class was stopped; what was done by then is kept."""


class Stop:
    """Stops a look at a class, from any thread."""

    def __init__(self) -> None:
        self._asked = Event()
        self._run: Run | None = None

    def ask(self) -> None:
        """Have the look end soon."""
        self._asked.set()
        if self._run is not None:
            self._run.cancel()

    def reaches(self, run: Run) -> None:
        """Let this stop a run of games, too."""
        self._run = run
        if self._asked.is_set():
            run.cancel()

    def check(self) -> None:
        """Raise StoppedError where a stop was asked for."""
        if self._asked.is_set():
            raise StoppedError


Progress = Callable[[str, int, int], None]
"""Told what is being done ("waiting" for another run, "checking", "playing"), how much of it is
done, and how much there is."""


@dataclass(frozen=True, slots=True)
class ClassPlan:
    """How a class is looked at.

    Attributes:
        games: games of each pairing of the league; 0 for no league.
        trials: what files' ``mc_move`` is called with in the league.
        seed: fixes the league's games.
        check_seconds: the processor time that the check of one file may take.
        move_seconds: the processor time that a move in the league may take.
        workers: how many files are checked, and games are played, at once.
    """

    games: int = 6
    trials: int = 50
    seed: int = 1
    check_seconds: float = 60.0
    move_seconds: float = 5.0
    workers: int = field(default_factory=usual_workers)


@dataclass(frozen=True, slots=True)
class Entry:
    """One student's line: what was handed in, and what the check found."""

    hand_in: HandIn
    report: Report

    @property
    def student(self) -> str:
        """The student's name."""
        return self.hand_in.student

    @property
    def plays(self) -> bool:
        """Whether it makes moves, and so takes part in the league."""
        return self.hand_in.path is not None and not self.report.no_move


@dataclass(frozen=True, slots=True)
class Class:
    """A class, looked at.

    Attributes:
        name: the folder's.
        entries: one for each student, by name.
        results: how pairings ended, by both names; students' names, or machines' texts.
        elo: everybody's, on average 0; empty without a league.
    """

    name: str
    entries: list[Entry]
    results: dict[tuple[str, str], LeagueResult]
    elo: dict[str, Interval]

    def results_of(self, name: str) -> dict[str, LeagueResult]:
        """Return how a student's pairings ended, by the opponent's name."""
        found = {two: each for (one, two), each in self.results.items() if one == name}
        return found | {
            one: each.turned() for (one, two), each in self.results.items() if two == name
        }


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
        folder: the hand-ins.
        plan: how it is done.
        progress: told how far it has come, in the caller's thread.
        stop: ends it early, where that may be wanted.
        keep: the folder that keeps what is done; one inside the hand-ins' by default.

    Raises:
        ValueError: there is nothing to look at, or what is done cannot be kept.
        OSError: no worker can be started for the league.
        StoppedError: it was stopped.
    """
    if not folder.is_dir():
        raise Problem("there is no folder {folder}", folder=folder)
    stop, store = stop or Stop(), Store(keep or folder / KEPT)

    def wait() -> None:
        progress("waiting", 0, 0)
        stop.check()

    with store.alone(wait) as scratch:
        with store.written():
            found = handins.find(folder, scratch, MACHINES)
        entries = _checked(found, store, plan, progress, stop)
        results = _played(entries, store, plan, progress, stop) if plan.games else {}
    return Class(printable(folder.resolve().name), entries, results, _rated(results))


# --- checks -------------------------------------------------------------------------------------


def _checked(
    found: Sequence[HandIn], store: Store, plan: ClassPlan, progress: Progress, stop: Stop
) -> list[Entry]:
    """Return the hand-ins with their checks, several made at once."""
    known = store.reports()
    reports: dict[str, Report] = {}
    missing: dict[str, HandIn] = {}
    for each in found:
        key = _check_key(each, plan)
        if each.path is None:
            reports[each.digest] = _empty_handed(each)
        elif key in known and (kept := report_of(known[key], each.path)):
            reports[each.digest] = kept
        else:
            missing[each.digest] = each
    done, whole = len(found) - len(missing), len(found)
    progress("checking", done, whole)
    for hand_in, report in _check_all(list(missing.values()), plan, stop):
        if not report.unjudged:  # it may be, another time
            store.add_report(_check_key(hand_in, plan), report)
        reports[hand_in.digest] = report
        done += 1
        progress("checking", done, whole)
    return [Entry(each, _about(each, reports[each.digest])) for each in found]


def _about(hand_in: HandIn, report: Report) -> Report:
    """Return a report as one on this hand-in: another one may hold the same."""
    notes = [*report.notes, *hand_in.notes]
    return replace(report, path=hand_in.shown, notes=notes, code=hand_in.code)


def _check_key(hand_in: HandIn, plan: ClassPlan) -> str:
    """Return what a check is kept under: another limit may find other faults."""
    return f"{hand_in.digest}/{plan.check_seconds:g}"


def _check_all(
    missing: list[HandIn], plan: ClassPlan, stop: Stop
) -> Iterable[tuple[HandIn, Report]]:
    """Yield checks as they are made; closing the iterator ends the files' processes."""
    processes = {
        each.digest: FileProcess(each.path, follow=False)
        for each in missing if each.path is not None
    }  # fmt: skip
    executor = ThreadPoolExecutor(plan.workers)
    under_way: dict[Future[Report], HandIn] = {}
    try:
        for each in missing:
            process = processes[each.digest]
            assert each.path is not None
            future = executor.submit(check_file, each.path, process, plan.check_seconds)
            under_way[future] = each
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
    finding = Finding(FAIL, "a solution was handed in", "a Python file", hand_in.problem)
    return Report(hand_in.source, {FOUND: [finding]}, no_move=hand_in.problem)


# --- the league ---------------------------------------------------------------------------------


def _played(
    entries: Sequence[Entry], store: Store, plan: ClassPlan, progress: Progress, stop: Stop
) -> dict[tuple[str, str], LeagueResult]:
    """Return how all pairings of the league ended."""
    players = {each.student: each for each in entries if each.plays}
    wanted = [*combinations(players, 2), *((name, each) for name in players for each in MACHINES)]
    known = store.results()
    keys = {pair: _key(pair, players, plan) for pair in wanted}
    results = {pair: known[key] for pair, key in keys.items() if key in known}
    missing = [pair for pair in wanted if pair not in results]
    whole = len(wanted) * plan.games
    done = len(results) * plan.games
    progress("playing", done, whole)
    if not missing:
        return results
    pairings = tuple(
        Pairing(
            _text(one, players, plan), _text(two, players, plan), plan.games,
            move_seconds=plan.move_seconds,
        )
        for one, two in missing
    )  # fmt: skip
    names = tuple("//".join(_named(name, players) for name in pair) for pair in missing)
    league = _League(missing, _Fixtures("round robin", pairings, plan.seed, names=names))
    run = Run(league.tournament, executor_maker("processes", plan.workers), plan.workers)
    stop.reaches(run)
    for records in run:
        done += len(records)
        for number, result in league.add(records):
            results[missing[number]] = result
            if result.games == plan.games:  # one that nobody is to blame for is played again
                store.add_result(keys[missing[number]], result)
        progress("playing", done, whole)
    stop.check()
    return {pair: results[pair] for pair in wanted if pair in results}


def _text(name: str, players: dict[str, Entry], plan: ClassPlan) -> str:
    """Return the text of a player of the league."""
    if name in players:
        path = players[name].hand_in.path
        assert path is not None
        return f"file:trials={plan.trials}:{path.absolute()}"
    return name


def _key(pair: tuple[str, str], players: dict[str, Entry], plan: ClassPlan) -> str:
    """Return what a pairing's result is kept under: it holds as long as nothing of this changes."""
    parts = [
        _named(name, players) + (players[name].hand_in.digest if name in players else "")
        for name in pair
    ]
    numbers = plan.games, plan.trials, plan.seed, plan.move_seconds
    text = "//".join([*parts, *map(str, numbers)])
    return hashlib.sha256(_bytes(text)).hexdigest()[:32]


def _named(name: str, players: dict[str, Entry]) -> str:
    """Return a name as no other player of the league has it."""
    return f"{name}/" if name in players else f"/{name}/"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")  # names of files may be any bytes


@dataclass(frozen=True, slots=True)
class _Fixtures(Tournament):
    """A part of the league. Whatever else is played, two players play the same games.

    Attributes:
        names: who plays, for each pairing.
    """

    names: tuple[str, ...] = ()

    def game_seed(self, pairing: int, game: int) -> int:
        """Return the 64-bit seed of one game: it depends on who plays, not on when."""
        text = f"{self.seed}//{self.names[pairing]}//{game}"
        return int.from_bytes(hashlib.blake2b(_bytes(text), digest_size=8).digest(), "big")


class _League:
    """Counts games until a pairing's last one.

    Args:
        names: who plays, for each pairing.
        tournament: what is played.
    """

    def __init__(self, names: Sequence[tuple[str, str]], tournament: Tournament) -> None:
        self._names = names
        self.tournament = tournament
        self._summary = Summary(tournament)
        self._blamed = [[0, 0] for _ in tournament.pairings]
        self._problems = [["", ""] for _ in tournament.pairings]

    def add(self, records: Iterable[GameRecord]) -> list[tuple[int, LeagueResult]]:
        """Count games; return the pairings that are complete now, with how they ended."""
        complete = []
        for record in records:
            number = record.pairing
            self._summary.add([record])
            if record.outcome is None:
                self._blame(record)
            standing = self._summary.standing(number)
            if standing.games == standing.pairing.games:
                counts = standing.wins, standing.ties, standing.losses
                own, others = self._blamed[number]
                complete.append(
                    (number, LeagueResult(*counts, own, others, *self._problems[number]))
                )
        return complete

    def _blame(self, record: GameRecord) -> None:
        if record.blame is None:
            return
        number = record.pairing
        pairing = self.tournament.pairings[number]
        first_is_x = pairing.x_is_first(record.game)
        side = (record.blame == PLAYERX) != first_is_x
        self._blamed[number][side] += 1
        text = (pairing.first, pairing.second)[side]
        told = record.problem.replace(text, self._names[number][side])  # not a path that is gone
        self._problems[number][side] = self._problems[number][side] or told


def _rated(results: dict[tuple[str, str], LeagueResult]) -> dict[str, Interval]:
    """Return everybody's Elo from the sound games."""
    played = {pair: each for pair, each in results.items() if each.wins + each.ties + each.losses}
    names = list(dict.fromkeys(name for pair in played for name in pair))
    counts = {pair: (each.wins, each.ties, each.losses) for pair, each in played.items()}
    return ratings(names, counts) if names else {}
