"""The self-installing file's scripts, in a home of their own, with stand-ins for the programs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from project import NAME, ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it installs on Linux only")

PROGRAM = '#!/bin/sh\necho "started with $*"\n'


@pytest.fixture
def unpacked(tmp_path):
    """What the self-extracting file unpacks before it calls its script."""
    folder = tmp_path / "unpacked"
    (folder / "lib" / "_internal").mkdir(parents=True)
    (folder / "lib" / "ttt-desktop").write_text(PROGRAM)
    (folder / "lib" / "ttt-desktop").chmod(0o755)
    (folder / "lib" / "ttt-engine").symlink_to("ttt-desktop")
    for name, place in ((f"{NAME}.desktop", "applications"), (f"{NAME}.xml", "mime/packages")):
        (folder / "share" / place).mkdir(parents=True)
        shutil.copy(ROOT / "packaging" / "linux" / name, folder / "share" / place)
    for script in ("install.sh", "uninstall.sh"):
        shutil.copy(ROOT / "packaging" / "linux" / script, folder)
    return folder


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "a home"
    folder.mkdir()
    return folder


def run(home, *command):
    return subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, timeout=60,
        env={"HOME": str(home), "PATH": os.environ["PATH"]},
    )  # fmt: skip


def install(home, unpacked, *options):
    return run(home, "sh", unpacked / "install.sh", "--prefix", home / ".local", *options)


def contents(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_it_installs_programs_and_menu_entry(home, unpacked):
    done = install(home, unpacked)
    assert done.returncode == 0, done.stderr
    assert run(home, home / ".local/bin/ttt-engine", "x").stdout == "started with x\n"
    entry = (home / f".local/share/applications/{NAME}.desktop").read_text()
    assert f'Exec="{home}/.local/lib/{NAME}/ttt-desktop" %f\n' in entry
    assert "not on your PATH" in done.stdout


@pytest.mark.parametrize("times", [1, 2])
def test_uninstalling_leaves_nothing(home, unpacked, times):
    for _ in range(times):
        assert install(home, unpacked).returncode == 0
    done = run(home, home / f".local/lib/{NAME}/uninstall")
    assert done.returncode == 0, done.stderr
    assert contents(home) == []


def test_what_was_there_before_stays(home, unpacked):
    mine = home / ".local" / "share" / "applications" / "mine.desktop"
    mine.parent.mkdir(parents=True)
    mine.write_text("[Desktop Entry]\nType=Application\nName=Mine\nExec=true\n")
    (home / ".local" / "bin").mkdir()
    before = contents(home)
    install(home, unpacked)
    run(home, home / f".local/lib/{NAME}/uninstall")
    indexes = {f".local/share/applications/{name}" for name in ("mimeinfo.cache",)}
    assert set(contents(home)) - indexes == set(before)


def test_settings_stay_unless_they_are_to_go(home, unpacked):
    settings = home / ".local" / "share" / NAME / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text("{}")
    install(home, unpacked)
    done = run(home, home / f".local/lib/{NAME}/uninstall")
    assert settings.exists()
    assert str(settings.parent) in done.stdout
    install(home, unpacked)
    run(home, home / f".local/lib/{NAME}/uninstall", "--purge")
    assert not settings.parent.exists()


def test_a_folder_of_somebody_else_is_not_touched(home, unpacked):
    other = home / ".local" / "lib" / NAME / "precious"
    other.parent.mkdir(parents=True)
    other.write_text("mine")
    done = install(home, unpacked)
    assert done.returncode == 1
    assert "was not made by this installer" in done.stderr
    assert other.read_text() == "mine"


def test_it_installs_again_where_it_had_to_make_no_folder(home, unpacked):
    for place in ("lib", "bin", "share/applications", "share/mime/packages"):
        (home / ".local" / place).mkdir(parents=True)
    for _ in range(2):
        done = install(home, unpacked)
        assert done.returncode == 0
        assert "installed in" in done.stdout


def test_files_of_an_older_version_go_with_it(home, unpacked):
    old = unpacked / "share" / "old" / "gone.txt"
    old.parent.mkdir()
    old.write_text("of the version before")
    install(home, unpacked)
    assert (home / ".local/share/old/gone.txt").exists()
    old.unlink()
    install(home, unpacked)
    assert not (home / ".local/share/old/gone.txt").exists()
    run(home, home / f".local/lib/{NAME}/uninstall")
    assert contents(home) == []


@pytest.mark.parametrize("program", ["ttt-desktop", "ttt-engine"])
def test_a_program_of_the_same_name_stays(home, unpacked, program):
    other = home / ".local" / "bin" / program
    other.parent.mkdir(parents=True)
    other.write_text("#!/bin/sh\n")
    done = install(home, unpacked)
    assert "is another program's and stays" in done.stdout
    assert other.read_text() == "#!/bin/sh\n"
    entry = (home / f".local/share/applications/{NAME}.desktop").read_text()
    assert f'Exec="{home}/.local/lib/{NAME}/ttt-desktop" %f\n' in entry
    run(home, home / f".local/lib/{NAME}/uninstall")
    assert other.exists()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [(("--bogus",), "--bogus is not known"), (("--prefix",), "--prefix needs a folder"),
     (("--prefix", "/tmp/a$b"), "menu entries cannot hold")],
)  # fmt: skip
def test_bad_options_are_said(home, unpacked, options, sentence):
    done = run(home, "sh", unpacked / "install.sh", *options)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert contents(home) == []


def test_programs_that_do_not_run_are_said(home, unpacked):
    (unpacked / "lib" / "ttt-desktop").write_text("#!/bin/sh\necho libEGL missing >&2\nexit 1\n")
    done = install(home, unpacked)
    assert "does not run yet" in done.stdout
    assert "libEGL missing" in done.stderr
