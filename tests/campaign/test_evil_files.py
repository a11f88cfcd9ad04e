"""Course files that misbehave: each gives a move or a sentence, and leaves nothing."""

from __future__ import annotations

import gc
import json
import math
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

import psutil
import pytest

from engine import EMPTY, PLAYERO, PLAYERX, Board
from engine.compat import checking, child_process, process
from engine.compat.answers import EndedError
from engine.compat.checking import check_file
from engine.compat.player import FilePlayer
from engine.errors import Problem
from engine.players.player import UndecidedError
from tests.campaign.evil_files import FILES, write_file
from tests.campaign.readers import is_sentence, peak_mb
from tests.campaign.sizes import sizes

ROOT = Path(__file__).resolve().parents[2]

MOVES = 3
LONGEST_SENTENCE = 600
GRACE_S = 5.0
MEMORY_MB = 50
STRAY_S = 3.0
FEW = 3
TOKEN = "CAMPAIGN_OF_EVIL_FILES"
"""An environment variable by which all that a file started is known."""

_CONSOLE = """
import sys
from engine.compat import checking, child_process, process
process.LOAD_SECONDS, checking.CHECK_SECONDS = float(sys.argv[1]), float(sys.argv[1])
child_process.WALL_LEAST = float(sys.argv[1])
from engine.cli.main import main
sys.exit(main(["check", sys.argv[2]]))
"""


class Watch:
    """Looks after one file: what it may do, and what is left of it.

    Args:
        seconds: the processor time of loading, of a move, and of a part of the check.
        mark: the value of ``TOKEN`` in whatever the file starts.
        within: makes an idle machine's limit this run's.

    Attributes:
        faults: what was wrong, a sentence each.
    """

    def __init__(self, seconds: float, mark: str, within: Callable[[float], float]) -> None:
        self.faults: list[str] = []
        self._seconds = seconds
        self._mark = mark
        self.within = within
        gc.collect()  # (what the last file left is not this one's)
        self._before = peak_mb(start_anew=True)

    def call(self, what: str, work: Callable[[], object], limits: int = 1) -> object:
        """Call something that may raise a Problem, and nothing else."""
        start = monotonic()
        try:
            return work()
        except ValueError as error:
            self._look_at_sentence(what, error)
        except BaseException as error:  # what a file raises must not get here, of any kind
            self.faults.append(f"{what}: {type(error).__name__}: {str(error)[:100]}")
        finally:
            seconds = monotonic() - start
            limit = self.within(child_process.wall_seconds(self._seconds) * limits + GRACE_S)
            if seconds > limit:
                self.faults.append(f"{what}: took {seconds:.1f} s, not at most {limit:g} s")
        return None

    def _look_at_sentence(self, what: str, error: ValueError) -> None:
        text = str(error)
        if type(error) not in (Problem, EndedError, UndecidedError):
            self.faults.append(f"{what}: {type(error).__name__}: {text[:100]}")
        elif not is_sentence(text, LONGEST_SENTENCE):
            self.faults.append(f"{what}: told {len(text)} characters: {text[:100]!a}")

    def close(self) -> None:
        """See that nothing is left: no process, little memory."""
        deadline = monotonic() + self.within(STRAY_S)
        while (left := strays(self._mark)) and monotonic() < deadline:
            sleep(0.05)
        for stray in left:
            self.faults.append("a process outlives its file")
            stray.kill()
        grown = peak_mb() - self._before
        if grown > MEMORY_MB:
            self.faults.append(f"this process took on {grown:.0f} MB")


def strays(mark: str) -> list[psutil.Process]:
    """Return the processes that a file has started, zombies aside."""
    found = []
    for each in psutil.process_iter():
        try:
            if each.status() != psutil.STATUS_ZOMBIE and each.environ().get(TOKEN) == mark:
                found.append(each)
        except psutil.Error:
            continue
    return [each for each in found if each.pid != os.getpid()]


# --- what is done with a file -------------------------------------------------------------------


def play(path: Path, seconds: float, watch: Watch) -> str:
    """Play some moves with a file; return how it went, in a word."""
    player = watch.call("loading", lambda: FilePlayer(path, 1, move_seconds=seconds))
    if not isinstance(player, FilePlayer):
        return "not_loaded"
    moves = 0
    with closing(player):
        board, mark = Board(3), PLAYERX
        for _ in range(MOVES):
            # A file that was ended is loaded again before the next move.
            decision = watch.call(
                "move", lambda board=board, mark=mark: player.choose(board, mark, 1), limits=2
            )
            if decision is None:
                continue
            moves += 1
            watch.faults += _wrong_with(decision, board)
            if not any(each.startswith("gave") for each in watch.faults):
                board.move(*decision.square, mark)
            mark = PLAYERO if mark == PLAYERX else PLAYERX
        watch.call("output", lambda: str(player.file.output).encode())
    return "played" if moves == MOVES else "stumbled"


def _wrong_with(decision: object, board: Board) -> list[str]:
    """Return what is wrong with a decision: its square, or the scores that the window shows."""
    square = decision.square
    scores = decision.analysis.totals if decision.analysis is not None else None
    fits = type(square) is tuple and [type(number) for number in square] == [int, int]
    if not (fits and all(0 <= n < 3 for n in square) and board.square(*square) == EMPTY):
        return [f"gave no legal move: {square!r:.60}"]
    if scores is None:
        return []
    try:
        rows = [[type(value) is float and math.isfinite(value) for value in row] for row in scores]
    except TypeError:
        return [f"gave scores that are no grid: {scores!r:.60}"]
    if rows != [[True] * 3] * 3:
        return [f"gave scores that are no numbers: {scores!r:.60}"]
    return []


def check(path: Path, watch: Watch) -> None:
    """Check a file; whatever comes of it must be a report that can be shown."""
    limits = len(checking.CHECKS) * 2 + 1
    report = watch.call("check", lambda: check_file(path), limits)
    if report is not None:
        watch.call("report", lambda: report.as_text().encode())
        watch.call("report as JSON", lambda: json.loads(json.dumps(report.as_json())))


def check_in_console(path: Path, seconds: float, watch: Watch) -> None:
    """Check a file with the console program: a status, and no traceback."""
    command = [sys.executable, "-c", _CONSOLE, str(seconds), str(path)]
    limit = watch.within(
        child_process.wall_seconds(seconds) * (2 * len(checking.CHECKS) + 1) + GRACE_S
    )
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, timeout=limit, check=False,
            env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        watch.faults.append(f"console: took longer than {limit:g} s")
        return
    errors = done.stderr.decode("utf-8", "replace")
    if done.returncode not in (0, 1, 2):
        watch.faults.append(f"console: exit status {done.returncode}")
    if "Traceback" in errors:
        watch.faults.append(f"console: {errors.strip().splitlines()[-1][:100]}")


@pytest.fixture
def thread_errors(monkeypatch) -> Iterator[list[str]]:
    """Return what threads of this process raised: their readers must stand anything."""
    found: list[str] = []
    monkeypatch.setattr(
        threading,
        "excepthook",
        lambda given: found.append(f"{given.exc_type.__name__} in a thread"),
    )
    return found


@sizes(4, len(FILES), minutes=180, nightly=True)
def test_evil_files(count, chance, figures, within, tmp_path, monkeypatch, thread_errors):
    names = chance.sample(sorted(FILES), count)
    # Short limits where time is short: hanging and being ended is what takes the time.
    seconds = 2.0 if count == len(FILES) else 0.7
    monkeypatch.setattr(process, "LOAD_SECONDS", seconds)
    monkeypatch.setattr(checking, "CHECK_SECONDS", seconds)
    monkeypatch.setattr(child_process, "WALL_LEAST", seconds)
    me, faults, outcomes, before = psutil.Process(), [], [], (0, 0)
    for number, name in enumerate(names):
        mark = f"{os.getpid()} {number}"
        monkeypatch.setenv(TOKEN, mark)
        path = write_file(name, tmp_path)
        watch = Watch(seconds, mark, within)
        outcomes.append(play(path, seconds, watch))
        if number % 8 == 0:
            check(path, watch)
        if number % 16 == 1:
            check_in_console(path, seconds, watch)
        watch.close()
        watch.faults += thread_errors
        thread_errors.clear()
        faults += [f"{name}: {fault}" for fault in dict.fromkeys(watch.faults)]
        if number <= FEW:  # (the first ones load what stays loaded)
            before = me.num_threads(), me.num_fds()
    threads, descriptors = me.num_threads() - before[0], me.num_fds() - before[1]
    if max(threads, descriptors) > FEW:
        faults.append(f"this process has {threads:+} threads, {descriptors:+} descriptors")
    counts = {word: outcomes.count(word) for word in dict.fromkeys(outcomes)}
    figures(files=count, **counts, faults=len(faults), threads=threads, descriptors=descriptors)
    assert not faults, "\n".join(faults)
