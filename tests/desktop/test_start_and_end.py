"""What a start opens is closed at its end, and what it says is said where it is seen."""

import json
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import HANG_S, ran
from ttt_desktop.start import failure
from ttt_desktop.work import logs

# Windows deletes no folder with an open file in it.
SELF_TEST = """
import sys, tempfile
import psutil
from ttt_desktop.__main__ import main

class Folder(tempfile.TemporaryDirectory):
    def cleanup(self):
        opened = [each.path for each in psutil.Process().open_files()]
        print("open at the end:", [path for path in opened if path.startswith(self.name)])
        super().cleanup()

tempfile.TemporaryDirectory = Folder
sys.exit(main(["--self-test", "--seed", "1"]))
"""


def test_a_self_test_has_no_file_open_when_its_folder_goes(tmp_path):
    done = ran(
        "-c", SELF_TEST, env={"TMPDIR": str(tmp_path), "TEMP": str(tmp_path), "TMP": str(tmp_path)}
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "open at the end: []"
    assert list(tmp_path.iterdir()) == []


# Every import of what draws charts goes through here.
CHARTS = """
import json, sys, time
from importlib.abc import MetaPathFinder
from ttt_desktop.__main__ import main

class Finder(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "pyqtgraph":
            {happens}

sys.meta_path.insert(0, Finder())
sys.exit(main(["--self-test", "--seed", "1"]))
"""


def self_test(happens):
    code = CHARTS.format(happens=happens)
    done = ran("-c", code)
    return done.returncode, json.loads(done.stdout.splitlines()[-1])["problem"]


def test_a_self_test_that_fails_says_why_at_once():
    status, problem = self_test("raise ImportError('it was forgotten in the bundle')")
    assert status == 1
    assert "ImportError: it was forgotten in the bundle" in problem


@pytest.mark.nightly
def test_a_self_test_waits_for_a_slow_machine():
    assert self_test("time.sleep(15)") == (0, "")


END = """
import os, sys
from PySide6.QtCore import QTimer
from ttt_desktop.start import app

build = app.build

def built(*given):
    made = app.kept = build(*given)  # whoever else holds it: the lock must go
    QTimer.singleShot(500, made.window.close)
    return made

app.build = built
from ttt_desktop.__main__ import main
main(["--data-dir", sys.argv[1]])
print(os.listdir(sys.argv[1]))
"""


def test_no_lock_stays_behind(tmp_path):
    """Its process may have another one's number by the next start, as often in Windows."""
    command = [sys.executable, "-c", END, str(tmp_path)]
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    left = subprocess.run(
        command, env=environment, timeout=HANG_S, check=True, capture_output=True, text=True
    ).stdout
    assert "log.txt" in left
    assert "unfinished-game.lock" not in left


def test_a_log_that_cannot_begin_anew_goes_on(tmp_path, monkeypatch):
    """In Windows it cannot while another window has it open."""
    monkeypatch.setattr(logs, "LOG_BYTES", 1000)
    for number in (1, 2):
        (tmp_path / f"log.txt.{number}" / "in the way").mkdir(parents=True)
    logs.start_log(tmp_path)
    try:
        for number in range(50):
            logging.getLogger("ttt_desktop.test").info("line %d %s", number, "-" * 60)
    finally:
        logs.stop_log()
    kept = (tmp_path / "log.txt").read_text()
    assert [number for number in range(50) if f" line {number} " in kept] == list(range(50))


def test_nowhere_is_no_terminal():
    with Path(os.devnull).open() as nowhere:
        assert not failure.is_terminal(nowhere.fileno())


def test_a_terminal_is_one():
    try:
        first, second = os.openpty()
    except (AttributeError, OSError) as error:  # Windows; a system without /dev/pts
        pytest.skip(f"there is no pseudo-terminal here: {error}")
    assert failure.is_terminal(second)
    os.close(first)
    os.close(second)
