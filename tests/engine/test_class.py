"""A whole class's files: found, checked, played, kept, and reported on."""

import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing, redirect_stdout
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO

import pytest

from engine.classroom import league
from engine.classroom import run as classroom
from engine.classroom.rubric import Rubric
from engine.classroom.store import FILE
from engine.cli.main import main
from engine.compat import checking
from engine.compat.contract import CHECKS, MOVES
from engine.files import write_result
from tests.engine.course_variants import FILES, KEPT, varied
from tests.engine.written_files import MOVES_AT_ONCE, written
from tests.waiting import HANG_S, started, wait_until

pytestmark = pytest.mark.usefixtures("short_checks", "judged_once")

MACHINES = ("mc:trials=10", "perfect")
"""Those that the class that is reported on meets."""

VOID = {"meta", "br"}
BY_CARL = "\n# by Carl\n"


def right(name):
    return (KEPT / "right" / f"{name}.py").read_text()


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "hand-ins"
    made.mkdir()
    return made


def looked_at(folder, *options, games=0):
    """Run the command; return what it wrote as JSON."""
    told = folder.parent / "class.json"
    given = ["class", str(folder), "--json", str(told), "--games", str(games), "--workers", "1"]
    assert main([*given, *options]) == 0
    return json.loads(told.read_text())


def by_student(data):
    return {each["student"]: each for each in data["students"]}


class Checker(HTMLParser):
    """Reads a page, and fails where an element is not closed."""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.text = [], set(), set(), []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)
        values = dict(attrs)
        self.ids.add(values.get("id"))
        if values.get("href", "#") != "#":
            self.links.add(values["href"])

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


# --- what is handed in --------------------------------------------------------------------------


def test_files_zips_and_folders_are_hand_ins(folder):
    (folder / "anna.py").write_text(right("recursive"))
    (folder / "berta").mkdir()
    (folder / "berta" / "notes.py").write_text("NOTHING = 1\n")
    (folder / "berta" / "my_solution.py").write_text("import notes\n" + right("means"))
    with zipfile.ZipFile(folder / "carl.zip", "w") as packed:
        packed.writestr("work/solution.py", right("generators"))
        packed.writestr("../../outside.py", "x = 1\n")
        packed.writestr("__MACOSX/._solution.py", "\x01")
    (folder / "dora.zip").write_bytes(b"no zip at all")
    (folder / "empty.zip").write_bytes(b"PK\x05\x06" + bytes(18))
    (folder / "list.csv").write_text("not looked at")
    found = by_student(looked_at(folder))
    assert list(found) == ["anna", "berta", "carl", "dora", "empty"]
    verdicts = {name: each["report"]["verdict"] for name, each in found.items()}
    assert verdicts | {"dora": "", "empty": ""} == {
        "anna": "right", "berta": "right", "carl": "right", "dora": "", "empty": "",
    }  # fmt: skip
    assert found["berta"]["others"] == ["notes.py"]
    assert "cannot be unpacked" in found["dora"]["no_move"]
    assert found["empty"]["no_move"] == "empty.zip holds no Python file"
    assert not (folder.parent / "outside.py").exists()


@pytest.mark.parametrize(
    ("content", "told"),
    [({}, "holds no Python file, zip or student's folder"), (None, "there is no folder")],
)  # fmt: skip
def test_a_folder_without_hand_ins_is_told(tmp_path, capsys, content, told):
    place = tmp_path / "class"
    if content is not None:
        place.mkdir()
    assert main(["class", str(place)]) == 2
    assert told in capsys.readouterr().err


def test_students_of_the_same_name_keep_their_files_apart(folder):
    (folder / "anna.py").write_text(right("recursive"))
    with zipfile.ZipFile(folder / "anna.zip", "w") as packed:
        packed.writestr("anna.py", varied([("sign * SCORE_CURRENT", "-sign * SCORE_CURRENT")]))
    found = by_student(looked_at(folder))
    assert found["anna.py"]["report"]["verdict"] == "right"
    assert found["anna.zip"]["report"]["verdict"] == "1 fault"


# --- a file that does its worst -----------------------------------------------------------------


def test_a_file_that_hangs_crashes_or_floods_costs_its_limits_and_nothing_else(folder):
    (folder / "crash.py").write_text("import os\nos._exit(3)\n")
    (folder / "flood.py").write_text(
        varied([('    """Play to the end."""\n', "    print('x' * 2_000)\n")])
    )
    (folder / "hang.py").write_text(
        varied([("    dim = board.get_dim()\n", "    while 1: pass\n")])
    )
    (folder / "right.py").write_text(right("recursive"))
    (folder / "torn.py").write_text("def (")
    data = looked_at(
        folder, "--check-seconds", "3", "--move-seconds", "1", "--workers", "2", games=1
    )
    found = by_student(data)
    assert found["right"]["report"]["verdict"] == "right"
    assert found["torn"]["report"]["verdict"] == "cannot be loaded"
    assert "exit status 3" in found["crash"]["no_move"]
    hang = [each["got"] for each in found["hang"]["report"]["findings"]]
    assert any("took longer than" in text for text in hang)
    assert not found["hang"]["in_league"]
    assert found["flood"]["report"]["verdict"] in ("right", "right with warnings")
    assert found["flood"]["in_league"]


# --- what is kept -------------------------------------------------------------------------------


@pytest.fixture
def counted(judge, monkeypatch, fewer_machines):
    """Count the checks that are made, and the pairings that are played."""
    checked, played = [], []

    def check(path, *given):
        checked.append(path.stem)
        return judge(path, *given)

    def run(tournament, *given):
        played.extend(tournament.pairings)
        return real_run(tournament, *given)

    real_run = league.Run
    monkeypatch.setattr(classroom, "check_file", check)
    monkeypatch.setattr(league, "Run", run)
    return checked, played


def test_only_what_is_new_is_done_again(folder, counted):
    checked, played = counted
    (folder / "anna.py").write_text(right("recursive"))
    (folder / "berta.py").write_text(MOVES_AT_ONCE)
    first = looked_at(folder, "--trials", "5", games=2)
    assert sorted(checked) == ["anna", "berta"]
    assert len(played) == 1 + 2 * len(league.MACHINES)
    checked.clear()
    played.clear()
    assert looked_at(folder, "--trials", "5", games=2) == first
    assert (checked, played) == ([], [])
    (folder / "carl.py").write_text(right("means"))
    (folder / "berta.py").write_text(MOVES_AT_ONCE + "# better\n")
    looked_at(folder, "--trials", "5", games=2)
    assert sorted(checked) == ["berta", "carl"]
    assert len(played) == 3 + 2 * len(league.MACHINES)


def checks_kept(folder):
    """Return how many verdicts are kept; none before there is a table."""
    try:
        with kept_in(folder) as database:
            return database.execute("SELECT count(*) FROM checks WHERE complete").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def kept_in(folder):
    """Return a connection to what is kept of a class."""
    return closing(sqlite3.connect(folder / ".ttt-class" / FILE))


def test_records_that_are_damaged_are_made_again(folder, counted):
    checked, played = counted
    (folder / "anna.py").write_text(MOVES_AT_ONCE)
    first = looked_at(folder, games=2)
    with kept_in(folder) as database, database:
        database.execute("UPDATE checks SET report = substr(report, 1, 40)")
        database.execute("UPDATE pairings SET result = substr(result, 1, 20) WHERE rowid = 1")
    again = looked_at(folder, games=2)
    assert checked == ["anna", "anna"]
    assert len(played) == len(league.MACHINES) + 1
    assert again["students"][0]["report"] == first["students"][0]["report"]
    looked_at(folder, games=2)
    assert len(checked) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_run_that_is_interrupted_goes_on(folder, counted):
    checked, _ = counted
    (folder / "anna.py").write_text("def (")
    (folder / "slow.py").write_text("import time\ntime.sleep(600)\n" + MOVES_AT_ONCE)
    command = [sys.executable, "-m", "engine.cli.main", "class", str(folder), "--workers", "1"]
    kept = folder / ".ttt-class" / FILE
    pipe = subprocess.PIPE
    with started(command, stdout=pipe, stderr=pipe, text=True) as run:
        wait_until(lambda: kept.exists() and checks_kept(folder) == 1)
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=HANG_S)
    assert run.returncode == 130
    assert errors == "Stopped; the same command goes on from here.\n"
    (folder / "slow.py").unlink()
    looked_at(folder)
    assert checked == [], "the first check was kept"


def test_a_folder_that_cannot_be_written_is_told(folder, capsys, tmp_path):
    (folder / "anna.py").write_text(MOVES_AT_ONCE)
    place = tmp_path / "file"
    place.write_text("no folder")
    assert main(["class", str(folder), "--keep", str(place)]) == 1
    assert "cannot be written" in capsys.readouterr().err
    assert main(["class", str(folder), "--html", str(tmp_path / "no" / "x.html")]) == 1
    assert "cannot be written" in capsys.readouterr().err
    assert main(["class", str(folder), "--html", str(place), "--csv", str(place)]) == 2
    assert "need a file each" in capsys.readouterr().err
    rubric = tmp_path / "rubric.toml"
    rubric.write_text("[points]\nmc_trial = 1\n")
    again = f"{folder}/../rubric.toml"
    assert main(["class", str(folder), "--rubric", str(rubric), "--csv", again]) == 2
    assert "nothing can be written to it" in capsys.readouterr().err
    assert rubric.read_text().startswith("[points]")


# --- the reports --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reported(tmp_path_factory, judge):
    """Look at a class with every kind of verdict; return its folder and what was printed."""

    def check(path, file, seconds):
        file.close()
        content = path.read_bytes().removesuffix(BY_CARL.encode())
        report = judge(written(path.parent, content.decode(), f"of {path.name}"))
        return replace(report, path=path, code=path.read_bytes())

    place = tmp_path_factory.mktemp("reported")
    folder = place / "Class <7> & co"
    folder.mkdir()
    (folder / "=anna.py").write_text(right("recursive"))
    (folder / "<b>berta.py").write_text((FILES / "tie_is_loss.py").read_text())
    (folder / "carl.py").write_text((FILES / "tie_is_loss.py").read_text() + BY_CARL)
    (folder / "dora.py").write_text((FILES / "by_order.py").read_text())
    (folder / "emil.py").write_text("def (")
    (place / "rubric.toml").write_text(
        "[points]\nmc_update_scores = 4\nget_best_move = 2\n'taking wins' = 1\n"
        "[share]\nwarnings = 0.5\n"
    )
    command = [
        "class", str(folder), "--games", "1", "--trials", "3",
        "--html", str(place / "class.html"), "--csv", str(place / "class.csv"),
        "--json", str(place / "class.json"), "--rubric", str(place / "rubric.toml"),
    ]  # fmt: skip
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()) as shown:
        patch.setattr(classroom, "check_file", check)
        patch.setattr(league, "MACHINES", MACHINES)
        patch.setitem(CHECKS, MOVES, ())
        patch.setattr(checking, "locate", lambda _file, _text, findings, _seconds: findings)
        assert main(command) == 0
    return place, shown.getvalue()


@pytest.mark.xdist_group("reported")
def test_the_console_shows_the_class_and_its_commonest_mistakes(reported):
    _, shown = reported
    lines = shown.splitlines()
    assert lines[0].split() == ["student", "verdict", "points", "Elo"]
    assert [line.split()[1:3] for line in lines if line.startswith("carl")] == [["1", "fault"]]
    assert "2 of 5: a tie is scored like a loss" in lines
    assert lines[-1].startswith("5 students, ")


@pytest.mark.xdist_group("reported")
def test_the_page_is_whole_and_says_everything(reported):
    place, _ = reported
    page = (place / "class.html").read_text()
    checker = Checker()
    checker.feed(page.removeprefix("<!DOCTYPE html>"))
    checker.close()
    assert checker.open == []
    assert {link.removeprefix("#") for link in checker.links} <= checker.ids
    assert all(link.startswith("#") for link in checker.links), "nothing is fetched"
    text = "".join(checker.text)
    assert "Class report: Class <7> & co" in text
    assert "<b>berta" in text
    for told in (
        "2 of 5", "a tie is scored like a loss", "is not valid Python", "6 of 7 points",
        "19: def mc_update_scores(scores, board, player):", "and 3 more like this",
        "ties are broken by order", "perfect", "spoilt by the other", "Nothing to find fault with",
    ):  # fmt: skip
        assert told in text, told
    assert 'aria-label="board XOX/XOO/OXX"' in page
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page


@pytest.mark.xdist_group("reported")
def test_the_table_for_the_gradebook_is_plain(reported):
    place, _ = reported
    rows = list(csv.DictReader(StringIO((place / "class.csv").read_text("utf-8-sig"))))
    assert [row["student"] for row in rows] == ["<b>berta", "'=anna", "carl", "dora", "emil"]
    found = {row["student"]: row for row in rows}
    assert [found[name]["points"] for name in ("<b>berta", "'=anna", "dora", "emil")] == [
        "3", "7", "6", "0",
    ]  # fmt: skip
    assert {row["of"] for row in rows} == {"7"}
    assert found["dora"]["get_best_move"] == "warnings"
    assert found["carl"]["mc_update_scores"] == "faults"
    assert found["emil"]["names"] == "left out"
    assert found["emil"]["elo"] == found["emil"]["wins"] == ""
    carl = found["carl"]
    games = sum(int(carl[name]) for name in ("wins", "ties", "losses", "spoilt"))
    assert games == 3 + len(MACHINES)
    assert float(carl["elo_low"]) < float(carl["elo"]) < float(carl["elo_high"])


@pytest.mark.xdist_group("reported")
def test_the_league_is_between_all_that_play(reported):
    place, _ = reported
    data = json.loads((place / "class.json").read_text())
    pairs = {frozenset((each["first"], each["second"])) for each in data["league"]}
    assert len(pairs) == len(data["league"]) == 4 * 3 // 2 + 4 * len(MACHINES)
    assert set(data["elo"]) == {"<b>berta", "=anna", "carl", "dora", *MACHINES}
    assert abs(sum(each["value"] for each in data["elo"].values())) < 1e-6


# --- points -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [("points = 3", "points of r.toml must be a table"),
     ("[points]\nmc_trail = 3", "r.toml: 'mc_trail' is no group of checks; there are names, "),
     ("[points]\nnames = -1", "names must be a number from 0 to 1,000,000, not -1"),
     ("[points]\nnames = true", "must be a number from"),
     ("[points]\nnames = nan", "must be a number from"),
     ("[points]\nnames = 1\n[share]\nfaults = 2", "faults must be a number from 0 to 1, not 2"),
     ("[points]\nnames = 1\n[share]\nbugs = 0", "'bugs' is no share; there are warnings, faults"),
     ("[marks]\nnames = 1", "unknown part 'marks'; there are points and share"),
     ("", "gives no points"), ("[points", "is no TOML"), ("\ud800", "is no TOML"),
     ("a." * 20_000 + "b = 1", "r.toml has lines with many dots"),
     (("a." * 40 + "b = 1\n") * 600, "r.toml has lines with many dots"),
     ("".join(f"k{n}{'.a' * 30} = 1\n" for n in range(600)), "r.toml has lines with many dots"),
     ("a = " + "[" * 60_000, "is no TOML"), ("# " + "x" * 65_535, "larger than 65,536 bytes")],
    ids=range(16),
)  # fmt: skip
def test_a_rubric_that_is_none_is_told(folder, tmp_path, capsys, text, told):
    """The wild ones would take seconds, were they read as TOML."""
    (folder / "anna.py").write_text(MOVES_AT_ONCE)
    (tmp_path / "r.toml").write_bytes(text.encode("utf-8", "surrogatepass"))
    assert main(["class", str(folder), "--rubric", str(tmp_path / "r.toml")]) == 2
    assert told in capsys.readouterr().err


def test_shares_have_their_usual_values(tmp_path, judge):
    path = tmp_path / "r.toml"
    path.write_text("[points]\nnames = 1\nget_best_move = 2.5\n")
    rubric = Rubric.read(path)
    assert (rubric.most, rubric.warnings, rubric.faults) == (3.5, 1.0, 0.0)
    earned = rubric.earned(judge(FILES / "by_order.py"))
    assert earned == {"names": 1.0, "get_best_move": 2.5}, "a warning takes nothing away"
    with pytest.raises(ValueError, match="cannot be read: No such file"):
        Rubric.read(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("option", "told"),
    [("--games=-1", "the number of games"), ("--trials=0", "the number of trials"),
     ("--workers=0", "the number of workers"), ("--check-seconds=0", "--check-seconds must be"),
     ("--move-seconds=nan", "--move-seconds must be")],
)  # fmt: skip
def test_numbers_that_cannot_be_are_told(folder, capsys, option, told):
    assert main(["class", str(folder), option]) == 2
    assert told in capsys.readouterr().err


def test_a_result_takes_the_place_of_an_older_one_whole(tmp_path):
    (tmp_path / "class.html").write_text("old")
    os.link(tmp_path / "class.html", tmp_path / "other name")
    write_result(tmp_path / "class.html", "new")
    assert (tmp_path / "class.html").read_text() == "new"
    assert (tmp_path / "other name").read_text() == "old", "it was not written into"
    assert len(list(tmp_path.iterdir())) == 2
