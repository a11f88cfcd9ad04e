"""Builds the folder with the programs, and looks whether they work; standard library only."""

from __future__ import annotations

import re
import shutil
import sys
from functools import cache
from pathlib import Path

import icu
import installed
import licences
import macos
import sbom
from commands import call, drop_dead_links, stop, tell
from project import DIST, NAME, ROOT, WORK, repeatable, version

BUNDLE = DIST / NAME

# What PyInstaller warns of although nothing is wrong.
# (The GTK theme plugin is left out of the bundle, and pyqtgraph's OpenGL widgets too.)
EXPECTED_WARNINGS = re.compile(r"libqgtk3\.so|pyqtgraph\.opengl|Hidden import .(tzdata|setuptools)")


@cache
def build(using: Path) -> Path:
    """Build the bundle with the Python of a clean environment; return its folder."""
    tell("building the bundle")
    shutil.rmtree(BUNDLE, ignore_errors=True)
    printed = call(
        using, "-m", "PyInstaller", "--noconfirm", "--clean", "--distpath", DIST, "--workpath",
        WORK / "pyinstaller", ROOT / "packaging" / "app.spec",
        **repeatable(), TTT_VERSION=version(), cwd=WORK,
    )  # fmt: skip
    unexpected = [
        line for line in printed.splitlines()
        if ("WARNING" in line or "Library not found" in line) and not EXPECTED_WARNINGS.search(line)
    ]  # fmt: skip
    if unexpected:
        stop("PyInstaller warns:\n" + "\n".join(unexpected))
    if sys.platform == "linux":
        (BUNDLE / "ttt-engine").symlink_to("ttt-desktop")
        icu.shrink(BUNDLE, WORK)
        _strip(BUNDLE)
    drop_dead_links(BUNDLE)
    licences.add(using, BUNDLE)
    sbom.add(using, BUNDLE)
    tell("running it")
    folder = macos.finish_app(BUNDLE) if sys.platform == "darwin" else BUNDLE
    installed.check(installed.Programs(str(folder), WORK))
    tell(f"{BUNDLE.relative_to(ROOT)}: {size_mb(BUNDLE):.0f} MB")
    return BUNDLE


def _strip(folder: Path) -> None:
    """Strip what can be: not NumPy's libraries, which strip breaks."""
    for path in (*folder.rglob("libpython*"), *folder.rglob("lib-dynload/*.so")):
        if not path.is_symlink():
            call("strip", "--strip-unneeded", path)


def size_mb(folder: Path) -> float:
    """Return how large a folder is, in MB of 10^6 bytes."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files) / 1e6
