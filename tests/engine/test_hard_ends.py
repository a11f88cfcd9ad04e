"""Odd arguments and sudden ends: a sentence, or a quick end, and never a traceback."""

import os
import signal
import subprocess
import sys
from time import process_time, sleep
from types import SimpleNamespace

import numpy
import pytest

from engine import PLAYERX, Board, MonteCarlo, Tally, contenders, intervals, sample
from engine.cli.main import main
from tests.waiting import HANG_S, started, wait_until_it_computes


def run(*arguments, **options):
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, check=False, timeout=HANG_S, **options
    )


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_ctrl_c_ends_a_sample_in_threads():
    code = (
        "from engine import Board, sample\n"
        "print('now', flush=True)\n"
        "sample(Board(3), 2, 10**11, 1, threads=2)"
    )
    pipe = subprocess.PIPE
    with started([sys.executable, "-c", code], stdout=pipe, stderr=pipe, text=True) as process:
        process.stdout.readline()
        wait_until_it_computes(process.pid)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=HANG_S)  # all of them would take hours
    assert "KeyboardInterrupt" in errors


def test_small_numpy_weights_do_not_overflow():
    tally = sample(Board(3), PLAYERX, 5000, 1)
    small, plain = (numpy.int8(2), numpy.int8(3)), (2.0, 3.0)
    assert tally.scores(PLAYERX, *small) == tally.scores(PLAYERX, *plain)
    assert tally.standard_error(PLAYERX, *small) == tally.standard_error(PLAYERX, *plain)
    assert intervals(tally, PLAYERX, small) == intervals(tally, PLAYERX, plain)
    given = Board(3), PLAYERX, tally
    assert contenders(*given, small) == contenders(*given, plain)
    moves = [MonteCarlo(500, *weights).choose(Board(3), PLAYERX, 1) for weights in (small, plain)]
    assert moves[0].square == moves[1].square
    assert Tally.zero(3).scores(PLAYERX, *small)[0][0] == 0


@pytest.mark.parametrize(
    "fields",
    [{"_dim": 10**9}, {"_dim": -3}, {"_dim": 0}, {"_win_length": 10**12}, {"_win_length": 0},
     {"_dim": 25}, {"_dim": "3"}, {"_board": [[1] * 10**6] * 3}, {"_board": None},
     {"_board": [[10**400] * 3] * 3}, {"_dim": 10**5000}],
)  # fmt: skip
def test_changed_private_fields_are_refused_at_once(fields):
    board = Board(3)
    vars(board).update(fields)
    start = process_time()
    with pytest.raises(ValueError, match=r"side|line length|rows") as caught:
        sample(board, PLAYERX, 10)
    assert process_time() - start < 5
    assert len(str(caught.value)) < 200


def test_bad_values_are_shown_in_part():
    for value in (10**5000, "x" * 10**6, SimpleNamespace(text="y" * 10**6), [[0] * 10**5]):
        with pytest.raises(ValueError, match="number of trials must be") as caught:
            sample(Board(3), PLAYERX, value)
        assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("spec", "told"),
    [("import:os:getcwd", "makes no player"), ("import:os:abort_nothing", "cannot be imported"),
     ("import:nothing:at_all", "cannot be imported"), ("import:os:path", "cannot be imported"),
     ("import:math:pi", "cannot be imported"), ("import::", "cannot be imported")],
)  # fmt: skip
def test_what_is_imported_must_be_a_player(capsys, spec, told):
    assert main(["play", "--x", spec]) == 2
    shown = capsys.readouterr().err
    assert told in shown
    assert len(shown.strip().splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="paths are text there")
@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "en_US.UTF-8"])
def test_paths_that_are_no_text_are_players_too(tmp_path, locale):
    name = os.fsencode(tmp_path) + b"/\xff\xfe.py"
    with open(name, "w") as file:  # noqa: PTH123  (a path of bytes)
        file.write("def mc_move(board, player, trials): return board.get_empty_squares()[0]\n")
    done = run(
        "-m", "engine.cli.main", "tournament", "--players", b"file:" + name, "random", "--games",
        "2", "--seed", "1", "--in", "threads", "--out", str(tmp_path / "r.json"), "--csv",
        str(tmp_path / "r.csv"), env=os.environ | {"LC_ALL": locale, "PYTHONIOENCODING": ""},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    assert b" 0  " in done.stdout, "no game was spoilt"
    assert len((tmp_path / "r.json").read_bytes().splitlines()) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes")
@pytest.mark.parametrize(
    "option", ["--version", pytest.param("--self-test", marks=pytest.mark.nightly)]
)
def test_whoever_closes_the_pipe_early_hears_no_complaint(option):
    read, write = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "ttt_desktop", option], stdout=write, stderr=subprocess.PIPE,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    os.close(write)
    os.close(read)
    _, errors = process.communicate(timeout=HANG_S)
    assert b"Traceback" not in errors
    assert b"Exception" not in errors


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(
    "delay", [0.1, *(pytest.param(delay, marks=pytest.mark.nightly) for delay in (0.05, 0.2, 0.3))]
)
def test_ctrl_c_before_the_window_stands_says_nothing(tmp_path, delay):
    with started(
        [sys.executable, "-X", "importtime", "-m", "ttt_desktop", "--data-dir", str(tmp_path)],
        stderr=subprocess.PIPE, text=True, env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    ) as process:  # fmt: skip
        for line in process.stderr:
            if "ttt_desktop" in line:  # our first module is in: the signal is ours from now on
                break
        sleep(delay)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=HANG_S)
    assert "Traceback" not in errors
    assert process.returncode in (0, -signal.SIGINT)
