"""What waits to get into the history: a file each, until the database has it.

Any program that gets hold of the database makes the changes that wait there, its own and what
others have left, in the order in which they came. One that is made twice, as its program was killed
before its file could be deleted, changes nothing.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import time
from collections.abc import Iterable, Sequence
from errno import EDQUOT, ENOSPC
from functools import reduce
from operator import or_
from pathlib import Path
from threading import Lock

import msgspec

from engine.files import read_regular, write_whole
from ttt_desktop.archive import games
from ttt_desktop.archive.annotations import OWN_TABLES
from ttt_desktop.archive.past_game import PastGame
from ttt_desktop.archive.tables import Change, Table
from ttt_desktop.work.storage import RESERVE_NAME, WAITING_NAMES, set_aside

log = logging.getLogger(__name__)

VERSION = 1

_MAX_BYTES = 1 << 24
_RESERVE_BYTES = 1 << 18


class SaveGames(Change, frozen=True, tag="save games"):
    """Save games, each in the place of the one of its key if there is one."""

    rows: tuple[PastGame, ...]

    def make(self, database: sqlite3.Connection) -> None:  # noqa: D102
        for game in self.rows:
            games.save(database, game)


class DeleteGames(Change, frozen=True, tag="delete games"):
    """Delete the games of these keys."""

    rows: tuple[PastGame, ...]

    def make(self, database: sqlite3.Connection) -> None:  # noqa: D102
        for game in self.rows:
            games.delete(database, game)


class RestoreGames(Change, frozen=True, tag="restore games"):
    """Bring deleted games back, beside those that have their keys by now."""

    rows: tuple[PastGame, ...]

    def make(self, database: sqlite3.Connection) -> None:  # noqa: D102
        for game in self.rows:
            games.restore(database, game)


def changes_of(tables: Iterable[Table]) -> tuple[type[Change], ...]:
    """Return all kinds of changes: to games, and to tables beside them."""
    return (
        SaveGames, DeleteGames, RestoreGames,
        *(change for table in tables for change in table.changes),
    )  # fmt: skip


def read_change(text: bytes, kinds: Sequence[type[Change]]) -> Change:
    """Return what a file says; ValueError where it says nothing of these kinds."""
    change: Change = msgspec.json.decode(text, type=reduce(or_, kinds))
    return change


class _AnyChange(msgspec.Struct):
    """What a change of any version begins with."""

    version: int


class Waiting:
    """The changes that wait, in files, and in memory where no file can be written.

    Its methods may be called in any thread.

    Args:
        tables: those beside that of the games.
    """

    def __init__(self, folder: Path, tables: Iterable[Table] = OWN_TABLES) -> None:
        self._folder, self._kinds = folder, changes_of(tables)
        self._lock = Lock()
        self._last = 0
        self._unwritten: dict[str, Change] = {}

    @property
    def is_safe(self) -> bool:
        """Whether all that waits is in files, and so outlives the program."""
        return not self._unwritten

    def add(self, change: Change) -> None:
        """Have a change wait."""
        with self._lock:
            self._last = max(self._last + 1, time.time_ns())  # in order, whatever clocks do
            name = WAITING_NAMES.replace("*", f"{self._last:020}-{os.getpid()}")
        if not self._write(name, change):
            self._unwritten[name] = change

    def oldest(self, most: int) -> dict[str, Change]:
        """Return the changes that have waited longest, by their names, in order."""
        changes: dict[str, Change] = {}
        unwritten = dict(self._unwritten)
        files = {path.name for path in self._folder.glob(WAITING_NAMES)}
        for name in sorted(files | set(unwritten)):
            change = unwritten.get(name) or self._read(name)
            if change is not None:
                changes[name] = change
            if len(changes) == most:
                break
        return changes

    def remove(self, names: Iterable[str]) -> None:
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
        path, text = self._folder / name, msgspec.json.encode(change)
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
        """Return what a file says.

        It is None where the file has gone, waits for a newer version of this program, or is damaged
        and was set aside.
        """
        path, text = self._folder / name, b""
        try:
            text = read_regular(path, _MAX_BYTES)
            return read_change(text, self._kinds)
        except FileNotFoundError:  # another program has made it
            return None
        except (OSError, ValueError, RecursionError) as error:
            log.warning("%s: %s", name, error)
            if not _is_newer(text):
                with contextlib.suppress(OSError):
                    set_aside(path)
            return None


def _is_newer(text: bytes) -> bool:
    """Whether a newer version of this program has written a change."""
    try:
        return msgspec.json.decode(text, type=_AnyChange).version > VERSION
    except (ValueError, RecursionError):
        return False
