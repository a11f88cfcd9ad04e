"""Holds an installed program against what it must do; standard library only.

    python3 installed.py FOLDER

FOLDER has the programs ttt-desktop and ttt-engine. No display is needed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from commands import call, stop, tell

# A machine as the course's students write it, in Python 2 to have the conversion tried too.
COURSE_FILE = '''\
import poc_ttt_provided as provided
import random


def mc_move(board, player, trials):
    """Any square: what counts here is that the file is loaded and called."""
    squares = board.get_empty_squares()
    print "\u2713", len(squares)
    return random.choice(squares)


print "loaded \u2713"
'''
# One that goes on only when it is told to.
WAITING_FILE = """\
import os
import time


def mc_move(board, player, trials):
    while not os.path.exists({sign!r}):
        time.sleep(0.05)
    return board.get_empty_squares()[0]
"""
SUBMITTERS = "submission_1:\n  :submitters:\n  - :name: Ann & Bo\n    :sid: 007\n"
PATIENCE_S = 900
"""Whatever takes longer than this hangs; a busy machine does not."""


class Programs:
    """The installed programs, wherever they run.

    Args:
        folder: where they are, as they see it themselves.
        work: an existing folder for what they read and write.
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
        command = self._of(program, *arguments)
        return call(*command, cwd=self.work, **(self._environment() | environment))

    def start(self, program: str, *arguments: str) -> subprocess.Popen[str]:
        """Start a program, and go on."""
        return subprocess.Popen(
            self._of(program, *arguments), cwd=self.work, env=os.environ | self._environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            encoding="utf-8", errors="replace",
        )  # fmt: skip

    def _of(self, program: str, *arguments: str) -> list[str]:
        name = f"{program}.exe" if os.name == "nt" else program
        return [*self._command, f"{self._folder}/{name}", *arguments]

    def _environment(self) -> dict[str, str]:
        home, passing = f"{self.seen}/home", f"{self.seen}/passing"
        return {
            "QT_QPA_PLATFORM": "offscreen", "HOME": home, "XDG_DATA_HOME": f"{home}/data",
            "TMPDIR": passing, "TEMP": passing, "TMP": passing,
        }  # fmt: skip


def check(programs: Programs) -> None:
    """Run all that a bundle could break; end with one clear line where something does."""
    for name in ("home", "passing"):
        (programs.work / name).mkdir(parents=True, exist_ok=True)
    check_window(programs)
    check_console(programs)
    check_course_file(programs)
    check_class(programs)
    check_tournaments(programs)
    check_one_run_a_file(programs)


def check_window(programs: Programs) -> None:
    """A whole game in the window, with its picture."""
    shot = programs.work / "window.png"
    shot.unlink(missing_ok=True)
    report = self_test(programs, "--shot", f"{programs.seen}/{shot.name}")
    if left := sorted(path.name for path in (programs.work / "passing").iterdir()):
        stop(f"the self-test left something behind: {left}")
    if not shot.exists():
        stop(f"the self-test took no picture: {report}")
    if not report["kernel"].startswith("native"):
        stop(f"the native kernel is missing: {report}")
    # Where every machine has a desktop, the real windows must come too.
    platform = {"win32": "windows", "darwin": "cocoa"}.get(sys.platform)
    if platform is not None:
        report = self_test(programs, QT_QPA_PLATFORM=platform)
        if report["platform"] != platform:
            stop(f"the window did not come as one of this system's: {report}")


def self_test(programs: Programs, *arguments: str, **environment: str) -> dict[str, Any]:
    """Run the self-test and return what it reports; end where it failed."""
    printed = programs.run("ttt-desktop", "--self-test", *arguments, **environment)
    # A system's own remarks may stand around the report.
    reports = [line for line in printed.splitlines() if line.startswith("{")]
    report: dict[str, Any] = json.loads(reports[-1]) if reports else {}
    if not report.get("ok"):
        stop(f"the self-test failed: {printed}")
    return report


def check_console(programs: Programs) -> None:
    """An analysis in the terminal."""
    printed = programs.run("ttt-engine", "analyse", "--board", ".../.../...", "--seed", "1")
    if "Best square: B2" not in printed:
        stop(f"the analysis failed: {printed}")


def check_course_file(programs: Programs) -> None:
    """A student's file as a script: what it prints comes out as it is, on every system."""
    (programs.work / "student.py").write_text(COURSE_FILE, encoding="utf-8")
    printed = programs.run("ttt-engine", "run", f"{programs.seen}/student.py")
    if "loaded \u2713" not in printed:
        stop(f"a student's file printed something else: {printed}")


def check_class(programs: Programs) -> None:
    """An export of Gradescope, looked at, and its page: a list in YAML, and templates."""
    folder, page = programs.work / "export", programs.work / "class.html"
    (folder / "submission_1").mkdir(parents=True, exist_ok=True)
    (folder / "submission_metadata.yml").write_text(SUBMITTERS, encoding="utf-8")
    (folder / "submission_1" / "student.py").write_text(COURSE_FILE, encoding="utf-8")
    page.unlink(missing_ok=True)
    printed = programs.run(
        "ttt-engine", "class", f"{programs.seen}/export", "--games", "0",
        "--html", f"{programs.seen}/{page.name}",
    )  # fmt: skip
    if not page.exists() or "<h2>Ann &amp; Bo</h2>" not in page.read_text(encoding="utf-8"):
        stop(f"the page on a class was not written: {printed}")


def check_tournaments(programs: Programs) -> None:
    """Games in worker processes, and games of a student's file in a process of its own."""
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


def check_one_run_a_file(programs: Programs) -> None:
    """A second run that wants to write into the file of the first one is refused."""
    result, sign = programs.work / "shared.json", programs.work / "go on"
    for path in (result, sign):
        path.unlink(missing_ok=True)
    text = WAITING_FILE.format(sign=f"{programs.seen}/{sign.name}")
    (programs.work / "waiting.py").write_text(text, encoding="utf-8")
    run = (
        "ttt-engine", "tournament", "--players", f"file:{programs.seen}/waiting.py", "random",
        "--games", "2", "--seed", "1", "--workers", "1", "--out", f"{programs.seen}/{result.name}",
    )  # fmt: skip
    with programs.start(*run) as first:
        end = time.monotonic() + PATIENCE_S
        while not (result.exists() and result.stat().st_size) and time.monotonic() < end:
            time.sleep(0.05)
        with programs.start(*run) as second:
            refused = second.communicate(timeout=PATIENCE_S)[0]
        sign.touch()
        printed = first.communicate(timeout=PATIENCE_S)[0]
    if second.returncode != 2 or "another run is writing to shared.json" not in refused:
        stop(f"two runs wrote into one file: {refused}")
    lines = result.read_bytes().splitlines(keepends=True)
    if first.returncode or len(lines) != 3 or not all(line.endswith(b"}\n") for line in lines):
        stop(f"the first of two runs did not end well: {printed}{lines}")


def main(arguments: list[str]) -> None:
    """Check the programs in a folder."""
    if len(arguments) != 1:
        sys.exit(__doc__)
    work = Path(tempfile.mkdtemp(prefix="ttt-check-"))
    try:
        check(Programs(str(Path(arguments[0]).resolve()), work))
    finally:
        shutil.rmtree(work, ignore_errors=True)
    tell("the window, the console, tournaments in processes and students' files work")


if __name__ == "__main__":
    main(sys.argv[1:])
