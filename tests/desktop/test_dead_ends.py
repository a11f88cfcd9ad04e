"""What is remembered for comfort keeps no window from opening, and windows share what they keep."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import pytest
from PySide6.QtCore import QByteArray, QSettings, Qt
from PySide6.QtWidgets import QLabel, QWidget

from tests.every import every
from tests.waiting import ran, started
from ttt_desktop.settings.declarations import Settings, with_values
from ttt_desktop.settings.store import SettingsStore

OPENED = (
    "import sys\nfrom PySide6.QtCore import QTimer\nfrom ttt_desktop.start import app\n"
    "build = app.build\n"
    "def built(*given):\n    app = build(*given)\n"
    "    def look():\n        print('notice:', app.window.notice.text)\n        app.stop()\n"
    "    QTimer.singleShot(200, look)\n"
    "    return app\n"
    "app.build = built\nfrom ttt_desktop.__main__ import main\nsys.exit(main(sys.argv[1:]))\n"
)
"""Starts the program, says what its notice says, and closes it."""


def opened(folder, **more):
    """Start and close the program in a process of its own; return what its notice said."""
    done = ran("-c", OPENED, "--data-dir", folder, "--machine", "neither", check=True, **more)
    return done.stdout.partition("notice: ")[2].strip()


def kept_layouts(folder):
    """Close a window and return the settings' file that it leaves."""
    opened(folder)
    return (folder / "settings.ini").read_text()


# --- the folder last used -----------------------------------------------------------------


@every("folder", ["x" * 300, "/" + "y" * 5000, "/dev/null/there", "/proc/1/root/none", "a\\x0b"])
def test_no_folder_that_was_used_last_keeps_the_window_from_opening(
    open_window, tmp_path_factory, folder
):
    kept = tmp_path_factory.mktemp("kept")
    (kept / "settings.ini").write_text(f"[layout]\nlast_folder={folder}\n")
    user = open_window("--machine", "neither", folder=kept)
    assert user.window.notice.text == ""
    from ttt_desktop.work import files

    assert files.last_folder() == "", "it is not there, so dialogs open elsewhere"
    user.window.close()


@pytest.mark.needs_root
def test_a_folder_that_may_not_be_entered_is_forgotten(tmp_path):
    hidden = tmp_path / "hidden"
    (hidden / "inside").mkdir(parents=True)
    data = tmp_path / "data"
    data.mkdir()
    (data / "settings.ini").write_text(f"[layout]\nlast_folder={hidden / 'inside'}\n")
    hidden.chmod(0)
    look = (
        "import os, sys\nfrom ttt_desktop.work.files import last_folder, remember\n"
        "os.setuid(65534)\n"
        "remember(sys.argv[1]); print(repr(last_folder()))"
    )
    done = ran("-c", look, hidden / "inside", check=True)
    assert done.stdout.strip() == "''"


# --- layouts ------------------------------------------------------------------------------


def test_a_layout_with_any_byte_changed_is_none(tmp_path):
    store = SettingsStore(tmp_path)
    layout = bytes(range(256))
    store.save_layout("state", QByteArray(layout))
    store.flush()
    assert SettingsStore(tmp_path).layout("state").data() == layout
    path = tmp_path / "settings.ini"
    content = path.read_bytes()
    start = content.index(b"state=") + len("state=")
    for place in range(start, len(content), 3):
        other = bytearray(content)
        other[place] ^= 1 << (place % 7)
        path.write_bytes(other)
        assert SettingsStore(tmp_path).layout("state").data() in (b"", layout)
    path.write_bytes(content.replace(b"state=", b"geometry="))
    assert SettingsStore(tmp_path).layout("geometry").isEmpty(), "nor is that of something else"


@every(
    "value", ["@ByteArray(\\0\\0\\0\\xff\\x7f\\xff\\xff\\xff)", "1 2 3", "@Rect(1 2 3 4)", "x, y"]
)
def test_a_layout_of_another_form_is_forgotten(open_window, tmp_path_factory, value):
    folder = tmp_path_factory.mktemp("kept")
    names = ("geometry", "state")
    text = "".join(f"{name}={value}\n" for name in names)
    (folder / "settings.ini").write_text(f"[layout]\n{text}[settings]\nlayout=learn\n")
    user = open_window("--machine", "neither", folder=folder)
    assert user.window.notice.text == ""
    assert user.window.docks["heatmap"].isVisible(), "it begins as at a first start"
    user.window.close()


def test_a_window_comes_back_as_it_was(tmp_path):
    text = kept_layouts(tmp_path)
    assert "@ByteArray" not in text
    store = SettingsStore(tmp_path)
    assert not store.layout("geometry").isEmpty()
    assert not store.layout("state").isEmpty()
    assert not (tmp_path / "start.mark").exists()


def test_a_start_that_did_not_come_to_its_window_is_followed_by_one_without_layouts(tmp_path):
    kept_layouts(tmp_path)
    hanging = (
        "import sys, time\nfrom ttt_desktop.shell.window import MainWindow\n"
        "def hang(*_):\n    print('restoring', flush=True)\n    time.sleep(1000)\n"
        "MainWindow.restoreGeometry = hang\n"
        "from ttt_desktop.__main__ import main\nsys.exit(main(sys.argv[1:]))\n"
    )
    with started(
        [sys.executable, "-c", hanging, "--data-dir", str(tmp_path)], stdout=subprocess.PIPE,
        text=True,
    ) as process:  # fmt: skip
        assert process.stdout.readline() == "restoring\n"
        process.kill()
    assert "did not come as far as its window" in opened(tmp_path)
    assert opened(tmp_path) == "", "it is said once"


@pytest.mark.uses("lessons")
@every("place", ["-99", "99", "²", "9" * 5000])
def test_a_lessons_place_of_any_number_is_survived(open_window, tmp_path_factory, place):
    folder = tmp_path_factory.mktemp("kept")
    (folder / "settings.ini").write_text(f"[layout]\nlesson={place} 2-scores\n")
    user = open_window("--machine", "neither", folder=folder)
    user.trigger("lesson")
    user.linger(0.01)
    guide = user.window.features["lessons"].guide
    assert guide.lesson is None or 0 <= guide.place < len(guide.lesson.steps)
    user.window.close()


# --- settings that are damaged while the program runs -------------------------------------


@every(
    "damage", [b"", b"\x00\xff broken\nwithout sense", b"[settings]\nname=An", b"x=@Variant(\\0)"]
)
def test_what_is_known_is_written_where_the_file_was_damaged(open_window, tmp_path_factory, damage):
    folder = tmp_path_factory.mktemp("kept")
    known = with_values(Settings(), {"name": "Ada", "theme": "dark", "size": 5})
    SettingsStore(folder).save(known, {"name", "theme", "size"})
    user = open_window("--machine", "neither", folder=folder)
    path = folder / "settings.ini"
    path.write_bytes(damage)
    user.window.preferences.change(volume=17)
    user.window.preferences.save()
    assert "damaged while the program ran" in user.window.notice.text
    user.window.close()
    stored, problems = SettingsStore(folder).load()
    assert problems == []
    assert (stored.name, stored.theme, stored.size, stored.volume) == ("Ada", "dark", 5, 17)
    kept = [copy.read_bytes() for copy in folder.glob("settings.ini.damaged-*")]
    assert kept == ([damage] if damage else [])


def test_what_another_window_changed_is_no_damage(tmp_path):
    told = []
    store = SettingsStore(tmp_path)
    store.tell = told.append
    store.save(Settings(size=5), {"size"})
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from ttt_desktop.settings.store import SettingsStore\n"
        "from ttt_desktop.settings.declarations import Settings\n"
        "SettingsStore(Path(sys.argv[1])).save(Settings(size=7, name='Ada'), {'size', 'name'})"
    )
    ran("-c", code, tmp_path, check=True)
    store.save(Settings(volume=17), {"volume"})
    assert told == []
    stored = SettingsStore(tmp_path).load()[0]
    assert (stored.size, stored.name, stored.volume) == (7, "Ada", 17)


# --- names in files ------------------------------------------------------------------------


def test_names_are_no_html(user):
    """Qt takes a text with a tag for HTML, and would load what its pictures are called."""
    user.window.preferences.change(name="<img src=a>Ada", friend="<img src=b>Bo")
    user.click((0, 0))
    shown = [label for label in user.window.findChildren(QLabel) if "<img" in label.text()]
    assert shown
    assert {label.textFormat() for label in shown} == {Qt.TextFormat.PlainText}
    tips = [widget.toolTip() for widget in user.window.findChildren(QWidget)]
    assert not [tip for tip in tips if "<img" in tip]
    assert [tip for tip in tips if "&lt;img" in tip]


@pytest.mark.uses("files")
@pytest.mark.skipif(sys.platform == "win32", reason="such names are not possible there")
def test_a_files_name_with_turning_marks_is_shown_with_them_made_visible(user, tmp_path):
    path = tmp_path / "a\n\u202etxt.sgf"
    path.write_text("nothing")
    assert not user.window.features["files"].games.open(path)
    assert "a\\n\\u202etxt.sgf" in user.window.notice.text
    assert "\n" not in user.window.notice.text
    assert user.window.features["files"].games.save(path.with_suffix(".tttgame"))
    assert "a\\n\\u202etxt.tttgame" in user.window.status.currentMessage()


# --- a folder that can only be read --------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="a mount that is read-only")
@pytest.mark.needs_root
def test_settings_of_a_folder_that_can_only_be_read_are_used(tmp_path):
    path = tmp_path / "settings.ini"
    QSettings(str(path), QSettings.Format.IniFormat).setValue("settings/name", "Ada")
    place = tmp_path / "seen"
    place.mkdir()
    shutil.copy(path, place / "settings.ini")
    mounted = subprocess.run(
        ["mount", "--bind", "-o", "ro", place, place], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        if os.access(place, os.W_OK):
            subprocess.run(["mount", "-o", "remount,ro,bind", place], check=True)
        shown = OPENED.replace("app.window.notice.text", "app.controller.settings.name, '|', "
                               "app.window.notice.text")  # fmt: skip
        done = ran("-c", shown, "--data-dir", place, "--machine", "neither", check=True)
    finally:
        subprocess.run(["umount", "-l", place], check=True)
    name, _, notice = done.stdout.partition("notice: ")[2].partition("|")
    assert name.strip() == "Ada"
    assert len(re.findall("Nothing can be kept", notice)) == 1
