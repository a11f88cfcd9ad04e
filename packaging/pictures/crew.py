"""Spreads shots over processes: Qt's scale and screen hold for a process, and two work faster."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from pictures.looks import Look
from pictures.scene import Shot

ROOT = Path(__file__).resolve().parents[2]
_AT_ONCE = 12
"""How many shots one process takes: few enough for all processes to end together."""

_HANG_S = 1800
"""A process that takes longer than this hangs."""

_SCREEN = "screen.json"


def take(shots: Sequence[Shot], folder: Path, jobs: int, tell: Callable[[str], None]) -> list[str]:
    """Take shots into a folder; return what went wrong, a sentence or a report each.

    Args:
        shots: what to take.
        folder: where the pictures go.
        jobs: how many processes work at once.
        tell: called with a line for each picture.
    """
    batches = [
        batch
        for _, same in groupby(sorted(shots, key=_kind), key=_kind)
        for batch in _cut(list(same))
    ]
    with ThreadPoolExecutor(jobs) as pool:
        reports = pool.map(lambda batch: _send(batch, folder, tell), batches)
        return [problem for report in reports for problem in report]


def _kind(shot: Shot) -> tuple[int, tuple[int, int]]:
    """Return what must be the same for all shots of a process."""
    return shot.look.scale, shot.look.screen


def _cut(shots: list[Shot]) -> list[list[Shot]]:
    """Return batches of shots, each as mixed as the whole."""
    count = -(-len(shots) // _AT_ONCE)
    return [shots[i::count] for i in range(count)]


def _send(batch: list[Shot], folder: Path, tell: Callable[[str], None]) -> list[str]:
    """Take a batch in a process of its own; return what went wrong."""
    names = [shot.name for shot in batch]
    with TemporaryDirectory(prefix="pictures-") as place:
        _write_screen(Path(place) / _SCREEN, batch[0].look)
        try:
            done = subprocess.run(
                [sys.executable, "-m", "pictures.worker", folder.resolve(), *names],
                capture_output=True, text=True, check=False,
                timeout=_HANG_S, cwd=place,
                env=os.environ | _environment(batch[0].look),
            )  # fmt: skip
        except subprocess.TimeoutExpired as expired:
            return [f"no end after {expired.timeout:.0f} s: {', '.join(names)}"]
    taken: list[str] = []
    rest: list[str] = []
    for line in done.stdout.splitlines():
        (taken if line.startswith("taken ") else rest).append(line)
    for line in taken:
        tell(line)
    if len(taken) == len(batch) and done.returncode == 0:
        return []
    missing = len(batch) - len(taken)
    rest.append(f"{done.stderr}{missing} missing, status {done.returncode}, of {', '.join(names)}")
    return ["\n".join(rest)]


def _environment(look: Look) -> dict[str, str]:
    """Return the variables of a process for one kind of looks."""
    packaging = Path(__file__).resolve().parent.parent
    return {
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(packaging))),
        "QT_QPA_PLATFORM": f"offscreen:configfile={_SCREEN}",
        "QT_SCALE_FACTOR": str(look.scale),
    }


def _write_screen(path: Path, look: Look) -> None:
    """Describe the offscreen screen: by default it has 800 x 800 pixels."""
    width, height = (side * look.scale for side in look.screen)
    screen = {"name": "screen", "x": 0, "y": 0, "width": width, "height": height}
    screen |= {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    path.write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
