"""Hand-ins that are damaged, linked, too large, saved meanwhile, or oddly named; runs at once."""

import hashlib
import json
import os
import signal
import stat
import subprocess
import sys
import zipfile

import pytest

from engine.classroom import archives as snapshot
from engine.classroom import plan
from engine.classroom import run as classroom
from engine.classroom.store import RunLock, Store
from engine.cli.main import main
from tests.engine.course_variants import varied
from tests.engine.test_class import (
    by_student,
    checks_kept,
    counted,
    folder,
    looked_at,
    right,
)
from tests.engine.written_files import MOVES_AT_ONCE
from tests.waiting import ran, wait_until

pytestmark = pytest.mark.usefixtures("short_checks", "judged_once")

__all__ = ["counted", "folder"]

ODD = "\x1b[2Jred\x9b\u202e"
"""A name that clears the screen and turns the line round."""


def packed(path, text, name="solution.py", method=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr(name, text)


def spoil(path, name="solution.py"):
    """Damage the packed bytes of a zip's only file, from their first one on."""
    content = bytearray(path.read_bytes())
    start = 30 + len(name)
    content[start : start + 40] = b"\xff" * 40
    path.write_bytes(content)


def told(data):
    return {name: each["no_move"] for name, each in by_student(data).items()}


# --- what cannot be read ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_STORED]
)
def test_a_damaged_zip_is_its_students_finding_and_nobody_elses(folder, tmp_path, method, capsys):
    packed(folder / "anna.zip", right("recursive"), method=method)
    packed(folder / "berta.zip", MOVES_AT_ONCE * 40, method=method)
    spoil(folder / "berta.zip")
    page = tmp_path / "class.html"
    data = looked_at(folder, "--html", str(page))
    assert by_student(data)["anna"]["report"]["verdict"] == "right"
    assert told(data)["berta"].startswith("berta.zip cannot be unpacked: ")
    assert "berta.zip cannot be unpacked" in page.read_text()
    assert capsys.readouterr().err == ""


def test_hand_ins_are_read_within_bounds(folder, monkeypatch):
    monkeypatch.setattr(snapshot, "_MOST_FILES", 3)
    monkeypatch.setattr(snapshot, "_MOST_ENTRIES", 20)
    monkeypatch.setattr(snapshot, "_MOST_BYTES", 40_000)
    monkeypatch.setattr(snapshot, "MAX_SOURCE", 30_000)
    for name, files in (
        ("many", {f"{i}.py": "x" for i in range(4)}),
        ("more", {f"{i}.txt": "x" for i in range(21)}),
        ("large", {"a.py": "#" * 25_000, "b.py": "#" * 25_000}),
        ("fine", {"a.py": MOVES_AT_ONCE, "b.py": "#" * 35_000}),
    ):
        (folder / name).mkdir()
        with zipfile.ZipFile(folder / f"{name}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for path, text in files.items():
                (folder / name / path).write_text(text)
                archive.writestr(path, text)
    found = by_student(looked_at(folder))
    for name in ("many", "more", "large"):
        assert f"{name} cannot be read: it holds too much" in found[name]["no_move"]
        assert f"{name}.zip cannot be unpacked: it holds" in found[f"{name}.zip"]["no_move"]
    for name in ("fine", "fine.zip"):
        assert found[name]["report"]["verdict"] != "cannot be loaded"
        assert any("b.py " in note and "larger than" in note for note in _notes(found[name]))


def test_zips_in_a_hand_in_count_with_all_that_they_hold(folder, monkeypatch):
    monkeypatch.setattr(snapshot, "_MOST_BYTES", 40_000)
    for name, sizes in (("large", (25_000, 25_000)), ("fine", (25_000, 5_000))):
        (folder / name).mkdir()
        (folder / name / "a.py").write_text(MOVES_AT_ONCE)
        for number, size in enumerate(sizes):
            packed(folder / name / f"{number}.zip", "#" * size, "a.txt", zipfile.ZIP_STORED)
    found = by_student(looked_at(folder))
    assert "large cannot be read: it holds too much" in found["large"]["no_move"]
    assert found["fine"]["report"]["verdict"] != "cannot be loaded"


def _notes(student):
    return student["report"]["notes"]


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="links need rights")
def test_links_are_not_followed_and_said_so(folder, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "solution.py").write_text(right("recursive"))
    (folder / "f_root").symlink_to("/usr")
    (folder / "linked.py").symlink_to(outside / "solution.py")
    (folder / "carl").mkdir()
    (folder / "carl" / "mine.py").symlink_to(outside / "solution.py")
    (folder / "dora").mkdir()
    (folder / "dora" / "work").symlink_to(outside)
    (folder / "dora" / "own.py").write_text(MOVES_AT_ONCE)
    with zipfile.ZipFile(folder / "emil.zip", "w") as archive:
        link = zipfile.ZipInfo("solution.py")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, str(outside / "solution.py"))
    data = looked_at(folder)
    assert told(data) == {
        "carl": "carl holds no Python file; mine.py is a link, and links are not followed",
        "dora": "", "emil": "emil.zip holds no Python file; solution.py is a link, and links are "
        "not followed", "f_root": "f_root is a link, and links are not followed",
        "linked": "linked.py is a link, and links are not followed",
    }  # fmt: skip
    assert _notes(by_student(data)["dora"]) == ["work is a link, and links are not followed"]


# --- one snapshot -------------------------------------------------------------------------------


def test_a_verdict_is_kept_for_what_was_judged(folder, judge, monkeypatch, tmp_path):
    mine, faulty = folder / "anna.py", varied([("winner = board.check", "winner = board.chek")])
    mine.write_text(faulty)

    def check(*given):
        mine.write_text(right("recursive"))  # saved anew while it is looked at
        return judge(*given)

    with monkeypatch.context() as patch:
        patch.setattr(classroom, "check_file", check)
        first = looked_at(folder, "--html", str(tmp_path / "class.html"))
    assert by_student(first)["anna"]["report"]["verdict"] == "1 fault"
    assert "winner = board.chek_win()" in (tmp_path / "class.html").read_text(), "its own line"
    assert by_student(looked_at(folder))["anna"]["report"]["verdict"] == "right"
    mine.write_text(faulty)
    assert by_student(looked_at(folder))["anna"]["report"]["verdict"] == "1 fault"


def test_no_student_gets_anothers_file(folder):
    (folder / "anna.py").write_text("from berta import mc_move\n")
    (folder / "berta.py").write_text(MOVES_AT_ONCE)
    assert "No module named 'berta'" in told(looked_at(folder))["anna"]


def test_what_an_earlier_version_left_damaged_is_not_trusted(folder):
    packed(folder / "anna.zip", right("means"))
    number = hashlib.sha256((folder / "anna.zip").read_bytes()).hexdigest()[:16]
    for name in (f"unpacked/{number}", "ttt-scratch-left"):
        left = folder / ".ttt-class" / name
        left.mkdir(parents=True)
        (left / "solution.py").write_text("def (")
    assert by_student(looked_at(folder))["anna"]["report"]["verdict"] == "right"
    assert not list((folder / ".ttt-class").glob("ttt-scratch-*"))


# --- one run at a time --------------------------------------------------------------------------


def start(folder, *options):
    command = [sys.executable, "-m", "engine.cli.main", "class", str(folder), "--games", "0"]
    return subprocess.Popen(
        [*command, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_a_second_run_waits_for_the_first(folder, counted):
    packed(folder / "anna.zip", "def (")
    checked, _ = counted
    with Store(folder / ".ttt-class").alone(lambda: None) as scratch:
        second = start(folder)
        assert second.stderr.readline() == (
            "Another run is looking at this folder. This one goes on when it has ended; "
            "Ctrl+C stops it.\n"
        )
        assert scratch.is_dir()
    printed, errors = second.communicate()
    assert (second.returncode, errors) == (0, "")
    shown = [line.split() for line in printed.splitlines()]
    assert ["anna", "cannot", "be", "loaded"] in shown
    looked_at(folder)
    assert checked == [], "what the other one did is kept"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_lock_goes_with_its_owner(folder, tmp_path):
    (folder / "anna.py").write_text("def (")
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom engine.classroom.store import Store\n"
        "with Store(Path(sys.argv[1])).alone(lambda: None):\n"
        "    print(flush=True)\n    time.sleep(600)\n"
    )
    kept = folder / ".ttt-class"
    owner = subprocess.Popen([sys.executable, "-c", code, str(kept)], stdout=subprocess.PIPE)
    owner.stdout.readline()
    lock = RunLock(kept / "run.lock")
    assert not lock.take()
    lock.close()
    owner.send_signal(signal.SIGKILL)
    owner.communicate()
    assert len(list(kept.glob("ttt-scratch-*"))) == 1
    run = start(folder)
    assert run.communicate()[1] == ""
    assert not list(kept.glob("ttt-scratch-*"))


def test_a_run_that_waits_can_be_stopped(folder):
    (folder / "anna.py").write_text(MOVES_AT_ONCE)
    stop, told = plan.Stop(), []

    def progress(*given):
        told.append(given)
        stop.ask()

    with (
        Store(folder / ".ttt-class").alone(lambda: None),
        pytest.raises(plan.StoppedError),
    ):
        classroom.look_at(folder, plan.ClassPlan(games=0), progress, stop)
    assert told == [("waiting", 0, 0)]


# --- the reports --------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_report_that_finds_no_room_keeps_the_old_one_and_the_others(folder, tmp_path):
    (folder / "anna.py").write_text(right("recursive"))
    page, table = tmp_path / "class.html", tmp_path / "class.csv"
    page.write_text("the old one")
    looked_at(folder)
    code = (
        "import resource, sys\nresource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))\n"
        "from engine.cli.main import main\nsys.exit(main(sys.argv[1:]))\n"
    )
    command = ["class", str(folder), "--games", "0", "--html", str(page), "--csv", str(table)]
    done = ran("-c", code, *command)
    assert done.returncode == 1
    assert done.stderr == f"ttt-engine class: {page} cannot be written: File too large\n"
    assert page.read_text() == "the old one"
    assert table.read_text().splitlines()[1].startswith("anna,anna.py,right")
    assert ["anna", "right"] in [line.split() for line in done.stdout.splitlines()]
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == [
        "class.csv", "class.html", "class.json",
    ]  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_what_cannot_be_kept_is_told_and_what_was_done_stays(folder, counted):
    checked, _ = counted
    for name in ("anna", "berta", "carl"):
        (folder / f"{name}.py").write_text("def (" + f"# by {name}\n" * 1500)
    code = (
        "import resource, sys\nresource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))\n"
        "from engine.cli.main import main\nsys.exit(main(sys.argv[1:]))\n"
    )
    command = ["class", str(folder), "--games", "0", "--workers", "1"]
    done = ran("-c", code, *command)
    assert done.returncode == 1, done.stdout
    kept = folder / ".ttt-class"
    assert done.stderr.startswith(f"ttt-engine class: {kept} cannot be written: ")
    assert "Traceback" not in done.stderr
    whole = checks_kept(folder)
    data = looked_at(folder)
    assert {each["report"]["verdict"] for each in data["students"]} == {"cannot be loaded"}
    assert 0 < len(checked) == 3 - whole < 3


def test_nothing_is_written_before_there_is_something(folder, tmp_path):
    page = tmp_path / "class.html"
    (folder / "anna.py").write_text(MOVES_AT_ONCE)
    with Store(folder / ".ttt-class").alone(lambda: None):
        run = start(folder, "--html", str(page))
        run.stderr.readline()
        assert not page.exists()
        run.send_signal(signal.SIGTERM)
        run.communicate()
    assert not page.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no such devices")
def test_a_report_goes_through_links_and_into_devices(folder, tmp_path):
    (folder / "anna.py").write_text("def (")
    (tmp_path / "real.html").write_text("old")
    (tmp_path / "link.html").symlink_to(tmp_path / "real.html")
    run = start(folder, "--html", str(tmp_path / "link.html"), "--json", "/dev/stdout")
    printed, errors = run.communicate()
    assert errors == ""
    assert json.loads(printed[printed.index("{") :])["class"] == "hand-ins"
    assert (tmp_path / "link.html").is_symlink()
    assert "anna" in (tmp_path / "real.html").read_text()


# --- names --------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="such names are not possible there")
def test_names_do_nothing_to_the_terminal_or_a_report(folder, tmp_path, capsys):
    (folder / f"{ODD}.py").write_text(MOVES_AT_ONCE)
    (folder / f"{ODD}.zip").write_bytes(b"no zip")
    (folder / "torn.py").write_text("def (")
    page, table = tmp_path / "class.html", tmp_path / "class.csv"
    looked_at(folder, "--html", str(page), "--csv", str(table), games=1)
    shown = capsys.readouterr()
    texts = [shown.out, shown.err, page.read_text(), table.read_text("utf-8-sig")]
    missing = folder / f"missing{ODD}.py"
    for command in (
        ["check", str(folder / f"{ODD}.py")], ["check", str(missing)], ["class", str(missing)],
        ["run", str(folder / f"{ODD}.py")], ["play", "--x", f"file:{missing}", "--o", "random"],
        ["tournament", "--players", f"file:{folder / ODD}.py", "random", "--games", "1",
         "--workers", "1", "--seed", "1"],
    ):  # fmt: skip
        main(command)
        shown = capsys.readouterr()
        assert "\\x1b[2Jred\\x9b\\u202e" in shown.out + shown.err, command
        texts += [shown.out, shown.err]
    for text in texts:
        assert text.replace("\n", "").replace("\t", "").isprintable()
    with pytest.raises(SystemExit):
        main(["check", "--json", "a", f"--{ODD}"])
    assert "\x1b" not in capsys.readouterr().err


def test_the_lock_waits_for_nobody_who_has_gone(folder):
    lock = RunLock(folder / "run.lock")
    assert lock.take()
    other = RunLock(folder / "run.lock")
    assert not other.take()
    lock.close()
    wait_until(other.take)
    other.close()
