"""Where the user's files are, and what is read of damaged settings."""

from __future__ import annotations

import sys

import pytest

from tests.waiting import ran
from ttt_desktop.identity import NAME
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.settings.store import SettingsStore

STARTED = (
    "import sys\nfrom PySide6.QtCore import QTimer\nfrom ttt_desktop.start import app\n"
    "build = app.build\n"
    "def built(*given):\n    made = build(*given)\n"
    "    QTimer.singleShot(0, made.stop)\n"
    "    return made\n"
    "app.build = built\nfrom ttt_desktop.__main__ import main\nsys.exit(main(sys.argv[1:]))\n"
)
"""Starts the program and closes it."""


def contents(folder):
    return {path.name for path in folder.iterdir()}


@pytest.mark.skipif(sys.platform != "linux", reason="XDG folders")
def test_each_kind_of_files_has_its_folder(tmp_path):
    folders = {name: tmp_path / name.lower() for name in ("CONFIG", "DATA", "STATE")}
    environment = {f"XDG_{name}_HOME": str(folder) for name, folder in folders.items()}
    ran("-c", STARTED, "--machine", "neither", env=environment, check=True)
    assert contents(folders["CONFIG"] / NAME) == {"settings.ini"}
    assert contents(folders["STATE"] / NAME) >= {"log.txt", "crash.txt"}
    assert not {"settings.ini", "log.txt", "crash.txt"} & contents(folders["DATA"] / NAME)


@pytest.mark.skipif(sys.platform != "linux", reason="XDG folders")
def test_one_folder_for_all_is_as_before(tmp_path):
    ran("-c", STARTED, "--data-dir", tmp_path / "all", "--machine", "neither",
        env={"HOME": str(tmp_path)}, check=True)  # fmt: skip
    assert {"settings.ini", "log.txt"} <= contents(tmp_path / "all")
    assert contents(tmp_path) <= {"all", ".cache"}


@pytest.mark.parametrize(
    "damage",
    [b"\x00\xff broken\nwithout sense", b"line_without_equals\n[", b"x=@Variant(\\0\\0)\n"],
)
def test_of_damaged_settings_the_readable_ones_are_used(tmp_path, damage):
    content = b"[settings]\nsize=5\nline=4\nvolume=900\nreverse=true\n" + damage
    (tmp_path / "settings.ini").write_bytes(content)
    loaded, problems = SettingsStore(tmp_path).load()
    assert (loaded.size, loaded.line, loaded.reverse) == (5, 4, True)
    assert loaded.volume == Settings().volume
    assert len(problems) == 1
    (kept,) = tmp_path.glob("settings.ini.damaged-*")
    assert kept.read_bytes() == content
    assert SettingsStore(tmp_path).load() == (loaded, [])
