"""What all tests share: no display is needed, and nothing of the user's is touched."""

import os

import pytest
from hypothesis import settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# New examples every time at the desk, the same ones every time where a run must be repeatable.
settings.register_profile("repeatable", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--campaign-seed", type=int, default=1, help="draw other attempts in tests/campaign"
    )
