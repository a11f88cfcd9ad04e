"""The Windows installer without Windows: compiled over a stand-in for the programs, run in Wine.

It shows in a minute that the installer installs, replaces, registers, removes and refuses; with the
real programs, test_windows.py does.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

import windows
from commands import call
from project import NAME, TITLE, version
from tests.release.conftest import PROOF
from tests.release.wine.machine import Wine

pytestmark = [
    pytest.mark.release, pytest.mark.needs("makensis", "wine", "x86_64-w64-mingw32-gcc"),
    pytest.mark.timeout(1200),
]  # fmt: skip
STAND_IN = '#include <stdio.h>\nint main(void) { puts("stand-in"); return 0; }\n'
UNINSTALL = rf"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\{NAME}"
CLASSES = r"HKCU\Software\Classes"


@pytest.fixture(scope="module")
def setup(tmp_path_factory):
    """The installer, over a folder such as the bundle's with small programs."""
    folder = tmp_path_factory.mktemp("windows")
    bundle = folder / "bundle"
    (bundle / "_internal" / "PySide6").mkdir(parents=True)
    (bundle / "licences").mkdir()
    (bundle / "_internal" / "PySide6" / "QtCore.pyd").write_bytes(b"x" * 100_000)
    (bundle / "licences" / "README.txt").write_text("licences\n")
    (folder / "stand_in.c").write_text(STAND_IN)
    for program in windows.DESCRIPTIONS:
        call("x86_64-w64-mingw32-gcc", folder / "stand_in.c", "-o", bundle / f"{program}.exe")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(windows, "ICON", folder / "app.ico")
        patch.setattr(windows, "BANNER", folder / "banner.bmp")
        windows.write_pictures(Path(sys.executable))
        return windows.build_installer(bundle, "amd64-unicode", folder)


@pytest.fixture(scope="module")
def wine():
    made = Wine(PROOF / "installer" / "wine")
    made.home = made.profile / "AppData" / "Local" / "Programs" / TITLE
    return made


@pytest.fixture
def installed(wine, setup):
    """It is installed in its own place, silently; and taken away again if it is still there."""
    wine.run(setup, "/S")
    yield wine.home
    if (wine.home / "uninstall.exe").exists():
        wine.run(wine.home / "uninstall.exe", "/S")


def test_it_installs_and_again_over_itself(wine, setup, installed):
    library = installed / "_internal/PySide6/QtCore.pyd"
    assert library.exists()
    library.unlink()
    wine.run(setup, "/S")
    assert library.exists()


def test_its_programs_start(wine, installed):
    assert "stand-in" in wine.run(installed / "ttt-engine.exe")


def test_windows_knows_it(wine, installed):
    """The Start menu has it, Settings lists it, and saved games open with it."""
    assert len(list(wine.profile.rglob(f"Start Menu/**/{TITLE}.lnk"))) == 1
    assert wine.registry(UNINSTALL, "DisplayVersion") == version()
    assert wine.registry(opener(wine)).endswith(r'ttt-desktop.exe" "%1"')


def opener(wine):
    """Return the key of the command that opens saved games."""
    kind = wine.registry(rf"{CLASSES}\.tttgame")
    assert kind
    return rf"{CLASSES}\{kind}\shell\open\command"


def test_files_of_the_users_and_settings_stay(wine, installed):
    settings = wine.profile / "AppData" / "Local" / NAME / "settings.json"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text("{}")
    mine = installed / "my notes.txt"
    mine.write_text("mine")
    wine.run(installed / "uninstall.exe", "/S")
    assert list(installed.iterdir()) == [mine]
    assert settings.exists()
    shutil.rmtree(installed)
    shutil.rmtree(settings.parent)


def test_an_update_goes_where_the_program_is(wine, setup):
    wine.run(setup, "/S", r"/D=C:\games\ttt")
    other = wine.drive / "games" / "ttt"
    (other / "ttt-engine.exe").unlink()
    wine.run(setup, "/S")
    assert (other / "ttt-engine.exe").exists()
    wine.run(other / "uninstall.exe", "/S")
    assert not other.exists()


def test_removed_it_leaves_nothing(wine, setup):
    wine.run(setup, "/S")
    command = opener(wine)
    wine.run(wine.home / "uninstall.exe", "/S")
    assert wine.registry(UNINSTALL, "DisplayVersion") == ""
    assert not any(wine.registry(key) for key in (rf"{CLASSES}\.tttgame", command))
    passing = ("Temp", "AppData/Local/Temp")
    left = {path for path in wine.files() - wine.before if not path.startswith(passing)}
    assert left <= {"AppData/Local/Programs", f"AppData/Local/{NAME}"}


VERSIONS = r"HKLM\Software\Microsoft\Windows NT\CurrentVersion"


@pytest.mark.parametrize("build", ["win7", "win81", "17134"])
def test_windows_that_are_too_old_are_refused(wine, setup, build):
    """17134 is the build of Windows 10, version 1803."""
    if build.isdecimal():
        for name in ("CurrentBuild", "CurrentBuildNumber"):
            wine.run("reg", "add", VERSIONS, "/v", name, "/d", build, "/f")
    else:
        wine.run("winecfg", "/v", build)
    try:
        assert wine.status(setup, "/S") == 3
        assert not (wine.home / "ttt-desktop.exe").exists()
    finally:
        wine.run("winecfg", "/v", "win10")
