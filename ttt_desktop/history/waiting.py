"""What waits to get into the history: a file each, until the database has it.

Any program that gets hold of the database takes in what waits there, its own and what others have
left, in the order in which it happened. A file that is taken in twice, as its program was killed
before it could be deleted, changes nothing.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple, dataclass
from errno import EDQUOT, ENOSPC
from pathlib import Path
from threading import Lock
from typing import Any

from engine.files import read_regular, write_whole
from ttt_desktop.history.practice import (
    Day,
    Mistake,
    Noted,
    Reviewed,
    day_of,
    mistake_of,
    noted_of,
    reviewed_of,
)
from ttt_desktop.history.record import PastGame, checked, values
from ttt_desktop.work.storage import RESERVE_NAME, WAITING_NAMES, set_aside

log = logging.getLogger(__name__)

Row = PastGame | Mistake | Day | Reviewed | Noted

KEEP, DELETE, RESTORE = "keep", "delete", "restore"
MADE, MISTAKE, SOLVED, REVIEW, NOTE = "made", "mistake", "solved", "review", "note"

_READERS: Mapping[str, Callable[[tuple[Any, ...]], Row]] = {
    KEEP: checked, DELETE: checked, RESTORE: checked,
    MADE: mistake_of, MISTAKE: mistake_of, SOLVED: day_of, REVIEW: reviewed_of,
    NOTE: noted_of,
}  # fmt: skip
"""What reads a row of each change."""

_MAX_BYTES = 1 << 24
_RESERVE_BYTES = 1 << 18


@dataclass(frozen=True)
class Change:
    """Something that is to be done to the history.

    Attributes:
        do: KEEP games, each in the place of the one of its key if there is one; DELETE them; or
            RESTORE deleted ones, beside one that has the key by now. Keep mistakes that were
            MADE in a game; a MISTAKE as it is now; a day on which a puzzle was SOLVED; a REVIEW;
            a NOTE.
        rows: the games, mistakes, days, reviews or notes.
    """

    do: str
    rows: tuple[Row, ...]

    def to_json(self) -> str:
        """Return it as text."""
        rows = [values(row) if isinstance(row, PastGame) else astuple(row) for row in self.rows]
        return json.dumps({"version": 1, "do": self.do, "games": rows})

    @classmethod
    def from_json(cls, text: str) -> Change:
        """Return what a text says; ValueError where it says nothing of the kind."""
        found = json.loads(text)
        if not (
            isinstance(found, dict)
            and found.get("version") == 1
            and found.get("do") in _READERS
            and isinstance(found.get("games"), list)
            and all(isinstance(game, list) for game in found["games"])
        ):
            raise ValueError("this is no change of the history")
        read = _READERS[found["do"]]
        return cls(found["do"], tuple(read(tuple(row)) for row in found["games"]))


class Waiting:
    """The changes that wait, in files, and in memory where no file can be written.

    Its methods may be called in any thread.

    Args:
        folder: where the files are.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._last = 0
        self._unwritten: dict[str, Change] = {}

    @property
    def is_safe(self) -> bool:
        """Whether all that waits is in files, and so outlives the program."""
        return not self._unwritten

    def put(self, change: Change) -> None:
        """Have a change wait."""
        with self._lock:
            self._last = max(self._last + 1, time.time_ns())  # in order, whatever clocks do
            name = WAITING_NAMES.replace("*", f"{self._last:020}-{os.getpid()}")
        if not self._write(name, change):
            self._unwritten[name] = change

    def next(self, most: int) -> dict[str, Change]:
        """Return the changes that have waited longest, by their names, in order."""
        found: dict[str, Change] = {}
        unwritten = dict(self._unwritten)
        files = {path.name for path in self._folder.glob(WAITING_NAMES)}
        for name in sorted(files | set(unwritten)):
            change = unwritten.get(name) or self._read(name)
            if change is not None:
                found[name] = change
            if len(found) == most:
                break
        return found

    def done(self, names: Iterable[str]) -> None:
        """Forget changes that have been made, the oldest one first."""
        for name in sorted(names):
            self._unwritten.pop(name, None)
            (self._folder / name).unlink(missing_ok=True)

    def write_down(self) -> None:
        """Write what is in memory into files, if that can be done by now."""
        for name, change in sorted(self._unwritten.items()):
            if not self._write(name, change):
                return
            del self._unwritten[name]

    def make_reserve(self) -> None:
        """Take room on the disk that is given free for what waits once the disk is full."""
        path = self._folder / RESERVE_NAME
        if not path.exists():
            with contextlib.suppress(OSError):
                write_whole(path, os.urandom(_RESERVE_BYTES))  # (zeros might take no room)

    def _write(self, name: str, change: Change) -> bool:
        path, text = self._folder / name, change.to_json()
        try:
            try:
                write_whole(path, text, durable=False)
            except OSError as error:
                if error.errno not in (ENOSPC, EDQUOT):
                    raise
                (self._folder / RESERVE_NAME).unlink(missing_ok=True)
                write_whole(path, text, durable=False)
        except OSError as error:
            log.warning("what waits for the history is in memory alone: %s", error)
            return False
        return True

    def _read(self, name: str) -> Change | None:
        """Return what a file says; None where it has gone, or is damaged and was set aside."""
        path = self._folder / name
        try:
            return Change.from_json(read_regular(path, _MAX_BYTES).decode())
        except FileNotFoundError:  # another program has taken it in
            return None
        except (OSError, ValueError, RecursionError) as error:
            log.warning("%s: %s", name, error)
            with contextlib.suppress(OSError):
                set_aside(path)
            return None
