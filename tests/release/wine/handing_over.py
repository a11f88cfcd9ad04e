"""Runs on Linux what Windows programs ask for: a C compiler and NSIS, for which there is no Wine.

The other side is hand_over.c, compiled under each name.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from threading import Event, Thread

from commands import call

COMPILER = "x86_64-w64-mingw32-gcc"
PROGRAMS = {"gcc": COMPILER, "makensis": "makensis"}
"""The names in Windows, and what runs here for them."""

# Debian's NSIS makes an installer whose own part has 32 bits, unless it is told otherwise.
ALSO = {"gcc": (), "makensis": ("-DTARGET=amd64-unicode",)}

_DRIVE = re.compile(r"[Zz]:[\\/]")


class HandingOver:
    """Programs in a folder for Windows' PATH, answered while the ``with`` block lasts.

    Args:
        folder: an empty folder.

    Attributes:
        variables: what Wine's environment needs.
        said: all that was run, and what it printed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.said: list[str] = []
        source = Path(__file__).with_name("hand_over.c")
        for name in PROGRAMS:
            call(COMPILER, "-O2", "-s", "-static", "-o", folder / f"{name}.exe", source)
        self.variables = {"WINEPATH": on_windows(folder), "HAND_OVER": on_windows(folder)}
        self._ended = Event()
        self._thread = Thread(target=self._answer)

    def __enter__(self) -> HandingOver:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _answer(self) -> None:
        while not self._ended.wait(0.02):
            for asked in self._folder.glob("*.asked"):
                lines = asked.read_text(encoding="utf-8", errors="replace").splitlines()
                asked.unlink()
                status, said = self._run(lines[0], on_linux(lines[1]), lines[2:])
                asked.with_suffix(".said").write_text(said, encoding="utf-8")
                part = asked.with_suffix(".part")
                part.write_text(str(status))
                part.rename(asked.with_suffix(".status"))

    def _run(self, program: str, folder: str, arguments: list[str]) -> tuple[int, str]:
        name = program.lower().removesuffix(".exe")
        given = [on_linux(each) for each in arguments]
        if name == "makensis":  # its options begin as Windows' do
            given = [re.sub(r"^/(?=[DVW])", "-", each) for each in given]
        command = [PROGRAMS[name], *ALSO[name], *given]
        done = subprocess.run(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            encoding="utf-8", errors="replace", check=False,
        )  # fmt: skip
        self.said.append(f"{' '.join(command)}\n{done.stdout}")
        return done.returncode, done.stdout


def on_windows(path: Path) -> str:
    r"""Return a path as Wine sees it: /a/b is Z:\a\b."""
    return "Z:" + str(path).replace("/", "\\")


def on_linux(text: str) -> str:
    """Return an argument with the paths in it as Linux sees them."""
    replaced = _DRIVE.sub("/", text)
    return replaced.replace("\\", "/") if "/" in replaced or "\\" in replaced else replaced
