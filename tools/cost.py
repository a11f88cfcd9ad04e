"""Measures the processor time of tests: ``python3 dev.py test --cost [OPTIONS]``.

The options are pytest's. What counts is the user's and the system's time of all processes, those
included that a test left behind, or that were killed and that nobody waited for: they become
children of this program, which waits for them (prctl(2), PR_SET_CHILD_SUBREAPER). The dearest files
and tests are printed; all tests are in ``build/test-costs.csv``. A test's time is that of its own
process, and of the children that have been waited for. This module is also the plugin of pytest
that notes it.
"""

from __future__ import annotations

import csv
import ctypes
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic, sleep

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "build" / "test-costs.csv"

FOLDER = "TEST_COSTS"
"""The environment variable with the folder that each process of pytest writes a table into."""

SHOWN = 30
"""How many files and tests are printed."""

PATIENCE_S = 30
"""How long processes that tests left behind may live on before they are ended, in s."""

_PR_SET_CHILD_SUBREAPER = 36


# --- the plugin -----------------------------------------------------------------------

_costs: list[tuple[str, float]] = []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note what a test costs, its fixtures included."""
    before = _spent()
    try:
        return (yield)
    finally:
        _costs.append((item.nodeid, _spent() - before))


def pytest_sessionfinish() -> None:
    """Write this process's table."""
    folder = os.environ.get(FOLDER)
    if folder and _costs:
        with Path(folder, f"{os.getpid()}.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(_costs)


def _spent() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


# --- the command ----------------------------------------------------------------------


def main(options: Sequence[str]) -> int:
    """Run the tests and print what they cost; return pytest's exit status."""
    if sys.platform != "linux":
        print("--cost needs Linux: elsewhere nobody waits for what was left", file=sys.stderr)
        return 2
    adopt_orphans()
    start = monotonic()
    with tempfile.TemporaryDirectory(prefix="ttt-costs-") as folder:
        command = [sys.executable, "-m", "pytest", "-p", "tools.cost", *options]
        tests = subprocess.Popen(command, cwd=ROOT, env=os.environ | {FOLDER: folder})
        status = wait_for(tests)
        wait_for_orphans()
        costs = _read(Path(folder))
    times = os.times()
    user, system = times.children_user, times.children_system
    for line in worded(costs, user, system, monotonic() - start):
        print(line)
    if costs:
        TABLE.parent.mkdir(exist_ok=True)
        with TABLE.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows((name, f"{cost:.3f}") for name, cost in costs)
    return status


def adopt_orphans() -> None:
    """Become the parent of all processes below this one whose own parent ends."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


def wait_for(tests: subprocess.Popen[bytes]) -> int:
    """Wait for the tests, and for every orphan meanwhile; return the tests' exit status.

    An orphan that nobody waits for stays in the system's table of processes, and tests that ask
    whether it has ended would wait for ever.
    """
    while True:
        ended, status = os.wait()
        if ended == tests.pid:
            tests.returncode = os.waitstatus_to_exitcode(status)
            return tests.returncode


def wait_for_orphans() -> None:
    """Wait for what tests left behind; end what lives too long."""
    latest = monotonic() + PATIENCE_S
    while True:
        try:
            ended, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:  # there is none any more
            return
        if not ended:
            if monotonic() > latest:
                for orphan in psutil.Process().children():
                    print(f"still running, and ended: {_command_of(orphan)}", file=sys.stderr)
                    orphan.kill()
            sleep(0.1)


def _command_of(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())[:200] or str(process.pid)
    except psutil.Error:
        return str(process.pid)


def _read(folder: Path) -> list[tuple[str, float]]:
    """Return all tests and what they cost, in s, the dearest first."""
    csv.field_size_limit(sys.maxsize)  # a test may be called by the megabyte that it is given
    costs = []
    for path in folder.glob("*.csv"):
        with path.open(newline="", encoding="utf-8") as file:
            costs += [(name, float(cost)) for name, cost in csv.reader(file)]
    return sorted(costs, key=lambda row: -row[1])


def worded(
    costs: Sequence[tuple[str, float]], user: float, system: float, seconds: float
) -> Iterator[str]:
    """Yield the lines that are printed.

    Args:
        costs: the tests and what they cost, in s, the dearest first.
        user: the user's time of all processes, in s.
        system: the system's, in s.
        seconds: how long all took by the clock.
    """
    files: dict[str, list[float]] = {}
    for name, cost in costs:
        files.setdefault(name.partition("::")[0], []).append(cost)
    yield f"\nfiles: processor time in s, tests\n{'-' * 33}"
    for name, own in sorted(files.items(), key=lambda item: -sum(item[1]))[:SHOWN]:
        yield f"{sum(own):8.1f} {len(own):5}  {name}"
    yield f"\ntests: processor time in s\n{'-' * 26}"
    yield from (f"{cost:8.1f}  {name}" for name, cost in costs[:SHOWN])
    within = sum(cost for _, cost in costs)
    yield (
        f"\nprocessor time of all processes: {user + system:.0f} s (user {user:.0f}, system "
        f"{system:.0f}), of which {within:.0f} in {len(costs):,} tests; {seconds / 60:.1f} minutes"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
