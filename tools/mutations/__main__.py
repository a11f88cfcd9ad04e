"""Puts small faults into the program one by one, to see whether the tests notice.

Each fault is put into a copy of the project, and the tests that run the changed line are run there
until one fails. What lives is listed: it is either no fault, or no test looks at it.
``no_faults.txt`` names those that have been looked at, with the reason why they live.

The first run notes which tests run which lines, which takes twice the time of the tests; what has
not changed since is kept in ``build/mutations``.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep

from tools.mutations import running
from tools.mutations.faults import (
    NO_FAULTS,
    PACKAGES,
    ROOT,
    Fault,
    drawn,
    faults_of,
    modules,
    no_faults,
    path_of,
    stale,
)
from tools.mutations.lines import Tests

TESTS = {
    "engine": ("tests/engine/**/test_*.py",),
    "ttt_desktop": ("tests/desktop/**/test_*.py", "tests/test_*.py"),
}
"""The tests that look at a package."""


def main() -> None:
    """Try the faults that the command line asks for, and list those that live."""
    parser = argparse.ArgumentParser(prog="dev.py mutations", description=__doc__)
    parser.add_argument("modules", nargs="*", help="such as engine/search/solver (all of them)")
    parser.add_argument(
        "--over", nargs="+", choices=PACKAGES, default=PACKAGES, help="of which packages (both)"
    )
    parser.add_argument("--count", type=int, default=100, help="how many faults (100)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    parser.add_argument("--seconds", type=float, default=60, help="of tests for one fault (60)")
    parser.add_argument("--tests", nargs="+", help="files of tests (those of the packages)")
    parser.add_argument("--list", action="store_true", help="name the faults, and try none")
    wanted = parser.parse_args()
    known = modules(wanted.over)
    if unknown := {*wanted.modules} - {*known}:
        parser.error(f"there is no module {', '.join(sorted(unknown))}")
    chosen = wanted.modules or known
    faults = drawn(
        (fault for module in chosen for fault in faults_of(module)), wanted.count, wanted.seed
    )
    if wanted.list:
        for fault in faults:
            print(worded(fault))
        return
    listed = no_faults()
    for change in stale(listed):
        print("no such change any more:", *change, sep="\n    ", flush=True)
    looked_at = [fault for fault in faults if fault.change in listed]
    faults = [fault for fault in faults if fault.change not in listed]
    packages = sorted({module.partition("/")[0] for module in chosen})
    files = wanted.tests or files_for(packages)
    running.preload(files)
    lived = 0
    with tempfile.TemporaryDirectory(prefix="ttt-mutations-") as folder:
        copies = running.Copies(Path(folder), wanted.jobs)
        tests = Tests(copies, files, wanted.jobs)
        for fault in living(faults, tests, copies, wanted):
            print(worded(fault), flush=True)
            lived += 1
    times = resource.getrusage(resource.RUSAGE_CHILDREN)
    noticed = len(faults) - lived
    print(
        f"noticed: {noticed} of {len(faults)} faults ({noticed / max(1, len(faults)):.0%}), "
        f"besides {len(looked_at)} that {NO_FAULTS.name} explains; "
        f"{times.ru_utime + times.ru_stime:.0f} s of processor time"
    )


def worded(fault: Fault) -> str:
    """Return where a fault is, and what it changes."""
    return f"{fault.module}.py:{fault.line}: {fault.before}  ->  {fault.after}"


def files_for(packages: Sequence[str]) -> list[str]:
    """Return the files of the tests that look at some packages."""
    paths = (path for package in packages for glob in TESTS[package] for path in ROOT.glob(glob))
    return sorted({path.relative_to(ROOT).as_posix() for path in paths})


def living(
    faults: Sequence[Fault], tests: Tests, copies: running.Copies, wanted: argparse.Namespace
) -> Iterator[Fault]:
    """Yield the faults that no test notices; several are tried at a time."""

    def lives(fault: Fault) -> bool:
        chosen, seconds = tests.of(fault, wanted.seconds)
        if not chosen:
            return True
        with copies.lent() as copied:
            return not _is_noticed(fault, chosen, seconds, copied)

    with ThreadPoolExecutor(wanted.jobs) as pool:
        for fault, alive in zip(faults, pool.map(lives, faults), strict=True):
            if alive:
                yield fault


def _is_noticed(fault: Fault, chosen: Sequence[str], seconds: float, copied: Path) -> bool:
    """Whether a test fails with a fault, or takes far longer than it should."""
    path = path_of(fault.module, copied)
    running.write(path, fault.source)
    number = running.begin_pytest(copied, chosen, seconds)
    latest = monotonic() + running.LIMIT + running.PATIENCE * seconds
    try:
        while monotonic() < latest:
            ended, status = os.waitpid(number, os.WNOHANG)
            if ended:
                return status != 0
            sleep(0.05)
        running.end(number)
        return True
    finally:
        running.write(path, path_of(fault.module).read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
