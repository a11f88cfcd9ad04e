"""The self-installing file's scripts, in a home of their own, with stand-ins for the programs."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys

import pytest

import linux_share
from project import NAME, ROOT
from tests.waiting import HANG_S, wait_until
from ttt_desktop.identity import APP_ID

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
    linux_share.add_descriptions(folder / "share")
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
        [str(part) for part in command], capture_output=True, text=True, check=False,
        timeout=HANG_S,
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
    entry = (home / f".local/share/applications/{APP_ID}.desktop").read_text()
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
    theirs = [home / place / NAME for place in (".config", ".local/share", ".local/state")]
    for folder in theirs:
        folder.mkdir(parents=True)
        (folder / "file").touch()
    install(home, unpacked)
    done = run(home, home / f".local/lib/{NAME}/uninstall")
    assert all((folder / "file").exists() and str(folder) in done.stdout for folder in theirs)
    install(home, unpacked)
    run(home, home / f".local/lib/{NAME}/uninstall", "--purge")
    assert not any(folder.exists() for folder in theirs)
    left = [home / place for place in (".config", ".local/state") if (home / place).exists()]
    assert left == [], "folders that hold nothing else go, too"


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
    entry = (home / f".local/share/applications/{APP_ID}.desktop").read_text()
    assert f'Exec="{home}/.local/lib/{NAME}/ttt-desktop" %f\n' in entry
    run(home, home / f".local/lib/{NAME}/uninstall")
    assert other.exists()


def test_others_can_run_what_is_installed(home, unpacked):
    """The self-extracting file starts the script with everything closed to others."""
    run(home, "sh", "-c", 'umask 077; exec sh "$0" --prefix "$1"', unpacked / "install.sh",
        home / ".local")  # fmt: skip
    for path in (home / ".local").rglob("*"):
        if not path.is_symlink():
            wanted = 0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644
            assert path.stat().st_mode & 0o777 == wanted, path


def test_files_of_somebody_else_are_set_aside(home, unpacked):
    mine = home / f".local/share/applications/{APP_ID}.desktop"
    mine.parent.mkdir(parents=True)
    mine.write_text("my own entry")
    target = home / "target"
    target.write_text("elsewhere")
    (home / ".local/share/mime/packages").mkdir(parents=True)
    (home / f".local/share/mime/packages/{APP_ID}.xml").symlink_to(target)
    done = install(home, unpacked)
    assert mine.with_name(mine.name + ".bak").read_text() == "my own entry"
    assert str(mine) in done.stdout
    assert target.read_text() == "elsewhere"
    run(home, home / f".local/lib/{NAME}/uninstall")
    assert mine.with_name(mine.name + ".bak").exists()
    assert not mine.exists()


def test_files_put_beside_the_programs_stay(home, unpacked):
    install(home, unpacked)
    programs = home / f".local/lib/{NAME}"
    (programs / "mine.tttgame").write_text("mine")
    done = run(home, programs / "uninstall")
    assert (programs / "mine.tttgame").read_text() == "mine"
    assert f"stay in {programs}" in done.stdout
    assert contents(home) == [
        ".local", ".local/lib", f".local/lib/{NAME}", f".local/lib/{NAME}/mine.tttgame"
    ]  # fmt: skip


def test_files_beside_the_programs_outlive_an_update(home, unpacked):
    install(home, unpacked)
    (home / f".local/lib/{NAME}/mine.tttgame").write_text("mine")
    done = install(home, unpacked)
    (kept,) = home.rglob("mine.tttgame")
    assert str(kept.parent) in done.stdout


def test_uninstalling_through_a_link(home, unpacked):
    install(home, unpacked)
    link = home / "remove-the-game"
    link.symlink_to(home / f".local/lib/{NAME}/uninstall")
    assert run(home, link).returncode == 0
    assert contents(home) == ["remove-the-game"]


def test_a_copied_uninstaller_removes_nothing(home, unpacked):
    install(home, unpacked)
    before = contents(home)
    copy = home / "uninstall"
    shutil.copy(home / f".local/lib/{NAME}/uninstall", copy)
    (home / "installed.txt").write_text(f"file {home}/.local/bin/ttt-engine\n")
    done = run(home, "sh", copy)
    assert done.returncode == 1
    assert "nothing was removed" in done.stderr
    assert set(contents(home)) == {*before, "installed.txt", "uninstall"}


def test_relative_folders(home, unpacked):
    """A relative --prefix is taken from where the user is, a relative XDG_DATA_HOME not at all."""
    done = subprocess.run(
        ["sh", str(unpacked / "install.sh"), "--prefix", "games"],
        cwd=unpacked, capture_output=True, text=True, check=False,
        timeout=HANG_S,
        env={"HOME": str(home), "PATH": os.environ["PATH"], "USER_PWD": str(home),
             "XDG_DATA_HOME": "data"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (home / "games" / "bin" / "ttt-engine").exists()
    assert (home / "games" / "share" / "applications").is_dir()
    assert [path.name for path in home.iterdir()] == ["games"]


def test_an_installation_that_fails_leaves_nothing(home, unpacked):
    (home / ".local" / "share").mkdir(parents=True)
    (home / ".local" / "share" / "mime").write_text("not a folder")
    before = contents(home)
    done = install(home, unpacked)
    assert done.returncode == 1
    assert "could not be made" in done.stderr
    assert contents(home) == before


def test_an_update_that_fails_leaves_the_older_version(home, unpacked):
    install(home, unpacked)
    (unpacked / "lib" / "ttt-desktop").write_text("#!/bin/sh\necho newer\n")
    (unpacked / "share" / "applications" / "sub").mkdir()
    (unpacked / "share" / "applications" / "sub" / "file").write_text("x")
    (home / ".local" / "share" / "applications" / "sub").write_text("not a folder")
    done = install(home, unpacked)
    assert done.returncode == 1
    assert run(home, home / ".local/bin/ttt-engine", "x").stdout == "started with x\n"
    (home / ".local" / "share" / "applications" / "sub").unlink()
    run(home, home / f".local/lib/{NAME}/uninstall")
    assert contents(home) == []


def test_an_interrupted_installation_leaves_nothing(home, unpacked):
    slow = home.parent / "slow" / "cp"
    slow.parent.mkdir()
    started = home.parent / "started"
    slow.write_text(f"#!/bin/sh\n: > '{started}'\nsleep 30\n")
    slow.chmod(0o755)
    job = subprocess.Popen(
        ["sh", str(unpacked / "install.sh"), "--prefix", str(home / ".local")],
        env={"HOME": str(home), "PATH": f"{slow.parent}:{os.environ['PATH']}",
             "TMPDIR": str(home.parent)},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    wait_until(started.exists)  # what is just being started may miss a signal
    os.killpg(job.pid, signal.SIGTERM)
    assert job.wait(timeout=HANG_S) == 130
    assert contents(home) == []
    assert not list(home.parent.glob("tmp.*"))


def test_uninstalling_after_the_types_were_reset(home, unpacked):
    (home / ".local/share/mime/packages").mkdir(parents=True)
    install(home, unpacked)
    shutil.rmtree(home / ".local/share/mime")
    assert run(home, home / f".local/lib/{NAME}/uninstall").returncode == 0
    assert contents(home) == [".local", ".local/share"]


def test_a_running_game_is_not_pulled_away(home, unpacked):
    shutil.copy("/bin/sleep", unpacked / "lib" / "ttt-desktop")
    install(home, unpacked, "--no-start")
    program = home / f".local/lib/{NAME}/ttt-desktop"
    game = subprocess.Popen([program, "60"])
    try:
        for done in (install(home, unpacked), run(home, program.parent / "uninstall")):
            assert done.returncode == 1
            assert "the game is running; close it" in done.stderr
        assert program.exists()
    finally:
        game.kill()
        game.wait()
    assert run(home, program.parent / "uninstall").returncode == 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [(("--bogus",), "--bogus is not known"), (("--prefix",), "--prefix needs a folder"),
     (("--prefix", ""), "--prefix needs a folder"), (("--prefix=",), "--prefix needs a folder"),
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
