"""What can be read of a damaged database of games, without SQLite, which gives up early.

The file consists of pages, and each page that holds games holds whole ones, so any page that is
whole gives its games, whatever became of the others. The format is described by the makers of
SQLite under "Database File Format".
"""

from __future__ import annotations

import os
import shutil
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ttt_desktop.archive.past_game import NAMES, PastGame, past_game

_LEAF = 0x0D
"""What the first byte of a page with rows of a table is."""

_PAGE_SIZES = {512 << power for power in range(8)}
_USUAL_PAGE = 4096
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""The lengths of whole numbers, by their types."""

_COLUMNS = len(NAMES) + 3
"""A stored row has its number (as nothing), what was played, the key, and the score."""


def salvaged(path: Path, stopped: Callable[[], bool]) -> Iterator[PastGame]:
    """Yield the games that can be read in a database's file and the log beside it.

    Args:
        stopped: asked before each page whether to end.

    Raises:
        OSError: the file cannot be read at all.
    """
    size, newest = _logged(path)
    with path.open("rb") as file:
        head = file.read(100)
        size = size or _page_size(head)
        for number in range(2, os.fstat(file.fileno()).st_size // size + 2):
            if stopped():
                return
            file.seek((number - 1) * size)
            page = newest.pop(number, None) or file.read(size)
            yield from _games(page)
    for page in newest.values():
        yield from _games(page)


def keep_aside(path: Path, target: Path, beside: tuple[str, ...]) -> None:
    """Keep a database and its log under another name too; the log alone leaves its place.

    Args:
        target: its other name; no file has it.
        beside: the endings of the files beside it.
    """
    try:
        os.link(path, target)
    except OSError:  # not every disk can
        shutil.copy2(path, target)
    for ending in beside:
        log = path.with_name(path.name + ending)
        if log.exists():
            log.rename(target.with_name(target.name + ending))


def _page_size(head: bytes) -> int:
    size = int.from_bytes(head[16:18], "big")
    return size if size in _PAGE_SIZES else _USUAL_PAGE


def _logged(path: Path) -> tuple[int, dict[int, bytes]]:
    """Return the page size that the log beside a database names, and its newest pages."""
    log = path.with_name(path.name + "-wal")
    if not log.is_file():
        return 0, {}
    content = log.read_bytes()
    size, salt, pages = int.from_bytes(content[8:12], "big"), content[16:24], {}
    if size not in _PAGE_SIZES:
        return 0, {}
    for place in range(32, len(content) - size - 23, size + 24):
        if content[place + 8 : place + 16] == salt:  # else left by an older log
            number = int.from_bytes(content[place : place + 4], "big")
            pages[number] = content[place + 24 : place + 24 + size]
    return size, pages


def _games(page: bytes) -> Iterator[PastGame]:
    """Yield the games in a page; none where it is of another kind, or damaged."""
    if len(page) < 8 or page[0] != _LEAF:
        return
    for i in range(min(int.from_bytes(page[3:5], "big"), len(page) // 2)):
        pointer = page[8 + 2 * i : 10 + 2 * i]
        try:
            yield _game(page, int.from_bytes(pointer, "big"))
        except (ValueError, IndexError, struct.error):
            continue


def _game(page: bytes, place: int) -> PastGame:
    """Return the game whose row begins at a place; an error of some kind where there is none."""
    length, place = _varint(page, place)
    number, place = _varint(page, place)
    end = place + length
    if end > len(page):
        raise ValueError("the row goes on in another page, or is none")
    head, at = _varint(page, place)
    types, head_end = list[int](), place + head
    while at < head_end and len(types) <= _COLUMNS:  # more are none of ours
        kind, at = _varint(page, at)
        types.append(kind)
    if len(types) != _COLUMNS:
        raise ValueError("it is no row of games")
    values, at = [], head_end
    for kind in types:
        value, at = _value(page, at, kind)
        values.append(value)
    if at != end:
        raise ValueError("it is not as long as it says")
    return past_game((*values[1:-1], number))


def _varint(page: bytes, place: int) -> tuple[int, int]:
    """Return a whole number of one to nine bytes, and the place after it."""
    value = 0
    for i in range(8):
        byte = page[place + i]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + i + 1
    return value << 8 | page[place + 8], place + 9


def _value(page: bytes, place: int, kind: int) -> tuple[Any, int]:
    """Return the value of a type (a "serial type" of SQLite's) at a place, and the place after."""
    if kind in _INTEGERS:
        end = place + _INTEGERS[kind]
        return int.from_bytes(page[place:end], "big", signed=True), end
    if kind == 7:
        return struct.unpack_from(">d", page, place)[0], place + 8
    if kind in (0, 8, 9):
        return (None, 0, 1)[(0, 8, 9).index(kind)], place
    if kind >= 13 and kind % 2:
        end = place + (kind - 13) // 2
        return page[place:end].decode(), end
    raise ValueError("games have no values of this type")
