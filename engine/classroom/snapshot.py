"""What a hand-in holds: its Python files, read once, within bounds, and through no link."""

from __future__ import annotations

import re
import stat
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path, PurePath, PurePosixPath

from engine.compat.source import MAX_SOURCE
from engine.errors import Problem
from engine.reading import read_regular

_MOST_FILES = 500
"""Python files of one hand-in."""

_MOST_ENTRIES = 10_000
"""Files and folders of one hand-in that are looked at, whatever they are."""

_MOST_BYTES = 64 << 20
"""What a zip may have, and what a hand-in's Python files may have together."""

_JUNCTION = 0xA0000003  # a folder's link on Windows
_ENTRY = b"PK\x01\x02"
"""What each entry of a zip's list begins with."""

_NO_NAME = re.compile(r'[\x00-\x1f<>:"|?*\\]')
"""Letters that a file's name cannot have on every system."""


@dataclass
class Contents:
    """What a hand-in holds.

    Attributes:
        files: the bytes of its Python files, by their path within it.
        notes: what was left out and why, a sentence without its end each.
    """

    files: dict[PurePosixPath, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    _size: int = 0

    def add(self, path: PurePosixPath, content: bytes) -> None:
        """Take a file in; ValueError where it is one too many."""
        self.files[path] = content
        self._size += len(content)
        if len(self.files) > _MOST_FILES or self._size > _MOST_BYTES:
            raise _too_much()

    def leave_out(self, path: PurePath, why: str) -> None:
        """Note that something was not taken in."""
        self.notes.append(f"{path} {why}")


IS_LINK = "is a link, and links are not followed"


def read_hand_in(place: Path) -> Contents:
    """Return what a Python file, a zip or a folder holds.

    Raises:
        OSError: it cannot be read.
        Exception: whatever else a damaged zip leads to; ValueError where it holds too much.
    """
    if place.is_dir():
        return _of_folder(place)
    if is_python(place):
        contents = Contents()
        contents.add(PurePosixPath(place.name), read_regular(place, MAX_SOURCE, follow=False))
        return contents
    return _of_zip(read_regular(place, _MOST_BYTES, follow=False))


def is_python(path: PurePath) -> bool:
    """Whether a name is that of a Python file."""
    return path.suffix.lower() == ".py"


def is_link(place: Path) -> bool:
    """Whether something leads elsewhere: a symbolic link, or a junction of Windows."""
    state = place.lstat()
    return stat.S_ISLNK(state.st_mode) or getattr(state, "st_reparse_tag", 0) == _JUNCTION


def _too_much() -> Problem:
    return Problem(
        "it holds too much: at most {files} Python files with {size} MB in all, and {entries} "
        "files and folders of any kind, are looked at",
        files=f"{_MOST_FILES:,}", size=_MOST_BYTES >> 20, entries=f"{_MOST_ENTRIES:,}",
    )  # fmt: skip


def _of_folder(folder: Path) -> Contents:
    contents = Contents()
    for place in _walk(folder):
        path = PurePosixPath(place.relative_to(folder).as_posix())
        if is_link(place):
            if is_python(path) or place.is_dir():
                contents.leave_out(path, IS_LINK)
        elif is_python(path) and not place.is_dir():
            try:
                contents.add(path, read_regular(place, MAX_SOURCE, follow=False))
            except OSError as error:
                contents.leave_out(path, f"cannot be read: {error.strerror}")
    return contents


def _walk(folder: Path) -> Iterator[Path]:
    """Yield what lies in a folder and its folders, by name; ValueError where there is too much."""
    folders, seen = [folder], 0
    while folders:
        places = []
        for place in folders.pop().iterdir():
            seen += 1
            if seen > _MOST_ENTRIES:
                raise _too_much()
            if not _is_hidden(PurePosixPath(place.name), place.is_dir()):
                places.append(place)
        for place in sorted(places):
            yield place
            if place.is_dir() and not is_link(place):
                folders.append(place)


def _is_hidden(name: PurePosixPath, folder: bool) -> bool:
    """Whether a name is that of something the student did not write, such as ``__pycache__``."""
    return name.name.startswith((".", "__") if folder else ".")


def _of_zip(packed: bytes) -> Contents:
    if packed.count(_ENTRY) > _MOST_ENTRIES:
        raise _too_much()
    contents = Contents()
    with zipfile.ZipFile(BytesIO(packed)) as archive:
        members = [
            (_path_of(each), each) for each in archive.infolist()
            if is_python(PurePosixPath(each.filename)) and not each.is_dir()
        ]  # fmt: skip
        if sum(each.file_size for _, each in members) > _MOST_BYTES:
            raise _too_much()
        for path, each in members:
            if any(_is_hidden(PurePosixPath(part), True) for part in path.parent.parts):
                continue
            if _is_hidden(path, False):
                continue
            if stat.S_ISLNK(each.external_attr >> 16):
                contents.leave_out(path, IS_LINK)
            elif each.file_size > MAX_SOURCE:
                contents.leave_out(path, f"is larger than {MAX_SOURCE:,} bytes")
            else:
                contents.add(path, archive.read(each))
    return contents


def _path_of(member: zipfile.ZipInfo) -> PurePosixPath:
    """Return where a member belongs, without what would lead out of its hand-in."""
    parts = (_NO_NAME.sub("_", part) for part in PurePosixPath(member.filename).parts)
    return PurePosixPath(*(part for part in parts if part not in ("/", "..")))
