"""What this program is made of: for About, the log and the self-test."""

from __future__ import annotations

import platform

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import qVersion

from engine import __version__
from engine.native.loading import missing_kernel
from engine.search.sampling import load_kernel
from ttt_desktop.look.text import problem


def parts() -> dict[str, str]:
    """Return the versions of the program and of what it runs on; quickly, for the start."""
    return {
        "version": __version__,
        "python": platform.python_version(),
        "qt": qVersion(),
        "pyside": pyside_version,
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
    }


def facts() -> dict[str, str]:
    """Return the same, and what plays the playouts; this loads it, and with it maybe NumPy."""
    return parts() | {"kernel": _kernel()}


def _kernel() -> str:
    kernel = load_kernel()
    works = f"{kernel.NAME}, {kernel.instruction_set()}"
    missing = missing_kernel()
    return works if missing is None else f"{works} ({problem(missing)})"
