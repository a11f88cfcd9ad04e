"""The window: how smooth it stays under a search, how soon it is up, how much it holds."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, Qt, QTimer, SignalInstance
from PySide6.QtWidgets import QApplication

from engine.game import Outcome
from engine.rules import Rule
from ttt_desktop.archive.archive import Archive
from ttt_desktop.archive.past_game import PastGame
from ttt_desktop.archive.store import HistoryStore
from ttt_desktop.features import FEATURES
from ttt_desktop.session.seats import Seat
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.shell.declared import docks_of
from ttt_desktop.start import app as desktop
from ttt_desktop.start import arguments
from ttt_desktop.work.places import Places

TIMER_MS = 10
HISTORY_GAMES = 1_000_000
_NEVER_COMPILED = "PYTHONDONTWRITEBYTECODE"
_START = """
import sys, time
from pathlib import Path
from ttt_desktop.__main__ import arguments
from PySide6.QtWidgets import QApplication
from ttt_desktop.start import app
from ttt_desktop.work.places import Places
application = QApplication([])
made = app.build(application, Places.together(Path(sys.argv[1])), arguments.parse([]), [])
made.window.show()
while made.window.board.viewport().visibleRegion().isEmpty():
    application.processEvents()
application.processEvents()
print(time.monotonic(), any(name in sys.modules for name in ("numpy", "pyqtgraph")))
"""

_IN_USE = (
    ("theatre", "theatre_play"),
    ("tree", "tree_play"),
    ("tree", "tree_thousand"),
    ("bandits", "bandits_play"),
    ("bandits", "bandits_thousand"),
    ("darts", "darts_first", "darts_hundred", "darts_fourfold"),
)
"""A dock, and what is done in it while the timer runs."""

_BARE = """
import time
from PySide6.QtWidgets import QApplication, QWidget
application = QApplication([])
window = QWidget()
window.resize(980, 700)
window.show()
while window.visibleRegion().isEmpty():
    application.processEvents()
application.processEvents()
print(time.monotonic(), False)
"""


def open_app(*options: str) -> desktop.App:
    """Open a window over a folder of its own."""
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    folder = Path(tempfile.mkdtemp())
    app = desktop.build(application, Places.together(folder), arguments.parse(options), [])
    app.window.show()
    application.processEvents()
    return app


def open_docks(app: desktop.App) -> None:
    """Open every dock, in a window that has room for them."""
    app.window.resize(1400, 1000)
    for _, dock in docks_of(FEATURES):
        app.window.docks[dock.action.name].show()
    app.window.docks["chart"].raise_()
    loop = QEventLoop()
    QTimer.singleShot(1500, loop.quit)
    loop.exec()


def timer_gaps(loop_while: Callable[[], object], seconds: float) -> list[float]:
    """Return the times between a 10 ms timer's calls, in ms, while ``loop_while`` is true."""
    ticks: list[float] = []
    loop, start = QEventLoop(), perf_counter()

    def tick() -> None:
        ticks.append(perf_counter() * 1000)
        if not loop_while() or perf_counter() - start > seconds:
            loop.quit()

    timer = QTimer(interval=TIMER_MS, timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(tick)
    timer.start()
    loop.exec()
    timer.stop()
    return sorted(after - before for before, after in pairwise(ticks))


def spread(gaps: list[float]) -> dict[str, object]:
    """Return percentiles of the gaps, in ms."""
    at = {name: gaps[int(len(gaps) * share)] for name, share in (("p50", 0.5), ("p99", 0.99))}
    return {name: round(value, 1) for name, value in (at | {"max": gaps[-1]}).items()}


def measure_timer() -> Iterator[dict[str, object]]:
    """Yield the spread of a 10 ms timer with every dock open: idle, in searches, in docks' use."""
    app = open_app("--machine", "neither")
    yield {"while": "idle"} | spread(timer_gaps(lambda: True, 3))
    app.close()
    searches = [
        (f"{trials:,} trials on {size}x{size}", size, f"mc:trials={trials}")
        for size, trials in ((3, 10**7), (10, 10**7), (25, 10**7), (3, 10**9), (25, 10**9))
    ]
    tree = "tree:simulations=10000000"
    for label, size, player in (*searches, ("10,000,000 simulations on 25x25", 25, tree)):
        given = ("--machine", "X", "--x", player, "--size", str(size))
        app = open_app(*given, "--min-move-time", "0")
        open_docks(app)
        app.controller.start()
        busy = lambda app=app: app.controller.view.thinking is not Thinking.NOTHING  # noqa: E731
        gaps = timer_gaps(busy, 10)
        app.close()
        yield {"while": label, "ticks": len(gaps)} | spread(gaps)
    for dock, *done in _IN_USE:
        app = open_app("--machine", "neither")
        open_docks(app)
        app.window.docks[dock].raise_()
        for action in done:
            app.window.action[action].trigger()
        gaps = timer_gaps(lambda: True, 6)
        app.close()
        yield {"while": ", ".join(done), "ticks": len(gaps)} | spread(gaps)


def measure_start() -> Iterator[dict[str, object]]:
    """Yield the seconds from the start of the process until the window is painted.

    In turns with an empty window of Qt's, so that both meet the same load on this machine.
    """
    times: dict[str, list[float]] = {_START: [], _BARE: []}
    # Modules are compiled once, as on a user's machine, not at every start.
    compiled = {name: value for name, value in os.environ.items() if name != _NEVER_COMPILED}
    for code in (_START, _BARE) * 9:
        with tempfile.TemporaryDirectory() as folder:
            began = monotonic()
            done = subprocess.run(
                [sys.executable, "-c", code, folder], capture_output=True, text=True, check=True,
                env=compiled,
            )  # fmt: skip
        shown, heavy = done.stdout.split()
        assert heavy == "False"
        times[code].append(float(shown) - began)
    ours, bare = (sorted(times[code][1:]) for code in (_START, _BARE))  # the first one warms up
    middle = len(ours) // 2
    yield {
        "shown_after_s": round(ours[middle], 3),
        "slowest_s": round(ours[-1], 3),
        "bare_qt_s": round(bare[middle], 3),
        "ratio": round(ours[middle] / bare[middle], 2),
    }


def measure_memory() -> Iterator[dict[str, object]]:
    """Yield the resident memory before and after 100 games, in MB."""
    app = open_app("--machine", "both", "--trials", "1000", "--min-move-time", "0")
    before = resident_mb()
    loop = QEventLoop()
    for _ in range(100):
        app.controller.game_over.connect(loop.quit)
        QTimer.singleShot(0, app.controller.new_game)
        loop.exec()
    after = resident_mb()
    app.close()
    yield {"resident_mb_before": before, "resident_mb_after_100_games": after}


def measure_gif() -> Iterator[dict[str, object]]:
    """Yield the seconds for writing a whole 3x3 game of 9 moves as an animated GIF."""
    app = open_app("--machine", "neither", "--trials", "1000")
    for square in ((1, 1), (0, 0), (0, 1), (2, 1), (1, 0), (1, 2), (2, 0), (0, 2), (2, 2)):
        app.controller.play(square)
    export: Any = app.window.features["export"]
    path, loop = Path(tempfile.mkdtemp()) / "game.gif", QEventLoop()
    app.window.shell.writer.done.connect(loop.quit)
    for run in ("first", "second"):
        start = perf_counter()
        export.write_gif(path)
        loop.exec()
        seconds = round(perf_counter() - start, 2)
        yield {"run": run, "seconds": seconds, "kilobytes": path.stat().st_size // 1000}
    app.close()


def measure_history() -> Iterator[dict[str, object]]:
    """Yield what is done with a history of a million games: when it shows, and what it blocks.

    ``shown_ms`` is when the list has its rows, ``done_ms`` when all that was asked for is there,
    and ``longest_gap_ms`` the longest time for which a 10 ms timer in the window did not fire.
    """
    app = open_app("--machine", "neither")
    archive, controller = app.window.recorder.archive, app.controller
    open_history = partial(app.window.shell.show, "games")
    with closing(HistoryStore(archive.path)) as store:
        store.add_all(map(_past_game, range(HISTORY_GAMES)))
    first = _react(archive, open_history)
    yield {"done": "open for the first time", "games": HISTORY_GAMES, **first}
    history: Any = app.window.shell.pages["games"]

    def end_game() -> None:
        controller.new_game()
        for square in ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2)):
            controller.play(square)

    def delete_one() -> None:
        history.games.selectRow(0)
        history.button["delete"].click()

    bar = history.games.verticalScrollBar()
    acts: dict[str, list[Callable[[], object]]] = {
        "open again": [open_history] * 3,
        "a game ends": [end_game] * 5,
        "delete one": [delete_one] * 5,
        "delete the most": [history.games.selectAll, history.button["delete"].click],
        "undo delete": [history.button["restore"].click],
        "scroll by pages": [partial(bar.setValue, 30 * i) for i in range(1, 50)],
        "scroll anywhere": [partial(bar.setValue, 97_003 * i % HISTORY_GAMES) for i in range(30)],
        "filter by result": [partial(history.result.setCurrentIndex, i % 4) for i in range(1, 9)],
        "filter by board": [partial(history.board.setCurrentIndex, i % 4) for i in range(1, 9)],
        "filter by name": [partial(history.text.setText, "ada"[: i % 4]) for i in range(1, 5)],
        "filter by no one's name": [partial(history.text.setText, "nobody")],
        "name no one": [partial(history.text.setText, "")],
        "export": [partial(history.export, Path(tempfile.mkdtemp()) / "all.json")],
    }
    for done, actions in acts.items():
        waits = [_react(archive, act, history.games.model().modelReset) for act in actions]
        yield {"done": done, **{name: max(one[name] for one in waits) for name in waits[0]}}
    app.close()


def _past_game(number: int) -> PastGame:
    size, line = ((3, 3), (7, 5), (15, 5))[number % 3]
    return PastGame(
        "2026-05-01T10:00:00+00:00", 12.5, size, line, Rule.NORMAL, "A1 B2 C3 A2 B1", Seat.YOU,
        Seat.MACHINE, ("Ada", "Bo")[number % 2], "Machine", "", "level:easy", "level/Easy",
        [*Outcome][number % 5 % 3],
    )  # fmt: skip


def _react(
    archive: Archive, act: Callable[[], object], shows: SignalInstance | None = None
) -> dict[str, float]:
    """Do something; return the times until it is shown and done, and the longest gap, in ms."""
    ticks, shown, loop = [perf_counter()], list[float](), QEventLoop()

    def tick() -> None:
        ticks.append(perf_counter())
        if not archive.busy:
            loop.quit()

    def note() -> None:
        shown.append(perf_counter())

    if shows is not None:
        shows.connect(note)
    timer = QTimer(interval=TIMER_MS, timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(tick)
    timer.start()
    act()
    loop.exec()
    timer.stop()
    if shows is not None:
        shows.disconnect(note)
    gaps = [after - before for before, after in pairwise(ticks)]
    return {
        "shown_ms": round(1000 * (shown[0] - ticks[0]), 1) if shown else 0.0,
        "done_ms": round(1000 * (ticks[-1] - ticks[0]), 1),
        "longest_gap_ms": round(1000 * max(gaps), 1),
    }


def resident_mb() -> float:
    """Return this process's resident memory in MB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)
