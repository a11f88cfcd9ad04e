"""Tournaments in trouble: workers killed, schedulers silent or gone, SIGTERM, a full disk.

Whatever happens to a run, its games are those of a run that is left alone, and it says in one
sentence what ended it.
"""

from __future__ import annotations

import os
import random
import re
import signal
import socket
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep

import psutil
import pytest

from engine.tournament import GameRecord, Summary, read_results
from tests.campaign.processes import Program, run_all
from tests.campaign.scenes import PLAIN
from tests.campaign.sizes import sizes
from tests.waiting import HANG_S, wait_until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX signals and limits")

LATEST_SECONDS = 2.0
GAMES = 300
BUILT_IN = ("mc:trials=3000", "random")
FILE = (f"file:trials=10:{PLAIN}", "random")
SIZES = {BUILT_IN: 7, FILE: 3}

LIMITED = "tests.campaign.limited"
"""The console program with a limit on the size of what it writes, in bytes: its first argument."""


def command(players: tuple[str, str], out: Path, *more: str, games: int = GAMES) -> list[str]:
    """Return a tournament's command line."""
    return [
        "tournament", "--players", *players, "--size", str(SIZES[players]), "--games", str(games),
        "--seed", "1", "--workers", "2", "--out", str(out), *more,
    ]  # fmt: skip


def program(arguments: list[str], folder: Path) -> Program:
    return Program(["engine.cli.main", *arguments], folder)


@dataclass(frozen=True)
class Result:
    """What a run gave, without what the clock says."""

    games: dict[tuple[int, int], GameRecord]
    counts: list[tuple[int, ...]]


def result_in(path: Path) -> Result:
    """Return the games of a file, and what they sum up to in the order in which they ended."""
    _, tournament, records = read_results(path)
    summary = Summary(tournament)
    summary.add(records)
    games = {
        (each.pairing, each.game): GameRecord(
            each.pairing, each.game, each.outcome, each.moves, 0.0, each.problem, each.blame
        )
        for each in records
    }
    counts = [
        (each.games, each.x_wins, each.o_wins, each.ties, each.bad, each.wins, each.losses)
        for each in summary.standings
    ]
    return Result(games, counts)


def left_alone(players: tuple[str, str], folder: Path, games: int = GAMES) -> Result:
    """Return what a run gives that nothing happens to."""
    folder.mkdir()
    run = program(command(players, folder / "r.json", games=games), folder)
    assert run.wait() == 0, run.errors
    return result_in(folder / "r.json")


@dataclass
class Ended:
    """How a run ended.

    Attributes:
        what: what was done to it.
        wrong: what was wrong, a sentence each.
    """

    what: object
    kept: int = 0
    replayed: int = 0
    blamed: int = 0
    late: bool = False
    seconds: float = 0.0
    children: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return "\n    ".join([str(self.what), *self.wrong])

    def judge(self, run: Program, statuses: tuple[int, ...], told: str) -> None:
        """Compare how a run ended with how it should: its status, and all that it complained of."""
        status = run.process.returncode
        self.late = status == 0
        self.children = run.orphans(HANG_S)
        self.wrong += [f"its child lived on: {each}" for each in self.children]
        if status not in (0, *statuses):
            self.wrong.append(f"its exit status was {status}")
        if not re.fullmatch("" if status in (0, 143, -signal.SIGTERM) else told, run.errors):
            self.wrong.append(f"it said: {run.errors}")

    def go_on(self, players: tuple[str, str], out: Path, folder: Path, expected: Result) -> None:
        """Give the same command again, and see whether all games are there."""
        if out.exists():
            self.kept = max(0, out.read_bytes().count(b"\n") - 1)
        games = expected.counts[0][0]
        again = program(command(players, out, games=games), folder)
        try:
            if again.wait() != 0 or again.errors:
                self.wrong.append(f"the same command again: {again.errors}")
            elif result_in(out) != expected:
                self.wrong.append("its games are not those of a run that is left alone")
        finally:
            again.kill()


def report(ended: list[Ended]) -> None:
    bad = [each for each in ended if each.wrong]
    assert not bad, f"{len(bad)} of {len(ended)}:\n" + "\n".join(map(str, bad))


# --- kills of workers ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Kills:
    """What is killed, and how long after the last kill."""

    players: tuple[str, str]
    kills: tuple[tuple[str, float], ...]
    chance: int

    def __str__(self) -> str:
        told = ", ".join(f"{what} after {seconds:.2f} s" for what, seconds in self.kills)
        return f"{self.players[0]}: {told}"


MARKS = {"worker": "multiprocessing.spawn", "file": "engine.compat"}


def processes_of(run: Program, what: str) -> list[psutil.Process]:
    """Return the workers of a run, or the processes of its course files."""
    found = []
    for process in run.relatives():
        with suppress(psutil.Error):
            if MARKS[what] in " ".join(process.cmdline()):
                found.append(process)
    return found


def kill_workers(attempt: Kills, folder: Path, expected: dict[tuple[str, str], Result]) -> Ended:
    """Kill processes of a run while it plays; it should end as if nothing had happened."""
    ended, chance = Ended(str(attempt)), random.Random(attempt.chance)
    out = folder / "r.json"
    run = program(command(attempt.players, out), folder)
    try:
        wait_until(lambda: run.process.poll() is not None or processes_of(run, "worker"))
        for what, seconds in attempt.kills:
            sleep(seconds)
            if found := processes_of(run, what):
                with suppress(psutil.Error):
                    chance.choice(found).kill()
                    ended.kept += 1
        if run.wait() is None:
            ended.wrong.append("it never ended")
            return ended
        ended.judge(run, (), "")
        told = re.search(r"([\d,]+) games? (?:was|were) played again", run.shown)
        ended.replayed = int(told[1].replace(",", "")) if told else 0
        found = result_in(out)
        ended.blamed = sum(each.outcome is None for each in found.games.values())
        if found != expected[attempt.players]:
            ended.wrong.append("its games are not those of a run that is left alone")
    finally:
        run.kill()
    return ended


@sizes(2, 60)
def test_kills_of_workers_change_nothing(count, chance, figures, tmp_path):
    expected = {
        players: left_alone(players, tmp_path / f"left-alone-{number}")
        for number, players in enumerate((BUILT_IN, FILE))
    }

    def kills(number: int) -> Kills:
        # Five in a row may be too early for any game. A file's game is its own fault once it has
        # lost its worker among others and twice alone, or the file's process twice.
        if number % 2:
            what = ["worker", "worker", "file"]
            chance.shuffle(what)
        else:
            what = ["worker"] * chance.randint(2, 5)
        pauses = tuple((each, chance.uniform(0, LATEST_SECONDS / 2)) for each in what)
        return Kills((BUILT_IN, FILE)[number % 2], pauses, chance.getrandbits(32))

    ended = run_all(
        [kills(number) for number in range(count)],
        lambda attempt, folder: kill_workers(attempt, folder, expected),
        tmp_path,
    )
    figures(
        runs=count,
        kills=sum(each.kept for each in ended),
        games=GAMES * count,
        replayed=sum(each.replayed for each in ended),
        blamed=sum(each.blamed for each in ended),
        children_left=sum(len(each.children) for each in ended),
        bad=sum(bool(each.wrong) for each in ended),
    )
    report(ended)


# --- SIGTERM and a full disk ----------------------------------------------------------------------


def terminate(seconds: float, folder: Path, expected: Result) -> Ended:
    """Send SIGTERM to a run, and go on with it."""
    ended, out = Ended(f"SIGTERM after {seconds:.2f} s"), folder / "r.json"
    run = program(command(BUILT_IN, out), folder)
    try:
        sleep(seconds)
        run.process.send_signal(signal.SIGTERM)
        if run.wait() is None:
            ended.wrong.append("it never went")
            return ended
        # Before its first line of code, the signal does what it does to any program.
        ended.judge(run, (143, -signal.SIGTERM), "")
        ended.wrong += [f"it left {name}" for name in run.litter()]
    finally:
        run.kill()
    ended.go_on(BUILT_IN, out, folder, expected)
    return ended


@sizes(2, 60)
def test_sigterm_ends_a_tournament_at_any_moment(count, chance, figures, tmp_path):
    start = monotonic()
    expected = left_alone(BUILT_IN, tmp_path / "left-alone")
    longest = monotonic() - start
    moments = [chance.uniform(0, longest) for _ in range(count)]
    ended = run_all(moments, lambda seconds, folder: terminate(seconds, folder, expected), tmp_path)
    figures(
        runs=count,
        in_time=sum(not each.late for each in ended),
        kept=sum(each.kept for each in ended),
        children_left=sum(len(each.children) for each in ended),
        bad=sum(bool(each.wrong) for each in ended),
    )
    report(ended)


def fill_the_disk(limit: int, folder: Path, expected: Result) -> Ended:
    """Let a run write so many bytes and no more, and go on with it when there is room."""
    ended, out = Ended(f"a disk with room for {limit} bytes"), folder / "r.json"
    run = Program([LIMITED, str(limit), *command(BUILT_IN, out)], folder)
    try:
        if run.wait() is None:
            ended.wrong.append("it never ended")
            return ended
        games = r"(; .* holds (1 game|[\d,]+ games), and the same command goes on from there)?"
        told = f"ttt-engine tournament: .*r.json cannot be written: {os.strerror(27)}{games}"
        ended.judge(run, (1, 2), told)  # 2: not even its header could be written
        ended.wrong += [f"it left {name}" for name in run.litter()]
    finally:
        run.kill()
    ended.go_on(BUILT_IN, out, folder, expected)
    return ended


@sizes(2, 40)
def test_a_full_disk_keeps_what_was_written(count, chance, figures, tmp_path):
    expected = left_alone(BUILT_IN, tmp_path / "left-alone")
    whole = (tmp_path / "left-alone" / "r.json").stat().st_size
    limits = [chance.randrange(whole) for _ in range(count)]
    ended = run_all(limits, lambda limit, folder: fill_the_disk(limit, folder, expected), tmp_path)
    figures(
        runs=count,
        kept=sum(each.kept for each in ended),
        children_left=sum(len(each.children) for each in ended),
        bad=sum(bool(each.wrong) for each in ended),
    )
    report(ended)


# --- schedulers -----------------------------------------------------------------------------------


class Cluster:
    """A scheduler and a worker of Dask on this machine."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        place = ["--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
        self.scheduler = Program(["distributed.cli.dask_scheduler", *place], folder / "scheduler")
        wait_until(lambda: "Scheduler at" in self.scheduler.errors, "it listens")
        more = ["--nthreads", "2", "--no-nanny", "--no-dashboard", "--death-timeout", "60"]
        self.worker = Program(
            ["distributed.cli.dask_worker", self.address, *more], folder / "worker"
        )

    def close(self) -> None:
        for each in (self.worker, self.scheduler):
            each.kill()


def lose_the_scheduler(attempt: tuple[str, float], folder: Path, expected: Result) -> Ended:
    """Have a scheduler say nothing from the start, or kill or stop one in mid-run."""
    (way, seconds), out = attempt, folder / "r.json"
    ended = Ended(f"{way} scheduler after {seconds:.2f} s")
    with closing(Cluster(folder)) as cluster, socket.create_server(("127.0.0.1", 0)) as silent:
        address = cluster.address
        if way == "silent":
            address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        arguments = command(BUILT_IN, out, "--scheduler", address, games=expected.counts[0][0])
        run = program(arguments, folder)
        try:
            if way != "silent":
                wait_until(
                    lambda: run.process.poll() is not None or b'"g"' in read(out), "it plays"
                )
                sleep(seconds)
                gone = signal.SIGKILL if way == "dying" else signal.SIGSTOP
                cluster.scheduler.process.send_signal(gone)
            start = monotonic()
            if run.wait() is None:
                ended.wrong.append("it never ended")
                return ended
            ended.seconds = monotonic() - start
            told = (
                r"ttt-engine tournament: the scheduler at tcp://\S+ (is gone|did not answer within "
                r"10 s); .*r.json holds (1 game|[\d,]+ games), and the same command goes on from "
                "there"
            )
            ended.judge(run, (1,), told)
        finally:
            run.kill()
    ended.go_on(BUILT_IN, out, folder, expected)
    return ended


def read(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


@sizes(1, 18)
def test_a_scheduler_that_is_lost_ends_a_run_with_a_sentence(count, chance, figures, tmp_path):
    games = 2000
    expected = left_alone(BUILT_IN, tmp_path / "left-alone", games)
    ways = ("dying", "stopped", "silent")
    attempts = [(ways[number % 3], chance.uniform(0, LATEST_SECONDS)) for number in range(count)]
    ended = run_all(
        attempts, lambda attempt, folder: lose_the_scheduler(attempt, folder, expected), tmp_path
    )
    figures(
        runs=count,
        in_time=sum(not each.late for each in ended),
        kept=sum(each.kept for each in ended),
        longest_s=round(max(each.seconds for each in ended), 1),
        bad=sum(bool(each.wrong) for each in ended),
    )
    report(ended)
