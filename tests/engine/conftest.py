"""What tests of students' files share."""

import pytest

from engine.compat.contract import CHECKS, MOVES


@pytest.fixture
def judged_once(judge, monkeypatch):
    """Have the files of a class judged once for all tests of a run."""
    monkeypatch.setattr("engine.classroom.run.check_file", judge)


@pytest.fixture
def without_moves(monkeypatch):
    """Check files without what takes longest: how moves fall."""
    monkeypatch.setitem(CHECKS, MOVES, ())
