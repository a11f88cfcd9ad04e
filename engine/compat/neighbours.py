"""Modules that lie beside a course file, for its imports."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from engine.compat.source import Text
from engine.errors import Problem


class NeighbourError(Problem):
    """A module beside the file cannot be read; it is named."""


class Neighbours(MetaPathFinder, Loader):
    """Finds modules that lie beside a file, and converts them as the file itself is converted.

    Those of Python itself come first: a neighbour called ``random.py`` would otherwise take the
    place of Python's own module, also for everything that runs beside the file here.

    Args:
        folder: the file's folder.
        notes: takes a sentence on each that was converted.
    """

    def __init__(self, folder: Path, notes: list[str]) -> None:
        self._folder = folder
        self._notes = notes
        self._texts: dict[str, Text] = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for a module beside the file."""
        place = self._folder / f"{name}.py"
        if name in sys.stdlib_module_names or name == "engine" or not place.is_file():
            return None
        return ModuleSpec(name, self, origin=str(place))

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return nothing: an ordinary module will do."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's text."""
        place = self._folder / f"{module.__name__}.py"
        try:
            text = self._texts.setdefault(module.__name__, Text.read(place))
        except ValueError as error:
            raise NeighbourError(
                "in {name}, which it imports: {error}", name=place.name, error=error
            ) from None
        if text.was_python2:
            self._notes.append(f"{place.name} is Python 2; it was converted")
        module.__file__ = str(place)
        names = vars(module)
        names.update(text.names())
        exec(compile(text.tree, str(place), "exec"), names)


def is_neighbour(module: ModuleType) -> bool:
    """Whether a module is one that lies beside the file."""
    return isinstance(getattr(getattr(module, "__spec__", None), "loader", None), Neighbours)


def add_folder(folder: Path, notes: list[str]) -> None:
    """Let the file import its neighbours: after Python's own modules, before installed ones."""
    sys.meta_path.insert(1, Neighbours(folder, notes))
    installed = (i for i, place in enumerate(sys.path) if place.endswith("-packages"))
    sys.path.insert(next(installed, len(sys.path)), str(folder))  # for packages and libraries
