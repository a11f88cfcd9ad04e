"""How long a class takes: checked, and met in its league."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter

from tests.engine.course_mutants import MUTANTS, mutated
from tests.engine.course_variants import FILES, KEPT
from tools.benchmarks.lab import CORES, cpu_seconds

STUDENTS = 200
"""Half of them hand in a right file, half a faulty one; no two are the same."""


def hand_ins() -> Iterator[bytes]:
    """Yield the files of a class, as each was saved."""
    plain = (KEPT / "plain.py").read_text()
    kept = [path for folder in (FILES, KEPT / "right") for path in sorted(folder.glob("*.py"))]
    right = cycle(path.read_bytes() for path in kept)
    faulty = cycle(mutated(plain, old, new).encode() for _name, old, new, _words in MUTANTS)
    for number in range(STUDENTS):
        yield next(faulty if number % 2 else right) + f"\n# hand-in {number}\n".encode()


def measure() -> Iterator[dict[str, object]]:
    """Yield how long a class of 200 takes: without a league, and then the league alone."""
    with tempfile.TemporaryDirectory() as name:
        folder, report = Path(name, "class"), Path(name, "report.json")
        folder.mkdir()
        for number, text in enumerate(islice(hand_ins(), STUDENTS)):
            (folder / f"student{number:03}.py").write_bytes(text)
        for part, games in (("checks", 0), ("league", 6)):
            before, start = cpu_seconds(), perf_counter()
            subprocess.run(
                [sys.executable, "-m", "engine", "class", folder, "--games", str(games),
                 "--workers", str(CORES), "--json", report],
                check=True, stdout=subprocess.DEVNULL,
            )  # fmt: skip
            data = json.loads(report.read_text())
            verdicts = Counter(student["report"]["verdict"] for student in data["students"])
            yield {
                "part": part,
                "students": len(data["students"]),
                "processor_minutes": round((cpu_seconds() - before) / 60, 1),
                "minutes": round((perf_counter() - start) / 60, 1),
                "cores": CORES,
                "pairings": len(data["league"]),
                "verdicts": dict(verdicts),
            }
