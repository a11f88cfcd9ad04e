"""What a user does with an installed program, done for the proof: start, play, open, measure."""

from __future__ import annotations

import json
import shlex
import shutil
import statistics
import subprocess
import time
from typing import Any

import installed
from bare_root import HOME, BareRoot
from project import NAME, PYTHON, ROOT, TITLE
from screen import Screen
from tools import call, stop, tell

PROOF = ROOT / "build" / "proof"
SELF_TEST_LIMIT_S = 10

# A saved game of one move: X on B2 of a 4x4 board.
GAME: dict[str, Any] = {
    "format": "monte-carlo-tic-tac-toe game", "version": 1, "size": 4, "win_length": 4,
    "reverse": False, "moves": [[1, 1]], "undone": [],
}  # fmt: skip
results: list[str] = []
"""What was proven, line by line."""


def report(line: str) -> None:
    """Say what was proven, now and again at the end."""
    tell(line)
    results.append(line)


def start_from_menu(root: BareRoot, screen: Screen, entry: str, picture: str) -> None:
    """Start the menu entry's command as the ordinary user, play a square, leave."""
    line = next(line for line in entry.splitlines() if line.startswith("Exec="))
    command = [part for part in shlex.split(line.removeprefix("Exec=")) if part != "%f"]
    app = root.start(screen.display, *command)
    window = screen.window(TITLE)
    screen.press(window, "b", "2")
    time.sleep(2)
    screen.shoot(PROOF / picture, PYTHON)
    open_log_folder(root, screen, window)
    leave(screen, window, app)
    if json.loads(_unfinished(root))["moves"][0] != [1, 1]:
        stop("the square that was played is not in the unfinished game")
    report(f"{line}: starts for an ordinary user, plays, ends ({picture})")


def open_log_folder(root: BareRoot, screen: Screen, window: str) -> None:
    """Let About show the log's folder, with a stand-in for the desktop's file manager.

    A bundle has libraries of its own; what it starts must not be made to load them.
    """
    opened = root.inside("/tmp/opened.txt")
    opened.unlink(missing_ok=True)
    manager = root.inside("/usr/local/bin/xdg-open")
    manager.write_text('#!/bin/sh\necho "$1 ${LD_LIBRARY_PATH:-clean}" > /tmp/opened.txt\n')
    manager.chmod(0o755)
    screen.press(window, "alt+e", "a")
    about = screen.window(f"About {TITLE}")
    screen.press(about, "alt+g")
    time.sleep(1)
    screen.press(about, "Escape")
    manager.unlink()
    said = opened.read_text().split() if opened.exists() else []
    if said != [f"file://{HOME}/.local/share/{NAME}", "clean"]:
        stop(f"the log's folder was not opened in a clean environment: {said}")
    report("About opens the log's folder in the file manager, which finds the system's libraries")


def open_by_type(root: BareRoot, screen: Screen) -> None:
    """Open a saved game as a file manager does: by the type of the file."""
    name = f"{HOME}/lesson.tttgame"
    game = root.inside(name)
    game.write_text(json.dumps(GAME))
    asked = call(*root.as_user(), "gio", "info", "--attributes=standard::content-type", name)
    kind = asked.split()[-1]
    root.start(screen.display, "gio", "open", name)
    window = screen.window(TITLE)
    time.sleep(2)
    screen.shoot(PROOF / "deb-opened.png", PYTHON)
    screen.press(window, "ctrl+q")
    screen.wait_until_gone(window)
    game.unlink()
    kept = json.loads(_unfinished(root))
    if kept["size"] != GAME["size"] or kept["moves"][0] != GAME["moves"][0]:
        stop(f"the saved game was not opened: {kept}")
    report(f"a saved game is {kind}, and opening it starts the game with it (deb-opened.png)")


def leave(screen: Screen, window: str, app: subprocess.Popen[bytes]) -> None:
    """Quit with the keyboard; end if the program complains or does not go."""
    screen.press(window, "ctrl+q")
    try:
        _, errors = app.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        app.kill()
        stop("the program did not end within 30 s of Ctrl+Q")
    if app.returncode or errors:
        stop(f"the program ended with {app.returncode}: {errors.decode(errors='replace')}")


def _unfinished(root: BareRoot) -> str:
    return root.inside(f"{HOME}/.local/share/{NAME}/unfinished-game.json").read_text()


def use(root: BareRoot, programs: str) -> None:
    """The window, the console, tournaments in processes and a student's file."""
    folder = root.inside(f"{HOME}/check")
    folder.mkdir()
    shutil.chown(folder, *_owner(root))
    (folder / "home").mkdir()
    shutil.chown(folder / "home", *_owner(root))
    installed.check(installed.Programs(programs, folder, root.as_user(), f"{HOME}/check"))
    shutil.rmtree(folder)
    report("self-test, analysis, tournaments in processes and with a student's file: all work")


def _owner(root: BareRoot) -> tuple[int, int]:
    status = root.inside(HOME).stat()
    return status.st_uid, status.st_gid


def measure(root: BareRoot, programs: str, screen: Screen) -> None:
    """How long a warm start and a self-test take."""
    starts, tests = [], []
    program = installed.Programs(programs, PROOF, root.as_user(screen.display))
    for _ in range(6):
        began = time.monotonic()
        told = installed.self_test(program)
        tests.append(time.monotonic() - began)
        starts.append(told["shown_at"] - began)
    if max(tests) > SELF_TEST_LIMIT_S:
        stop(f"the self-test took {max(tests):.1f} s")
    report(
        f"window shown after {statistics.median(starts[1:]):.2f} s (warm, median of 5), "
        f"self-test {statistics.median(tests[1:]):.1f} s"
    )
