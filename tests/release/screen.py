"""Invisible screens to start programs on: Xvfb, driven by xdotool, and Weston."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import ImageGrab

from commands import call
from project import ROOT
from tests.waiting import wait_until

PROOF = ROOT / "build" / "proof"
"""Where pictures are left."""

"""How long a window may take on a loaded machine."""


@contextmanager
def wayland() -> Iterator[dict[str, str]]:
    """Yield the variables that lead a program to Weston, an invisible Wayland desktop."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            ["weston", "--backend=headless-backend.so", "--socket=proof", "--idle-time=0"],
            env=os.environ | {"XDG_RUNTIME_DIR": folder},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            wait_until(Path(folder, "proof").exists, "Weston runs")
            yield {"XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": "proof", "DISPLAY": ""}
        finally:
            server.terminate()
            server.wait()


class Screen:
    """A virtual X display; to be closed at the end.

    Attributes:
        display: its name, such as ":99".
    """

    def __init__(self) -> None:
        read, write = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-ac", "-noreset", "-screen", "0", "1280x900x24"],
            pass_fds=[write], stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(write)
        with os.fdopen(read) as answer:
            self.display = f":{answer.readline().strip()}"

    def close(self) -> None:
        """End the display."""
        self._server.terminate()
        self._server.wait()

    def windows(self, title: str) -> list[str]:
        """Return the windows on the screen whose title matches."""
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", title],
            env=os.environ | {"DISPLAY": self.display}, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        return found.stdout.split()

    def window(self, title: str) -> str:
        """Wait for a window with this title and return its number.

        Where none comes, a picture of the screen stays in build/proof.
        """
        pattern = f"^{re.escape(title)}$"
        try:
            wait_until(lambda: self.windows(pattern), f"a window is called {title!r}")
        except AssertionError as error:
            picture = PROOF / "no-window.png"
            self.shoot(picture)
            error.add_note(f"the screen at that time: {picture}")
            raise
        return self.windows(pattern)[0]

    def begin(self) -> None:
        """Answer what the program asks at its very first start: which game it shall be."""
        self.press(self.window("New game"), "Return")
        wait_until(lambda: not self.windows("^New game$"), "the game has begun")

    def click(self, window: str, x: float, y: float) -> None:
        """Click into a window.

        Args:
            window: its number.
            x, y: where, as parts of its width and height.
        """
        told = call("xdotool", "getwindowgeometry", "--shell", window, DISPLAY=self.display)
        place = dict(line.split("=", 1) for line in told.splitlines())
        at = (str(round(int(place["WIDTH"]) * x)), str(round(int(place["HEIGHT"]) * y)))
        call("xdotool", "mousemove", "--sync", "--window", window, *at, DISPLAY=self.display)
        call("xdotool", "click", "1", DISPLAY=self.display)

    def focus(self, window: str) -> None:
        """Give a window the keyboard."""
        call("xdotool", "windowfocus", "--sync", window, DISPLAY=self.display)

    def press(self, window: str, *keys: str) -> None:
        """Give a window the keyboard and press keys, such as "ctrl+q"."""
        self.focus(window)
        call("xdotool", "key", "--delay", "60", *keys, DISPLAY=self.display)

    def shoot(self, path: Path) -> None:
        """Save a picture of the display."""
        ImageGrab.grab(xdisplay=self.display).save(path)
