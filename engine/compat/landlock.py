"""Landlock (Linux): from now on this process reads below a few places only, and writes nowhere.

What the calls take is described in ``landlock(7)`` and in the kernel's ``linux/landlock.h``.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

_CREATE, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on all architectures
_ASK_VERSION = 1
_BELOW_A_PATH = 1

_WRITE_FILE, _READ_FILE, _READ_FOLDER = 1 << 1, 1 << 2, 1 << 3
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}
"""How many rights on files there are, from this version of Landlock on."""
_TCP_RIGHTS = {4: 2}
_SCOPES = {6: 2}
"""Rights to talk to others: abstract sockets, signals."""


def version() -> int:
    """Return the version of the kernel's Landlock; 0 where it has none, or does not use it."""
    if sys.platform != "linux":
        return 0
    with contextlib.suppress(OSError):
        return _call(_CREATE, 0, 0, _ASK_VERSION)
    return 0


def restrict(known: int, readable: Iterable[Path], writable: Iterable[Path]) -> None:
    """Let this thread, and all that it starts, read below some places and write to a few files.

    ``PR_SET_NO_NEW_PRIVS`` must have been set. Places that are missing are left out.

    Args:
        known: the version whose rights are taken away, at most ``version()``.
        readable: files, and folders with all that is in them.
        writable: files that may be written as well.

    Raises:
        OSError: it cannot be.
    """
    rights = [_newest(table, known) for table in (_FILE_RIGHTS, _TCP_RIGHTS, _SCOPES)]
    size = 8 if known < 4 else 16 if known < 6 else 24
    asked = ctypes.create_string_buffer(struct.pack("=QQQ", *rights)[:size], size)
    rules = _call(_CREATE, ctypes.addressof(asked), size, 0)
    try:
        for place in readable:
            _allow(rules, place, _READ_FILE | (_READ_FOLDER if place.is_dir() else 0))
        for place in writable:
            _allow(rules, place, _READ_FILE | _WRITE_FILE)
        _call(_RESTRICT_SELF, rules, 0)
    finally:
        os.close(rules)


def _newest(table: dict[int, int], known: int) -> int:
    """Return all rights of a kind that a version has, a bit each."""
    return (1 << max((bits for since, bits in table.items() if since <= known), default=0)) - 1


def _allow(rules: int, place: Path, rights: int) -> None:
    try:
        folder = os.open(place, getattr(os, "O_PATH", 0) | os.O_CLOEXEC)
    except OSError:
        return
    try:
        rule = struct.pack("=Qi", rights, folder)
        held = ctypes.create_string_buffer(rule, len(rule))
        _call(_ADD_RULE, rules, _BELOW_A_PATH, ctypes.addressof(held), 0)
    finally:
        os.close(folder)


def _call(*arguments: int) -> int:
    call = ctypes.CDLL(None, use_errno=True).syscall
    call.restype = ctypes.c_long
    result = int(call(*map(ctypes.c_long, arguments)))
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
