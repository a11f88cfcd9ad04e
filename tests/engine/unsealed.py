"""Course files without the seal, or with a part of it, to show what it is that holds them."""

import pytest

from engine.compat import child_process

NO_SEAL = "import engine.compat.seal as s; s.seal = lambda memory, readable: 'unsealed'"


def changed_child(monkeypatch, change):
    """Have the processes of course files run a line of Python before they seal themselves."""
    whole, begin = child_process.child_command, "from engine.compat.child import main"

    def command():
        *rest, start = whole()
        return [*rest, start.replace(begin, f"{change}; {begin}")]

    monkeypatch.setattr(child_process, "child_command", command)


@pytest.fixture
def unsealed(monkeypatch):
    """Run course files without the seal."""
    changed_child(monkeypatch, NO_SEAL)
