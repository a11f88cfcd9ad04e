"""What a test asks for by its markers ``needs_root``, ``needs`` and ``uses``, and does not find."""

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


def missing_features(item: pytest.Item) -> list[str]:
    """Return the features that a test uses and that the program has not got, in order."""
    used = {name for marker in item.iter_markers("uses") for name in marker.args}
    if not used:
        return []
    from ttt_desktop.features import FEATURES  # the engine's tests load no window

    return sorted(used - {feature.name for feature in FEATURES})
