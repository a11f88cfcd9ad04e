"""What a class's report says is so: of every limit, in every order, and of the right student."""

import re
import zipfile

import pytest

from engine.classroom import league as classroom
from engine.tournament.statistics import Interval
from tests.engine.test_class import by_student, counted, folder, kept_in, looked_at, right
from tests.engine.written_files import MOVES_AT_ONCE, mc_move

pytestmark = pytest.mark.usefixtures("short_checks", "judged_once")

__all__ = ["counted", "folder"]


@pytest.mark.nightly
def test_what_another_limit_may_change_is_done_again(folder, counted):
    checked, played = counted
    slow = "import time\nend = time.process_time() + 0.2\nwhile time.process_time() < end: pass\n"
    slow += "return board.get_empty_squares()[0]"
    (folder / "slow.py").write_text(mc_move(slow))
    limits = ["--workers", "2", "--check-seconds", "30", "--move-seconds"]
    first = looked_at(folder, *limits, "0.1", games=1)
    assert sum(each["spoilt_by_first"] for each in first["league"]) == len(classroom.MACHINES)
    again = looked_at(folder, *limits, "5", games=1)
    assert sum(each["spoilt_by_first"] for each in again["league"]) == 0
    assert checked == ["slow"]
    assert len(played) == 2 * len(classroom.MACHINES)
    assert looked_at(folder, *limits, "5", games=1) == again
    assert len(played) == 2 * len(classroom.MACHINES)
    looked_at(folder, "--check-seconds", "20")
    assert checked == ["slow", "slow"]


@pytest.mark.usefixtures("fewer_machines")
def test_a_league_that_was_cut_off_or_grew_has_the_games_of_one_that_was_not(folder, tmp_path):
    whole = tmp_path / "whole"
    whole.mkdir()
    for name, text in (("anna", right("recursive")), ("carl", MOVES_AT_ONCE)):
        for place in (folder, whole):
            (place / f"{name}.py").write_text(text)
    (whole / "berta.py").write_text(right("means"))
    few = ["--trials", "5"]
    expected = looked_at(whole, *few, games=1)
    looked_at(folder, *few, games=1)
    with kept_in(folder) as database, database:
        database.execute("DELETE FROM pairings WHERE rowid % 2 = 0")
    (folder / "berta.py").write_text(right("means"))
    grown = looked_at(folder, *few, games=1)
    assert grown["league"] == expected["league"]
    assert grown["elo"] == expected["elo"]


def test_a_student_of_a_machines_name_is_not_that_machine(folder, tmp_path):
    (folder / "perfect.py").write_text(MOVES_AT_ONCE)
    (folder / "anna.py").write_text(MOVES_AT_ONCE + "# mine\n")
    page, table = tmp_path / "class.html", tmp_path / "class.csv"
    data = looked_at(folder, "--html", str(page), "--csv", str(table), games=4)
    assert set(by_student(data)) == {"anna", "perfect.py"}
    assert set(data["elo"]) == {"anna", "perfect.py", *classroom.MACHINES}
    assert data["elo"]["perfect"]["high"] is None, "it won all its games"
    assert data["elo"]["perfect.py"]["value"] < 0
    pairs = [(each["first"], each["second"]) for each in data["league"]]
    assert ("perfect.py", "perfect") in pairs
    assert len(pairs) == len(set(pairs)) == 1 + 2 * len(classroom.MACHINES)
    (folder / "perfect.py").rename(folder / "solution.py")
    (folder / "perfect").mkdir()
    (folder / "solution.py").rename(folder / "perfect" / "solution.py")
    assert set(by_student(looked_at(folder))) == {"anna", "perfect/"}


def test_names_that_are_alike_at_second_sight_are_told_apart(folder):
    for name in ("a.py", "a.zip", "a.py.zip"):
        (folder / name).write_text(MOVES_AT_ONCE)
    assert set(by_student(looked_at(folder))) == {"a.py", "a.zip", "a.py.zip"}


@pytest.mark.usefixtures("fewer_machines")
def test_a_student_is_told_of_no_other_ones_error(folder, tmp_path):
    raises = "if trials == 77:\n    raise ValueError('{} is at fault')\n"
    raises += "return board.get_empty_squares()[0]"
    (folder / "anna.py").write_text(mc_move(raises.format("anna")))
    (folder / "berta.py").write_text(mc_move(raises.format("berta")))
    page = tmp_path / "class.html"
    data = looked_at(folder, "--html", str(page), "--trials", "77", games=2)
    (met,) = [each for each in data["league"] if each["second"] == "berta"]
    assert met["spoilt_by_first"] == met["spoilt_by_second"] == 1
    assert "anna is at fault" in met["problem_of_first"]
    assert "berta is at fault" in met["problem_of_second"]
    anna, berta = page.read_text().split('<section class="student"')[1:]
    for student, own, other in ((anna, "anna", "berta"), (berta, "berta", "anna")):
        league = student.split("<h3>League</h3>")[1]
        assert f"{own} is at fault" in league
        assert f"{other} is at fault" not in league
    kept = looked_at(folder, "--trials", "77", games=2)
    assert kept["league"] == data["league"]


def test_ends_of_names_are_known_in_large_letters(folder):
    (folder / "Bob.PY").write_text(right("recursive"))
    (folder / "dora").mkdir()
    (folder / "dora" / "Solution.Py").write_text(right("means"))
    with zipfile.ZipFile(folder / "Anna.ZIP", "w") as packed:
        packed.writestr("SOLUTION.PY", right("generators"))
    found = by_student(looked_at(folder))
    assert {name: each["report"]["verdict"] for name, each in found.items()} == {
        "Anna": "right", "Bob": "right", "dora": "right",
    }  # fmt: skip


def test_no_strength_is_minus_nothing(folder, tmp_path, capsys, monkeypatch):
    nearly = Interval(-0.3, -30.0, -0.2)
    monkeypatch.setattr(classroom, "ratings", lambda names, _counts: dict.fromkeys(names, nearly))
    (folder / "anna.py").write_text(MOVES_AT_ONCE)
    page = tmp_path / "class.html"
    looked_at(folder, "--html", str(page), games=1)
    told = capsys.readouterr().out + page.read_text()
    assert "+0 (-30 to +0)" in told
    assert not re.search(r"-0\b(?!\.)", told)
