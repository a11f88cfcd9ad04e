"""Puts the licences of everything that is bundled beside the programs."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from commands import call, stop
from project import ROOT

TEXTS = ROOT / "packaging" / "licences"
"""Licences that come with no Python package: the LGPL and GPL of Qt, and that of ICU."""

SUMMARY = """\
Licences of what is bundled here. Each text is a file in this folder.

Monte Carlo Tic-Tac-Toe    MIT
Python                     Python Software Foundation License 2
Qt, PySide6, shiboken6     GNU Lesser General Public License 3 (LGPL-3, which builds on GPL-3)
ICU (with Qt for Linux)    Unicode License
NumPy                      BSD 3-Clause; its file names those of OpenBLAS and libgfortran
pyqtgraph                  MIT
colorama (with pyqtgraph)  BSD 3-Clause
miniaudio                  MIT; the library in it MIT-0 or public domain
cffi (with miniaudio)      MIT No Attribution
Pillow                     MIT-CMU; its file names those of the libraries in it
Lucide's icons             ISC; some, from Feather, MIT
Inter (as Board Sans)      SIL Open Font License 1.1
fissix                     Python Software Foundation License 2
Jinja2                     BSD 3-Clause
MarkupSafe (with Jinja2)   BSD 3-Clause
msgspec                    BSD 3-Clause
PyYAML                     MIT
Completion for shells      Mozilla Public License 2.0 (what comes from shtab)
PyInstaller's start code   GPL 2 or later, with an exception for the programs it bundles

Qt is linked dynamically: its libraries are the files beside the programs, and may be replaced by
versions of your own. Its source is offered at https://download.qt.io/official_releases/QtForPython/,
and https://doc.qt.io/qt-6/licenses-used-in-qt.html lists the software inside Qt.
"""
SYSTEM = """
Libraries of the system that are bundled, as Debian describes them (the folder "system"):

{names}
On Debian systems the full texts of common licences are in /usr/share/common-licenses.
"""
MICROSOFT = """
Libraries of Microsoft's C++ runtime, which Python, Qt and NumPy bring along. Microsoft's licence
terms for Visual Studio let every program hand them on ("Distributable Code",
https://learn.microsoft.com/visualstudio/releases/2022/redistribution):

{names}"""

BUNDLED = {
    "numpy", "pyqtgraph", "pillow", "fissix", "colorama", "miniaudio", "cffi", "jinja2",
    "markupsafe", "msgspec", "pyyaml", "pyinstaller",
}  # fmt: skip
"""The Python packages whose code is in the bundle."""

PYTHONS = (
    "{prefix}/lib/python{version}/LICENSE.txt",
    "{prefix}/LICENSE.txt",
    "/usr/share/doc/libpython{version}-minimal/copyright",
)
"""Where Python's own licence is: usually, on Windows, on Debian."""


def add(using: Path, bundle: Path) -> None:
    """Write the folder ``licences`` of a bundle."""
    folder = bundle / "licences"
    folder.mkdir()
    shutil.copy(ROOT / "LICENSE", folder / "Monte-Carlo-Tic-Tac-Toe.txt")
    for text in sorted(TEXTS.glob("*.txt")):
        shutil.copy(text, folder)
    shutil.copy(ROOT / "resources" / "icons" / "LICENSE.txt", folder / "Lucide.txt")
    shutil.copy(ROOT / "resources" / "fonts" / "LICENSE.txt", folder / "Inter.txt")
    shutil.copy(_of_python(using), folder / "Python.txt")
    _add_packages(using, folder)
    summary = SUMMARY
    if sys.platform == "linux":
        names = _add_system(bundle, folder / "system")
        summary += SYSTEM.format(names="".join(f"{name}\n" for name in names))
    if names := microsofts(bundle):
        summary += MICROSOFT.format(names="".join(f"{name}\n" for name in names))
    (folder / "README.txt").write_text(summary, encoding="utf-8")


def microsofts(bundle: Path) -> list[str]:
    """Return the names of Microsoft's runtime libraries in a bundle for Windows."""
    begin = re.compile(r"(msvcp|vcruntime|concrt|vccorlib|vcomp|ucrtbase)\d*", re.IGNORECASE)
    return sorted({path.name.lower() for path in bundle.rglob("*.dll") if begin.match(path.name)})


def _of_python(using: Path) -> Path:
    """Return the text of the licence of the Python that is bundled."""
    code = "import sys; print(sys.base_prefix); print('%d.%d' % sys.version_info[:2])"
    prefix, version = call(using, "-c", code).splitlines()[:2]
    places = (Path(pattern.format(prefix=prefix, version=version)) for pattern in PYTHONS)
    licence = next((place for place in places if place.is_file()), None)
    if licence is None:
        stop("the text of Python's licence was not found on this system")
    return licence


def _add_packages(using: Path, folder: Path) -> None:
    site = Path(call(using, "-c", "import numpy; print(numpy.__path__[0])").strip()).parent
    packages = set()
    for path in sorted(site.glob("*.dist-info/**/*")):
        package = path.relative_to(site).parts[0].split("-")[0].lower()
        named = re.match(r"(LICEN[CS]E|COPYING|NOTICE)", path.name, re.IGNORECASE)
        if path.is_file() and named and package in BUNDLED:
            packages.add(package)
            target = folder / f"{package}-{path.stem}.txt"
            text = path.read_text(encoding="utf-8", errors="replace")
            if target.exists():  # a package may have several, in folders
                text = f"{target.read_text(encoding='utf-8')}\n\n{text}"
            target.write_text(text, encoding="utf-8")
    if missing := BUNDLED - packages:
        stop(f"no licence was found of {', '.join(sorted(missing))}")


def _add_system(bundle: Path, folder: Path) -> list[str]:
    """Copy what Debian says about each system library; return the packages' names."""
    folder.mkdir()
    known = {
        Path(line.split()[-1]).name: line.split()[-1]
        for line in call("/sbin/ldconfig", "-p").splitlines() if "=>" in line
    }  # fmt: skip
    packages = set()
    for library in sorted((bundle / "_internal").glob("lib*.so*")):
        if library.is_symlink() or library.name not in known:
            continue
        packages.add(_package(Path(known[library.name])))
    for package in sorted(packages):
        text = Path("/usr/share/doc") / package / "copyright"
        if not text.is_file():
            stop(f"there is no {text}, the licence of a bundled library")
        shutil.copy(text, folder / f"{package}.txt")
    return sorted(packages)


def _package(library: Path) -> str:
    """Return Debian's package that a system library belongs to."""
    real = library.resolve()
    names = {library, real, Path("/usr", *real.parts[1:])}
    names |= {Path(str(name).replace("/usr/lib", "/lib", 1)) for name in names}  # either is known
    asked = subprocess.run(["dpkg", "-S", *names], capture_output=True, text=True, check=False)
    if not asked.stdout:
        stop(f"{library} is bundled, but belongs to no package whose licence could be added")
    return asked.stdout.partition(":")[0]
