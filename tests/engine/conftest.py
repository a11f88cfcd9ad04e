"""What tests of students' files share."""

import pytest

from engine.classroom import league
from engine.compat.contract import CHECKS, MOVES
from tests.engine.verdicts import shorten


@pytest.fixture
def judged_once(judge, monkeypatch):
    """Have the files of a class judged once for all tests of a run."""
    monkeypatch.setattr("engine.classroom.run.check_file", judge)


@pytest.fixture
def fewer_machines(monkeypatch):
    """Have a class's files meet two machines; each pairing starts the files anew."""
    monkeypatch.setattr(league, "MACHINES", ("mc:trials=10", "perfect"))


@pytest.fixture
def without_moves(request, monkeypatch):
    """Check files without what takes longest: how moves fall, and by day some more."""
    if request.node.get_closest_marker("nightly") is None:
        shorten(monkeypatch)
    else:
        monkeypatch.setitem(CHECKS, MOVES, ())


@pytest.fixture
def fewer_moves(request, monkeypatch):
    """Check how moves fall after few trials only, by day: the others take most of a check."""
    if request.node.get_closest_marker("nightly") is None:
        few = [look for look in CHECKS[MOVES] if "30 trials" not in look.title
               and "200 trials" not in look.title]  # fmt: skip
        assert len(CHECKS[MOVES]) / 2 < len(few) < len(CHECKS[MOVES])
        monkeypatch.setitem(CHECKS, MOVES, tuple(few))
