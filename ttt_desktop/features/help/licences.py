"""Where the licences of this program and of what it is built on can be read."""

from __future__ import annotations

import sys
from importlib import metadata
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QT_TRANSLATE_NOOP

from ttt_desktop.look.text import tr

PACKAGES = (
    "monte-carlo-tic-tac-toe", "PySide6-Essentials", "shiboken6", "numpy", "pyqtgraph", "colorama",
    "pillow", "fissix", "miniaudio", "cffi", "Jinja2", "MarkupSafe", "msgspec", "PyYAML",
)  # fmt: skip
RESOURCES = {"Lucide": "icons", "Inter": "fonts"}
"""Whose work lies in folders of ``resources``, each with its licence."""

_NAMES = ("licen", "copying", "notice")

QT_NOTE = str(
    QT_TRANSLATE_NOOP(
        "",
        "Qt, PySide6 and shiboken6 are used under the GNU Lesser General Public License, version "
        "3, and are linked dynamically: you may replace them with your own versions.\n\n"
        "The licence: https://www.gnu.org/licenses/lgpl-3.0.html\n"
        "The source: https://code.qt.io\n",
    )
)


def folder() -> Path | None:
    """Return the folder of licences that a bundle has beside its programs; None without one."""
    if not getattr(sys, "frozen", False):
        return None
    programs = Path(sys.executable).resolve().parent
    for place in (programs / "licences", programs.parent / "Resources" / "licences"):
        if place.is_dir():
            return place
    return None


def texts() -> dict[str, str]:
    """Return the texts by title, what a reader looks for first at the front.

    From a bundle these are its files; else what the installed Python packages bring, and a
    note on Qt's, which bring none.
    """
    bundled = folder()
    if bundled is None:
        resources = files("ttt_desktop.resources")
        drawn = {
            title: (resources / place / "LICENSE.txt").read_text("utf-8")
            for title, place in RESOURCES.items()
        }
        return {tr("Qt and PySide6"): tr(QT_NOTE)} | _installed() | drawn
    paths = sorted(path for path in bundled.rglob("*.txt") if path.name != "README.txt")
    paths.sort(key=lambda path: path.parent != bundled)  # those of the system at the end
    summary = {tr("Summary"): _read(bundled / "README.txt")}
    return summary | {str(path.relative_to(bundled).with_suffix("")): _read(path) for path in paths}


def _installed() -> dict[str, str]:
    texts_by_package = {}
    for package in PACKAGES:
        try:
            parts = metadata.files(package) or []
        except metadata.PackageNotFoundError:
            continue
        kept = [Path(str(file.locate())) for file in parts if ".dist-info" in str(file)]
        written = [_read(path) for path in kept if path.name.lower().startswith(_NAMES)]
        if written:
            texts_by_package[package] = "\n\n".join(written)
    return texts_by_package


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        return tr("{path} could not be read: {why}", path=path, why=error.strerror)
