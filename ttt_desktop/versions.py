"""What this program is made of: for About, the log and the self-test."""

from __future__ import annotations

import platform

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import qVersion

from engine import __version__
from engine.sampling import load_kernel


def facts() -> dict[str, str]:
    """Return the versions of the program and its parts, and what plays the random games."""
    return {
        "version": __version__,
        "python": platform.python_version(),
        "qt": qVersion(),
        "pyside": pyside_version,
        "kernel": _kernel(),
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
    }


def _kernel() -> str:
    try:
        kernel = load_kernel()
    except ValueError as error:  # the variable that forces one names another
        return str(error)
    return f"{kernel.NAME}, {kernel.instruction_set()}"
