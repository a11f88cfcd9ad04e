"""Writes files whole or not at all."""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
from collections.abc import Iterable
from glob import escape
from pathlib import Path

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


def write_result(path: Path, content: str) -> None:
    """Write what somebody asked for where they asked for it: through a link, into a pipe.

    An ordinary file is written whole or not at all; OSError where it is not.
    """
    if _is_special(path):
        path.write_text(content, encoding="utf-8", errors="replace")
    else:
        write_whole(path.resolve(), content.encode(errors="replace"))


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
    for scratch in folder.glob(f"{escape(name)}.ttt-*.part"):
        number = scratch.name[len(name) + len(".ttt-") :].partition("-")[0]
        if number.isdecimal() and not _runs(int(number)):
            with contextlib.suppress(OSError):
                scratch.unlink()


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
