"""How fast the lab is, and what it takes."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from time import perf_counter

from engine import Rules
from engine.tournament import Pairing, Run, Summary, Tournament, sweep
from engine.tournament.running import executor_maker

CORES = os.cpu_count() or 1


def run(tournament: Tournament, kind: str = "processes") -> tuple[Summary, float]:
    """Run a tournament on all cores; return its summary and the seconds it took."""
    summary, start = Summary(tournament), perf_counter()
    for records in Run(tournament, executor_maker(kind, CORES), CORES):
        summary.add(records)
    return summary, perf_counter() - start


def measure_cores() -> Iterator[dict[str, object]]:
    """Yield how busy a 10x10 sweep keeps all cores, with processes and with threads."""
    base = Pairing("mc", "mc", 200, Rules.of(10), alternate=False)
    for kind in ("processes", "threads"):
        before, start = cpu_seconds(), perf_counter()
        run(sweep("trials", ("1000", "3000", "10000"), base, 1), kind)
        wall = perf_counter() - start
        busy = (cpu_seconds() - before) / wall / CORES
        yield {"in": kind, "cores": CORES, "seconds": round(wall, 2), "busy": f"{busy:.0%}"}


def cpu_seconds() -> float:
    """Return the processor time of this process and of its children that have ended."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def measure_many() -> Iterator[dict[str, object]]:
    """Yield how much memory 100,000 games in one run take."""
    tournament = Tournament("pairing", (Pairing("mc:trials=10", "random", 100_000),), 1)
    run(Tournament("pairing", (Pairing("mc:trials=10", "random", 200),), 1))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    _, seconds = run(tournament)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield {"games": 100_000, "seconds": round(seconds, 1), "grown_mb": round(after - before, 1)}


def measure() -> Iterator[dict[str, object]]:
    """Yield all of it."""
    for part in (measure_cores, measure_many):
        for figures in part():
            yield {"part": part.__name__.removeprefix("measure_")} | figures
