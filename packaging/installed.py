"""Holds an installed program against what it must do; standard library only.

    python3 installed.py FOLDER

FOLDER has the programs ttt-desktop and ttt-engine. No display is needed.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from tools import call, stop, tell

# A machine as the course's students write it, in Python 2 to have the conversion tried too.
COURSE_FILE = '''\
import poc_ttt_provided as provided
import random


def mc_move(board, player, trials):
    """Any square: what counts here is that the file is loaded and called."""
    squares = board.get_empty_squares()
    print "squares:", len(squares)
    return random.choice(squares)
'''


class Programs:
    """The installed programs, wherever they run.

    Args:
        folder: where they are, as they see it themselves.
        work: an existing folder for what they read and write.
        command: what runs them, before their own name.
        seen: the same folder ``work``, as they see it; the same path if not given.
    """

    def __init__(
        self, folder: str, work: Path, command: tuple[str, ...] = (), seen: str = ""
    ) -> None:
        self._folder = folder
        self._command = command
        self.work = work
        self.seen = seen or str(work)

    def run(self, program: str, *arguments: str, **environment: str) -> str:
        """Run a program and return what it printed; end with that where it fails."""
        name = f"{program}.exe" if os.name == "nt" else program
        home = f"{self.seen}/home"
        defaults = {
            "QT_QPA_PLATFORM": "offscreen", "HOME": home, "XDG_DATA_HOME": f"{home}/data",
        }  # fmt: skip
        return call(
            *self._command, f"{self._folder}/{name}", *arguments, cwd=self.work,
            **(defaults | environment),
        )  # fmt: skip


def check(programs: Programs) -> None:
    """Run all that a bundle could break; end with one clear line where something does."""
    (programs.work / "home").mkdir(parents=True, exist_ok=True)
    check_window(programs)
    check_console(programs)
    check_tournaments(programs)


def check_window(programs: Programs) -> None:
    """A whole game in the window, with its picture."""
    shot = programs.work / "window.png"
    shot.unlink(missing_ok=True)
    told = self_test(programs, "--shot", f"{programs.seen}/{shot.name}")
    if not shot.exists():
        stop(f"the self-test took no picture: {told}")
    if not told["kernel"].startswith("native"):
        stop(f"the native kernel is missing: {told}")
    # Where every machine has a desktop, the real windows must come too.
    platform = {"win32": "windows", "darwin": "cocoa"}.get(sys.platform)
    if platform is not None:
        told = self_test(programs, QT_QPA_PLATFORM=platform)
        if told["platform"] != platform:
            stop(f"the window did not come as one of this system's: {told}")


def self_test(programs: Programs, *arguments: str, **environment: str) -> dict[str, Any]:
    """Run the self-test and return what it reports; end where it failed."""
    printed = programs.run("ttt-desktop", "--self-test", *arguments, **environment)
    # A system's own remarks may stand around the report.
    reports = [line for line in printed.splitlines() if line.startswith("{")]
    told: dict[str, Any] = json.loads(reports[-1]) if reports else {}
    if not told.get("ok"):
        stop(f"the self-test failed: {printed}")
    return told


def check_console(programs: Programs) -> None:
    """An analysis in the terminal."""
    printed = programs.run("ttt-engine", "analyse", "--board", ".../.../...", "--seed", "1")
    if "Best square: B2" not in printed:
        stop(f"the analysis failed: {printed}")


def check_tournaments(programs: Programs) -> None:
    """Games in worker processes, and games of a student's file in a process of its own."""
    (programs.work / "student.py").write_text(COURSE_FILE, encoding="utf-8")
    for machine in ("mc:trials=20", f"file:{programs.seen}/student.py"):
        result = programs.work / "games.json"
        result.unlink(missing_ok=True)
        printed = programs.run(
            "ttt-engine", "tournament", "--players", machine, "random", "--games", "6",
            "--seed", "1", "--workers", "2", "--out", f"{programs.seen}/{result.name}",
        )  # fmt: skip
        games = result.read_text(encoding="utf-8").splitlines()[1:] if result.exists() else []
        ends = [json.loads(game)["r"] for game in games]
        if len(ends) != 6 or not {"X", "O", "tie"}.issuperset(ends):
            stop(f"a tournament of {machine} failed: {printed}{games}")


def main(arguments: list[str]) -> None:
    """Check the programs in a folder."""
    if len(arguments) != 1:
        sys.exit(__doc__)
    work = Path(tempfile.mkdtemp(prefix="ttt-check-"))
    try:
        check(Programs(str(Path(arguments[0]).resolve()), work))
    finally:
        shutil.rmtree(work, ignore_errors=True)
    tell("the window, the console, tournaments in processes and a student's file work")


if __name__ == "__main__":
    main(sys.argv[1:])
