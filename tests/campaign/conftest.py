"""The campaign: attempts to break the app, drawn from a seed, each told in one line of figures.

Every test here comes in two sizes: a short one, and the full one, which ``python3 dev.py test -m
campaign`` runs on an idle machine. There the clock decides; in the short one it ends what hangs,
and no more. Short ones of some seconds are in the normal run; ``python3 dev.py test -m nightly
tests/campaign`` runs the others. ``--campaign-seed`` draws other attempts.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.waiting import HANG_S


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> random.Random:
    """Return the source of every choice of a test."""
    seed = request.config.getoption("--campaign-seed")
    return random.Random(f"{seed} {request.node.name}")


@pytest.fixture
def within(request: pytest.FixtureRequest) -> Callable[[float], float]:
    """Return a function that gives a limit in s: that of an idle machine in the campaign only."""
    idle = request.node.get_closest_marker("campaign") is not None
    return lambda seconds: seconds if idle else HANG_S


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Return a function that takes the figures of a test, for the line at the end of the run."""

    def tell(**found: object) -> None:
        seed = request.config.getoption("--campaign-seed")
        told = " ".join(f"{name}={value}" for name, value in found.items())
        line = f"{request.node.name}: seed={seed} {told}"
        request.node.user_properties.append(("figures", line))  # reports carry it, from anywhere

    return tell
