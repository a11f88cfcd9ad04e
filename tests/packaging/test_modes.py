"""What is built is for everybody, whatever the builder's files and umask say."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import build
import debian
import environment
from project import NAME
from tests.waiting import HANG_S


@pytest.fixture
def for_me_alone():
    before = os.umask(0o077)
    yield
    os.umask(before)


@pytest.fixture
def bundle(tmp_path, monkeypatch, for_me_alone):
    """A folder with programs that only tell their help, and the places of a build."""
    for place in ("WORK", "DIST"):
        monkeypatch.setattr(debian, place, tmp_path / place)
        (tmp_path / place).mkdir()
    monkeypatch.setattr(debian, "_depends", lambda home: "libc6")
    made = tmp_path / "bundle"
    (made / "licences" / "system").mkdir(parents=True)
    (made / "licences" / "README.txt").write_text("What is inside\n")
    (made / "_internal").mkdir()
    (made / "_internal" / "data").write_text("data")
    for name in ("ttt-desktop", "ttt-engine"):
        (made / name).write_text("#!/bin/sh\necho usage\n")
        (made / name).chmod(0o700)
    return made


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="no dpkg here")
def test_a_debian_package_is_for_everybody(bundle):
    made = debian.build(bundle, Path(sys.executable))
    listed = subprocess.run(
        ["dpkg-deb", "--contents", made], capture_output=True, text=True, check=True, timeout=HANG_S
    ).stdout.splitlines()  # fmt: skip
    modes = {line.split()[5]: line.split()[0] for line in listed}
    assert modes[f"./usr/lib/{NAME}/ttt-desktop"] == "-rwxr-xr-x"
    assert modes[f"./usr/lib/{NAME}/_internal/data"] == "-rw-r--r--"
    assert modes["./usr/share/bash-completion/completions/ttt-engine"] == "-rw-r--r--"
    assert {mode for mode in modes.values() if mode[0] == "d"} == {"drwxr-xr-x"}
    assert {mode for mode in modes.values() if mode[0] == "-"} == {"-rw-r--r--", "-rwxr-xr-x"}


def test_a_wheel_is_for_everybody_and_in_order(tmp_path):
    path = tmp_path / "made.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, mode in (("x.dist-info/RECORD", 0o600), ("kernel.so", 0o700), ("b.py", 0o664)):
            entry = zipfile.ZipInfo(name, (2026, 1, 2, 3, 4, 6))
            entry.external_attr = (0o100000 | mode) << 16
            wheel.writestr(entry, name * 100, zipfile.ZIP_DEFLATED)
    build.set_wheel_modes(path)
    with zipfile.ZipFile(path) as wheel:
        entries = wheel.infolist()
        found = [(each.filename, each.external_attr >> 16, each.date_time) for each in entries]
        texts = [wheel.read(name).decode() for name in wheel.namelist()]
    when = (2026, 1, 2, 3, 4, 6)
    assert found == [
        ("b.py", 0o100644, when), ("kernel.so", 0o100755, when),
        ("x.dist-info/RECORD", 0o100644, when),
    ]  # fmt: skip
    assert texts == [name * 100 for name in ("b.py", "kernel.so", "x.dist-info/RECORD")]


def test_nothing_of_an_older_build_gets_into_a_newer_one(tmp_path, monkeypatch):
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    old = ("game.egg-info", "build/lib.linux-x86_64", "build/bdist.linux-x86_64")
    kept = ("build/package", "engine")
    for name in (*old, *kept):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "file").touch()
    environment.forget_old_builds()
    assert [name for name in old if (tmp_path / name).exists()] == []
    assert [name for name in kept if not (tmp_path / name / "file").exists()] == []
