"""One run at a time: a lock that the system takes back from a program that was killed."""

from __future__ import annotations

import errno
import sys
from pathlib import Path

_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class RunLock:
    """A lock that one of all programs on a folder holds, and one of all threads here.

    The file stays when the lock is given back: what is deleted could be locked twice.

    Args:
        path: the file that is locked; made where it is not there.

    Attributes:
        alone: whether no other one can hold it now. It may not be so on a network's disk that knows
            no locks: then ``take`` succeeds all the same.

    Raises:
        OSError: the file cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab")
        self.alone = False

    def take(self) -> bool:
        """Take the lock, without waiting; return whether to go on."""
        try:
            self._lock()
        except OSError as error:
            return error.errno not in _TAKEN
        self.alone = True
        return True

    def _lock(self) -> None:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415  (on Windows only)

            self._file.seek(0)
            msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415  (not on Windows)

            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def close(self) -> None:
        """Give the lock back."""
        if self.alone and sys.platform == "win32":
            import msvcrt  # noqa: PLC0415  (on Windows only)

            self._file.seek(0)
            msvcrt.locking(self._file.fileno(), msvcrt.LK_UNLCK, 1)
        self.alone = False
        self._file.close()
