"""What a sealed course file may read and import: Python's own modules, NumPy, and its neighbours.

This program's own code is kept out: a file could hand in the solution that it finds there.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

INSTALLED = ("numpy", "fissix", "appdirs")
"""Installed packages that a file may import: the last two convert it where it is Python 2."""

_OWN = "engine"
_OURS = Path(__file__).resolve().parents[1]
_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")
_SYSTEM = ("/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/dev/null", "/dev/urandom")


class OwnSolutionError(ImportError):
    """A course file imports this program's own code."""


class Hidden(MetaPathFinder):
    """Finds nothing, and says so, where a file imports this program's own code."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return None; OwnSolutionError where the module is a part of this program."""
        if name.partition(".")[0] == _OWN:
            raise OwnSolutionError(f"it imports this program's own solution ({name})")
        return None


class Installed(MetaPathFinder):
    """Finds the installed packages that a file may import, and no others.

    Where they are is found out at once: their folder cannot be listed later.
    """

    def __init__(self) -> None:
        places = [place for place in sys.path if place.endswith("-packages")]
        specs = {name: PathFinder.find_spec(name, places) for name in INSTALLED}
        self._found = {name: spec for name, spec in specs.items() if spec is not None}

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for one of the packages."""
        return self._found.get(name)

    def places(self) -> Iterator[Path]:
        """Yield where the packages are, and the libraries that lie beside them."""
        for name, spec in self._found.items():
            origin = Path(spec.origin or "")
            if spec.submodule_search_locations is None:
                yield origin
            else:
                yield from (origin.parent, origin.parent.with_name(f"{name}.libs"))


def narrow_imports() -> list[Path]:
    """Let nothing be imported any more but what a file may: not even what is loaded already.

    Returns:
        The files and folders that must be readable for that.
    """
    installed = Installed()
    places = [*_places(), *installed.places()]
    sys.dont_write_bytecode = True
    for name in [name for name in sys.modules if name.partition(".")[0] == _OWN]:
        del sys.modules[name]
    if not getattr(sys, "frozen", False):  # a bundle's modules lie in its program, unreadable
        sys.meta_path[:] = [finder for finder in sys.meta_path if _is_pythons(finder)] + [installed]
        sys.path[:] = [place for place in sys.path if _is_pythons_place(place)]
    sys.meta_path.insert(0, Hidden())
    return places


def _is_pythons(finder: object) -> bool:
    """Whether a finder is Python's own, not one that an installed package brought along."""
    return str(getattr(finder, "__module__", "")).startswith("_frozen_importlib")


def _is_pythons_place(place: str) -> bool:
    own = (sys.base_prefix, sys.base_exec_prefix)
    return place.startswith(own) and not place.endswith("-packages")


def _places() -> list[Path]:
    """Return where Python is, with the libraries that it may load, but not this program."""
    places = [*map(Path, _LIBRARIES), *map(Path, _SYSTEM), Path(os.__file__).parent]
    places += [Path(place) for place in sys.path if _is_pythons_place(place)]
    places.append(Path(getattr(sys, "_MEIPASS", "") or Path(sys.base_prefix, "lib")))
    kept_out = {_OURS, _OURS.with_name("ttt_desktop"), Path(sys.executable).resolve()}
    kept_out |= {Path(place).resolve() for place in sys.path if place.endswith("-packages")}
    outermost = _outermost(place.resolve() for place in places)
    return [part for place in outermost for part in _without(place, kept_out)]


def _outermost(places: Iterable[Path]) -> list[Path]:
    """Return places without those that lie in others of them."""
    given = dict.fromkeys(places)
    return [place for place in given if given.keys().isdisjoint(place.parents)]


def _without(place: Path, kept_out: set[Path]) -> Iterator[Path]:
    """Yield a place; where some of it is to be kept out, the rest of it, piece by piece."""
    if place in kept_out:
        return
    if not any(place in other.parents for other in kept_out):
        yield place
        return
    with contextlib.suppress(OSError):
        for part in place.iterdir():
            if not part.is_symlink():  # what it leads to has its own place
                yield from _without(part, kept_out)
