"""Damaged files, full disks, foreign locks: the app starts, says what is wrong, and goes on."""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QSysInfo
from PySide6.QtWidgets import QLabel

from engine import Game
from engine.files import sweep, write_whole
from engine.record import Record, read_record
from tests.every import every
from tests.waiting import HANG_S, ran, started, wait_until
from ttt_desktop.session import keeper
from ttt_desktop.session.keeper import GameKeeper
from ttt_desktop.settings.declarations import Settings, names
from ttt_desktop.settings.store import SettingsStore
from ttt_desktop.work import storage
from ttt_desktop.work.storage import claim

GAME = '{"format": "monte-carlo-tic-tac-toe game", "version": 1, "size": 3, "win_length": 3, ' \
       '"reverse": false, "moves": [[1, 1]], "undone": []}'  # fmt: skip


def settings_file(folder, text):
    (folder / "settings.ini").write_text(text)


@every("name", ["x=mc:trials", "size", "text_scale", "min_move_time"])
@every("value", ["9" * 310, "9" * 5000, "1e308", "nan", "-1", "x" * 100_000])
def test_any_number_in_the_settings_is_survived(tmp_path_factory, name, value):
    folder = tmp_path_factory.mktemp("kept")
    settings_file(folder, f"[settings]\n{name}={value}\n")
    settings, problems = SettingsStore(folder).load()
    assert settings == Settings()
    assert len(problems) == 1
    assert "The default is used" in problems[0]
    assert len(problems[0]) < 500
    assert len(list(folder.glob("settings.ini.damaged-*"))) == 1


@pytest.mark.parametrize("option", ["--trials", "--size"])
def test_so_is_one_on_the_command_line(option):
    done = ran("-m", "ttt_desktop", option, "9" * 310)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "must be a whole number" in done.stderr


def test_a_window_stands_over_huge_settings(open_window, tmp_path):
    settings_file(tmp_path, f"[settings]\nx=mc:trials={'9' * 310}\n")
    user = open_window(folder=tmp_path)
    assert "trials must be a whole number" in user.window.notice.text
    user.play_on()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX pipes")
@every("name", sorted(storage.OWN_FILES))
@every("what", ["pipe", "device", "folder", "too large"])
def test_what_is_no_file_of_ours_is_moved_out_of_the_way(tmp_path_factory, name, what):
    folder = tmp_path_factory.mktemp("kept")
    path = folder / name
    if what == "pipe":
        os.mkfifo(path)
    elif what == "device":
        path.symlink_to("/dev/null")
    elif what == "folder":
        path.mkdir()
    else:
        with path.open("wb") as file:
            file.truncate(storage.OWN_FILES[name] + 1)
    sentences = claim(folder)
    assert len(sentences) == 1
    assert name in sentences[0]
    assert not os.path.lexists(path)
    assert len(list(folder.iterdir())) == 1, "it is kept under another name"
    assert claim(folder) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX pipes")
def test_a_program_starts_over_pipes_and_devices(tmp_path):
    for name in storage.OWN_FILES:
        os.mkfifo(tmp_path / name)
    code = (
        "import sys\nfrom PySide6.QtCore import QTimer\nfrom ttt_desktop.start import app\n"
        "build = app.build\n"
        "def built(*given):\n    made = build(*given)\n"
        "    QTimer.singleShot(300, lambda: (print(made.window.notice.text), made.stop()))\n"
        "    return made\n"
        "app.build = built\nfrom ttt_desktop.__main__ import main\n"
        f"sys.exit(main(['--data-dir', {str(tmp_path)!r}]))\n"
    )
    done = ran("-c", code, check=True)
    for name in storage.OWN_FILES:
        assert name in done.stdout


@pytest.mark.uses("files")
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX pipes")
def test_a_pipe_is_no_saved_game(open_window, tmp_path):
    os.mkfifo(tmp_path / "pipe.tttgame")
    user = open_window()
    assert not user.window.features["files"].games.open(tmp_path / "pipe.tttgame")
    assert "not a regular file" in user.window.notice.text


def test_long_words_do_not_widen_the_window(open_window, tmp_path):
    user = open_window()
    user.window.resize(500, 500)
    narrow = user.window.minimumSizeHint().width()
    user.window.notice.tell(f"The file {'/' + 'x' * 3000} could not be read {'y' * 50_000}.")
    assert user.window.minimumSizeHint().width() <= max(narrow, 700)
    assert all(len(label.text()) < 2000 for label in user.window.notice.findChildren(QLabel))


# --- the lock -----------------------------------------------------------------------------------


def kept(folder):
    (folder / "unfinished-game.json").write_text(GAME)


def test_a_lock_of_this_computer_by_its_other_name_is_another_window(
    open_window, tmp_path, monkeypatch
):
    """In Windows, locks carry the name in capitals that programs find in their environment."""
    monkeypatch.setenv("COMPUTERNAME", "THIS-COMPUTER")
    lock = tmp_path / "unfinished-game.lock"
    lock.write_text(f"{os.getppid()}\nttt-desktop\nThis-Computer\n")
    user = open_window("--machine", "neither")
    assert user.window.notice.text.startswith("Another window is open")


def test_a_lock_of_another_computer_is_said_and_the_game_is_shown_and_kept(open_window, tmp_path):
    kept(tmp_path)
    (tmp_path / "unfinished-game.lock").write_text("4711\nttt-desktop\nanother-computer\n")
    user = open_window("--machine", "neither", folder=tmp_path)
    assert user.game.moves == ((1, 1),)
    assert "another-computer" in user.window.notice.text
    assert "Another window" not in user.window.notice.text
    user.click((0, 0))
    user.window.close()
    assert read_record(tmp_path / "unfinished-game.json").game.moves == ((1, 1), (0, 0))


@pytest.mark.parametrize("content", ["", "x", "0\n\n\n", "\0" * 100])
def test_a_damaged_lock_is_no_other_window(tmp_path, content):
    kept(tmp_path)
    (tmp_path / "unfinished-game.lock").write_text(content)
    keeper = GameKeeper(tmp_path)
    assert keeper.is_mine
    assert "Another window" not in keeper.problem
    assert keeper.load()[0].game.moves == ((1, 1),)


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="needs root to mount")
def test_a_full_disk_is_said_and_the_game_is_shown(tmp_path):
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=32k", "tmpfs", str(tmp_path)], check=False,
        capture_output=True,
    )  # fmt: skip
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        kept(tmp_path)
        with pytest.raises(OSError, match="No space left"):
            (tmp_path / "fill").write_bytes(b"x" * 100_000)
        keeper = GameKeeper(tmp_path)
        assert keeper.is_mine
        assert "the disk is full" in keeper.problem
        assert keeper.load()[0].game.moves == ((1, 1),)
        keeper.save(Record(Game()))
    finally:
        subprocess.run(["umount", "-l", str(tmp_path)], check=True)


def test_a_window_that_runs_is_another_window(tmp_path):
    kept(tmp_path)
    code = (
        "import sys; from pathlib import Path; from ttt_desktop.session.keeper import GameKeeper\n"
        "keeper = GameKeeper(Path(sys.argv[1])); print(keeper.is_mine, flush=True); input()"
    )
    first = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert first.stdout.readline() == "True\n"
    second = GameKeeper(tmp_path)
    assert not second.is_mine
    assert second.problem == keeper.ANOTHER_WINDOW
    first.communicate("\n")
    assert GameKeeper(tmp_path).is_mine
    assert QSysInfo.machineHostName() == socket.gethostname()


# --- what killed programs leave -----------------------------------------------------------------


def test_scratch_files_of_killed_programs_go_and_of_living_ones_stay(tmp_path):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    alive = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    for number in (dead.pid, alive.pid):
        (tmp_path / f"settings.ini.ttt-{number}-0.part").touch()
        (tmp_path / f"game.tttgame.ttt-{number}-7.part").touch()
    (tmp_path / "settings.ini.0815.part").touch()
    settings_file(tmp_path, "")
    claim(tmp_path)
    write_whole(tmp_path / "game.tttgame", "x")
    sweep(tmp_path, "no such file")
    alive.communicate()
    left = {path.name for path in tmp_path.glob("*.part")}
    living = {f"settings.ini.ttt-{alive.pid}-0.part", f"game.tttgame.ttt-{alive.pid}-7.part"}
    assert left == living | {"settings.ini.0815.part"}, "and what is not ours stays"


# A long game that begins by itself: where it is kept, the window stands and heeds signals.
PLAYING = ["--machine", "both", "--size", "25", "--trials", "300", "--min-move-time", "0"]


def test_a_folder_that_cannot_be_made_leaves_no_other_one(tmp_path):
    (tmp_path / "file").touch()
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    place = str(tmp_path / "file" / "x")
    with started(
        [sys.executable, "-m", "ttt_desktop", "--data-dir", place, *PLAYING],
        env=os.environ | {"TMPDIR": str(scratch)}, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        wait_until(lambda: list(scratch.glob("*/unfinished-game.json")))
        process.terminate()
        process.communicate(timeout=HANG_S)
    assert process.returncode == 0
    assert list(scratch.iterdir()) == []


def test_settings_behind_a_link_stay_behind_it(tmp_path):
    real = tmp_path / "elsewhere.ini"
    real.write_text("[settings]\nx=mc:trials=77\n")
    (tmp_path / "settings.ini").symlink_to(real)
    assert claim(tmp_path) == []
    store = SettingsStore(tmp_path)
    assert store.load()[0].x == "mc:trials=77"
    store.save(Settings(x="mc:trials=88"), {"x"})
    assert QSettings(str(real), QSettings.Format.IniFormat).value("settings/x") == "mc:trials=88"
    shutil.rmtree(tmp_path / "none", ignore_errors=True)
    assert Path(tmp_path / "settings.ini").exists()


@pytest.mark.parametrize(
    "value", ["@Variant(\\0\\0\\0\\x3f\\0\\0)", "@Variant(\\0\\0\\0\\x9\\xff)"]
)
def test_values_of_types_that_are_never_written_are_not_read(tmp_path, value):
    settings_file(tmp_path, f"[settings]\ntrials={value}\n[layout]\nstate=@ByteArray(abc)\n")
    settings, problems = SettingsStore(tmp_path).load()
    assert settings == Settings()
    assert "The settings could not be read" in problems[0]
    assert len(list(tmp_path.glob("settings.ini.damaged-*"))) == 1


def test_many_bad_settings_make_one_short_sentence(tmp_path):
    bad = "\n".join(f"{name}={'x' * 300}" for name in names())
    settings_file(tmp_path, f"[settings]\n{bad}\n")
    settings, problems = SettingsStore(tmp_path).load()
    assert settings == Settings()
    assert len(problems[0]) < 500
    assert f"{len(names())} stored settings could not be used" in problems[0]
    assert problems[0].count("The defaults are used.") == 1
