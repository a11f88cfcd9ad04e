"""What a test asks for by its markers ``needs_root`` and ``needs``, and does not find here."""

from __future__ import annotations

import os
import shutil

import pytest


def lacks_root(item: pytest.Item) -> bool:
    """Whether only root can run a test, and nobody is."""
    root = os.name == "posix" and os.geteuid() == 0
    return item.get_closest_marker("needs_root") is not None and not root


def missing_programs(item: pytest.Item) -> list[str]:
    """Return the programs that a test needs and that are not installed, in order."""
    needed = {program for marker in item.iter_markers("needs") for program in marker.args}
    return sorted(program for program in needed if not shutil.which(program))
