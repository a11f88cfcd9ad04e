"""Verdicts that tests share: a student's file is judged once a test run.

They lie in a folder that all workers of a run have in common. One of them judges a file while the
others wait for it, and read what it found.
"""

import hashlib
import os
import pickle
from contextlib import contextmanager
from dataclasses import replace

from engine.compat import checking
from engine.compat.checking import check_file
from engine.compat.contract import CHECKS, MOVES
from engine.compat.neighbours import read_neighbours
from engine.compat.source import read_source
from tests.waiting import wait_until


def shorten(patch):
    """Leave out the looks that take longest.

    Those are: how moves fall, how often trials end in each way, and the second ones of a win that
    is to be taken and a loss that is to be blocked.
    """
    kept = {
        MOVES: 0, "mc_trial": len(CHECKS["mc_trial"]) - 3, "taking wins": 1, "blocking losses": 1,
    }  # fmt: skip
    for name, count in kept.items():
        patch.setitem(CHECKS, name, CHECKS[name][:count])


class Verdicts:
    """Judges files as ``check_file`` does, each once for all tests that ask for it."""

    def __init__(self, folder):
        self._folder = folder
        folder.mkdir(exist_ok=True)

    def of(self, path, file=None, seconds=None, point=True):
        """Return the report on a file; whoever changes how it is judged must not ask here."""
        content = read_source(path)
        beside = read_neighbours(path, content, follow=file is None)
        looks = [*map(len, CHECKS.values())], checking.locate.__name__
        key = hashlib.sha256(repr((content, beside, seconds, point, looks)).encode()).hexdigest()
        kept = self._folder / key
        with self._alone(key):
            if not kept.exists():
                report = check_file(path, file, seconds, point=point)
                if report.unjudged:
                    return report
                (self._folder / f"{key}.new").write_bytes(pickle.dumps(report))
                (self._folder / f"{key}.new").rename(kept)
        if file is not None:
            file.close()
        return _called(pickle.loads(kept.read_bytes()), path)

    @contextmanager
    def _alone(self, key):
        """Let no other test judge a file meanwhile."""
        lock = self._folder / f"{key}.lock"
        wait_until(lambda: _is_taken(lock), f"{lock} is free")
        try:
            yield
        finally:
            lock.unlink()


def _is_taken(lock):
    """Take a lock, if nobody has it."""
    try:
        os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def _called(report, path):
    """Return a report on a file of another name."""
    before = report.path.name

    def renamed(value):
        return value.replace(before, path.name) if isinstance(value, str) else value

    findings = {
        name: [
            replace(finding, **{key: renamed(value) for key, value in finding.as_json().items()})
            for finding in group
        ]
        for name, group in report.findings.items()
    }  # fmt: skip
    return replace(
        report, path=path, findings=findings, notes=[*map(renamed, report.notes)],
        no_move=renamed(report.no_move),
    )  # fmt: skip
