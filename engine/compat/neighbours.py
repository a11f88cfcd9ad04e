"""The modules beside a course file: read once, from outside, and imported from memory.

The process that runs a file cannot read the file's folder. Whoever starts it reads what the file
may import, and sends it along.
"""

from __future__ import annotations

import linecache
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from itertools import islice
from pathlib import Path, PurePosixPath
from types import ModuleType

from engine.compat.source import MAX_SOURCE, PYTHON2, Text
from engine.errors import Problem, printable
from engine.files import check_regular, read_regular

MOST = 200
"""The most modules that are read beside a file."""

_MOST_LOOKED_AT = 20_000
"""Names in the file's folder beyond which no more are looked at."""

_DEEPEST = 4
_PACKAGE = "__init__"


class NeighbourError(Problem):
    """A module beside the file cannot be read; it is named."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A module beside a file.

    Attributes:
        path: where it lies, from the file's folder, such as ``helper.py`` or ``game/board.py``.
        content: its bytes.
        problem: why it was not read, in a sentence without its end; else empty.
    """

    path: str
    content: bytes = b""
    problem: str = ""


def read_neighbours(path: Path, content: bytes, follow: bool = True) -> list[Neighbour]:
    """Return the modules that a file may import from its folder, and those that these may.

    These are the Python files whose names occur in the text, and all of those in a folder that a
    line with an import names. Together they may be as large as a file may.

    Args:
        follow: look through links; a hand-in's are not followed.
    """
    beside = _Beside(path, content, follow)
    texts = [content]
    while texts:
        texts += beside.named_in(texts.pop().decode("utf-8", "replace"))
    return beside.neighbours


class _Beside:
    """Reads what lies beside a file, as it is asked for.

    Args:
        content: what is in it, should one of the others import it.
        follow: look through links.
    """

    def __init__(self, path: Path, content: bytes, follow: bool) -> None:
        self._path = path
        self._content = content
        self._folder = path.parent
        self._follow = follow
        self._left = MAX_SOURCE
        self.neighbours: list[Neighbour] = []
        self._files: dict[str, Path] = {}
        self._folders: dict[str, Path] = {}
        try:
            places = list(islice(self._folder.iterdir(), _MOST_LOOKED_AT))
        except OSError:
            places = []
        for place in places:
            known = self._files if place.suffix == ".py" else self._folders
            name = place.stem if place.suffix == ".py" else place.name
            if name.isidentifier() and name not in sys.stdlib_module_names:
                known[name] = place

    def named_in(self, text: str) -> list[bytes]:
        """Read what a text names and was not read yet; return the contents."""
        names = set(re.findall(r"\w+", text))
        imported = set(re.findall(r"\w+", "\n".join(re.findall(r".*import.*", text))))
        before = len(self.neighbours)
        for name in sorted(names & self._files.keys()):
            self._read(self._files.pop(name))
        for name in sorted(imported & self._folders.keys()):
            self._read_folder(self._folders.pop(name), _DEEPEST)
        return [neighbour.content for neighbour in self.neighbours[before:]]

    def _read_folder(self, folder: Path, depth: int) -> None:
        """Read the Python files of a package, and of the packages in it."""
        try:
            if not folder.is_dir() or (not self._follow and folder.is_symlink()):
                return
            places = sorted(islice(folder.iterdir(), _MOST_LOOKED_AT))
        except OSError:
            return
        for place in places:
            if len(self.neighbours) == MOST:
                return
            if place.suffix == ".py" and place.stem.isidentifier():
                self._read(place)
            elif depth and place.name.isidentifier() and not place.name.startswith("__"):
                self._read_folder(place, depth - 1)

    def _read(self, place: Path) -> None:
        if len(self.neighbours) == MOST:
            return
        content, problem = b"", ""
        try:
            if place == self._path:
                content = self._content
            elif check_regular(place, MAX_SOURCE, self._follow) > self._left:
                problem = f"the modules beside it have more than {MAX_SOURCE:,} bytes together"
            else:
                content = read_regular(place, self._left, self._follow)
        except OSError as error:
            problem = f"{printable(place.name)} cannot be read: {error.strerror}"
        self._left -= len(content)
        path = place.relative_to(self._folder).as_posix()
        self.neighbours.append(Neighbour(path, content, problem))


class Neighbours(MetaPathFinder, Loader):
    """Finds modules that lie beside a file, and converts them as the file itself is converted.

    Those of Python itself come first: a neighbour called ``random.py`` would otherwise take the
    place of Python's own module, also for everything that runs beside the file here.

    Args:
        notes: takes a sentence on each that was converted.
    """

    def __init__(self, folder: Path, given: Sequence[Neighbour], notes: list[str]) -> None:
        self._folder = folder
        self._given = dict(_modules(given))
        self._notes = notes
        self._texts: dict[str, Text] = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for a module beside the file."""
        if name.partition(".")[0] in sys.stdlib_module_names or name not in self._given:
            return None
        place = self._folder / self._given[name].path
        is_package = place.stem == _PACKAGE or place.suffix != ".py"
        return ModuleSpec(name, self, origin=str(place), is_package=is_package)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return nothing: an ordinary module will do."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's text."""
        neighbour = self._given[module.__name__]
        place = self._folder / neighbour.path
        text = self._text(module.__name__, place, neighbour)
        if PYTHON2 in text.notes:
            self._notes.append(f"{place.name} is Python 2; it was converted")
        module.__file__ = str(place)
        show_lines(place, text.source)
        names = vars(module)
        names.update(text.names())
        exec(compile(text.tree, str(place), "exec"), names)

    def _text(self, name: str, place: Path, neighbour: Neighbour) -> Text:
        """Return a module's text, read once; NeighbourError where it cannot be."""
        try:
            if neighbour.problem:
                raise Problem("{problem}", problem=neighbour.problem)
            if name not in self._texts:
                self._texts[name] = Text.read(place, neighbour.content)
        except ValueError as error:
            raise NeighbourError(
                "in {name}, which it imports: {error}", name=place.name, error=error
            ) from None
        return self._texts[name]


def _modules(given: Sequence[Neighbour]) -> Iterator[tuple[str, Neighbour]]:
    """Yield modules by the names that they are imported by; a package before its own modules.

    As Python has it, a package comes before a module of the same name.
    """
    for neighbour in given:
        parts = PurePosixPath(neighbour.path).with_suffix("").parts
        for end in range(1, len(parts)):
            yield ".".join(parts[:end]), Neighbour("/".join(parts[:end]))
    packages_last = sorted(given, key=lambda module: module.path.endswith(f"/{_PACKAGE}.py"))
    for neighbour in packages_last:
        parts = PurePosixPath(neighbour.path).with_suffix("").parts
        if parts[-1] == _PACKAGE:
            parts = parts[:-1]
        if parts:
            yield ".".join(parts), neighbour


def show_lines(place: Path, source: str) -> None:
    """Let tracebacks show the lines of a text that cannot be read from the disk."""
    lines = source.splitlines(keepends=True)
    linecache.cache[str(place)] = (len(source), None, lines, str(place))


def is_neighbour(module: ModuleType) -> bool:
    """Whether a module is one that lies beside the file."""
    return isinstance(getattr(getattr(module, "__spec__", None), "loader", None), Neighbours)


def as_json(given: Sequence[Neighbour]) -> list[list[str]]:
    """Return plain data, to be sent along."""
    return [
        [neighbour.path, neighbour.content.decode("latin-1"), neighbour.problem]
        for neighbour in given
    ]


def from_json(data: Sequence[Sequence[str]]) -> list[Neighbour]:
    """Return what ``as_json`` was given."""
    return [Neighbour(path, content.encode("latin-1"), problem) for path, content, problem in data]
