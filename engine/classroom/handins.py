"""Who handed in what: files, zips, and folders of students."""

from __future__ import annotations

import hashlib
import re
import shutil
import zipfile
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path, PurePath, PurePosixPath

from engine._version import __version__
from engine.compat.source import MAX_SOURCE
from engine.compat.terms import FOUR
from engine.errors import Problem
from engine.reading import read_regular

_MOST_FILES = 500
"""Files of one zip or folder that are looked at."""

_MOST_BYTES = 64 << 20
"""What one zip may hold, unpacked."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """What one student handed in.

    Attributes:
        student: the name of the file, zip or folder, without its end.
        source: the file, zip or folder.
        path: the file that holds the solution; None where there is none.
        digest: changes with every change of what was handed in.
        problem: why there is no solution, in a sentence without its end; else empty.
        others: further Python files that were handed in with it.
    """

    student: str
    source: Path
    path: Path | None
    digest: str
    problem: str = ""
    others: tuple[str, ...] = ()


def find(folder: Path, unpacked: Path, taken: Collection[str] = ()) -> list[HandIn]:
    """Return all that was handed in, by students' names.

    Args:
        folder: Python files, zips, and folders, one for each student.
        unpacked: where zips are unpacked to.
        taken: names already in use, such as those of the machines.

    Raises:
        ValueError: the folder cannot be read, or holds nothing of the kind.
    """
    try:
        places = sorted(folder.iterdir(), key=lambda place: (place.name.casefold(), place.name))
    except OSError as error:
        raise Problem("{folder} cannot be read: {why}", folder=folder, why=error.strerror) from None
    found = [
        _hand_in(place, unpacked)
        for place in places
        if not place.name.startswith((".", "__")) and _is_hand_in(place)
    ]
    if not found:
        raise Problem("{folder} holds no Python file, zip or student's folder", folder=folder)
    return _with_names_of_their_own(found, taken)


def _is_hand_in(place: Path) -> bool:
    if place.is_dir():
        return any(map(_is_python, place.rglob("*")))
    return place.suffix.lower() in (".py", ".zip")


def _is_python(path: PurePath) -> bool:
    return path.suffix.lower() == ".py"


def _hand_in(place: Path, unpacked: Path) -> HandIn:
    """Return one hand-in; what is wrong with it is part of it."""
    if _is_python(place) and place.is_file():
        return _of_files(place, [place], place.parent)
    if place.is_dir():
        return _of_files(place, _python_files(place), place)
    try:
        content = read_regular(place, _MOST_BYTES)
        target = unpacked / hashlib.sha256(content).hexdigest()[:16]
        _unpack(place, target)
    except (OSError, ValueError, RuntimeError, NotImplementedError, zipfile.BadZipFile) as error:
        why = (error.strerror if isinstance(error, OSError) else "") or str(error)
        problem = f"{place.name} cannot be unpacked: {why}"
        return HandIn(place.stem, place, None, _digest([], place), problem)
    return _of_files(place, _python_files(target), target)


def _python_files(folder: Path) -> list[Path]:
    files = [
        path for path in sorted(filter(_is_python, folder.rglob("*")))
        if not any(part.startswith((".", "__")) for part in path.relative_to(folder).parts)
        and path.is_file()
    ]  # fmt: skip
    return files[:_MOST_FILES]


def _unpack(place: Path, target: Path) -> None:
    """Unpack a zip's Python files, and nothing outside of the target."""
    if target.is_dir():
        return
    with zipfile.ZipFile(place) as packed:
        members = [each for each in packed.infolist() if _is_python(PurePosixPath(each.filename))]
        if len(members) > _MOST_FILES or sum(each.file_size for each in members) > _MOST_BYTES:
            raise Problem("it holds too much")
        part = target.with_name(f"{target.name}.part")
        shutil.rmtree(part, ignore_errors=True)
        for member in members:
            packed.extract(member, part)  # which leaves out "..", drives and leading slashes
        part.mkdir(parents=True, exist_ok=True)
        part.rename(target)


def _of_files(source: Path, files: list[Path], folder: Path) -> HandIn:
    """Return a hand-in of several files: the one with the most of the four functions counts."""
    name = source.stem if source.is_file() else source.name
    digest = _digest(files, folder)
    if not files:
        return HandIn(name, source, None, digest, f"{source.name} holds no Python file")
    ranked = sorted(files, key=lambda path: (-_functions_in(path), len(path.parts), path.name))
    others = tuple(path.name for path in ranked[1:])
    return HandIn(name, source, ranked[0], digest, "", others)


def _functions_in(path: Path) -> int:
    """Return how many of the four functions a file seems to define."""
    try:
        text = read_regular(path, MAX_SOURCE).decode("latin-1")
    except OSError:
        return -1
    return sum(
        bool(re.search(rf"^def\s+{name}\b|\b{name}\s*=", text, re.MULTILINE)) for name in FOUR
    )


def _digest(files: list[Path], folder: Path) -> str:
    """Return a number for what was handed in, and for the program that looks at it."""
    digest = hashlib.sha256(__version__.encode())
    for path in files or [folder]:
        try:
            content = read_regular(path, MAX_SOURCE)
        except OSError as error:
            content = str(error.strerror).encode()
        name = path.relative_to(folder).as_posix() if files and folder.is_dir() else path.name
        digest.update(f"\0{name}\0{len(content)}\0".encode("utf-8", "surrogateescape") + content)
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
    name = hand_in.source.name
    return f"{name}/" if name in taken else name  # a folder, as it has no other end
