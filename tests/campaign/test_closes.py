"""The app is closed at any moment, in any way, whatever it is busy with: it goes, with its own."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.campaign.processes import Ended, deal, lock_is_free, percentile, play, report, run_all
from tests.campaign.sizes import sizes

GONE_SECONDS = 2.0
CHILD_SECONDS = 1.0
LATEST_SECONDS = 1.5

BUSY = (
    "search",
    "machines",
    "theatre",
    "bandits",
    "darts",
    "lab in processes",
    "lab closes",
    "lab loses workers",
    "lab's results",
    "slow file loads",
    "right file loads",
    "file is checked",
    "class is checked",
    "file plays",
    "gif",
    "history is exported",
    "docks",
    "settings",
    "error",
)
SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP")
WAYS = ("window", "quit", *SIGNALS)


@dataclass(frozen=True)
class Attempt:
    """One app to be closed: what it does, how it is closed, and how long after that began.

    Attributes:
        within: makes an idle machine's limit this run's.
    """

    scene: str
    way: str
    seconds: float
    within: Callable[[float], float]

    def __str__(self) -> str:
        return f"{self.scene}, {self.way} after {self.seconds:.2f} s"


def close(attempt: Attempt, folder: Path) -> Ended:
    """Start an app, have it closed, and see what is left of it."""
    ended = Ended(attempt)
    way = "wait" if attempt.way in SIGNALS else attempt.way
    program = play(attempt.scene, way, attempt.seconds, folder)
    try:
        program.answer("ready")
        # A click counts from when it is made, however late the app hears of it.
        asked = monotonic() + attempt.seconds
        sleep(attempt.seconds)
        if way == "wait":
            program.process.send_signal(getattr(signal, attempt.way))
        status = program.wait()
        if status is not None:
            ended.seconds = monotonic() - asked
            ended.children = program.orphans(attempt.within(CHILD_SECONDS))
            ended.litter = program.litter()
    except AssertionError as problem:
        ended.wrong.append(str(problem))
        return ended
    finally:
        program.kill()
    ended.logged = program.logged
    _judge(attempt, ended, status, program.complaints(), lock_is_free(program.data))
    return ended


def _judge(
    attempt: Attempt, ended: Ended, status: int | None, complaints: list[str], free: bool
) -> None:
    wrong = ended.wrong
    if status is None:
        wrong.append("it never went and was killed")
    elif ended.seconds is not None and ended.seconds > attempt.within(GONE_SECONDS):
        wrong.append(f"it went only after {ended.seconds:.2f} s")
    if status not in (None, 0):
        wrong.append(f"its exit status was {status}")
    ended.blame("its child lived on:", ended.children)
    ended.blame("it left", ended.litter)
    ended.blame("it said:", complaints)
    if not free:
        wrong.append("the next start would find another window open")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals to send to a window")
@sizes(2, 1000)
def test_it_closes_at_any_moment_and_leaves_nothing(count, chance, figures, within, tmp_path):
    attempts = [
        Attempt(scene, way, chance.uniform(0, LATEST_SECONDS), within)
        for scene, way in zip(deal(chance, BUSY, count), deal(chance, WAYS, count), strict=True)
    ]
    all_ended = run_all(attempts, close, tmp_path)
    gone = [ended.seconds for ended in all_ended if ended.seconds is not None]
    report(
        figures,
        all_ended,
        errors_logged=sum(ended.logged for ended in all_ended),
        p50_s=round(percentile(gone, 0.5), 2),
        p99_s=round(percentile(gone, 0.99), 2),
        max_s=round(percentile(gone, 1.0), 2),
    )
