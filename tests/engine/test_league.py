"""A class's league: its budget of processor time, spoilt games, and what is kept of it."""

import json
import re
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from engine.classroom import league, run
from engine.classroom.league import drawn
from engine.classroom.plan import ClassPlan
from engine.classroom.store import FILE, Check, LeagueResult, Store
from engine.compat.checking import Report
from engine.tournament.statistics import Scores
from tests.engine.test_class import (
    by_student,
    checks_kept,
    counted,
    folder,
    kept_in,
    looked_at,
    right,
)
from tests.engine.written_files import MOVES_AT_ONCE, mc_move

pytestmark = pytest.mark.usefixtures("short_checks", "judged_once", "fewer_machines")

__all__ = ["counted", "folder"]


# --- the draw -----------------------------------------------------------------------------------


def test_everybody_meets_as_many_however_far_the_time_goes():
    names = [f"s{number:03}" for number in range(60)]
    order = drawn(names, 1)
    assert len(order) == len(set(order)) == 60 * 59 // 2 + 60 * len(league.MACHINES)
    for rounds in (3, 6, 10):
        met = Counter()
        machines = Counter()
        for one, two in order[: 60 * rounds]:
            met.update([one] if two in league.MACHINES else [one, two])
            machines[one] += two in league.MACHINES
        assert min(met[name] for name in names) >= rounds - 1
        assert max(machines.values()) - min(machines[name] for name in names) <= 1


def test_a_late_hand_in_changes_few_pairings_of_the_draw():
    names = [f"s{number:03}" for number in range(60)]
    before = set(drawn(names, 1)[:600])
    after = {pair for pair in drawn([*names, "zoe"], 1)[:620] if "zoe" not in pair}
    assert len(before & after) > 0.93 * len(before)
    assert drawn(names, 1) == drawn(names, 1) != drawn(names, 2)


# --- the budget ---------------------------------------------------------------------------------


def test_a_league_keeps_to_its_time_and_says_so(folder, tmp_path, counted, capsys):
    _, played = counted
    for name in ("anna", "berta", "carl", "dora"):
        (folder / f"{name}.py").write_text(f"{MOVES_AT_ONCE}# {name}\n")
    page = tmp_path / "class.html"
    given = ["--league-minutes", "0.01", "--workers", "1", "--html", str(page)]
    data = looked_at(folder, *given, games=2)
    assert data["league_of"]["wanted"] == 6 + 4 * len(league.MACHINES)
    assert 0 < data["league_of"]["played"] == len(data["league"]) < data["league_of"]["wanted"]
    assert f"{len(data['league'])} of 14 pairings were drawn by lot and played" in page.read_text()
    met = {(each["first"], each["second"]) for each in data["league"]}
    order = drawn(["anna", "berta", "carl", "dora"], 1)
    assert met == set(order[: len(met)]), "the first of the draw"
    with kept_in(folder) as database:
        spent = [json.loads(text)["seconds"] for (text,) in
                 database.execute("SELECT result FROM pairings")]  # fmt: skip
    assert sum(spent) >= 0.01 * 60
    assert sum(spent) - max(spent) * 3 < 0.01 * 60, "what was begun is played to its end, no more"
    played.clear()
    assert looked_at(folder, *given, games=2) == data
    assert played == []
    whole = looked_at(folder, "--workers", "1", games=2)
    assert len(whole["league"]) == whole["league_of"]["wanted"]
    assert [each for each in whole["league"] if each in data["league"]] == data["league"]
    again = looked_at(folder, *given, games=2)
    assert again["league"] == data["league"], "what is known is no reason to take longer"
    capsys.readouterr()


def test_all_games_are_counted_once(folder):
    (folder / "anna.py").write_text(mc_move(SEES_WINS))
    (folder / "berta.py").write_text(mc_move("return board.get_empty_squares()[-1]"))
    stumbles = "if len(board.get_empty_squares()) < 4:\n    raise ValueError('no idea')\n"
    (folder / "carl.py").write_text(mc_move(stumbles + SEES_WINS))
    told = []

    def progress(what, done, whole):
        told.append((what, done, whole))

    looked = run.look_at(folder, ClassPlan(games=2, workers=1), progress)
    played = [each for each in told if each[0] == "playing"]
    assert played[0] == ("playing", 0, 18)
    assert played[-1] == ("playing", 18, 18)
    assert [done for _, done, _ in played] == sorted(done for _, done, _ in played)
    result = looked.league.results["anna", "berta"]
    assert (result.wins, result.ties, result.losses) == (2, 0, 0)
    assert result.scores.counts == (0, 0, 0, 0, 1), "a pair, both games won"
    spoilt = looked.league.results["anna", "carl"]
    assert (spoilt.wins, spoilt.spoilt, spoilt.spoilt_by_other) == (1, 0, 1)
    assert spoilt.scores.counts == (0, 0, 0, 0, 1), "who spoils a game loses it"


SEES_WINS = """
import poc_ttt_provided as provided
for side in (player, provided.switch_player(player)):
    for square in board.get_empty_squares():
        clone = board.clone()
        clone.move(square[0], square[1], side)
        if clone.check_win() == side:
            return square
return board.get_empty_squares()[0]
"""


# --- files that stumble -------------------------------------------------------------------------


def test_a_file_that_stumbles_does_not_come_first(folder, tmp_path, capsys):
    stumbles = "if len(board.get_empty_squares()) < 4:\n    raise ValueError('no idea')\n"
    stumbles += "import poc_ttt_provided\nfor square in board.get_empty_squares():\n"
    stumbles += "    clone = board.clone()\n    clone.move(square[0], square[1], player)\n"
    stumbles += "    if clone.check_win() == player:\n        return square\n"
    stumbles += "return board.get_empty_squares()[0]"
    (folder / "anna.py").write_text(mc_move(stumbles))
    (folder / "berta.py").write_text(MOVES_AT_ONCE)
    page = tmp_path / "class.html"
    data = looked_at(folder, "--html", str(page), games=6)
    (met,) = [each for each in data["league"] if each["second"] == "berta"]
    assert met["spoilt_by_first"] + met["wins"] + met["ties"] + met["losses"] == 6
    spoilt = sum(each["spoilt_by_first"] for each in data["league"] if each["first"] == "anna")
    assert spoilt > 0
    assert data["elo"]["anna"]["value"] < data["elo"]["berta"]["value"]
    assert "A game that a file spoilt is lost by it" in page.read_text()
    head, *lines = capsys.readouterr().out.splitlines()
    assert "spoilt" in head
    assert any(str(spoilt) in line.split() for line in lines if line.startswith("anna"))


def test_spoilt_games_are_lost_in_the_ranking():
    sound = LeagueResult(4, 0, 0, scores=Scores((0, 0, 0, 0, 2)))
    spoilt = LeagueResult(2, 0, 0, 2, scores=Scores((0, 0, 2, 0, 0)))
    known = {("a", "b"): sound, ("b", "c"): sound, ("c", "a"): sound}
    elo = league.rated(known | {("a", "d"): sound, ("d", "b"): sound})
    worse = league.rated(known | {("a", "d"): spoilt, ("d", "b"): sound})
    assert worse["a"].value < elo["a"].value
    assert spoilt.turned().scores.counts == (0, 0, 2, 0, 0)
    assert sound.turned().scores.counts == (2, 0, 0, 0, 0)


# --- what is kept -------------------------------------------------------------------------------


def test_what_could_not_be_judged_is_never_kept_as_a_verdict(folder, tmp_path, monkeypatch):
    (folder / "anna.py").write_text(right("recursive"))

    def busy(path, *_given):
        return Report(path, {}, no_move="busy", unjudged="the machine was too busy")

    with monkeypatch.context() as patch:
        patch.setattr(run, "check_file", busy)
        assert by_student(looked_at(folder))["anna"]["verdict"] == "could not be judged"
    assert checks_kept(folder) == 0
    assert by_student(looked_at(folder))["anna"]["verdict"] == "right"
    with kept_in(folder) as database:
        (digest, code, version, complete, seconds) = database.execute(
            "SELECT digest, code, version, complete, seconds FROM checks"
        ).fetchone()
    assert code == (folder / "anna.py").read_bytes()
    assert len(digest) == 32
    assert version
    assert complete == 1
    assert seconds > 0


def test_a_busy_run_takes_no_verdict_away(tmp_path, judge):
    path = tmp_path / "anna.py"
    path.write_text(MOVES_AT_ONCE)
    store, verdict = Store(tmp_path / "kept"), judge(path)
    with store.alone(lambda: None):
        store.add_check("key", "digest", Check(verdict, 2.0))
        busy = Report(path, {}, unjudged="busy")
        store.add_check("key", "digest", Check(busy))
        store.add_check("other", "digest", Check(busy))
        kept = store.checks({"key": path, "other": path})
    assert list(kept) == ["key"]
    assert kept["key"].report.as_json() == verdict.as_json()
    assert kept["key"].ratio == 2.0
    assert kept["key"].report.guard == verdict.guard != ""


WRITER = """
import sys
from pathlib import Path
from engine.classroom.store import Check, LeagueResult, Store
from engine.compat.checking import Report
store, name = Store(Path(sys.argv[1])), sys.argv[2]
for number in range(40):
    report = Report(Path(name), {}, notes=["x" * 3000], code=b"y" * 5000)
    store.add_check(f"{name}-{number}", "digest", Check(report))
    store.add_results([(f"{name}-{number}", LeagueResult(number, 0, 0))])
"""


def test_several_programs_write_at_once_and_nothing_is_broken(tmp_path):
    store = Store(tmp_path)
    with store.alone(lambda: None):
        pass
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    writers = [subprocess.Popen([*command, str(number)]) for number in range(3)]
    assert [each.wait() for each in writers] == [0, 0, 0]
    keys = {f"{name}-{number}": Path("x") for name in range(3) for number in range(40)}
    assert set(store.checks(keys)) == set(keys)
    assert {key: each.wins for key, each in store.results().items()} == {
        key: int(key.split("-")[1]) for key in keys
    }
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_what_an_earlier_version_kept_stays_and_is_not_read(folder):
    (folder / "anna.py").write_text(MOVES_AT_ONCE)
    kept = folder / ".ttt-class"
    kept.mkdir()
    old = {name: f'{{"digest": "{name}"}}\n' for name in ("checks.jsonl", "games.jsonl")}
    for name, text in old.items():
        (kept / name).write_text(text)
    looked_at(folder)
    assert {name: (kept / name).read_text() for name in old} == old


def test_a_file_that_is_no_store_is_told(folder, capsys):
    from engine.cli.main import main

    (folder / "anna.py").write_text(MOVES_AT_ONCE)
    (folder / ".ttt-class").mkdir()
    (folder / ".ttt-class" / FILE).write_bytes(b"no database at all" * 100)
    assert main(["class", str(folder)]) == 1
    assert "file is not a database" in capsys.readouterr().err


# --- time ---------------------------------------------------------------------------------------


def test_a_trials_time_is_told_beside_the_references(folder, tmp_path):
    (folder / "anna.py").write_text(right("recursive"))
    page = tmp_path / "class.html"
    anna = by_student(looked_at(folder, "--html", str(page)))["anna"]
    assert 0.05 < anna["times_reference"] < 50
    assert "the reference solution" in page.read_text()
    assert not re.search(r"\d\.\d{5}", page.read_text()), "times are rounded"
    again = by_student(looked_at(folder))["anna"]
    assert again["times_reference"] == anna["times_reference"]
    assert run.reference_seconds() > 0
