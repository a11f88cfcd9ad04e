"""Where the user's files are, and how those of an older version get there: nothing is lost."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from tests.waiting import ran
from ttt_desktop.identity import NAME
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.settings.store import SettingsStore
from ttt_desktop.work.places import Places, move_in

OLD = "[settings]\nsize=5\n"
STARTED = (
    "import sys\nfrom PySide6.QtCore import QTimer\nfrom ttt_desktop.start import app\n"
    "build = app.build\n"
    "def built(*given):\n    made = build(*given)\n"
    "    QTimer.singleShot(0, lambda: (print(made.window.notice.text), made.stop()))\n"
    "    return made\n"
    "app.build = built\nfrom ttt_desktop.__main__ import main\nsys.exit(main(sys.argv[1:]))\n"
)
"""Starts the program, prints its first notice and closes it."""


@pytest.fixture
def places(tmp_path):
    """Three folders, as an older version's user has them after the new one has made them."""
    made = Places(tmp_path / "config", tmp_path / "data", tmp_path / "state")
    for folder in made.folders():
        folder.mkdir()
    (made.data / "settings.ini").write_text(OLD)
    (made.data / "settings.ini.damaged-20260101-000000").write_text("an old copy")
    (made.data / "log.txt").write_text("logged\n")
    (made.data / "log.txt.1").write_text("logged before\n")
    (made.data / "unfinished-game.json").write_text("{}")
    return made


def contents(folder):
    return {path.name for path in folder.iterdir()}


def test_settings_and_log_move_and_games_stay(places):
    used, told = move_in(places)
    assert used == places
    assert str(places.settings) in told
    assert contents(places.settings) == {"settings.ini", "settings.ini.damaged-20260101-000000"}
    assert contents(places.state) == {"log.txt", "log.txt.1"}
    assert contents(places.data) == {"unfinished-game.json"}
    assert move_in(places) == (places, ""), "it is said once"


def another_disk(_path, _target):
    raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))


def test_they_move_to_another_disk(places, monkeypatch):
    monkeypatch.setattr(Path, "rename", another_disk)
    move_in(places)
    assert (places.settings / "settings.ini").read_text() == OLD
    assert contents(places.data) == {"unfinished-game.json"}


@pytest.mark.parametrize("at", range(1, 5))
def test_a_move_that_is_interrupted_goes_on_at_the_next_start(places, monkeypatch, at):
    before = {path.name: path.read_text() for path in places.data.iterdir()}
    unlink, count = Path.unlink, 0

    def interrupted(path, missing_ok=False):
        nonlocal count
        if path.parent == places.data:
            count += 1
            if count == at:
                raise KeyboardInterrupt
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "rename", another_disk)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", interrupted)
        with pytest.raises(KeyboardInterrupt):
            move_in(places)
    everywhere = [path for folder in places.folders() for path in folder.iterdir()]
    assert {path.name for path in everywhere} == before.keys(), "nothing is lost meanwhile"
    move_in(places)
    after = [path for folder in places.folders() for path in folder.iterdir()]
    assert {path.name: path.read_text() for path in after} == before
    assert len(after) == len(before)


def test_of_two_files_both_are_kept(places):
    (places.settings / "settings.ini").write_text("[settings]\nsize=7\n")
    move_in(places)
    (older,) = places.settings.glob("settings.ini.older-*")
    assert older.read_text() == OLD
    assert SettingsStore(places.settings).load()[0].size == 7


def test_a_link_leads_to_the_same_file(places, tmp_path):
    mine = tmp_path / "dotfiles.ini"
    mine.write_text(OLD)
    (places.data / "settings.ini").unlink()
    (places.data / "settings.ini").symlink_to("../dotfiles.ini")
    move_in(places)
    assert (places.settings / "settings.ini").samefile(mine)


def test_where_they_cannot_move_the_old_ones_are_used(places, monkeypatch):
    def refused(_path, _target):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "rename", refused)
    used, told = move_in(places)
    assert used == Places.together(places.data)
    assert "settings.ini stays in" in told
    assert SettingsStore(used.settings).load()[0].size == 5


@pytest.mark.skipif(sys.platform != "linux", reason="XDG folders")
def test_the_program_moves_them_once_and_says_it_once(tmp_path):
    folders = {f"XDG_{each}_HOME": tmp_path / each.lower() for each in ("CONFIG", "DATA", "STATE")}
    data = tmp_path / "data" / NAME
    data.mkdir(parents=True)
    (data / "settings.ini").write_text("[settings]\nsize=5\nmachine=neither\n")
    (data / "log.txt").write_text("logged\n")
    environment = {name: str(folder) for name, folder in folders.items()}
    first = ran("-c", STARTED, env=environment, check=True)
    assert "Settings are now kept in" in first.stdout
    second = ran("-c", STARTED, env=environment, check=True)
    assert "now kept" not in second.stdout
    settings, state = tmp_path / "config" / NAME, tmp_path / "state" / NAME
    assert "size=5" in (settings / "settings.ini").read_text()
    logged = (state / "log.txt").read_text()
    assert logged.startswith("logged\n")
    assert logged.count("Settings are now kept in") == 1
    assert not {"settings.ini", "log.txt", "crash.txt"} & contents(data)


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
