"""``ttt-engine learn``: progress, curve, files, going on, and what is said of bad options."""

import csv
import os
import signal
import subprocess
import sys

import pytest

from engine.cli.main import main
from engine.learning.learners import load
from tests.engine.without_kernel import hide_kernel
from tests.waiting import ran


def learn(path, *options):
    return main(["learn", "--out", str(path), *map(str, options)])


def rows(path):
    with path.open() as file:
        return list(csv.DictReader(file))


def test_a_table_learns_and_tells_its_mistakes(tmp_path, capsys):
    path, curve = tmp_path / "a.td", tmp_path / "a.csv"
    assert learn(path, "--kind", "td", "--games", 320, "--seed", 1, "--curve", curve) == 0
    said = capsys.readouterr().out
    assert "of 4,520" in said
    assert f"320 games, seed 1: written to {path}" in said
    found = rows(curve)
    assert [int(row["generation"]) for row in found] == [0, 1, 2, 5, 10]
    assert [int(row["games"]) for row in found] == [0, 32, 64, 160, 320]
    assert int(found[0]["mistakes"]) > int(found[-1]["mistakes"]) > 0
    assert found[-1]["mistakes_with_search"] == ""
    assert float(found[-1]["seconds"]) > 0


def test_a_network_learns_and_is_measured_with_a_search_too(tmp_path, capsys):
    path, curve = tmp_path / "a.net", tmp_path / "a.csv"
    given = ("--shape", "lines", "--games", 640, "--seed", 1, "--curve", curve, "--threads", 2)
    assert learn(path, *given) == 0
    assert "with 25 simulations" in capsys.readouterr().out
    last = rows(curve)[-1]
    assert int(last["mistakes_with_search"]) < int(last["mistakes"]) < 200
    assert load(path).mind.shape.name == "lines"


def test_going_on_is_the_same_as_never_having_stopped(tmp_path):
    whole, halves = tmp_path / "whole.td", tmp_path / "halves.td"
    curve = tmp_path / "c.csv"
    assert learn(whole, "--kind", "td", "--games", 640, "--seed", 3) == 0
    assert learn(halves, "--kind", "td", "--games", 192, "--seed", 3, "--curve", curve) == 0
    assert learn(halves, "--resume", "--games", 640, "--curve", curve) == 0
    assert load(halves).fingerprint() == load(whole).fingerprint()
    assert [int(row["generation"]) for row in rows(curve)] == [0, 1, 2, 5, 6, 10, 20]


def test_a_board_without_a_yardstick_says_so(tmp_path, capsys):
    assert learn(tmp_path / "a.net", "--size", 5, "--games", 32, "--seed", 1) == 0
    assert "mistakes are not counted" in capsys.readouterr().out


def test_without_the_kernel_networks_cannot_learn_and_the_older_learners_can(tmp_path):
    hidden = hide_kernel(tmp_path)
    for kind, status in (("net", 2), ("td", 0)):
        done = ran("-m", "engine.cli.main", "learn", "--kind", kind, "--games", "32", "--out",
                   tmp_path / kind, env=hidden)  # fmt: skip
        assert done.returncode == status
        assert ("this needs the native kernel" in done.stderr) == (status == 2)


@pytest.mark.parametrize(
    ("options", "told"),
    [((), "say how long to learn"), (("--games", 0), "the number of games"),
     (("--minutes", 0), "must be a number above 0"), (("--minutes", "nan"), "above 0"),
     (("--games", 5, "--kind", "td", "--size", 4), "on 3x3 only"),
     (("--games", 5, "--kind", "td", "--shape", "lines"), "td has no such setting: shape"),
     (("--games", 5, "--size", 9), "up to 8x8"),
     (("--games", 5, "--resume"), "cannot be read"),
     (("--games", 5, "--resume", "--seed", 1), "leave kind, board, seed"),
     (("--games", 5, "--threads", 0), "number of threads")],
)  # fmt: skip
def test_bad_options_are_a_sentence_and_write_nothing(tmp_path, capsys, options, told):
    assert learn(tmp_path / "a.net", *options) == 2
    assert told in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_nothing_is_written_over(tmp_path, capsys):
    path, other = tmp_path / "a.td", tmp_path / "b.td"
    path.write_text("mine")
    assert learn(path, "--kind", "td", "--games", 32) == 2
    assert "already; choose another name, or --resume" in capsys.readouterr().err
    assert learn(other, "--kind", "td", "--games", 32, "--curve", path) == 2
    assert "already" in capsys.readouterr().err
    assert learn(other, "--kind", "td", "--games", 32, "--curve", other) == 2
    assert "two files" in capsys.readouterr().err
    assert path.read_text() == "mine"
    assert not other.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_saves_what_was_learnt_and_it_goes_on_exactly(tmp_path):
    path = tmp_path / "a.td"
    command = [sys.executable, "-m", "engine.cli.main", "learn", "--kind", "td", "--seed", "5",
               "--games", "1000000", "--out", str(path)]  # fmt: skip
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}
    ) as process:
        for line in process.stdout:
            if " 160 games" in line:
                process.send_signal(signal.SIGINT)
                break
        process.stdout.read()
    assert process.returncode == 130
    stopped = load(path)
    assert stopped.generation >= 5
    games = str(stopped.games + 64)
    assert learn(path, "--resume", "--games", games) == 0
    assert learn(tmp_path / "b.td", "--kind", "td", "--seed", 5, "--games", games) == 0
    assert load(path).fingerprint() == load(tmp_path / "b.td").fingerprint()


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_full_disk_ends_it_with_the_status_of_its_help(tmp_path):
    path = tmp_path / "a.td"
    code = (
        "import resource, sys\nfrom engine.cli.main import main\n"
        "import engine.learning.learners, engine.learning.truth\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))\nsys.exit(main(sys.argv[1:]))\n"
    )
    done = ran("-c", code, "learn", "--out", path, "--kind", "td", "--games", 32, "--seed", 1)
    assert done.returncode == 1
    assert done.stderr == f"ttt-engine learn: {path} cannot be written: File too large\n"
    assert list(tmp_path.iterdir()) == []
