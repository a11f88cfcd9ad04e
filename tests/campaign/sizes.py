"""The two sizes of every test of the campaign."""

from __future__ import annotations

import pytest


def sizes(
    short: int, full: int, minutes: float = 60, nightly: bool = False
) -> pytest.MarkDecorator:
    """Parametrize a test with ``count``: some seconds' worth, and the campaign's.

    Args:
        short: the count of the normal run.
        full: the count of the campaign.
        minutes: after which the campaign's is ended.
        nightly: whether even the short one takes too long for the normal run.
    """
    marks = (pytest.mark.campaign, pytest.mark.timeout(minutes * 60))
    night = (pytest.mark.nightly,) if nightly else ()
    sized = pytest.param(short, id="short", marks=night), pytest.param(full, id="full", marks=marks)
    return pytest.mark.parametrize("count", sized)
