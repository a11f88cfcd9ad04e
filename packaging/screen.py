"""A screen that nobody sees, to start programs on: Xvfb, with xdotool as the hand on the mouse."""

from __future__ import annotations

import os
import re
import subprocess
import time
from pathlib import Path

from tools import call, stop

WAIT_S = 30


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
        while True:
            found = subprocess.run(
                ["xdotool", "search", "--onlyvisible", "--name", f"^{re.escape(title)}$"],
                env=os.environ | {"DISPLAY": self.display}, capture_output=True, text=True,
                check=False,
            )  # fmt: skip
            if found.stdout.strip():
                return found.stdout.split()[0]
            if time.monotonic() > end:
                stop(f"no window called {title!r} came within {WAIT_S} s")
            time.sleep(0.05)

    def press(self, window: str, *keys: str) -> None:
        """Give a window the keyboard and press keys, such as "ctrl+q"."""
        self.xdotool("windowfocus", "--sync", window)
        self.xdotool("key", "--delay", "60", *keys)

    def shoot(self, path: Path, python: Path) -> None:
        """Save a picture of the display; ``python`` has Pillow."""
        code = (
            "import sys; from PIL import ImageGrab; "
            "ImageGrab.grab(xdisplay=sys.argv[1]).save(sys.argv[2])"
        )
        call(python, "-c", code, self.display, path)
