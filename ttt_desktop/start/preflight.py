"""Checks before the first window: a display, and the libraries that Qt needs for it.

Qt ends the whole process where its platform plugin cannot start, so what can be known before
is found out here and said in one line. Only Linux needs this; nothing here imports Qt.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
from collections.abc import Mapping

# What Qt's X11 plugin links against beyond a minimal system, and Debian's package for each.
X11_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}

# What importing Qt's Python modules needs.
QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
}

NO_DISPLAY = (
    "there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY leads to one); "
    "start it from a desktop session, or use --self-test, or the console program ttt-engine"
)


def has_display(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether this system has a display at all, reachable or not."""
    if sys.platform != "linux":
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def display_problem(environment: Mapping[str, str] = os.environ) -> str:
    """Return what keeps a window from opening, and what to do, in one line; empty if nothing."""
    # A platform that was asked for may have options after a colon, and others after a semicolon.
    asked = re.split("[:;]", environment.get("QT_QPA_PLATFORM", ""))[0]
    if sys.platform != "linux" or asked not in ("", "xcb", "wayland", "wayland-egl"):
        return ""
    if asked != "xcb" and _wayland_answers(environment):
        return ""
    if asked.startswith("wayland"):
        return NO_DISPLAY
    if not environment.get("DISPLAY"):
        return NO_DISPLAY
    packages = missing(X11_LIBRARIES)
    if packages:
        return missing_packages(packages)
    return "" if _x11_answers() else NO_DISPLAY


def import_problem(error: ImportError) -> str:
    """Return what keeps Qt from being loaded, and what to do, in one line."""
    match = re.search(r"(lib[\w.+-]+\.so[\d.]*)", str(error))
    if match and match[1] in QT_LIBRARIES:
        return missing_packages(missing(QT_LIBRARIES) | {QT_LIBRARIES[match[1]]})
    if match:
        return f"the system library {match[1]} is missing; install the package that has it"
    if isinstance(error, ModuleNotFoundError) and (error.name or "").startswith("PySide6"):
        return "PySide6 is not installed; install this program with pip, or run dev.py"
    return f"Qt could not be loaded: {error}"


def missing(libraries: Mapping[str, str]) -> set[str]:
    """Return the packages of those libraries (name to package) that cannot be loaded."""
    return {package for name, package in libraries.items() if not _loads(name)}


def missing_packages(packages: set[str]) -> str:
    """Return a line that names missing system libraries by their Debian packages."""
    names = " ".join(sorted(packages))
    return f"system libraries are missing; on Debian or Ubuntu: sudo apt-get install {names}"


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def _wayland_answers(environment: Mapping[str, str]) -> bool:
    name = environment.get("WAYLAND_DISPLAY")
    if not name:
        return False
    socket = os.path.join(environment.get("XDG_RUNTIME_DIR", ""), name)  # noqa: PTH118
    return os.path.exists(socket) and _loads("libwayland-cursor.so.0")  # noqa: PTH110


def _x11_answers() -> bool:
    """Whether the X server that DISPLAY names accepts a connection."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # Qt will tell; nothing can be found out here
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not failed
