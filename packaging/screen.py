"""A screen that nobody sees, to start programs on: Xvfb, with xdotool as the hand on the mouse."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools import call, stop

WAIT_S = 30


@contextmanager
def wayland() -> Iterator[dict[str, str]]:
    """Yield the variables that lead a program to a Wayland desktop nobody sees: Weston's."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            ["weston", "--backend=headless-backend.so", "--socket=proof", "--idle-time=0"],
            env=os.environ | {"XDG_RUNTIME_DIR": folder},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        end = time.monotonic() + WAIT_S
        try:
            while not Path(folder, "proof").exists():
                if time.monotonic() > end:
                    stop("Weston did not start")
                time.sleep(0.05)
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
            ["Xvfb", "-displayfd", str(write), "-ac", "-screen", "0", "1280x900x24"],
            pass_fds=[write], stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(write)
        with os.fdopen(read) as answer:
            self.display = f":{answer.readline().strip()}"

    def close(self) -> None:
        """End the display."""
        self._server.terminate()
        self._server.wait()

    def xdotool(self, *arguments: str) -> str:
        """Run xdotool on this display and return what it printed."""
        return call("xdotool", *arguments, DISPLAY=self.display)

    def window(self, title: str) -> str:
        """Wait for a window with this title and return its number."""
        end = time.monotonic() + WAIT_S
        while not (found := self._search(f"^{re.escape(title)}$")):
            if time.monotonic() > end:
                stop(f"no window called {title!r} came within {WAIT_S} s")
            time.sleep(0.05)
        return found[0]

    def press(self, window: str, *keys: str) -> None:
        """Give a window the keyboard and press keys, such as "ctrl+q"."""
        self.xdotool("windowfocus", "--sync", window)
        self.xdotool("key", "--delay", "60", *keys)

    def wait_until_gone(self, window: str) -> None:
        """Wait until a window is closed."""
        end = time.monotonic() + WAIT_S
        while window in self._search("."):
            if time.monotonic() > end:
                stop(f"the window did not close within {WAIT_S} s")
            time.sleep(0.05)

    def _search(self, pattern: str) -> list[str]:
        """Return the windows on the screen whose title matches."""
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", pattern],
            env=os.environ | {"DISPLAY": self.display}, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        return found.stdout.split()

    def shoot(self, path: Path, python: Path) -> None:
        """Save a picture of the display; ``python`` has Pillow."""
        code = (
            "import sys; from PIL import ImageGrab; "
            "ImageGrab.grab(xdisplay=sys.argv[1]).save(sys.argv[2])"
        )
        call(python, "-c", code, self.display, path)
