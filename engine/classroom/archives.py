"""Folders and zips as they are handed in: what lies in them is read once, within bounds.

A learning platform's export is a zip of zips. Both are looked at in the same way as folders: as
places at the top, and items below each of them. No link is followed, and nothing is unpacked.
"""

from __future__ import annotations

import re
import stat
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path, PurePath, PurePosixPath

from engine.compat.source import MAX_SOURCE
from engine.errors import Problem, printable, type_name
from engine.files import check_regular, read_regular

_MOST_FILES = 500
"""Files with a solution's text in one hand-in."""

_MOST_ENTRIES = 10_000
"""Files and folders of one hand-in that are looked at, whatever they are."""

_MOST_BYTES = 64 << 20
"""What a zip may have, and what the files of one hand-in may have together."""

_MOST_IN_EXPORT = 200_000
"""Files and folders of a whole class's zip."""

_DEEPEST = 3
"""How deep zips may lie in zips within one hand-in."""

_MOST_TOLD = 12
"""Notes about one hand-in; those that follow are counted."""

_JUNCTION = 0xA0000003  # a folder's link on Windows
_ENTRY = b"PK\x01\x02"
"""What each entry of a zip's list begins with."""

_NO_NAME = re.compile(r'[\x00-\x1f<>:"|?*\\]')
"""Letters that a file's name cannot have on every system."""

_IS_UTF8 = 0x800
"""The bit of a zip's entry that says how its name is written."""

IS_LINK = "is a link, and links are not followed"
OTHER_KIND = "is no Python file"

SOURCES = (".py", ".ipynb", ".py.txt", ".txt")
"""How the names of files end that may hold a solution, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Item:
    """A file below a place.

    Attributes:
        path: where it lies, from its place on; its own name where the place is a file.
        size: its bytes.
        link: whether it leads elsewhere.
        read: returns its bytes; OSError, or whatever a damaged zip leads to, where it cannot.
    """

    path: PurePosixPath
    size: int
    link: bool
    read: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class TopFile:
    """A file or folder at the top of a class's folder or zip.

    Attributes:
        name: what it is called there.
        folder: whether it is a folder.
        link: whether it leads elsewhere.
        items: yields what lies in it, by name; ValueError where there is too much.
    """

    name: str
    folder: bool
    link: bool
    items: Callable[[], Iterator[Item]]


def source_rank(path: PurePath) -> int | None:
    """Return how likely a file holds a solution by its name, 0 first; None where it cannot."""
    name = path.name.lower()
    ranks = [rank for rank, end in enumerate(SOURCES) if name.endswith(end)]
    return None if not ranks else 2 if name.endswith(".py.txt") else ranks[0]


def is_zip(name: str) -> bool:
    """Whether a name is that of a zip."""
    return name.lower().endswith(".zip")


def is_link(place: Path) -> bool:
    """Whether something leads elsewhere: a symbolic link, or a junction of Windows."""
    state = place.lstat()
    return stat.S_ISLNK(state.st_mode) or getattr(state, "st_reparse_tag", 0) == _JUNCTION


def is_hidden(name: str, folder: bool) -> bool:
    """Whether a name is that of something the student did not write, such as ``__pycache__``."""
    return name.startswith((".", "__") if folder else ".")


def why(error: Exception) -> str:
    """Return why something cannot be read, in a few words."""
    words = (error.strerror if isinstance(error, OSError) else "") or str(error)
    return words or type_name(error)


def _too_much() -> Problem:
    return Problem(
        "it holds too much: at most {files} Python files with {size} MB in all, and {entries} "
        "files and folders of any kind, are looked at",
        files=f"{_MOST_FILES:,}", size=_MOST_BYTES >> 20, entries=f"{_MOST_ENTRIES:,}",
    )  # fmt: skip


# --- the top of a class -------------------------------------------------------------------------


@contextmanager
def opened(place: Path, is_students: Callable[[str], bool]) -> Iterator[list[TopFile]]:
    """Yield the places at the top of a folder or a zip, by name, without hidden ones.

    A zip stays open meanwhile, so that what is read later is of the same file. Where all lies in
    one folder around it, the places in there are yielded.

    Args:
        is_students: whether a platform gives such a name to a student's files.

    Raises:
        ValueError: it cannot be read, or is no zip.
    """
    if place.is_dir():
        places = _places_of_folder(place)
        if len(places) == 1 and places[0].folder and not places[0].link:
            inner = _places_of_folder(place / places[0].name)
            if not is_students(places[0].name) and any(is_students(file.name) for file in inner):
                places = inner
        yield places
        return
    archive = _open_zip(place)
    with archive:
        yield _places_of_zip(archive, is_students)


def _open_zip(place: Path) -> zipfile.ZipFile:
    try:
        check_regular(place)
        return zipfile.ZipFile(place)
    except OSError as error:
        raise Problem("{folder} cannot be read: {why}", folder=place, why=why(error)) from None
    except Exception as error:  # whatever a damaged zip leads to
        raise Problem("{name} is no zip that can be read: {why}", name=place.name, why=why(error)) \
            from None  # fmt: skip


def top_names(packed: bytes) -> list[str]:
    """Return the names at the top of a zip; none where it cannot be read."""
    try:
        with zipfile.ZipFile(BytesIO(packed)) as archive:
            return [place.name for place in _places_of_zip(archive, lambda _name: True)]
    except Exception:  # whatever a damaged zip leads to
        return []


def _places_of_folder(folder: Path) -> list[TopFile]:
    try:
        paths = sorted(folder.iterdir(), key=lambda path: (path.name.casefold(), path.name))
        return [place_of(path) for path in paths if not is_hidden(path.name, path.is_dir())]
    except OSError as error:
        raise Problem("{folder} cannot be read: {why}", folder=folder, why=why(error)) from None


def place_of(path: Path) -> TopFile:
    """Return a file or folder as a place."""
    if path.is_dir():
        return TopFile(path.name, True, is_link(path), lambda: _walk(path))
    return TopFile(path.name, False, is_link(path), lambda: iter([_item(path, path.parent)]))


def _item(path: Path, root: Path) -> Item:
    def read() -> bytes:
        limit = _MOST_BYTES if is_zip(path.name) else MAX_SOURCE
        return read_regular(path, limit, follow=False)

    name = PurePosixPath(path.relative_to(root).as_posix())
    return Item(name, path.lstat().st_size, is_link(path), read)


def _walk(folder: Path) -> Iterator[Item]:
    """Yield the files in a folder and its folders, by name; links to folders, too."""
    folders, seen = [folder], 0
    while folders:
        places = []
        for place in folders.pop().iterdir():
            seen += 1
            if seen > _MOST_ENTRIES:
                raise _too_much()
            if not is_hidden(place.name, place.is_dir()):
                places.append(place)
        for place in sorted(places):
            if place.is_dir() and not is_link(place):
                folders.append(place)
            else:
                yield _item(place, folder)


def _places_of_zip(archive: zipfile.ZipFile, is_students: Callable[[str], bool]) -> list[TopFile]:
    members = [member for member in _members(archive) if not member.hidden]
    if len(members) > _MOST_IN_EXPORT:
        raise Problem("the zip holds more than {most} files", most=f"{_MOST_IN_EXPORT:,}")
    while len(tops := {member.path.parts[0] for member in members}) == 1:
        inner = [member.inside() for member in members]
        if None in inner or is_students(*tops):
            break
        members = [member for member in inner if member is not None and member.path.parts]
    grouped: dict[str, list[_Member]] = {}
    for member in members:
        grouped.setdefault(member.path.parts[0], []).append(member)
    return [
        _place_of(name, grouped[name])
        for name in sorted(grouped, key=lambda name: (name.casefold(), name))
    ]


@dataclass(frozen=True, slots=True)
class _Member:
    """An entry of a zip.

    Attributes:
        path: where it lies.
        info: what the zip says of it.
        archive: the zip.
    """

    path: PurePosixPath
    info: zipfile.ZipInfo
    archive: zipfile.ZipFile

    @property
    def hidden(self) -> bool:
        """Whether it, or a folder around it, is hidden; or has no name at all."""
        if not self.path.parts:
            return True
        folders = self.path.parts if self.info.is_dir() else self.path.parts[:-1]
        return any(is_hidden(part, folder=True) for part in folders) or is_hidden(
            self.path.name, self.info.is_dir()
        )

    def inside(self) -> _Member | None:
        """Return the same as seen from the folder at its top; None where that is itself a file."""
        if len(self.path.parts) == 1 and not self.info.is_dir():
            return None
        return _Member(PurePosixPath(*self.path.parts[1:]), self.info, self.archive)

    def item(self, path: PurePosixPath) -> Item:
        """Return it as a file of a place."""
        link = stat.S_ISLNK(self.info.external_attr >> 16)
        return Item(path, self.info.file_size, link, lambda: self.archive.read(self.info))


def _members(archive: zipfile.ZipFile) -> Iterator[_Member]:
    for info in archive.infolist():
        yield _Member(_path_of(info), info, archive)


def _place_of(name: str, members: list[_Member]) -> TopFile:
    folder = any(len(member.path.parts) > 1 or member.info.is_dir() for member in members)

    def items() -> Iterator[Item]:
        if len(members) > _MOST_ENTRIES:
            raise _too_much()
        for member in members:
            if not member.info.is_dir():
                inside = member.path.parts[1:] if folder else member.path.parts
                yield member.item(PurePosixPath(*inside or member.path.parts))

    return TopFile(name, folder, False, items)


def _path_of(member: zipfile.ZipInfo) -> PurePosixPath:
    """Return where a member belongs, without what would lead out of its hand-in.

    Names without a mark are written as DOS did it, by the book; most programs write UTF-8 all the
    same. Hardly any other name is UTF-8 by chance.
    """
    name = member.filename
    if not member.flag_bits & _IS_UTF8:
        with suppress(UnicodeError):  # it is what it seems
            name = name.encode("cp437").decode("utf-8")
    parts = (_NO_NAME.sub("_", part) for part in PurePosixPath(name).parts)
    return PurePosixPath(*(part for part in parts if part not in ("/", "..")))


# --- one hand-in --------------------------------------------------------------------------------


@dataclass
class Contents:
    """What a hand-in holds.

    Attributes:
        files: the bytes of the files that may hold a solution, by their path within it.
        notes: what was left out and why, a sentence without its end each.
    """

    files: dict[PurePosixPath, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    _size: int = 0
    _seen: int = 0

    def take(self, item: Item, path: PurePosixPath, depth: int = 0) -> None:
        """Take a file in, or what a zip holds.

        Args:
            path: where it belongs in the hand-in.
            depth: in how many zips it lies.

        Raises:
            ValueError: the hand-in holds too much by now.
        """
        self._seen += 1
        if self._seen > _MOST_ENTRIES:
            raise _too_much()
        packed = is_zip(path.name)
        if item.link:
            self.leave_out(path, IS_LINK)
        elif not packed and source_rank(path) is None:
            self.leave_out(path, OTHER_KIND)
        elif packed and depth == _DEEPEST:
            self.leave_out(path, "lies too deep in other zips")
        elif not packed and item.size > MAX_SOURCE:
            self.leave_out(path, f"is larger than {MAX_SOURCE:,} bytes")
        else:
            self._read(item, path, depth)

    def _read(self, item: Item, path: PurePosixPath, depth: int) -> None:
        packed = is_zip(path.name)
        if self._size + item.size > _MOST_BYTES:
            raise _too_much()
        try:
            content = item.read()
            if packed:
                self._size += len(content)
                self.unpack(content, path, depth + 1)
                return
        except Problem:
            raise
        except Exception as error:  # whatever a damaged zip leads to
            if depth and not packed:
                raise  # a zip with a damaged file is damaged: what is left of it is not the hand-in
            self.leave_out(path, f"cannot be {'unpacked' if packed else 'read'}: {why(error)}")
            return
        self._add(path, content)

    def _add(self, path: PurePosixPath, content: bytes) -> None:
        self.files[path] = content
        self._size += len(content)
        if len(self.files) > _MOST_FILES or self._size > _MOST_BYTES:
            raise _too_much()

    def unpack(self, packed: bytes, under: PurePosixPath, depth: int = 1) -> None:
        """Take in what a zip holds.

        Args:
            under: the folder of the hand-in where it belongs.
            depth: in how many zips that is, this one included.

        Raises:
            Exception: whatever a damaged zip leads to; ValueError where it holds too much.
        """
        if packed.count(_ENTRY) > _MOST_ENTRIES:
            raise _too_much()
        with zipfile.ZipFile(BytesIO(packed)) as archive:
            members = [member for member in _members(archive) if not member.hidden]
            for member in members:
                if not member.info.is_dir():
                    self.take(member.item(member.path), under / member.path, depth)

    def leave_out(self, path: PurePath, reason: str) -> None:
        """Note that something was not taken in."""
        self.notes.append(f"{printable(str(path))} {reason}")

    @property
    def first_notes(self) -> tuple[str, ...]:
        """The first of the notes, and how many more there are."""
        more = len(self.notes) - _MOST_TOLD
        return (*self.notes[:_MOST_TOLD], *([f"{more} more files were left out"] if more > 0
                                            else []))  # fmt: skip
