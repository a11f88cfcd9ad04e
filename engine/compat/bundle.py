"""What a file's process in a bundle imports before it is sealed.

A bundle keeps most of Python's modules in its own program, beside ours, and a sealed process reads
neither. So it imports what the file may ask for while it still can.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterable
from importlib import import_module

from engine.compat import python2
from engine.compat.neighbours import Neighbour

_NEVER = {"antigravity", "idlelib", "lib2to3", "test", "this", "tkinter", "turtledemo"}
"""Python's modules that do something when they are imported, or are none for files."""

CONVERTER = "fissix"
"""What is named where a file may be Python 2: all parts of the converter are meant."""

_PART = re.compile(r"\b(?:from|import)\s+(\w+(?:\.\w+)+)")
"""What names a part of a module, as in ``from concurrent.futures import wait``."""

_PYTHON_2 = re.compile(r"\bprint\s+[\"'\w]|\bxrange\b|\braw_input\b|\bhas_key\b|<>|`|\bexcept\b.*,")
"""Signs of Python 2, found too often rather than too seldom."""


def modules_for(content: bytes, neighbours: Iterable[Neighbour]) -> list[str]:
    """Return which modules to import first for a file; none where this is no bundle."""
    return named_in(content, neighbours) if getattr(sys, "frozen", False) else []


def named_in(content: bytes, neighbours: Iterable[Neighbour]) -> list[str]:
    """Return the modules of Python, NumPy and the converter that texts seem to need."""
    text = "\n".join(part.decode("latin-1") for part in (content, *(n.content for n in neighbours)))
    words = set(re.findall(r"\w+", text))
    known = {name for name in sys.stdlib_module_names if not name.startswith("_")} | {"numpy"}
    known -= _NEVER
    parts = {name for name in _PART.findall(text) if name.partition(".")[0] in known}
    modules = sorted((words & known) | parts)
    return [*modules, CONVERTER] if _PYTHON_2.search(text) else modules


def import_first(modules: Iterable[str]) -> None:
    """Import modules as ``modules_for`` names them; those that are missing are left out."""
    for name in modules:
        with contextlib.suppress(ImportError):
            if name == CONVERTER:
                python2.converter()
            else:
                import_module(name)
