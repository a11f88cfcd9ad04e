"""A student's file may be called like a module of ours: our programs use their own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import HANG_S, ran

SUFFIX = ".exe" if sys.platform == "win32" else ""
PROGRAM = Path(sys.executable).with_name(f"ttt-engine{SUFFIX}")
NAMES = ("engine", "board", "random_player", "identity")
WRONG = "raise SystemExit('a file of the student took the place of ours')\n"
RIGHT = """\
import random


def mc_move(board, player, trials):
    return random.choice(board.get_empty_squares())
"""


@pytest.fixture
def students_folder(tmp_path):
    """A folder with a course file, and files beside it that are called like modules of ours."""
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(WRONG)
    (tmp_path / "mine.py").write_text(RIGHT)
    return tmp_path


@pytest.mark.skipif(not PROGRAM.exists(), reason="the programs are not installed here")
@pytest.mark.parametrize(
    "arguments",
    [
        ("analyse", "--board", ".../.../...", "--seed", "1"),
        ("run", "mine.py"),
        ("check", "--json", "mine.py"),
        ("tournament", "--players", "file:mine.py", "random", "--games", "4", "--seed", "1",
         "--workers", "2"),
    ],
    ids=lambda arguments: arguments[0],
)  # fmt: skip
def test_the_console_uses_its_own_modules(students_folder, arguments):
    done = subprocess.run(
        [PROGRAM, *arguments], cwd=students_folder, capture_output=True, text=True, check=False,
        timeout=HANG_S,
    )  # fmt: skip
    assert "took the place" not in done.stdout + done.stderr
    assert done.returncode == (1 if arguments[0] == "check" else 0), done.stderr


def test_the_window_uses_its_own_modules(students_folder):
    """As it is started from a course file's ``run_gui``: in the student's folder."""
    done = ran("-m", "ttt_desktop", "--self-test", cwd=students_folder,
               env={"PYTHONPATH": str(Path(__file__).parents[2])}, check=True)  # fmt: skip
    assert json.loads(done.stdout.splitlines()[-1])["ok"]
