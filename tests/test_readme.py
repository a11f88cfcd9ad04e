"""What the README shows can be run, and what it names is there."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FINDS_US = os.environ | {"PYTHONPATH": str(ROOT)}
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL))
def test_python_examples_run(code, tmp_path):
    subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        check=True, capture_output=True, timeout=60, cwd=tmp_path, env=FINDS_US,
    )  # fmt: skip


@pytest.mark.parametrize("line", re.findall(r"^ttt-engine .*$", TEXT, re.MULTILINE))
def test_console_examples_run(line, tmp_path):
    for name in re.findall(r"[\w/]+\.py", line):  # a file that the reader has
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "tests" / "engine" / "course_files" / "plain.py", tmp_path / name)
    done = subprocess.run(
        [sys.executable, "-m", "engine.cli.main", *shlex.split(line)[1:]],
        input="q\n", capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path,
        env=FINDS_US,
    )  # fmt: skip
    assert done.returncode == (1 if "human" in line else 0), done.stderr
    assert done.stderr == ""
    for name in re.findall(r"--(?:out|csv) (\S+)", line):
        assert (tmp_path / name).stat().st_size, "it plays, and keeps what it played"


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#:]+)\)", TEXT))
def test_links_and_pictures_are_there(target):
    assert (ROOT / target).exists()


def test_every_setting_is_explained():
    from ttt_desktop.settings.declarations import LEVELS, names, option_of

    table = TEXT[TEXT.index("## Settings") : TEXT.index("## In the terminal")]
    for name in names():
        assert option_of(name).label in table, name
    for level, trials in LEVELS.items():
        assert f"{level} {trials:,}" in table
