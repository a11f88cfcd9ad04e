"""A Windows of its own in a folder, by Wine."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from commands import call


class Wine:
    """A fresh Windows with one user.

    Args:
        folder: where it is made; what was there is deleted.
        native: libraries that are not Wine's own, such as "ucrtbase".

    Attributes:
        drive: its drive C.
        system: its folder of libraries.
        profile: the user's folder.
        unseen: variables for programs whose windows nobody needs to see. They run without Wine's
            desktop: it would keep the pipes open of whoever came first, who would wait for ever.
        before: the user's files when it was made.
    """

    def __init__(self, folder: Path, native: str = "") -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        # Neither .NET, a browser, a debugger nor sound: each would be asked for, or complain.
        overrides = "mscoree,mshtml,winedbg.exe,winealsa.drv,winepulse.drv,wineoss.drv="
        overrides += f";{native}=n,b" if native else ""
        self.variables = {
            "WINEPREFIX": str(folder), "WINEARCH": "win64", "WINEDEBUG": "-all", "DISPLAY": "",
            "WINEDLLOVERRIDES": overrides, "HOME": str(folder.parent),
            "XDG_DATA_HOME": str(folder.parent / "data"),
        }  # fmt: skip
        self.unseen = {"WINEDLLOVERRIDES": f"{overrides};explorer.exe="}
        self.drive = folder / "drive_c"
        self.system = self.drive / "windows" / "system32"
        self.run("wineboot", "--init")
        self.run("winecfg", "/v", "win10")  # older Wines say that they are Windows 7
        self.profile = next(
            path for path in (self.drive / "users").iterdir() if path.name != "Public"
        )
        self.before = self.files()

    @property
    def environment(self) -> dict[str, str]:
        """The environment of its programs."""
        return os.environ | self.variables

    def run(self, *command: str | Path, cwd: Path | None = None, **variables: str) -> str:
        """Run a program, wait until all of it has ended, and return what it printed."""
        printed = call("wine", *command, cwd=cwd, **(self.variables | variables))
        self.wait()
        return printed

    def wait(self) -> None:
        """Wait until nothing runs there any more, Wine's desktop included.

        A window that comes while the desktop of the one before goes is never shown.
        """
        call("wineserver", "--wait", **self.variables)

    def status(self, *command: str | Path) -> int:
        """Run a program that may fail, and return its exit status."""
        done = subprocess.run(
            ["wine", *map(str, command)], env=self.environment, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        return done.returncode

    def start(
        self, *command: str | Path, output: int = subprocess.PIPE, **variables: str
    ) -> subprocess.Popen[bytes]:
        """Start a program, and go on.

        Args:
            command: the program and its arguments.
            output: where it prints to. Older Wines start no Python that prints to a file.
            variables: more of its environment.
        """
        return subprocess.Popen(
            ["wine", *map(str, command)],
            env=self.environment | variables,
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def end(self) -> None:
        """End all programs that run there."""
        call("sh", "-c", "wineserver --kill || true", **self.variables)

    def registry(self, key: str, name: str = "") -> str:
        """Return a value of the registry; empty if it is not there."""
        which = ("/v", name) if name else ("/ve",)
        printed = call(
            "sh", "-c", 'wine reg query "$@" || true', "sh", key, *which, **self.variables
        )
        lines = [line for line in printed.splitlines() if "REG_" in line]
        return lines[0].split(maxsplit=2)[2].strip() if lines else ""

    def keys(self) -> set[str]:
        """Return all keys of the user's registry that programs add."""
        printed = self.run("reg", "export", "HKCU\\Software", "C:\\keys.reg", "/y")
        path = self.drive / "keys.reg"
        assert path.exists(), printed
        lines = path.read_text(encoding="utf-16").splitlines()
        path.unlink()
        return {line for line in lines if line.startswith("[") and "\\Wine" not in line}

    def files(self) -> set[str]:
        """Return all files and folders of the user."""
        return {str(path.relative_to(self.profile)) for path in self.profile.rglob("*")}
