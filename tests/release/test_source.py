"""The README's two commands from nothing: this commit's files in a bare Debian with Python.

As root, where missing packages are installed; and as an ordinary user, after the one line for sudo.
"""

from __future__ import annotations

import re
import subprocess

import pytest

from bare_root import HOME, RELEASES, USER
from commands import call
from project import ROOT

pytestmark = [
    pytest.mark.release, pytest.mark.needs_root, pytest.mark.needs("debootstrap", "git"),
    pytest.mark.timeout(3600),
]  # fmt: skip
SELF_TEST = ("python3", "dev.py", "run", "--self-test")
TESTS = ("python3", "dev.py", "test", "-q")
SOME = ("tests/engine/test_cli.py", "tests/desktop/test_spoken.py", "tests/desktop/test_window.py",
        "tests/packaging")  # fmt: skip
PLACE = f"{HOME}/game"


class Source:
    """The files, and a user who runs commands in their folder."""

    def __init__(self, root, who):
        self.folder, self.name = root.inside(PLACE), f"{root.release}, {who}"
        self._before = root.as_user() if who == "user" else (
            "chroot", str(root.folder), "env", "-u", "QT_QPA_PLATFORM", "LC_ALL=C.UTF-8"
        )  # fmt: skip
        root.install("python3")
        archive = root.inside("/tmp/game.tar")
        call("git", "archive", "--output", archive, "HEAD", cwd=ROOT)
        self.folder.mkdir()
        call("tar", "xf", archive, "-C", self.folder)
        root.run("chown", "-R", f"{USER}:{USER}", PLACE)

    def run(self, *command):
        return subprocess.run(
            [*self._before, "sh", "-c", f"cd {PLACE} && exec \"$@\"", "sh", *command],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip


@pytest.fixture(
    scope="module",
    params=[(RELEASES[0], "root"), *((each, "user") for each in RELEASES)],
    ids="-".join,
)
def source(request, bare_debian):
    release, who = request.param
    root = bare_debian(f"source-{who}", release)
    made = Source(root, who)
    if who == "user":
        asked = made.run(*SELF_TEST)
        told = re.search(r"sudo apt-get update && sudo (apt-get install .*)", asked.stdout)
        assert asked.returncode != 0
        assert told, f"an ordinary user gets no line for sudo:\n{asked.stdout}"
        root.run(*told[1].split(), "-y")
    return made


def test_the_first_command_runs_the_game(source):
    done = source.run(*SELF_TEST)
    assert done.returncode == 0, done.stdout[-6000:]


def test_the_second_command_runs_the_tests(source, record_property):
    done = source.run(*TESTS)
    assert done.returncode == 0, done.stdout[-6000:]
    record_property("figures", f"{source.name}: {done.stdout.strip().splitlines()[-1]}")


def test_the_second_command_runs_some_tests(source):
    """The same in two minutes: what is to be installed for it is what counts."""
    done = source.run(*TESTS, *SOME)
    assert done.returncode == 0, done.stdout[-6000:]


def test_the_native_kernel_was_built(source):
    assert list((source.folder / "engine").glob("_kernel.*.so"))
