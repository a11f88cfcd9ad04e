"""The two sizes of every test of the campaign."""

from __future__ import annotations

import pytest


def sizes(short: int, full: int, minutes: float = 60) -> pytest.MarkDecorator:
    """Parametrize a test with ``count``: some seconds' worth, and the campaign's."""
    marks = (pytest.mark.campaign, pytest.mark.timeout(minutes * 60))
    return pytest.mark.parametrize(
        "count", [pytest.param(short, id="short"), pytest.param(full, id="full", marks=marks)]
    )
