"""Reads files that may not be what their names suggest, or far too large."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def check_regular(path: Path, limit: int | None = None, follow: bool = True) -> int:
    """Return the size of a file in bytes.

    Args:
        path: the file.
        limit: how many bytes it may have.
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
