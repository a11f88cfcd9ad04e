"""The window stays alive while anything goes on behind it: the gaps of a 10 ms timer in it.

The promise is 100 ms on an idle machine. Machines that run tests are noisy, so the figures tell
the gaps, and only what nobody would call smooth fails.
"""

from __future__ import annotations

import pytest

from tests.campaign.processes import play
from tests.campaign.sizes import sizes

LONGEST_MS = 1000

JOBS = (
    "idle",
    "search 3x3, docks",
    "search 10x10, docks",
    "search 25x25, docks",
    "theatre",
    "lab in processes",
    "right file loads",
    "slow file loads",
    "file is checked",
    "gif",
    "chart",
    "lab's results",
    "truth",
)


@pytest.mark.parametrize("job", JOBS)
@sizes(1, 10)
def test_the_window_stays_smooth(job, count, figures, tmp_path):
    program = play(job, "measure", count, tmp_path)
    try:
        found = program.answer("longest", seconds=60)
        program.wait()
    finally:
        program.kill()
    figures(
        longest_ms=found["longest"],
        p99_ms=found["p99"],
        p50_ms=found["p50"],
        ticks=found["ticks"],
    )
    assert found["longest"] < LONGEST_MS
