"""Classes under bad conditions: damaged zips, two runs at once, busy machines, full disks."""

from __future__ import annotations

import csv
import json
import random
import subprocess
import sys
import zipfile
from collections import Counter
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from time import process_time

import pytest

from engine.classroom.handins import find
from engine.classroom.store import FILE
from engine.compat.checking import check_file
from engine.errors import printable
from tests.campaign.mutating import BYTES, damaged
from tests.campaign.sizes import sizes
from tests.engine.course_variants import FILES, KEPT
from tests.engine.test_class import checks_kept

pytestmark = pytest.mark.usefixtures("short_checks")

RIGHT = ("generators", "means", "recursive")
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
BUSY_LOOPS = 4
MOST_SECONDS_A_ZIP = 0.2


def text_of(name: str) -> str:
    return (KEPT / "right" / f"{name}.py").read_text()


def zipped(text: str, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        archive.writestr("notes.py", "NOTHING = 1\n")
        archive.writestr("solution.py", text)
    return made.getvalue()


def command(folder: Path, *options: object, limit: int | None = None) -> list[str]:
    begun = ["engine.cli.main"] if limit is None else ["tests.campaign.limited", str(limit)]
    return [sys.executable, "-m", *begun, "class", str(folder), "--games", "0", *map(str, options)]


def start(given: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


# --- damaged zips -------------------------------------------------------------------------------


@sizes(80, 4_000, minutes=20)
def test_damaged_zips(count, chance, figures, tmp_path):
    folder, scratch = tmp_path / "class", tmp_path / "scratch"
    folder.mkdir()
    scratch.mkdir()
    wholes = [zipped(text_of("means"), method) for method in METHODS]
    for number in range(count):
        (folder / f"{number}.zip").write_bytes(damaged(chance.choice(wholes), BYTES, chance))
    begun = process_time()
    found = find(folder, scratch).hand_ins
    seconds = (process_time() - begun) / count
    told = Counter(" ".join(each.problem.split()[1:5]) for each in found)
    faults = [each.problem for each in found if each.path is None and not each.problem]
    faults += [each.problem for each in found if "\n" in printable(each.problem)]
    faults += [each.student for each in found if each.path and each.path.read_bytes() != each.code]
    outside = [path for path in tmp_path.iterdir() if path not in (folder, scratch)]
    figures(zips=count, read=told[""], refused=count - told[""], kinds=len(told),
            ms_each=round(1000 * seconds, 2))  # fmt: skip
    assert len(found) == count
    assert told[""] > 0
    assert not faults
    assert not outside
    assert seconds < MOST_SECONDS_A_ZIP


@sizes(3, 60, minutes=20, nightly=True)
def test_a_class_with_damaged_zips_has_its_report(count, chance, figures, tmp_path):
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "anna.py").write_text(text_of("recursive"))
    whole = zipped(text_of("means"), zipfile.ZIP_LZMA)
    for number in range(count):
        (folder / f"{number}.zip").write_bytes(damaged(whole, BYTES, chance))
    told = tmp_path / "class.json"
    done = subprocess.run(
        command(folder, "--json", told), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    students = {each["student"]: each for each in json.loads(told.read_text())["students"]}
    verdicts = Counter(each["report"]["verdict"] for each in students.values())
    figures(zips=count, right=verdicts["right"])
    assert len(students) == count + 1
    assert students["anna"]["report"]["verdict"] == "right"


# --- two runs at once ---------------------------------------------------------------------------


@sizes(1, 10, minutes=30, nightly=True)
def test_two_runs_at_once(count, chance, figures, tmp_path):
    wrong = []
    for round_ in range(count):
        folder = tmp_path / f"class-{round_}"
        folder.mkdir()
        for name in RIGHT:
            (folder / f"{name}.zip").write_bytes(zipped(text_of(name) + f"# {round_}\n"))
        outputs = [tmp_path / f"{round_}-{number}.json" for number in range(3)]
        runs = [start(command(folder, "--json", path, "--workers", "1")) for path in outputs[:2]]
        for run in runs:
            _, errors = run.communicate()
            if run.returncode or "Traceback" in errors:
                wrong.append(errors)
        alone = start(command(folder, "--json", outputs[2]))
        alone.communicate()
        found = [json.loads(path.read_text())["students"] for path in outputs]
        wrong += [each for each in found if each != found[0]]
        wrong += [each for each in found[0] if each["report"]["verdict"] != "right"]
        if checks_kept(folder) != len(RIGHT):
            wrong.append(f"{checks_kept(folder)} checks are kept of {len(RIGHT)} files")
    figures(rounds=count, wrong=len(wrong))
    assert not wrong


# --- a busy machine -----------------------------------------------------------------------------


@contextmanager
def busy_loops():
    """Keep the machine busy."""
    loops = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY_LOOPS)
    ]
    try:
        yield
    finally:
        for each in loops:
            each.kill()
        for each in loops:
            each.wait()


@sizes(2, len(list(FILES.glob("*.py"))), minutes=60, nightly=True)
def test_a_busy_machine_changes_no_verdict(count, chance, figures):
    paths = chance.sample(sorted(FILES.glob("*.py")), count)
    alone = [check_file(path, seconds=30).as_json() for path in paths]
    with busy_loops():
        beside = [check_file(path, seconds=30).as_json() for path in paths]
    differ = [path.name for path, one, two in zip(paths, alone, beside, strict=True) if one != two]
    figures(files=count, differ=len(differ))
    assert not differ


# --- disks that are full, and files that are locked ----------------------------------------------


def one_disk(number: int, chance: random.Random, place: Path) -> list[str]:
    """Run a class where little can be written; return what was wrong."""
    folder = place / f"class-{number}"
    folder.mkdir()
    (folder / "anna.py").write_text(text_of("recursive"))
    (folder / "berta.zip").write_bytes(zipped(text_of("means")))
    page, table = place / f"{number}.html", place / f"{number}.csv"
    page.write_text("the old page")
    kept, locked = folder / ".ttt-class", chance.choice(("", "", FILE, "run.lock"))
    if locked:  # nobody can open a folder for writing, not even the superuser
        (kept / locked).mkdir(parents=True)
    limit = chance.choice((0, 500, 2_000, 4_000, 6_000, 20_000, 40_000))
    given = command(folder, "--html", page, "--csv", table, limit=limit)
    done = subprocess.run(given, capture_output=True, text=True, check=False)
    wrong = []
    lines = done.stderr.splitlines()
    if done.returncode not in (0, 1, 2) or bool(lines) != (done.returncode != 0):
        wrong.append(f"exit status {done.returncode}, told {done.stderr[-200:]!r}")
    if any("cannot be written: " not in line for line in lines):
        wrong.append(f"told {done.stderr[-200:]!r}")
    if not page.read_text().endswith(("the old page", "</html>\n")):
        wrong.append("half a page")
    wrong += [f"left {path.name}" for path in place.glob("*.part")]
    if locked:
        (kept / locked).rmdir()
    again = subprocess.run(
        command(folder, "--csv", table), capture_output=True, text=True, check=False
    )
    with table.open(encoding="utf-8-sig") as file:
        verdicts = [row["verdict"] for row in csv.DictReader(file)]
    if again.returncode or verdicts != ["right", "right"]:
        wrong.append(f"afterwards: {verdicts} {again.stderr[-200:]}")
    return [f"{number} (limit {limit}, locked {locked!r}): {each}" for each in wrong]


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
@sizes(2, 40, minutes=60, nightly=True)
def test_full_disks_and_locked_files(count, chance, figures, tmp_path):
    wrong = [each for number in range(count) for each in one_disk(number, chance, tmp_path)]
    figures(runs=count, wrong=len(wrong))
    assert not wrong, "\n".join(wrong)
