"""Long sessions: thousands of games in one window, and in one lab, leave nothing behind."""

from __future__ import annotations

import gc
import os
from collections import Counter
from dataclasses import dataclass

import psutil
import pytest
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QApplication

from tests.campaign.sizes import sizes
from tests.driver.user import texts
from ttt_desktop.start.application import Collector

GROWTH_MB = 10
FEW = 3
MOST_ALIVE = 100
_KINDS = ("_Runnable", "QRunnable", "Job", "Snapshot", "Trace", "Decision", "Tally")
_PROCESS_HELPERS = ("resource_tracker", "forkserver")


@dataclass(frozen=True)
class Holding:
    """What this process holds."""

    resident_mb: float
    objects: int
    kinds: Counter[str]
    threads: int
    descriptors: int
    windows: int

    @classmethod
    def now(cls) -> Holding:
        """Return it, all that is due for deletion being deleted."""
        for _ in range(3):
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            QApplication.processEvents()
            gc.collect()
        me, alive = psutil.Process(), gc.get_objects()
        kinds = Counter(type(each).__name__ for each in alive)
        return cls(
            me.memory_info().rss / 1e6,
            len(alive),
            Counter({name: kinds[name] for name in _KINDS}),
            me.num_threads(),
            me.num_fds(),
            len(QApplication.topLevelWidgets()),
        )

    def since(self, before: Holding) -> dict[str, object]:
        """Return what came to it, as figures."""
        return {
            "growth_mb": round(self.resident_mb - before.resident_mb, 1),
            "objects": self.objects - before.objects,
            "threads": self.threads - before.threads,
            "descriptors": self.descriptors - before.descriptors,
            "windows": self.windows - before.windows,
            "alive": ",".join(f"{name}:{n}" for name, n in self.kinds.items() if n) or "none",
        }

    def look_flat(self, before: Holding) -> None:
        """Compare with what was held before, memory aside."""
        assert abs(self.threads - before.threads) <= FEW, "threads pile up"
        assert abs(self.descriptors - before.descriptors) <= FEW, "descriptors pile up"
        assert self.windows - before.windows <= FEW, "windows pile up"
        assert max(self.kinds.values()) < MOST_ALIVE, f"objects pile up: {self.kinds}"


@pytest.fixture
def collector(qapp):
    """Collect garbage as the running app does."""
    made = Collector(qapp)
    yield made
    made.deleteLater()


def play_games(user, count):
    """Let the machine play so many games against itself, without a pause."""
    played = 0

    def next_one():
        nonlocal played
        played += 1
        if played < count:
            QTimer.singleShot(0, user.controller.new_game)

    user.controller.game_over.connect(next_one)
    user.controller.new_game()
    try:
        for number in range(count):
            user.wait(lambda number=number: played > number)
    finally:
        user.controller.game_over.disconnect(next_one)


@sizes(20, 3_000)
@pytest.mark.usefixtures("collector")
def test_games_in_one_window(count, figures, open_window):
    user = open_window("--machine", "both", "--trials", "50", start=False)
    play_games(user, max(10, count // 10))
    before = Holding.now()
    play_games(user, count - max(10, count // 10))
    after = Holding.now()
    figures(games=count, **after.since(before))
    after.look_flat(before)
    if count >= 1000:
        assert after.resident_mb - before.resident_mb < GROWTH_MB


@pytest.mark.uses("lab")
@sizes(100, 20_000)
@pytest.mark.usefixtures("collector")
def test_games_in_the_lab(count, figures, user):
    from tests.desktop.features.lab.user import PAIRING, LabState, open_lab

    lab = open_lab(user)
    window = lab.window
    user.wait(lab.drawn)
    lab.ask(PAIRING, player="random", opponent="mc:trials=5", workers=2)

    def run(games):
        lab.start(games=games)
        assert window.lab.state is LabState.RUNNING, lab.told
        for number in range(games):
            user.wait(
                lambda number=number: (
                    len(window.lab.games) > number or window.lab.state is LabState.IDLE
                )
            )
        user.wait(lab.idle)
        assert len(window.lab.games) == games
        standing = window.lab.summary.standings[0]
        assert standing.games == games, "every game is counted"
        assert f"{games:,} of {games:,} games" in " ".join(texts(window))

    run(max(10, count // 10))
    before = Holding.now()
    run(count)
    after = Holding.now()
    numbers = {(game.pairing, game.game) for game in window.lab.games}
    assert len(numbers) == count, "every game once"
    left = workers_left()
    # What the lab keeps of a game on purpose is not growth: some hundred bytes.
    kept_mb = count * 0.0005
    grown = after.resident_mb - before.resident_mb
    figures(games=count, **after.since(before), kept_mb=kept_mb, children=len(left))
    assert not left, f"workers outlive their run: {left}"
    after.look_flat(before)
    if count >= 1000:
        assert grown < GROWTH_MB + kept_mb


def workers_left():
    """Return the processes that a run has left, as text."""
    left = []
    for child in psutil.Process(os.getpid()).children(recursive=True):
        try:
            command = " ".join(child.cmdline())
        except psutil.Error:
            continue
        if not any(name in command for name in _PROCESS_HELPERS):
            left.append(f"{child.pid} {command[:100]}")
    return left
