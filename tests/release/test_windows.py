"""The program for Windows, built, installed, used and removed in Wine: all from registries.

Pictures of the windows are left in build/proof.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager, suppress

import pytest

from commands import call
from project import NAME, TITLE
from tests.release.conftest import PROOF
from tests.release.screen import Screen
from tests.release.wine.building import Build
from tests.release.wine.handing_over import on_windows
from tests.waiting import HANG_S, wait_until

pytestmark = [
    pytest.mark.release, pytest.mark.timeout(3600),
    pytest.mark.needs("git", "makensis", "wine", "x86_64-w64-mingw32-gcc", "Xvfb", "xdotool"),
]  # fmt: skip
SETUP_LIMIT_MB = 30
PLUGINS = {
    "iconengines/qsvgicon.dll", "imageformats/qgif.dll", "imageformats/qico.dll",
    "imageformats/qjpeg.dll", "imageformats/qsvg.dll", "platforms/qoffscreen.dll",
    "platforms/qwindows.dll", "styles/qmodernwindowsstyle.dll",
}  # fmt: skip
MIDDLE = (0.5, 0.6)
"""Where square B2 of the first 3x3 board is in the window."""

POSITION = ("analyse", "--board", "X.O/.X./..O", "--to-move", "X", "--trials", "100000", "--seed",
            "1", "--json")  # fmt: skip
GAME = {
    "format": "monte-carlo-tic-tac-toe game", "version": 1, "size": 4, "win_length": 4,
    "reverse": False, "moves": [[1, 1]], "undone": [],
}  # fmt: skip


@pytest.fixture(scope="module")
def build():
    return Build(PROOF / "windows")


@pytest.fixture(scope="module")
def screen():
    made = Screen()
    yield made
    made.close()


class Installed:
    """The installed program, and its user."""

    def __init__(self, build, screen):
        self.wine, self.screen = build.wine, screen
        self.files, self.keys = self.wine.files(), self.wine.keys()
        self.wine.run(build.setup, "/S")
        self.home = self.wine.profile / "AppData" / "Local" / "Programs" / TITLE
        self.data = self.wine.profile / "AppData" / "Local" / NAME

    @contextmanager
    def window(self, *arguments, title=TITLE):
        """Start the program; yield its window, then quit it with the keyboard."""
        program = self.home / "ttt-desktop.exe"
        first = not (arguments or (self.data / "settings.ini").exists())
        self.wine.wait()
        with self.wine.start(program, *arguments, DISPLAY=self.screen.display) as app:
            try:
                window = self.screen.window(title)
                if first:
                    self.screen.begin()
                yield window
                self.screen.press(window, "ctrl+q")
                said = app.communicate(timeout=HANG_S)[0]
                assert (app.returncode, said) == (0, b"")
            except BaseException as error:
                self.wine.end()
                error.add_note(f"it said: {app.communicate()[0].decode(errors='replace')}")
                raise

    def engine(self, *arguments):
        return self.wine.run(self.home / "ttt-engine.exe", *arguments)

    @property
    def kept(self):
        """The unfinished game; an empty one if there is none."""
        path = self.data / "unfinished-game.json"
        return json.loads(path.read_text()) if path.exists() else {"size": 0, "moves": []}

    def has_moves(self, count):
        wait_until(lambda: len(self.kept["moves"]) >= count, f"{count} moves are kept")


@pytest.fixture(scope="module")
def installed(build, screen):
    made = Installed(build, screen)
    yield made
    made.wine.end()


def test_the_setup_is_small(build, record_property):
    size = build.setup.stat().st_size / 1e6
    whole = sum(path.stat().st_size for path in build.bundle.rglob("*") if path.is_file()) / 1e6
    record_property("figures", f"{build.setup.name}: {size:.1f} MB, unpacked {whole:.0f} MB")
    assert size <= SETUP_LIMIT_MB


def test_qt_brings_only_what_is_used(build):
    qt = build.bundle / "_internal" / "PySide6"
    plugins = qt / "plugins"
    there = {path.relative_to(plugins).as_posix() for path in plugins.rglob("*.dll")}
    assert there == PLUGINS
    assert not (qt / "translations").exists()
    assert not (qt / "Qt6Network.dll").exists()


def test_the_licences_name_what_is_microsofts(build):
    told = (build.bundle / "licences" / "README.txt").read_text()
    assert "vcruntime140.dll" in told
    assert "msvcp140.dll" in told


def test_the_window_the_console_tournaments_and_students_files_work(build, installed):
    """With Qt's own windows too, and from processes of all kinds: packaging/installed.py."""
    build.wine.run(
        build.python, build.source / "packaging" / "installed.py", on_windows(installed.home),
        **installed.wine.unseen,
    )  # fmt: skip


def test_the_native_kernel_counts_as_on_linux(installed, record_property):
    here = call(sys.executable, "-m", "engine.cli.main", *POSITION)
    assert json.loads(installed.engine(*POSITION)) == json.loads(here)
    options = ("--self-test", "--seed", "1")
    desktop = installed.home / "ttt-desktop.exe"
    with installed.wine.start(desktop, *options, DISPLAY=installed.screen.display) as app:
        there = json.loads(app.communicate()[0])
    told = json.loads(
        call(sys.executable, "-m", "ttt_desktop", *options, QT_QPA_PLATFORM="offscreen")
    )
    assert (there["ok"], there["platform"]) == (True, "windows")
    assert there["kernel"].startswith("native")
    same = ("winner", "moves", "trials", "size", "kernel")
    assert {name: there[name] for name in same} == {name: told[name] for name in same}
    record_property("figures", f"self-test: {json.dumps(there)}")


def test_a_square_is_played_by_mouse_and_the_unfinished_game_comes_back(installed):
    with installed.window() as window:
        installed.screen.click(window, *MIDDLE)
        installed.has_moves(2)
        installed.screen.shoot(PROOF / "windows-played.png")
    before = installed.kept["moves"]
    assert before[0] == [1, 1]
    with installed.window() as window:
        time.sleep(3)  # until it is painted, for the picture
        installed.screen.shoot(PROOF / "windows-restored.png")
        installed.screen.press(window, "ctrl+z")
        wait_until(lambda: installed.kept["moves"] != before, "a move was taken back")


def test_a_saved_game_opens_from_a_folder_with_a_strange_name(installed):
    game = installed.wine.profile / "my g\u00e4mes" / "lesson 1.tttgame"
    game.parent.mkdir()
    game.write_text(json.dumps(GAME))
    try:
        with installed.window(game):
            wait_until(lambda: installed.kept["size"] == GAME["size"], "that game is there")
            installed.has_moves(2)
            installed.screen.shoot(PROOF / "windows-opened.png")
    finally:
        game.unlink()
        game.parent.rmdir()
    assert installed.kept["moves"][0] == GAME["moves"][0]


def test_two_windows_run_beside_each_other(installed):
    """The second one says that it keeps no game; both write into one log."""
    screen, program = installed.screen, installed.home / "ttt-desktop.exe"
    installed.wine.wait()
    with (
        installed.wine.start(program, DISPLAY=screen.display) as first,
        installed.wine.start(program, DISPLAY=screen.display) as second,
    ):
        wait_until(lambda: len(screen.windows(f"^{TITLE}$")) == 2, "there are two")
        time.sleep(3)  # until both are painted, for the picture
        screen.shoot(PROOF / "windows-two.png")
        try:
            for left in (1, 0):  # the one in front is the one that gets the keyboard
                wait_until(lambda: screen.windows(f"^{TITLE}$"), "a window is open")
                screen.press(screen.windows(f"^{TITLE}$")[-1], "ctrl+q")
                wait_until(lambda left=left: len(screen.windows(f"^{TITLE}$")) == left, "gone")
            assert [app.communicate(timeout=HANG_S)[0] for app in (first, second)] == [b"", b""]
            assert [app.returncode for app in (first, second)] == [0, 0]
        except BaseException:
            installed.wine.end()
            raise


def test_more_processes_than_windows_can_wait_for_are_refused(installed):
    program = installed.home / "ttt-engine.exe"
    asked = ("tournament", "--players", "random", "--games", "2", "--workers", "62")
    with installed.wine.start(program, *asked) as app:
        said = app.communicate()[0].decode()
    assert app.returncode == 2
    assert "the number of processes must be a whole number from 1 to 61, not 62" in said


def test_help_is_printed_in_the_console_that_asked_for_it(installed):
    """A windowed program has no output of its own there."""
    shown = in_terminal(installed, "--help")
    assert "usage: ttt-desktop" in shown
    assert "ttt-desktop: unrecognized arguments: --nonsense" in in_terminal(installed, "--nonsense")


def in_terminal(installed, *arguments):
    """Run ttt-desktop from Windows' command line in a terminal; return what the terminal shows."""
    shown = bytearray()
    ours, theirs = os.openpty()
    command = ["wine", "cmd", "/c", str(installed.home / "ttt-desktop.exe"), *arguments]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        env=installed.wine.environment,
    ):  # fmt: skip
        os.close(theirs)
        with suppress(OSError):  # so Linux says that nobody has the other end open
            while data := os.read(ours, 4096):
                shown += data
        os.close(ours)
    return shown.decode(errors="replace")


def test_a_bad_option_from_nowhere_is_told_in_a_box(installed):
    """A shortcut's program prints to what says that it is a terminal, and is none."""
    screen, program = installed.screen, installed.home / "ttt-desktop.exe"
    installed.wine.wait()
    nowhere = {"output": subprocess.DEVNULL, "DISPLAY": screen.display}
    with installed.wine.start(program, "--nonsense", **nowhere) as app:
        box = screen.window(TITLE)
        screen.shoot(PROOF / "windows-box.png")
        screen.press(box, "Return")
        assert app.wait(timeout=HANG_S) == 2


def test_an_update_goes_over_it(build, installed):
    before = installed.wine.files()
    (installed.home / "_internal" / "python311.dll").unlink()
    (installed.home / "_internal" / "of an older version.dll").touch()
    installed.wine.run(build.setup, "/S")
    assert installed.wine.files() == before


def test_an_update_of_a_running_program_waits_until_it_is_closed(build, installed):
    with installed.window():
        assert installed.wine.status(build.setup, "/S") == 2
    assert (installed.home / "ttt-desktop.exe").exists()


def test_removed_it_leaves_the_users_files_and_nothing_else(installed):
    installed.wine.run(installed.home / "uninstall.exe", "/S")
    passing = ("Temp", "AppData/Local/Temp", "AppData/Roaming/Microsoft/Windows/Recent")
    left = {
        path for path in installed.wine.files() - installed.files if not path.startswith(passing)
    }
    kept = {"settings.ini", "unfinished-game.json", "given-up-game.json", "log.txt", "crash.txt"}
    kept |= {"history.db", "history.reserve"}
    folder = f"AppData/Local/{NAME}"
    assert left <= {"AppData/Local/Programs", folder, *(f"{folder}/{name}" for name in kept)}
    # A fresh Wine makes these two keys when a program first needs them; every Windows has them.
    usual = (r"Classes]", r"Microsoft\Windows\CurrentVersion\Uninstall]")
    added = installed.wine.keys() ^ installed.keys
    assert added <= {f"[HKEY_CURRENT_USER\\Software\\{key}" for key in usual}
