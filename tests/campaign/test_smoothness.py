"""The window stays alive while anything goes on behind it: the gaps of a 10 ms timer in it.

The promise is 100 ms on an idle machine. Machines that run tests are noisy, so the figures tell
the gaps, and only what nobody would call smooth fails: by the clock in the campaign, by the
processor's time that the window's thread took for itself in the normal run.
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
    "bandits",
    "darts",
    "lab in processes",
    "right file loads",
    "slow file loads",
    "file is checked",
    "gif",
    "history",
    "history is exported",
    "chart",
    "lab's results",
    "truth",
)


@pytest.mark.parametrize("job", JOBS)
@sizes(1, 10, nightly=True)
def test_the_window_stays_smooth(job, count, figures, within, tmp_path):
    program = play(job, "measure", count, tmp_path)
    try:
        found = program.answer("longest")
        program.wait()
    finally:
        program.kill()
    figures(
        longest_ms=found["longest"],
        busiest_ms=found["busiest"],
        p99_ms=found["p99"],
        p50_ms=found["p50"],
        ticks=found["ticks"],
    )
    assert found["busiest"] < LONGEST_MS
    assert found["longest"] < within(LONGEST_MS / 1000) * 1000
