"""What a screen reader gets, over a real accessibility bus: every square, move, new game, the end.

The bus is this test's own. Orca 43, that of Debian 12, speaks of what is tested here.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.release.screen import Screen
from tests.waiting import HANG_S, wait_until
from ttt_desktop import APP_TITLE

LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
LISTENER = Path(__file__).with_name("bus_listener.py")
SYSTEMS_PYTHON = "/usr/bin/python3"


def missing():
    """Return Debian's packages that this test misses."""
    programs = {"Xvfb": "xvfb", "xdotool": "xdotool", "dbus-daemon": "dbus-daemon"}
    packages = {package for name, package in programs.items() if not shutil.which(name)}
    if not LAUNCHER.exists():
        packages.add("at-spi2-core")
    code = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    with contextlib.suppress(OSError):
        asked = subprocess.run([SYSTEMS_PYTHON, "-c", code], capture_output=True, check=False)
        if asked.returncode == 0:
            return packages
    return packages | {"python3-gi", "gir1.2-atspi-2.0"}


if absent := missing():
    pytest.skip(f"missing: {', '.join(sorted(absent))}", allow_module_level=True)


class Listener:
    """Somebody at the bus, who remembers what was heard."""

    def __init__(self, environment):
        self._environment = environment
        self._process = subprocess.Popen(
            [SYSTEMS_PYTHON, LISTENER, "listen"], stdout=subprocess.PIPE, text=True, env=environment
        )
        self.heard = []
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()
        wait_until(lambda: self.heard, "the bus is listened to")

    def _listen(self):
        for line in self._process.stdout:
            self.heard.append(json.loads(line))

    @property
    def announced(self):
        return [each["name"] for each in self.heard if each.get("role") == "notification"]

    @property
    def focused(self):
        return [each["name"] for each in self.heard if "focused" in each["event"]]

    def hears(self, *sentences):
        """Wait until sentences were announced, in this order; then forget all."""

        def so_far():
            rest = iter(self.announced)
            return all(sentence in rest for sentence in sentences)

        try:
            wait_until(so_far, f"{sentences} is heard")
        except AssertionError as error:
            error.add_note(f"heard was: {self.announced}")
            raise
        self.heard.clear()

    def is_led_to(self, name):
        """Wait until the keyboard's focus is on something that is called so."""
        wait_until(lambda: self.focused[-1:] == [name], f"the focus is on {name!r}")

    def tree(self):
        """Return all that is there."""
        printed = subprocess.run(
            [SYSTEMS_PYTHON, LISTENER, "tree"], stdout=subprocess.PIPE, text=True, check=True,
            env=self._environment,
        ).stdout  # fmt: skip
        return [json.loads(line) for line in printed.splitlines()]

    def close(self):
        self._process.terminate()
        self._process.wait()
        self._thread.join()
        self._process.stdout.close()


@contextlib.contextmanager
def running(*command, **options):
    with subprocess.Popen(command, **options) as process:
        try:
            yield process
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def screen():
    made = Screen()
    yield made
    made.close()


@pytest.fixture(scope="module")
def bus(screen, tmp_path_factory):
    """The environment of programs on a bus of their own."""
    home = tmp_path_factory.mktemp("home")
    environment = os.environ | {
        "HOME": str(home), "XDG_RUNTIME_DIR": str(home), "DISPLAY": screen.display,
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "QT_QPA_PLATFORM": "xcb",
    }  # fmt: skip
    quiet = {"stderr": subprocess.DEVNULL, "env": environment}
    daemon = ("dbus-daemon", "--session", "--nofork", "--print-address")
    with running(*daemon, stdout=subprocess.PIPE, text=True, **quiet) as session:
        environment["DBUS_SESSION_BUS_ADDRESS"] = session.stdout.readline().strip()
        with running(str(LAUNCHER), "--launch-immediately", stdout=subprocess.DEVNULL, **quiet):
            yield environment


@pytest.fixture
def listener(bus):
    made = Listener(bus)
    yield made
    made.close()


@pytest.fixture
def app(screen, bus, listener, tmp_path):
    """Start the app with options; return its window."""
    started = []

    def start(*options):
        command = [sys.executable, "-m", "ttt_desktop", "--data-dir", str(tmp_path), "--seed", "1",
                   "--trials", "200", *options]  # fmt: skip
        started.append(subprocess.Popen(command, env=bus, stderr=subprocess.PIPE))
        window = screen.window(APP_TITLE)
        screen.focus(window)
        wait_until(lambda: listener.focused, "something has the focus")
        return window

    yield start
    try:
        screen.press(screen.window(APP_TITLE), "ctrl+q")
        assert [app.communicate(timeout=HANG_S)[1] for app in started] == [b""]
        assert [app.returncode for app in started] == [0]
    finally:
        for app in started:
            app.kill()


def test_a_whole_game_is_heard(app, screen, listener):
    window = app()
    screen.press(window, "b", "2")
    listener.hears("X plays B2", "The machine is thinking…",
                   "O plays C1", "Your turn.")  # fmt: skip
    screen.press(window, "a", "1")
    listener.hears("X plays A1", "O plays C3", "Your turn.")
    screen.press(window, "ctrl+z")
    listener.hears("Taken back: O C3, X A1")
    screen.press(window, "ctrl+shift+z")
    listener.hears("Made again: X A1, O C3")
    screen.press(window, "b", "1")
    listener.hears("X plays B1", "O plays B3", "Your turn.")
    screen.press(window, "a", "2")
    listener.hears("X plays A2", "O plays A3", "The machine wins with row 3.")
    screen.press(window, "ctrl+n")
    wait_until(lambda: listener.focused[-1:] not in ([], ["Board"]), "Play's home is open")
    screen.press(window, "Return")
    listener.hears("New game: 3×3", "Your turn.")


def test_each_refusal_is_heard(app, screen, listener):
    window = app("--machine", "neither")
    screen.press(window, "b", "2")
    listener.hears("X plays B2")
    for _ in range(2):
        screen.press(window, "b", "2")
        listener.hears("B2 is taken; choose an empty square")


def test_arrows_read_one_square_each(app, screen, listener):
    """A table's row would be read as a whole, on this board as fifteen squares.

    It has stones, by its size, and the sides are called after them.
    """
    window = app("--size", "15", "--line", "5", "--machine", "neither")
    screen.press(window, "c", "2")
    listener.hears("Black plays C2", "Player White to move.")
    for key, name in (
        ("Right", "D2, empty"),
        ("Left", "C2, Black, last move"),
        ("Down", "C3, empty"),
    ):
        screen.press(window, key)
        listener.is_led_to(name)
    screen.press(window, "Tab")
    wait_until(lambda: listener.focused[-1] != "C3, empty", "the focus is elsewhere")
    screen.press(window, "shift+Tab")
    listener.is_led_to("C3, empty")
    roles = {each["role"] for each in listener.tree() if each["showing"]}
    assert "table cell" in roles
    assert not roles & {"table", "tree table"}


def showing(listener):
    """Return what is to be seen."""
    return [each for each in listener.tree() if each["showing"]]


def names(parts):
    return {each["name"] for each in parts}


def test_everything_has_a_name_and_says_it_plainly(app, screen, listener):
    window = app()
    shown = showing(listener)
    screen.press(window, "ctrl+l")
    wait_until(lambda: "Published experiment" in names(showing(listener)), "the lab is open")
    shown += showing(listener)
    screen.press(window, "ctrl+comma")
    wait_until(lambda: screen.windows("Settings"), "the settings are open")
    shown += showing(listener)
    squares = [each["name"] for each in shown if each["role"] == "table cell"]
    assert squares[:9] == [f"{letter}{row}, empty" for row in (1, 2, 3) for letter in "ABC"]
    nameless = [each for each in shown if each["focusable"] and not each["name"]]
    # A number's text is the number's own part, and no stop of the Tab key.
    assert not [each for each in nameless if each["inside"] != "spin button"], str(nameless)
    texts = [text for each in shown for text in (each["name"], each["description"])]
    assert [text for text in texts if "<" in text] == []
    assert "X: You. Games won: 0. To move." in texts
    (other,) = (text for text in texts if text.startswith("O: Machine, "))
    assert other.endswith(" 200 trials. Games won: 0.")
    screen.press(screen.windows("Settings")[0], "Escape")
    wait_until(lambda: not screen.windows("Settings"), "the settings are closed")
