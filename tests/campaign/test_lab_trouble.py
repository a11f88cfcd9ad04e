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
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic, sleep

import psutil
import pytest

from engine.tournament import GameRecord, Summary, read_results
from tests.campaign.processes import Ended, Program, report, run_all
from tests.campaign.scenes import PLAIN
from tests.campaign.sizes import sizes
from tests.waiting import HANG_S, wait_until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX signals and limits")

LATEST_SECONDS = 2.0
FEW = 2
GAMES = 300
FEW_GAMES = 80
"""How many games a run has: in the campaign, and where time is short."""

BUILT_IN = ("mc:trials=3000", "random")
FILE = (f"file:trials=10:{PLAIN}", "random")
SIZES = {BUILT_IN: 7, FILE: 3}

LIMITED = "tests.campaign.limited"
"""The console program with a limit on the size of what it writes, in bytes: its first argument."""


def command(players: tuple[str, str], out: Path, *more: str, games: int) -> list[str]:
    """Return a tournament's command line."""
    return [
        "tournament", "--players", *players, "--size", str(SIZES[players]), "--games", str(games),
        "--seed", "1", "--workers", "2", "--out", str(out), *more,
    ]  # fmt: skip


def program(arguments: list[str], folder: Path) -> Program:
    return Program(["engine.cli.main", *arguments], folder)


@dataclass(frozen=True)
class Result:
    """What a run gave, without what the clock says.

    Attributes:
        seconds: how long it took, where it was left alone.
    """

    games: dict[tuple[int, int], GameRecord]
    counts: list[tuple[int, ...]]
    seconds: float = field(default=0.0, compare=False)

    @property
    def size(self) -> int:
        """How many games there are."""
        return self.counts[0][0]


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


def left_alone(players: tuple[str, str], folder: Path, count: int, games: int = 0) -> Result:
    """Return what a run gives that nothing happens to, short where ``count`` is small."""
    folder.mkdir()
    start = monotonic()
    games = games or (GAMES if count > FEW else FEW_GAMES)
    run = program(command(players, folder / "r.json", games=games), folder)
    assert run.wait() == 0, run.errors
    return replace(result_in(folder / "r.json"), seconds=monotonic() - start)


def judge(ended: Ended, run: Program, statuses: tuple[int, ...], told: str) -> None:
    """Compare how a run ended with how it should: its status, and all that it complained of."""
    status = run.process.returncode
    ended.late = status == 0
    ended.children = run.orphans(HANG_S)
    ended.blame("its child lived on:", ended.children)
    if status not in (0, *statuses):
        ended.wrong.append(f"its exit status was {status}")
    if not re.fullmatch("" if status in (0, 143, -signal.SIGTERM) else told, run.errors):
        ended.wrong.append(f"it said: {run.errors}")


def go_on(
    ended: Ended, players: tuple[str, str], out: Path, folder: Path, expected: Result
) -> None:
    """Give the same command again, and see whether all games are there."""
    if out.exists():
        ended.kept = max(0, out.read_bytes().count(b"\n") - 1)
    again = program(command(players, out, games=expected.size), folder)
    try:
        if again.wait() != 0 or again.errors:
            ended.wrong.append(f"the same command again: {again.errors}")
        elif result_in(out) != expected:
            ended.wrong.append("its games are not those of a run that is left alone")
    finally:
        again.kill()


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
    run = program(command(attempt.players, out, games=expected[attempt.players].size), folder)
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
        judge(ended, run, (), "")
        told = re.search(r"([\d,]+) games? (?:was|were) played again", run.shown)
        replayed = int(told[1].replace(",", "")) if told else 0
        found = result_in(out)
        blamed = sum(each.outcome is None for each in found.games.values())
        ended.what = f"{attempt}; {replayed} games played again, {blamed} blamed"
        if found != expected[attempt.players]:
            ended.wrong.append("its games are not those of a run that is left alone")
    finally:
        run.kill()
    return ended


@sizes(2, 60, nightly=True)
def test_kills_of_workers_change_nothing(count, chance, figures, tmp_path):
    expected = {
        players: left_alone(players, tmp_path / f"left-alone-{number}", count)
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
    report(figures, ended)


# --- SIGTERM and a full disk ----------------------------------------------------------------------


def terminate(seconds: float, folder: Path, expected: Result) -> Ended:
    """Send SIGTERM to a run, and go on with it."""
    ended, out = Ended(f"SIGTERM after {seconds:.2f} s"), folder / "r.json"
    run = program(command(BUILT_IN, out, games=expected.size), folder)
    try:
        sleep(seconds)
        run.process.send_signal(signal.SIGTERM)
        if run.wait() is None:
            ended.wrong.append("it never went")
            return ended
        # Before its first line of code, the signal does what it does to any program.
        judge(ended, run, (143, -signal.SIGTERM), "")
        ended.blame("it left", run.litter())
    finally:
        run.kill()
    go_on(ended, BUILT_IN, out, folder, expected)
    return ended


@sizes(2, 60, nightly=True)
def test_sigterm_ends_a_tournament_at_any_moment(count, chance, figures, tmp_path):
    expected = left_alone(BUILT_IN, tmp_path / "left-alone", count)
    moments = [chance.uniform(0, expected.seconds) for _ in range(count)]
    ended = run_all(moments, lambda seconds, folder: terminate(seconds, folder, expected), tmp_path)
    report(figures, ended)


def fill_the_disk(limit: int, folder: Path, expected: Result) -> Ended:
    """Let a run write so many bytes and no more, and go on with it when there is room."""
    ended, out = Ended(f"a disk with room for {limit} bytes"), folder / "r.json"
    run = Program([LIMITED, str(limit), *command(BUILT_IN, out, games=expected.size)], folder)
    try:
        if run.wait() is None:
            ended.wrong.append("it never ended")
            return ended
        games = r"(; .* holds (1 game|[\d,]+ games), and the same command goes on from there)?"
        told = f"ttt-engine tournament: .*r.json cannot be written: {os.strerror(27)}{games}"
        judge(ended, run, (1, 2), told)  # 2: not even its header could be written
        ended.blame("it left", run.litter())
    finally:
        run.kill()
    go_on(ended, BUILT_IN, out, folder, expected)
    return ended


@sizes(2, 40, nightly=True)
def test_a_full_disk_keeps_what_was_written(count, chance, figures, tmp_path):
    expected = left_alone(BUILT_IN, tmp_path / "left-alone", count)
    whole = (tmp_path / "left-alone" / "r.json").stat().st_size
    limits = [chance.randrange(whole) for _ in range(count)]
    ended = run_all(limits, lambda limit, folder: fill_the_disk(limit, folder, expected), tmp_path)
    report(figures, ended)


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
        arguments = command(BUILT_IN, out, "--scheduler", address, games=expected.size)
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
            judge(ended, run, (1,), told)
        finally:
            run.kill()
    go_on(ended, BUILT_IN, out, folder, expected)
    return ended


def read(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


@sizes(1, 18, nightly=True)
def test_a_scheduler_that_is_lost_ends_a_run_with_a_sentence(count, chance, figures, tmp_path):
    games, latest = (2000, LATEST_SECONDS) if count > FEW else (400, 0.2)
    expected = left_alone(BUILT_IN, tmp_path / "left-alone", count, games)
    ways = ("dying", "stopped", "silent")
    attempts = [(ways[number % 3], chance.uniform(0, latest)) for number in range(count)]
    ended = run_all(
        attempts, lambda attempt, folder: lose_the_scheduler(attempt, folder, expected), tmp_path
    )
    report(figures, ended, longest_s=round(max(each.seconds for each in ended), 1))
