"""Builds what people install. Called by ``python3 dev.py package KIND``; standard library only.

bundle    the programs in a folder of dist/ that needs no Python
deb       a Debian package from it
wheels    a wheel with the kernel, and the source distribution
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools import call, drop_dead_links, stop, tell

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
DIST, WORK = ROOT / "dist", ROOT / "build" / "package"
NAME = "monte-carlo-tic-tac-toe"
BUNDLE = DIST / NAME
KINDS = ("bundle", "deb", "wheels")

# What PyInstaller warns of although nothing is wrong.
# (The GTK theme plugin is left out of the bundle, and pyqtgraph's OpenGL widgets too.)
EXPECTED_WARNINGS = re.compile(r"libqgtk3\.so|pyqtgraph\.opengl|Hidden import .(tzdata|setuptools)")


LICENCES = """\
Licences of what is bundled here. Each text is a file in this folder.

Monte Carlo Tic-Tac-Toe    MIT
Python                     Python Software Foundation License 2
Qt, PySide6, shiboken6     GNU Lesser General Public License 3 (LGPL-3, which builds on GPL-3)
NumPy                      BSD 3-Clause
pyqtgraph                  MIT
Pillow                     MIT-CMU
fissix                     Python Software Foundation License 2
PyInstaller's start code   GPL 2 or later, with an exception for the programs it bundles

Qt is linked dynamically: its libraries are the files beside the programs and may be replaced by
versions of your own. Its source is offered by the Qt project.
On Debian systems the LGPL and GPL are in /usr/share/common-licenses/LGPL-3 and GPL-3.
"""

SYSTEM_LICENCES = {
    "LGPL-3": ("/usr/share/common-licenses/LGPL-3",),
    "GPL-3": ("/usr/share/common-licenses/GPL-3",),
    "Python": ("/usr/share/doc/libpython3.11-minimal/copyright",
               "/usr/share/doc/python3.11-minimal/copyright",
               f"{sys.base_prefix}/lib/python3.11/LICENSE.txt"),
}  # fmt: skip
"""Texts that are not part of any Python package, and where Debian keeps them."""


def version() -> str:
    """Return the project's version, from the one place where it stands."""
    text = (ROOT / "engine" / "_version.py").read_text()
    found = re.search(r'"([^"]+)"', text)
    assert found is not None
    return found[1]


def epoch() -> str:
    """Return the time that everything built carries: that of the last commit."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return given
    done = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "1767225600"


def repeatable() -> dict[str, str]:
    """Return the variables that make a build give the same bytes every time."""
    return {"PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": epoch()}


def python() -> Path:
    """Make a clean environment with what the bundle needs, and return its Python.

    Debian's own Python is preferred where it is there: one that was built by hand leaves traces of
    its folder in the bundle.
    """
    folder = WORK / "venv"
    made = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    lock = ROOT / "requirements" / "package.lock"
    stamp = folder / f"{hashlib.sha256(lock.read_bytes()).hexdigest()[:16]}.stamp"
    if not stamp.exists():
        tell("preparing a clean environment")
        shutil.rmtree(folder, ignore_errors=True)
        debians = Path("/usr/bin/python3.11")
        base = debians if debians.exists() and _can_make(debians) else Path(sys.executable)
        call(base, "-m", "venv", folder)
        pip = (made, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        call(*pip, "--require-hashes", "-r", lock)
        stamp.touch()
    pip = (made, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    call(*pip, "--no-deps", "--no-build-isolation", "--force-reinstall", ROOT, **repeatable())
    return made


def _can_make(base: Path) -> bool:
    """Whether this Python can make environments and build the kernel."""
    code = (
        "import ensurepip, sysconfig, os; "
        "assert os.path.exists(sysconfig.get_path('include') + '/Python.h')"
    )
    return subprocess.run([base, "-c", code], capture_output=True, check=False).returncode == 0


def build_bundle() -> None:
    """Build the bundle and look whether it works."""
    using = python()
    kernel = call(
        using, "-c", "from engine.sampling import load_kernel; print(load_kernel().NAME)", cwd=WORK
    )
    if kernel.strip() != "native":
        stop("the native kernel was not built; a C compiler and Python's headers are needed")
    tell("building the bundle")
    shutil.rmtree(BUNDLE, ignore_errors=True)
    printed = call(
        using, "-m", "PyInstaller", "--noconfirm", "--clean", "--distpath", DIST, "--workpath",
        WORK / "pyinstaller", HERE / "app.spec", **repeatable(), cwd=WORK,
    )  # fmt: skip
    unexpected = [
        line for line in printed.splitlines()
        if ("WARNING" in line or "Library not found" in line) and not EXPECTED_WARNINGS.search(line)
    ]  # fmt: skip
    if unexpected:
        stop("PyInstaller warns:\n" + "\n".join(unexpected))
    if sys.platform == "linux":
        (BUNDLE / "ttt-engine").symlink_to("ttt-desktop")
    drop_dead_links(BUNDLE)
    _strip(BUNDLE)
    add_licences(using, BUNDLE / "licences")
    smoke(BUNDLE)
    tell(f"{BUNDLE.relative_to(ROOT)}: {size_mb(BUNDLE):.0f} MB")


def add_licences(using: Path, folder: Path) -> None:
    """Put the licence of everything that is bundled beside the programs."""
    folder.mkdir(exist_ok=True)
    shutil.copy(ROOT / "LICENSE", folder / "Monte-Carlo-Tic-Tac-Toe.txt")
    site = Path(call(using, "-c", "import numpy; print(numpy.__path__[0])").strip()).parent
    found = set()
    for path in sorted(site.glob("*.dist-info/**/*")):
        package = path.relative_to(site).parts[0].split("-")[0]
        if path.is_file() and re.match(r"(LICEN[CS]E|COPYING|NOTICE)", path.name, re.IGNORECASE):
            found.add(package.lower())
            shutil.copy(path, folder / f"{package}-{path.stem}.txt")
    for name, places in SYSTEM_LICENCES.items():
        place = next((Path(each) for each in places if Path(each).is_file()), None)
        if place is None:
            stop(f"the text of the licence {name} was not found on this system")
        shutil.copy(place, folder / f"{name}.txt")
    missing = {"numpy", "pyqtgraph", "pillow", "fissix"} - found
    if missing:
        stop(f"no licence was found of {', '.join(sorted(missing))}")
    (folder / "README.txt").write_text(LICENCES)


def _strip(folder: Path) -> None:
    """Strip what can be: not NumPy's libraries, which strip breaks."""
    if sys.platform != "linux" or not shutil.which("strip"):
        return
    names = [*folder.rglob("libpython*"), *folder.rglob("lib-dynload/*.so")]
    for path in names:
        if not path.is_symlink():
            call("strip", "--strip-unneeded", path)


def smoke(folder: Path) -> None:
    """Run the bundle: a game in the window, a tournament in processes, a file as a player."""
    suffix = ".exe" if os.name == "nt" else ""
    window, console = folder / f"ttt-desktop{suffix}", folder / f"ttt-engine{suffix}"
    tell("running it")
    WORK.mkdir(parents=True, exist_ok=True)
    shot = WORK / "bundle.png"
    shot.unlink(missing_ok=True)
    report = call(window, "--self-test", "--shot", shot, cwd=WORK, QT_QPA_PLATFORM="offscreen")
    if '"ok": true' not in report or not shot.exists():
        stop(f"the bundle's self-test failed: {report}")
    file = ROOT / "tests" / "engine" / "course_files" / "python2.py"
    for players in (("mc:trials=20", "random"), (f"file:{file}", "random")):
        printed = call(
            console, "tournament", "--players", *players, "--games", "4", "--seed", "1",
            "--workers", "2", cwd=WORK,
        )  # fmt: skip
        if "4 games" not in printed or " 0  " not in printed:
            stop(f"the bundle's tournament failed: {printed}")
    kernel = call(console, "analyse", "--board", ".../.../...", "--seed", "1", cwd=WORK)
    if "Best square: B2" not in kernel:
        stop(f"the bundle's analysis failed: {kernel}")


def size_mb(folder: Path) -> float:
    """Return how large a folder is, in MB."""
    return (
        sum(p.stat().st_size for p in folder.rglob("*") if p.is_file() and not p.is_symlink()) / 1e6
    )


def write_sums() -> None:
    """Write the SHA-256 sums of all that can be handed out."""
    files = sorted(path for path in DIST.iterdir() if path.is_file() and path.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (DIST / "SHA256SUMS").write_text("".join(lines))


def build_wheels() -> None:
    """Build the wheel and the source distribution."""
    using = python()
    for kind in ("sdist", "bdist_wheel"):
        hook = "build_sdist" if kind == "sdist" else "build_wheel"
        code = f"import setuptools.build_meta as b; print(b.{hook}({str(DIST)!r}))"
        DIST.mkdir(exist_ok=True)
        tell(call(using, "-c", code, **repeatable(), cwd=ROOT).splitlines()[-1])


def main(kind: str) -> None:
    """Build one kind of thing."""
    WORK.mkdir(parents=True, exist_ok=True)
    DIST.mkdir(exist_ok=True)
    if kind == "wheels":
        build_wheels()
    else:
        build_bundle()
    if kind == "deb":
        import debian

        debian.build(BUNDLE, DIST, WORK, version(), epoch())
    write_sums()


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in KINDS:
        main(sys.argv[1])
    else:
        print(__doc__.strip())
        sys.exit(2)
