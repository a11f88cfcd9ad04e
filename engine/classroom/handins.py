"""Who handed in what: files, zips, and folders of students.

What a hand-in holds is read once, within bounds, and through no link.
"""

from __future__ import annotations

import errno
import hashlib
import re
import stat
import zipfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path, PurePath, PurePosixPath

from engine._version import __version__
from engine.compat.source import MAX_SOURCE
from engine.compat.terms import FOUR
from engine.errors import Problem, printable, type_name
from engine.files import read_regular

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


_HOW = "read once"
"""How digests are taken: what was kept under those of earlier versions may be wrong."""

_OF_THE_NAME = (
    errno.ENAMETOOLONG, errno.EILSEQ, errno.EINVAL, errno.ENOTDIR, errno.EISDIR, errno.EEXIST,
)  # fmt: skip
"""What the system says of a path that cannot be, and of no other."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """What one student handed in.

    Attributes:
        student: the name of the file, zip or folder, without its end.
        source: the file, zip or folder.
        path: a copy of the file that holds the solution, as it was when it was read, beside copies
            of the others that came with it; None where there is none.
        digest: changes with every change of what was handed in.
        problem: why there is no solution, in a sentence without its end; else empty.
        others: further Python files that were handed in with it.
        notes: what was left out and why, a sentence without its end each.
        name: where the solution lies in the zip or folder; the file's name where it came alone.
        code: the solution's bytes.
    """

    student: str
    source: Path
    path: Path | None
    digest: str
    problem: str = ""
    others: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    name: str = ""
    code: bytes = b""

    @property
    def shown(self) -> Path:
        """Where the student knows the solution to be."""
        alone = not self.name or is_python(self.source)
        return self.source if alone else self.source / self.name


def find(folder: Path, scratch: Path, taken: Collection[str] = ()) -> list[HandIn]:
    """Return all that was handed in, by students' names.

    Each hand-in is read once. What was read is what its digest is taken from, and what lies in
    ``scratch`` to be run.

    Args:
        folder: Python files, zips, and folders, one for each student.
        scratch: an empty folder of this run's own.
        taken: names already in use, such as those of the machines.

    Raises:
        ValueError: the folder cannot be read, or holds nothing of the kind.
        OSError: ``scratch`` cannot be written.
    """
    try:
        places = sorted(folder.iterdir(), key=lambda place: (place.name.casefold(), place.name))
    except OSError as error:
        raise Problem("{folder} cannot be read: {why}", folder=folder, why=error.strerror) from None
    own = scratch.resolve()
    found = []
    for number, place in enumerate(places):
        if place.name.startswith((".", "__")) or own.is_relative_to(place.resolve()):
            continue
        hand_in = _hand_in(place, scratch / str(number))
        if hand_in is not None:
            found.append(hand_in)
    if not found:
        raise Problem("{folder} holds no Python file, zip or student's folder", folder=folder)
    return _with_names_of_their_own(found, taken)


def _hand_in(place: Path, target: Path) -> HandIn | None:
    """Return one hand-in, or None where it is none; what is wrong with it is part of it."""
    named = place.suffix.lower() in (".py", ".zip")
    if not (named or place.is_dir()):
        return None
    if is_link(place):
        return _without(place, f"{place.name} {IS_LINK}")
    try:
        contents = read_hand_in(place)
    except Exception as error:  # whatever a damaged zip leads to, it is this hand-in's own
        cannot = "unpacked" if place.suffix.lower() == ".zip" else "read"
        return _without(place, f"{place.name} cannot be {cannot}: {_why(error)}")
    if not (named or contents.files or contents.notes):
        return None
    return _of(place, contents, target)


def _why(error: Exception) -> str:
    told = (error.strerror if isinstance(error, OSError) else "") or str(error)
    return told or type_name(error)


def _without(place: Path, problem: str, notes: Collection[str] = ()) -> HandIn:
    """Return a hand-in without a solution."""
    digest = _digest({PurePosixPath(place.name): problem.encode("utf-8", "surrogateescape")})
    return HandIn(_name(place), place, None, digest, problem, notes=tuple(notes))


def _name(place: Path) -> str:
    return printable(place.name if place.is_dir() else place.stem)


def _of(place: Path, contents: Contents, target: Path) -> HandIn:
    """Return a hand-in of several files: the one with the most of the four functions counts."""
    candidates = [path for path in contents.files if not path.name.startswith("__")]
    if not candidates:
        why = "".join(f"; {note}" for note in contents.notes[:1])
        return _without(place, f"{place.name} holds no Python file{why}", contents.notes)
    try:
        _lay_out(contents.files, target)
    except OSError as error:
        if error.errno in _OF_THE_NAME:
            return _without(place, f"{place.name} cannot be unpacked: {error.strerror}")
        raise
    ranked = sorted(
        candidates,
        key=lambda path: (-_functions_in(contents.files[path]), len(path.parts), path.name),
    )
    main = ranked[0]
    others = tuple(path.name for path in ranked[1:])
    return HandIn(
        _name(place), place, target / main, _digest(contents.files), "", others,
        tuple(contents.notes), str(main), contents.files[main],
    )  # fmt: skip


def _lay_out(files: Mapping[PurePosixPath, bytes], target: Path) -> None:
    """Write a hand-in's files where they are run."""
    for path, content in files.items():
        place = target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


def _functions_in(content: bytes) -> int:
    """Return how many of the four functions a file seems to define."""
    text = content.decode("latin-1")
    return sum(
        bool(re.search(rf"^def\s+{name}\b|\b{name}\s*=", text, re.MULTILINE)) for name in FOUR
    )


def _digest(files: Mapping[PurePosixPath, bytes]) -> str:
    """Return a number for what was handed in, and for the program that looks at it."""
    digest = hashlib.sha256(f"{_HOW} {__version__}".encode())
    for path in sorted(files):
        head = f"\0{path}\0{len(files[path])}\0"
        digest.update(head.encode("utf-8", "surrogateescape") + files[path])
    return digest.hexdigest()[:32]


def _with_names_of_their_own(found: list[HandIn], taken: Collection[str]) -> list[HandIn]:
    """Call a hand-in by its whole file name where its own name is already in use."""
    while True:
        names = Counter([*(each.student for each in found), *taken])
        named = [
            replace(each, student=_whole_name(each, taken)) if names[each.student] > 1 else each
            for each in found
        ]
        if named == found:
            return found
        found = named


def _whole_name(hand_in: HandIn, taken: Collection[str]) -> str:
    name = printable(hand_in.source.name)
    return f"{name}/" if name in taken else name  # a folder, as it has no other end
