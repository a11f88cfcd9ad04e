"""Reads files that may not be what they seem, writes them whole or not at all, and locks them."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import stat
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import IO, Any


def check_regular(path: Path, limit: int | None = None, follow: bool = True) -> int:
    """Return the size of a file in bytes.

    Args:
        follow: look through links; else a link is no ordinary file.

    Raises:
        OSError: it cannot be looked at; it is a folder, a device or a pipe, which might never
            end; or it is larger than ``limit`` bytes.
    """
    state = path.stat(follow_symlinks=follow)
    if stat.S_ISDIR(state.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(state.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    if limit is not None and state.st_size > limit:
        raise OSError(errno.EFBIG, f"larger than {limit:,} bytes", str(path))
    return state.st_size


def read_regular(path: Path, limit: int, follow: bool = True) -> bytes:
    """Return the content of an ordinary file of at most ``limit`` bytes; else OSError."""
    check_regular(path, limit, follow)
    with open(path, "rb", opener=None if follow else _open_no_link) as file:
        return file.read(limit + 1)[:limit]


def _open_no_link(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0))  # it may have become a link by now


_numbers = itertools.count()


def check_writable(path: Path) -> None:
    """Raise OSError where a file cannot be written; nothing is changed.

    Better before much work than after it.
    """
    if _is_special(path) and not path.is_dir():
        return
    place = path.resolve()
    if place.exists():
        with place.open("ab"):  # it may be another's, a folder, or in use
            pass
    scratch = _scratch(place)
    scratch.touch(exist_ok=False)
    scratch.unlink()


def write_result(path: Path, content: str, errors: str = "replace") -> None:
    """Write what somebody asked for where they asked for it: through a link, into a pipe.

    An ordinary file is written whole or not at all; OSError where it is not.

    Args:
        errors: what becomes of letters that UTF-8 does not know, as ``str.encode`` has it.
    """
    if _is_special(path):
        sys.stdout.flush()  # it may be the same place: what was printed before stands before it
        path.write_text(content, encoding="utf-8", errors=errors, newline="\n")
    else:
        write_whole(path.resolve(), content.encode(errors=errors))


def _is_special(path: Path) -> bool:
    """Whether a path leads to a pipe or a device, which nothing can take the place of."""
    return path.exists() and not path.is_file()


def write_whole(path: Path, content: str | bytes | Iterable[bytes], durable: bool = True) -> None:
    """Write a file so that it is either the old one or the new one, never a half.

    Args:
        path: the file; its folder is made if need be.
        content: what to write, at once or in portions; text is stored as UTF-8. Where making a
            portion raises an error, the old file is untouched.
        durable: wait until the disk has it.

    Raises:
        OSError: the folder cannot be written, or the disk is full; the old file is untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    sweep(path.parent, path.name)
    scratch = _scratch(path)
    if isinstance(content, str):
        content = content.encode()
    try:
        with scratch.open("wb") as file:
            file.writelines([content] if isinstance(content, bytes) else content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)


def sweep(folder: Path, name: str) -> None:
    """Delete the scratch files of ``write_whole`` for one file whose programs were killed."""
    begins = f"{name}.ttt-"
    for other in os.listdir(folder):  # noqa: PTH208  (a pattern would be translated each time)
        number = other.removeprefix(begins).partition("-")[0]
        if not (other.startswith(begins) and other.endswith(".part") and number.isdecimal()):
            continue
        if not _runs(int(number)):
            with contextlib.suppress(OSError):
                (folder / other).unlink()


def _runs(number: int) -> bool:
    """Whether a process of this number runs, as far as that can be seen."""
    if number == os.getpid() or sys.platform == "win32":  # there, asking would end it
        return True
    try:
        os.kill(number, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def _scratch(path: Path) -> Path:
    return path.with_name(f"{path.name}.ttt-{os.getpid()}-{next(_numbers)}.part")


_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
_LOCKED_BYTE = 0x7FFF0000
"""What Windows locks cannot be read by others, and files may be locked beyond their end."""


def lock(file: IO[Any]) -> bool:
    """Keep an open file for this program, until it is closed; False where another one has it.

    The system takes the lock back from a program that is killed.

    Raises:
        OSError: it cannot be locked at all, as on a network's disk that knows no locks.
    """
    try:
        if os.name == "nt":
            _on_windows(file, "LK_NBLCK")
        else:
            fcntl = import_module("fcntl")
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _TAKEN or not error.errno:  # Wine refuses without saying why
            return False
        raise
    return True


def unlock(file: IO[Any]) -> None:
    """Give a lock back now: Windows may take its time after the file is closed."""
    if os.name == "nt":
        _on_windows(file, "LK_UNLCK")


def _on_windows(file: IO[Any], mode: str) -> None:
    msvcrt = import_module("msvcrt")
    os.lseek(file.fileno(), _LOCKED_BYTE, os.SEEK_SET)  # it locks where the file stands
    try:
        msvcrt.locking(file.fileno(), getattr(msvcrt, mode), 1)
    finally:
        os.lseek(file.fileno(), 0, os.SEEK_END)
