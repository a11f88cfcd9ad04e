"""Locks that tell the windows of several programs apart which use one folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QLockFile, QSysInfo


class LockHolder(Enum):
    """Who has a lock after it was asked for."""

    SELF = "this window"
    HERE = "another program on this computer, which runs"
    ELSEWHERE = "a program on another computer, as far as its file says"
    NOBODY = "nobody: the lock's file cannot be written"


@dataclass(frozen=True, slots=True)
class LockState:
    """What came of asking for a lock.

    Attributes:
        holder: who has it now.
        process: the number of the process that has it; 0 where that is not known.
        computer: the name of its computer.
        file: the lock's file.
    """

    holder: LockHolder
    process: int
    computer: str
    file: str


def _own_names() -> set[str]:
    """Return how a lock of this computer may call it: Windows has two names for it."""
    names = {"", QSysInfo.machineHostName(), os.environ.get("COMPUTERNAME", "")}
    return {name.casefold() for name in names}


class WindowLock:
    """A lock that one window of all programs has, until it gives it back or its program ends."""

    def __init__(self, path: Path) -> None:
        self._file = QLockFile(str(path))
        self._file.setStaleLockTime(0)

    @property
    def is_mine(self) -> bool:
        """Whether this window has it."""
        return self._file.isLocked()

    def take(self) -> LockState:
        """Take the lock, without waiting; return who has it."""
        if self._file.isLocked() or self._file.tryLock(0):
            return self._state(LockHolder.SELF)
        if self._file.error() == QLockFile.LockError.LockFailedError:
            number, computer, _program = self._file.getLockInfo()
            if number > 0:
                here = computer.casefold() in _own_names()
                holder = LockHolder.HERE if here else LockHolder.ELSEWHERE
                return self._state(holder, int(number), computer)
        if self._file.removeStaleLockFile() and self._file.tryLock(0):
            return self._state(LockHolder.SELF)
        return self._state(LockHolder.NOBODY)

    def give_back(self) -> None:
        """Give the lock back, if this window has it."""
        self._file.unlock()

    def _state(self, holder: LockHolder, process: int = 0, computer: str = "") -> LockState:
        return LockState(holder, process, computer[:80], self._file.fileName())
