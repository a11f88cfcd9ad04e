"""A clean environment to build in; standard library only."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from commands import call, stop, tell
from project import PYTHON, ROOT, WORK, repeatable

sys.path.insert(0, str(ROOT))

from dev import LOCKS, install_locked, need_packages
from ttt_desktop.start import preflight

DEBIANS_PYTHON = Path("/usr/bin/python3.11")

# Qt's Wayland plugins, which are bundled too, link against these.
WAYLAND_LIBRARIES = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
BUILD_TOOLS = {"gcc": "gcc", "objdump": "binutils"}
"""Programs that every build on Linux runs, and Debian's packages for them."""


def install_system_packages(*programs: tuple[str, str]) -> None:
    """See to what Debian's packages must bring for a build: install it, or say which command does.

    ``programs`` are pairs of a program that is run and Debian's package for it.
    """
    if sys.platform != "linux":
        return
    wanted = preflight.missing(preflight.QT_LIBRARIES | preflight.X11_LIBRARIES | WAYLAND_LIBRARIES)
    for program, package in (*BUILD_TOOLS.items(), *programs):
        if not shutil.which(program):
            wanted.add(package)
    if not any(_can_build(python) for python in _pythons()):
        wanted |= {"python3-dev", "python3-venv"}
    need_packages(wanted)


@cache
def python() -> Path:
    """Make a clean environment with what the bundle needs and this project; return its Python."""
    folder, interpreter = WORK / "venv", PYTHON
    lock = LOCKS["package"]
    stamp = folder / f"{hashlib.sha256(lock.read_bytes()).hexdigest()[:16]}.stamp"
    if not stamp.exists():
        tell("preparing a clean environment")
        shutil.rmtree(folder, ignore_errors=True)
        base = next((python for python in _pythons() if _can_build(python)), None)
        if base is None:
            stop("no Python 3.11 or newer with its headers (python3-dev) and venv was found")
        call(base, "-m", "venv", folder)
        install_locked(interpreter, "package")
        stamp.touch()
    forget_old_builds()
    printed = call(
        interpreter, "-m", "pip", "install", "--verbose", "--no-deps", "--no-build-isolation",
        "--force-reinstall", ROOT, **repeatable(),
    )  # fmt: skip
    # Somebody may have asked for a package without it.
    tried = "try:\n import engine._kernel\n print('native')\nexcept ImportError as e: print(e)"
    kernel = call(interpreter, "-c", tried, cwd=WORK).strip()
    if kernel != "native":
        stop(f"the native kernel does not load: {kernel}\n{printed[-6000:]}")
    return interpreter


def forget_old_builds() -> None:
    """Delete what setuptools left: it would put files into a wheel that are gone from the tree."""
    build = ROOT / "build"
    for folder in (*build.glob("lib*"), *build.glob("bdist.*"), *ROOT.glob("*.egg-info")):
        shutil.rmtree(folder)


def _pythons() -> list[Path]:
    """Return the Pythons to try.

    Debian's own comes first: one that was built by hand leaves traces of its folder in a bundle.
    """
    return [path for path in (DEBIANS_PYTHON, Path(sys.executable)) if path.exists()]


def _can_build(base: Path) -> bool:
    """Whether this Python can make environments, build the kernel, and be bundled."""
    code = (
        "import ensurepip, sysconfig, os; "
        "assert os.path.exists(os.path.join(sysconfig.get_path('include'), 'Python.h')); "
        "assert os.name == 'nt' or sysconfig.get_config_var('Py_ENABLE_SHARED') or "
        "sysconfig.get_config_var('PYTHONFRAMEWORK')"
    )
    return subprocess.run([base, "-c", code], capture_output=True, check=False).returncode == 0
