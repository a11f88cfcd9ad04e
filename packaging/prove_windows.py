"""Tries the Windows installer without Windows: compiled over a stand-in folder, run in Wine.

    python3 packaging/prove_windows.py

Needs makensis, wine and a cross-compiler (on Debian: nsis wine wine64 gcc-mingw-w64-x86-64) and the
environment that ``dev.py package`` made, which draws the icon. What it shows is that the installer
installs, replaces, registers and removes; not that the programs run on Windows.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import windows
from project import NAME, PYTHON, ROOT, TITLE, version
from tools import call, stop, tell

PROOF = ROOT / "build" / "proof-windows"
STAND_IN = '#include <stdio.h>\nint main(void) { puts("stand-in"); return 0; }\n'
UNINSTALL = rf"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\{NAME}"
CLASSES = r"HKCU\Software\Classes"


class Wine:
    """A Windows of its own in a folder."""

    def __init__(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        self._variables = {
            "WINEPREFIX": str(folder), "WINEARCH": "win64", "WINEDEBUG": "-all", "DISPLAY": "",
            "WINEDLLOVERRIDES": "mscoree,mshtml=", "HOME": str(folder.parent),
            "XDG_DATA_HOME": str(folder.parent / "data"),
        }  # fmt: skip
        self.drive = folder / "drive_c"
        self.run("wineboot", "--init")
        self.profile = next(
            path for path in (self.drive / "users").iterdir() if path.name != "Public"
        )

    def run(self, *command: str | Path) -> str:
        """Run a program, wait until all of it has ended, and return what it printed."""
        printed = call("wine", *command, **self._variables)
        call("wineserver", "--wait", **self._variables)
        return printed

    def registry(self, key: str, name: str = "") -> str:
        """Return a value of the registry; empty if it is not there."""
        which = ("/v", name) if name else ("/ve",)
        printed = call(
            "sh", "-c", 'wine reg query "$@" || true', "sh", key, *which, **self._variables
        )
        lines = [line for line in printed.splitlines() if "REG_" in line]
        return lines[0].split(maxsplit=2)[2].strip() if lines else ""

    def files(self) -> set[str]:
        """Return all files and folders of the user."""
        return {str(path.relative_to(self.profile)) for path in self.profile.rglob("*")}


def stand_in() -> Path:
    """Make a folder such as the bundle's, with small programs."""
    folder = PROOF / "bundle"
    (folder / "_internal" / "PySide6").mkdir(parents=True)
    (folder / "licences").mkdir()
    (folder / "_internal" / "PySide6" / "QtCore.pyd").write_bytes(b"x" * 100_000)
    (folder / "licences" / "README.txt").write_text("licences\n")
    source = PROOF / "stand_in.c"
    source.write_text(STAND_IN)
    for program in ("ttt-desktop", "ttt-engine"):
        call("x86_64-w64-mingw32-gcc", source, "-o", folder / f"{program}.exe")
    return folder


def must(what: str, true: object) -> None:
    """End if something is not as it must be."""
    if not true:
        stop(f"not so: {what}")
    tell(what)


def main() -> None:
    """Compile, install, install again, remove; look after each."""
    for program in ("makensis", "wine", "x86_64-w64-mingw32-gcc"):
        if not shutil.which(program):
            sys.exit(f"prove: {program} is missing")
    shutil.rmtree(PROOF, ignore_errors=True)
    bundle = stand_in()
    windows.write_pictures(PYTHON)
    setup = windows.build_installer(bundle, "amd64-unicode", PROOF)
    wine = Wine(PROOF / "wine")
    before = wine.files()
    home = wine.profile / "AppData" / "Local" / "Programs" / TITLE

    for occasion in ("installs", "installs again over itself"):
        wine.run(setup, "/S")
        must(f"it {occasion} silently", (home / "_internal/PySide6/QtCore.pyd").exists())
    must("a program of it starts", "stand-in" in wine.run(home / "ttt-engine.exe"))
    links = list(wine.profile.rglob(f"Start Menu/**/{TITLE}.lnk"))
    must("the Start menu has it", len(links) == 1)
    must("Settings lists it", wine.registry(UNINSTALL, "DisplayVersion") == version())
    kind = wine.registry(rf"{CLASSES}\.tttgame")
    opens = wine.registry(rf"{CLASSES}\{kind}\shell\open\command")
    must("saved games open with it", kind and opens.endswith(r'ttt-desktop.exe" "%1"'))
    settings = wine.profile / "AppData" / "Local" / NAME / "settings.json"
    settings.parent.mkdir()
    settings.write_text("{}")
    mine = home / "my notes.txt"
    mine.write_text("mine")

    wine.run(home / "uninstall.exe", "/S")
    must("it is removed silently, but for a file of the user's", list(home.iterdir()) == [mine])
    must("settings stay", settings.exists())
    mine.unlink()
    home.rmdir()
    settings.unlink()
    wine.run(setup, "/S", r"/D=C:\games\ttt")
    other = wine.drive / "games" / "ttt"
    (other / "ttt-engine.exe").unlink()
    wine.run(setup, "/S")
    must("an update goes where the program is", (other / "ttt-engine.exe").exists())
    wine.run(other / "uninstall.exe", "/S")
    must("that folder is gone too", not other.exists())
    keys = (UNINSTALL, rf"{CLASSES}\.tttgame", rf"{CLASSES}\{kind}\shell\open\command")
    must("the registry has nothing left", not any(wine.registry(key) for key in keys))
    passing = ("Temp", "AppData/Local/Temp")
    left = {path for path in wine.files() - before if not path.startswith(passing)}
    left -= {"AppData/Local/Programs", f"AppData/Local/{NAME}"}
    must(f"no file is left {sorted(left)}", not left)


if __name__ == "__main__":
    main()
