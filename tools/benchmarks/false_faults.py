"""How often the check blames a right file: by simulation, and with the corpus of right files."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from engine.compat.checking import Report, check_file
from engine.compat.contract.distribution import unlike
from engine.compat.contract.searches import CASES, chances_of
from engine.compat.contract.trial import FEW_EMPTY, OUTCOMES, chances_of_ends
from engine.compat.process import FileProcess
from tests.engine.course_variants import KEPT

SEEDS = range(5)
SIMULATED = 10_000

_GAMES, _COARSE_GAMES, _TIES = 300, 400, 400

RIGHT = [KEPT / "plain.py", KEPT / "python2.py", *sorted((KEPT / "right").glob("*.py"))]


def measure() -> Iterator[dict[str, object]]:
    """Yield false faults and suspicions of simulated runs, and false faults of whole real ones.

    A simulated run is one file's draws in all looks that compare counts with chances, drawn from
    just these chances. A real run is a check of one right file with one seed.
    """
    yield _simulated(SIMULATED)
    yield _real([*product(RIGHT, SEEDS)])


def _looks() -> list[tuple[int, Mapping[Any, float]]]:
    """Return the chances that looks compare counts with, and how many calls they begin with."""
    moves = [(times, chances_of(case, "fair")) for case, times in CASES]
    fine = [(_GAMES, chances_of_ends(rows, player, str)) for rows, player in FEW_EMPTY]
    empty = [(_COARSE_GAMES, chances_of_ends(".../.../...", 2, outcome)) for outcome in OUTCOMES]
    return [*moves, *fine, *empty, (_TIES, dict.fromkeys(range(3), 1 / 3))]


class _Calls:
    """Calls of a right file: their results come as the chances say."""

    def __init__(self, chances: Mapping[Any, float], chance: np.random.Generator) -> None:
        self._names, shares = list(chances), np.array([*chances.values()])
        self._shares = shares / shares.sum()
        self._chance = chance
        self.count = 0

    def draw(self, count: int) -> Counter[Any]:
        """Return how often each outcome came in so many calls."""
        self.count += count
        drawn = self._chance.multinomial(count, self._shares)
        return Counter(
            {name: int(came) for name, came in zip(self._names, drawn, strict=True) if came}
        )


def _simulated(runs: int) -> dict[str, object]:
    chance = np.random.default_rng(1)
    looks, suspected, blamed = _looks(), 0, 0
    for _ in range(runs):
        for times, chances in looks:
            calls = _Calls(chances, chance)
            blamed += unlike(calls.draw, times, chances) is not None
            suspected += calls.count != times  # else no further ones are made
    return {
        "runs": runs, "looks": runs * len(looks), "suspected": suspected, "false_faults": blamed,
    }  # fmt: skip


def _real(cases: list[tuple[Path, int]]) -> dict[str, object]:
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        done = [*workers.map(_checked, cases)]
    wrong = [
        f"{path.stem} with seed {seed}: {report.as_text()}"
        for (path, seed), (report, _) in zip(cases, done, strict=True)
        if report.verdict != "right" and not report.unjudged
    ]
    unjudged = sum(bool(report.unjudged) for report, _ in done)
    return {
        "files": len({path for path, _ in cases}), "runs": len(done) - unjudged,
        "unjudged": unjudged, "false_faults": len(wrong),
        "processor_s_a_run": round(sum(spent for _, spent in done) / len(done), 2), "wrong": wrong,
    }  # fmt: skip


def _checked(case: tuple[Path, int]) -> tuple[Report, float]:
    """Return what a check says of a file, and the processor time that its answers took."""
    path, seed = case
    file = FileProcess(path)
    return check_file(path, file, seed=seed, point=False), file.spent
