"""Seals this process before it gets a course file: what the file may touch from then on.

Nothing of this needs the system's leave, and nothing can take it back. On Linux, Landlock guards
files, a filter of system calls guards the rest, and limits guard memory; elsewhere there are limits
only, and the words that ``seal`` returns say so.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.compat import call_filter, job, landlock

SEALED = "sealed: files, network, processes"
"""What ``seal`` returns where all guards are on."""

ONLY_CALLS = "partly sealed: writing, network, processes; it may read what your account may read"
ONLY_FILES = "partly sealed: reading and writing files; not the network, nor processes"
"""What it returns where the kernel lacks Landlock, or where there is no filter of calls."""

LIMITS = "under limits only: time and output"
WITH_MEMORY = "under limits only: time, memory and output"
WITH_PROCESSES = "under limits only: time, memory, output and processes"

_OPEN_FILES = 64
_NO_DUMPS, _NO_NEW_RIGHTS = 4, 38  # PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS


def seal(memory: int, readable: Sequence[Path]) -> str:
    """Seal this process for good; return which guards are on, in words that follow "it ran".

    Nobody else may run in this process yet: Landlock holds for the thread that asks for it, and
    for those that it starts. What the program itself needs later on, it must have imported.

    Args:
        memory: the address space that may be used, in bytes, where the system can see to that.
        readable: the files and folders that may be read.
    """
    if sys.platform == "win32":
        return WITH_PROCESSES if job.confine(memory) else LIMITS
    limited = _limit(memory)
    limits = WITH_MEMORY if limited else LIMITS
    if sys.platform != "linux" or not _no_new_rights():
        return limits
    files = _guard_files(readable)
    calls = _guard_calls(writes=files)
    if files:
        return SEALED if calls else ONLY_FILES
    return ONLY_CALLS if calls else limits


def _limit(memory: int) -> bool:
    """Limit memory, files and their size; return whether memory is limited indeed."""
    import resource  # noqa: PLC0415  (not on Windows)

    sizes = {"RLIMIT_CORE": 0, "RLIMIT_FSIZE": 0, "RLIMIT_NOFILE": _OPEN_FILES, "RLIMIT_AS": memory}
    for name, size in sizes.items():
        with contextlib.suppress(AttributeError, ValueError, OSError):
            resource.setrlimit(getattr(resource, name), (size, size))
    # macOS takes the limit and forgets it.
    return sys.platform != "darwin" and resource.getrlimit(resource.RLIMIT_AS)[0] == memory


def _no_new_rights() -> bool:
    """Give up gaining rights, and being looked into by others; return whether that is so."""
    control = ctypes.CDLL(None, use_errno=True).prctl
    return not any(
        control(option, *map(ctypes.c_ulong, (value, 0, 0, 0)))
        for option, value in ((_NO_DUMPS, 0), (_NO_NEW_RIGHTS, 1))
    )


def _guard_files(readable: Sequence[Path]) -> bool:
    """Let only some files be read, and none be written; return whether that is so."""
    known = landlock.version()
    if not known or not _is_alone():
        return False
    try:
        landlock.restrict(known, readable, [Path(os.devnull)])
    except OSError:
        return False
    return True


def _guard_calls(writes: bool) -> bool:
    """Refuse all but some system calls; return whether that is so."""
    arch = call_filter.architecture()
    if arch is None:
        return False
    try:
        call_filter.install(arch, writes)
    except (OSError, AttributeError):
        return False
    return True


def _is_alone() -> bool:
    """Whether this process has one thread."""
    return len(os.listdir("/proc/self/task")) == 1  # noqa: PTH208
