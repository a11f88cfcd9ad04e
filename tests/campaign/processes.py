"""Programs started in folders of their own, asked to end, and looked after when they have gone."""

from __future__ import annotations

import json
import os
import queue
import re
import shutil
import subprocess
import sys
import threading
import uuid
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from math import nan
from pathlib import Path
from time import monotonic, sleep

import psutil

from tests.waiting import HANG_S
from ttt_desktop.work import storage

ROOT = Path(__file__).parents[2]
MARK = "TTT_CAMPAIGN"
"""An environment variable: whatever a program starts inherits it, and can be found by it."""

AT_ONCE = 2

KEPT = {
    storage.SETTINGS_NAME,
    storage.LOG_NAME,
    storage.FAULT_NAME,
    storage.GAME_NAME,
    storage.GIVEN_UP_NAME,
    storage.LOCK_NAME,
    storage.LESSONS_NAME,
    storage.LEARNER_NAME,
    storage.HISTORY_NAME,  # where machines have finished a game
    storage.RESERVE_NAME,
}

# The offscreen platform has no window manager to ask.
_HARMLESS = re.compile(
    r"This plugin does not support (propagateSizeHints|raise)|"
    r"resource_tracker|warnings\.warn\('resource"  # Python's own word on a parent that was killed
)
_LOGGED = re.compile(r" CRITICAL | (WARNING|ERROR) qt\.")


class Program:
    """A program under way.

    Args:
        arguments: what comes after ``python -m``.
        folder: its own folder; its data go into ``data``, its temporary files into ``tmp``.
    """

    def __init__(self, arguments: Iterable[str], folder: Path) -> None:
        self.folder = folder
        self.data, self.tmp = folder / "data", folder / "tmp"
        for each in (self.data, self.tmp, folder / "run"):
            each.mkdir(parents=True, exist_ok=True)
        (folder / "run").chmod(0o700)
        self._mark = uuid.uuid4().hex
        self._said: queue.Queue[str] = queue.Queue()
        environment = os.environ | {
            MARK: self._mark,
            "TMPDIR": str(self.tmp),
            "XDG_RUNTIME_DIR": str(folder / "run"),
            "QT_QPA_PLATFORM": "offscreen",
        }
        # One a program: what a killed one's children say in the end is not the next one's.
        self._errors = folder / f"errors-{len(list(folder.glob('errors-*')))}.txt"
        with self._errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *arguments],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout:
            for line in self.process.stdout:
                self._said.put(line)
        self._said.put("")

    def answer(self, name: str) -> dict:
        """Wait for a line of JSON with this name in it, and return it.

        Raises:
            AssertionError: it does not come, or the scene could not be played.
        """
        end = monotonic() + HANG_S
        while True:
            try:
                line = self._said.get(timeout=max(0.0, end - monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {name!r} came within {HANG_S:g} s") from None
            if not line:
                raise AssertionError(f"it ended before {name!r} came\n{self.errors}")
            said = json.loads(line)
            assert "broken" not in said, f"the scene could not be played:\n{said['broken']}"
            if name in said:
                return said

    def wait(self) -> int | None:
        """Return the exit status, or None where it hangs."""
        with suppress(subprocess.TimeoutExpired):
            return self.process.wait(HANG_S)
        return None

    @property
    def shown(self) -> str:
        """What it wrote to standard output; to be asked once, after its end."""
        return "".join(iter(self._said.get, ""))

    @property
    def errors(self) -> str:
        """What it and its children wrote to standard error."""
        return self._errors.read_text(errors="replace").strip()

    def relatives(self) -> list[psutil.Process]:
        """Return the processes that it has started and that are alive, and theirs."""
        found = []
        for process in psutil.process_iter():
            # Not ours, ended meanwhile, or a zombie, which is not alive.
            with suppress(psutil.Error, OSError):
                if (
                    process.pid != self.process.pid
                    and process.environ().get(MARK) == self._mark
                    and process.status() != psutil.STATUS_ZOMBIE
                ):
                    found.append(process)
        return found

    def orphans(self, seconds: float) -> list[str]:
        """Return the children that are alive so long after the end, and end them."""
        end = monotonic() + seconds
        while (left := self.relatives()) and monotonic() < end:
            sleep(0.1)
        names = []
        for process in left:
            with suppress(psutil.Error):
                names.append(" ".join(process.cmdline())[:120])
                process.kill()
        return names

    def litter(self) -> list[str]:
        """Return the names of files that should not be there any more."""
        stray = {path for path in self.data.iterdir() if path.name not in KEPT}
        stray -= {*self.data.glob(storage.WAITING_NAMES)}  # the next start takes them in
        stray |= {*self.tmp.rglob("*"), *self.folder.rglob("*.part")}
        return sorted(str(path.relative_to(self.folder)) for path in stray)

    def complaints(self) -> list[str]:
        """Return what it wrote to standard error, what Qt logged, and crashes."""
        found = [line for line in self.errors.splitlines() if not _HARMLESS.search(line)]
        for line in self._log():
            if _LOGGED.search(line) and not _HARMLESS.search(line):
                found.append(f"log: {line}")
        crash = self.data / "crash.txt"
        if crash.exists() and crash.stat().st_size:
            found.append(f"crash: {crash.read_text(errors='replace')[:2000]}")
        return found

    @property
    def logged(self) -> int:
        """How many errors are in its log."""
        return sum(" ERROR " in line for line in self._log())

    def _log(self) -> list[str]:
        log = self.data / "log.txt"
        return log.read_text(errors="replace").splitlines() if log.exists() else []

    def kill(self) -> None:
        """End it, and all that it has started."""
        for process in [self.process, *self.relatives()]:
            with suppress(psutil.Error, OSError):
                process.kill()
        self.process.wait(HANG_S)


def play(scene: str, way: str, seconds: float, folder: Path) -> Program:
    """Start the app with a scene; see ``app``."""
    return Program(["tests.campaign.app", scene, way, str(seconds), str(folder)], folder)


def lock_is_free(data: Path) -> bool:
    """Whether the next start would not find "another window"."""
    from ttt_desktop.session.keeper import GameKeeper

    keeper = GameKeeper(data)
    free = keeper.is_mine
    keeper.disown()
    return free


@dataclass
class Ended:
    """How an attempt at a program ended.

    Attributes:
        what: what was done to it.
        kept: moves or games that were there to go on with.
        late: it was done before anything was done to it.
        seconds: from being asked to end to being gone; None where it never went.
        children, litter: what it left: processes, files.
        logged: errors in its log, which decide nothing.
        wrong: what was wrong, a sentence each.
    """

    what: object
    kept: int = 0
    late: bool = False
    seconds: float | None = None
    children: list[str] = field(default_factory=list)
    litter: list[str] = field(default_factory=list)
    logged: int = 0
    wrong: list[str] = field(default_factory=list)

    def blame(self, what: str, things: Iterable[object]) -> None:
        """Note that each of some things is wrong."""
        self.wrong += [f"{what} {each}" for each in things]

    def __str__(self) -> str:
        return "\n    ".join([str(self.what), *self.wrong])


def report(figures: Callable[..., None], ended: list[Ended], **more: object) -> None:
    """Give the figures of attempts, and fail where anything was wrong."""
    bad = [each for each in ended if each.wrong]
    figures(
        runs=len(ended),
        in_time=sum(not each.late for each in ended),
        with_something_kept=sum(each.kept > 0 for each in ended),
        children_left=sum(len(each.children) for each in ended),
        files_left=sum(len(each.litter) for each in ended),
        bad=len(bad),
        **more,
    )
    assert not bad, f"{len(bad)} of {len(ended)} went wrong:\n" + "\n".join(map(str, bad))


def run_all(attempts: list, attempt: Callable[[object, Path], object], folder: Path) -> list:
    """Make all attempts, two at a time, each in a folder of its own; return what they return."""

    def one(numbered):
        number, given = numbered
        own = folder / str(number)
        own.mkdir()
        try:
            return attempt(given, own)
        finally:
            shutil.rmtree(own, ignore_errors=True)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(one, enumerate(attempts)))


def deal(chance, cards: Iterable, count: int) -> list:
    """Return ``count`` of the cards, each about as often as any other, in random order."""
    dealt: list = []
    while len(dealt) < count:
        pack = list(cards)
        chance.shuffle(pack)
        dealt += pack
    return dealt[:count]


def percentile(values: Iterable[float], share: float) -> float:
    """Return the value that this share of the values does not exceed; NaN where there is none."""
    ordered = sorted(values) or [nan]
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
