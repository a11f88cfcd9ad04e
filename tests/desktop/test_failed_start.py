"""What is said of a start that fails, and where."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import HANG_S


def _start(tmp_path, *arguments, code="", standard_error=subprocess.DEVNULL):
    """Start the app as a desktop does, with a stand-in for the program that shows messages."""
    programs = tmp_path / "bin"
    programs.mkdir()
    seen = tmp_path / "seen.txt"
    zenity = programs / "zenity"
    zenity.write_text(f'#!/bin/sh\nfor each in "$@"; do printf "%s\\n" "$each"; done > "{seen}"\n')
    zenity.chmod(0o755)
    run = f"import sys; {code}\nfrom ttt_desktop.__main__ import main\nsys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", run, "--data-dir", str(tmp_path / "data"), *arguments],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=standard_error, text=True,
        env=os.environ | {
            "PATH": f"{programs}:{os.environ['PATH']}", "TMPDIR": str(tmp_path),
            "QT_QPA_PLATFORM": "offscreen",
        },
        timeout=HANG_S, check=False,
    )  # fmt: skip
    return done, seen.read_text() if seen.exists() else ""


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="Linux shows its boxes this way")

_BROKEN_QT = "sys.modules['PySide6.QtWidgets'] = None"
_BROKEN_START = (
    "import ttt_desktop.start.app as app\ndef fail(options): 1 / 0\napp.run = fail"
)  # fmt: skip


@on_linux
@pytest.mark.parametrize(
    ("code", "arguments", "sentence"),
    [
        (_BROKEN_QT, (), "PySide6 is not installed"),
        (_BROKEN_START, (), "something is wrong in the program (ZeroDivisionError"),
        ("", ("--size", "99"), "must be a whole number from 3 to 25"),
        ("", ("--bogus",), "unrecognized arguments: --bogus"),
    ],
)
def test_a_failed_start_shows_a_box_where_nobody_sees_its_output(
    tmp_path, code, arguments, sentence
):
    done, box = _start(tmp_path, *arguments, code=code)
    assert done.returncode in (1, 2)
    assert "could not start" in box
    assert sentence in box


@on_linux
def test_a_desktops_file_for_errors_is_read_by_nobody(tmp_path):
    with (tmp_path / "xsession-errors").open("w") as errors:
        _, box = _start(tmp_path, "--bogus", standard_error=errors)
    assert "--bogus" in box


@on_linux
def test_a_self_test_waits_for_nobody(tmp_path):
    done, box = _start(tmp_path, "--self-test", "--line", "9")
    assert done.returncode == 2
    assert not box


@on_linux
def test_the_box_names_a_file_with_the_whole_story(tmp_path):
    _, box = _start(tmp_path, code=_BROKEN_START)
    named = next(word for word in box.split() if word.endswith(".txt"))
    assert "ZeroDivisionError: division by zero" in Path(named).read_text()


@on_linux
def test_no_box_where_the_output_is_read(tmp_path):
    done, box = _start(tmp_path, "--bogus", standard_error=subprocess.PIPE)
    assert not box
    assert done.stderr == "ttt-desktop: unrecognized arguments: --bogus (see ttt-desktop --help)\n"
