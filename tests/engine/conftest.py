"""What tests of students' files share."""

import os

import pytest

from engine.compat.contract import CHECKS, MOVES
from tests.engine.verdicts import Verdicts


@pytest.fixture(scope="session")
def judge(tmp_path_factory):
    """Judge a file as ``check_file`` does, once for all tests of a run."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # that of all workers
    return Verdicts(folder / "verdicts").of


@pytest.fixture
def judged_once(judge, monkeypatch):
    """Have the files of a class judged once for all tests of a run."""
    monkeypatch.setattr("engine.classroom.run.check_file", judge)


@pytest.fixture
def without_moves(monkeypatch):
    """Check files without what takes longest: how moves fall."""
    monkeypatch.setitem(CHECKS, MOVES, ())
