"""A course file's processes: one after another, each request bound to one, nothing left behind."""

import os
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from engine import PLAYERO, PLAYERX, Board, parse_board
from engine.compat import process
from engine.compat.answers import FileError
from engine.compat.checking import check_file
from engine.compat.child_process import ChildProcess
from engine.compat.player import FilePlayer
from engine.compat.process import LOAD_SECONDS, Asking, FileProcess
from engine.tournament import Pairing, Tournament, sweep
from engine.tournament.plan import FileCheck, UnplayableError
from tests.engine.course_variants import varied
from tests.engine.file_children import wait_until_all_are_gone
from tests.engine.unsealed import unsealed
from tests.engine.written_files import mc_move, scoring, written
from tests.waiting import is_gone, ran, started, wait_until, wait_until_it_computes

__all__ = ["unsealed"]

SHADOWS = (
    "random", "math", "threading", "engine", "json", "queue", "tokenize", "copy", "collections",
)  # fmt: skip


ROOT = Path(__file__).resolve().parents[2]


# --- one process after another ------------------------------------------------------------------


def test_a_request_that_was_given_up_starts_nothing_and_ends_nobody_elses(tmp_path):
    file = FileProcess(written(tmp_path, mc_move("return (0, 0)"))).load()
    first, given_up = file.pid, Asking()
    given_up.give_up()
    with pytest.raises(FileError, match="was stopped"):
        file.ask({"do": "describe"}, 5, given_up)
    assert file.pid == first
    assert file.alive
    answered = Asking()
    file.ask({"do": "describe"}, 5, answered)
    answered.give_up()
    assert file.alive, "what was answered is over"
    file.close()
    with pytest.raises(FileError, match="was closed"):
        file.ask({"do": "describe"}, 5)
    wait_until_all_are_gone()


def test_hands_quicker_than_the_file_leave_one_process_and_no_false_error(tmp_path):
    body = "import time\n" + mc_move("time.sleep(0.01)\nreturn board.get_empty_squares()[0]")
    path = written(tmp_path, body)
    file = FileProcess(path).load()
    told = []

    def move(player):
        try:
            player.choose(Board(3), PLAYERX)
        except ValueError as error:
            told.append(str(error))

    for i in range(60):
        player = FilePlayer(path, 1, file=file)
        asked = threading.Thread(target=move, args=(player,))
        asked.start()
        time.sleep(0.004 * (i % 5))
        player.stop()
        if i % 3 == 0:
            asked.join()
    last = FilePlayer(path, 1, file=file).choose(Board(3), PLAYERX)
    assert last.square == (0, 0)
    assert all(text.startswith("mine.py was stopped") for text in told)
    file.close()
    wait_until_all_are_gone()


def test_closing_ends_a_file_that_is_being_loaded_or_checked(tmp_path):
    slow = written(tmp_path, "import time\ntime.sleep(60)\n")
    for work in (lambda file: file.load(), lambda file: check_file(slow, file)):
        file = FileProcess(slow)
        closer = threading.Timer(0.5, file.close)
        closer.start()
        try:
            work(file)
        except FileError as error:
            assert "was stopped" in str(error)
        closer.join()
        wait_until_all_are_gone()


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_file_that_keeps_the_interpreters_lock_goes_after_its_time(tmp_path):
    # Its parent is killed, so nothing but its own watch can end it.
    path = written(tmp_path, mc_move("return 9 ** 9 ** 9 ** 9"))
    code = (
        "import sys, threading, time\nfrom pathlib import Path\nfrom engine import Board\n"
        "from engine.compat import child_process, player\nchild_process.WALL_LEAST = 0.5\n"
        f"p = player.FilePlayer(Path({str(path)!r}), 1, move_seconds=0.5)\n"
        "threading.Thread(target=lambda: p.choose(Board(3), 2), daemon=True).start()\n"
        "print(p.file.pid, flush=True)\ntime.sleep(60)\n"
    )
    with started([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        number = int(parent.stdout.readline())
        wait_until_it_computes(number)
        parent.kill()
    wait_until(lambda: not psutil.pid_exists(number))


# --- the student's folder -----------------------------------------------------------------------


def test_neighbours_do_not_take_the_place_of_pythons_own_modules(tmp_path):
    for name in SHADOWS:
        text = f"raise RuntimeError('I am not the {name} you look for')\n"
        written(tmp_path, text, f"{name}.py")
    written(tmp_path, "SQUARE = (0, 2)\n", "my_helper.py")
    path = written(tmp_path, "import my_helper\n" + varied([]))
    done = ran(
        "-c",
        "import sys; from engine.cli.main import main; "
        "sys.path[:] = [place for place in sys.path if place]; sys.exit(main(sys.argv[1:]))",
        "check",
        path,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_tournament_in_processes_runs_in_such_a_folder_too(tmp_path):
    for name in SHADOWS:
        written(tmp_path, "raise RuntimeError('I am not the one you look for')\n", f"{name}.py")
    program = (
        "import sys\nplace = sys.path[0]\nsys.path.remove(place)\n"
        f"sys.path.insert(0, {str(ROOT)!r})\n"
        "from engine.cli.main import main\n"
        "if __name__ == '__main__': sys.exit(main(sys.argv[1:]))\n"
    )
    script = written(tmp_path, program, "start_here.py")
    done = ran(
        script, "tournament", "--players", "random", "--games", "6", "--workers", "2", "--seed",
        "1", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "6 games" in done.stdout


# --- the answers --------------------------------------------------------------------------------


def writing(said, last):
    """Return code that writes into every descriptor it can find."""
    return (
        f"import os\nfor fd in range(3, {last}):\n    try: os.write(fd, {said})\n"
        "    except OSError: pass\nreturn (0, 0)"
    )


@pytest.mark.parametrize(
    "said",
    ["b'garbage'", "b'{\"square\": [0, 0], \"scores\": null}\\n'", "b'\\xff\\xfe' * 1000",
     "b'[' * 3000 + b'\\n'", "b'answer 00 00000001\\nx'", "b'nan\\n'"],
)  # fmt: skip
def test_what_a_file_writes_into_the_pipe_of_its_answers_is_noticed_at_once(tmp_path, said):
    path = written(tmp_path, mc_move(writing(said, 700)))
    with (
        closing(FilePlayer(path, 1, move_seconds=30)) as player,
        pytest.raises(ValueError, match="wrote into the pipe of its answers"),
    ):
        player.choose(Board(3), PLAYERX)


def test_a_file_that_writes_into_the_pipe_of_its_answers_is_at_fault(tmp_path):
    report = check_file(written(tmp_path, mc_move(writing("b'garbage'", 700))))
    assert not report.passed
    assert "wrote into the pipe" in report.as_text()


def test_descriptors_that_a_file_tries_out_do_no_harm(tmp_path):
    path = written(tmp_path, mc_move(writing("b'x'", 200)))
    with closing(FilePlayer(path, 1)) as player:
        assert player.choose(Board(3), PLAYERX).square == (0, 0)


@pytest.mark.parametrize(
    "body",
    ["raise ValueError('\\udcff')", "raise ValueError('two\\nlines\\x1b[31m')",
     "return 10 ** 5000, 0", "return type('L' * 100_000, (), {})()",
     "raise type('N' * 1_000_000, (Exception,), {})('x')",
     "class E(Exception):\n    def __str__(self): raise KeyboardInterrupt\nraise E"],
)  # fmt: skip
def test_sentences_are_one_line_that_can_be_printed(tmp_path, body):
    with (
        closing(FilePlayer(written(tmp_path, mc_move(body)), 1)) as player,
        pytest.raises(ValueError) as caught,  # noqa: PT011  (whatever it says)
    ):
        player.choose(Board(3), PLAYERX)
    text = str(caught.value)
    assert len(text) < 600
    assert text.isprintable()
    text.encode()


# --- scores that are no numbers -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "told"),
    [("float('nan')", "nan"), ("float('inf')", "inf"), ("float('-inf')", "-inf"),
     ("1e308", "1e+308")],
)  # fmt: skip
def test_scores_that_are_no_numbers_are_refused_with_a_sentence(tmp_path, value, told):
    with closing(FilePlayer(written(tmp_path, scoring(value)), 1)) as player:
        decision = player.choose(parse_board("X../.../..."), PLAYERO)
    assert decision.square == (0, 1), "it moves all the same"
    assert decision.analysis is None
    assert f"the score of C2 is {told}" in decision.note


def test_scores_of_taken_squares_may_be_anything(tmp_path):
    with closing(FilePlayer(written(tmp_path, scoring("2.5")), 1)) as player:
        decision = player.choose(parse_board("X../.../..."), PLAYERO)
    assert decision.analysis.totals == [[0.0, 0.0, 0.0], [0.0, 0.0, 2.5], [0.0, 0.0, 0.0]]
    assert decision.note == ""


def test_the_check_reports_scores_that_are_no_numbers(tmp_path):
    answer = "    return get_best_move(board, scores)\n"
    body = varied([(answer, f"    scores[1][-1] = float('nan')\n{answer}")])
    report = check_file(written(tmp_path, body), point=False)
    found = [each for each in report.findings["moves of mc_move"] if each.status == "fail"]
    assert any("scores that are no finite numbers" in each.what for each in found)
    assert any("nan at (1, 2)" in each.what for each in found)
    assert report.verdict == "1 fault"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="POSIX processes")
@pytest.mark.parametrize(
    ("first", "last"),
    [("pass", "return (0, 0)"), ("os.setsid()", "return (0, 0)"), ("pass", "os._exit(0)"),
     ("os.setpgid(0, 0)", "return (0, 0)")],
)  # fmt: skip
def test_whatever_a_file_starts_without_the_seal_goes_with_it(tmp_path, unsealed, first, last):
    # One that has left the group, and lost its parent, could not be found any more: it takes the
    # seal to keep a file from starting it.
    told = tmp_path / "pid"
    body = (
        f"import os, time, pathlib\ntold = pathlib.Path({str(told)!r})\nif os.fork() == 0:\n"
        f"    {first}\n    told.write_text(f'{{os.getpid()}}.')\n"
        "    time.sleep(60)\n    os._exit(0)\n"
        "while not (told.exists() and told.read_text().endswith('.')): time.sleep(0.01)\n" + last
    )
    with closing(FilePlayer(written(tmp_path, mc_move(body)), 1, move_seconds=30)) as player:
        try:
            player.choose(Board(3), PLAYERX)
        except ValueError as error:
            assert "ended its own process" in str(error)
    number = int(told.read_text().rstrip("."))
    wait_until(lambda: is_gone(number))


@pytest.mark.needs_root  # a sealed process lets nobody else look at its descriptors
def test_many_moves_of_one_file_take_no_descriptors(tmp_path):
    with closing(FilePlayer(written(tmp_path, mc_move("return (0, 0)")), 1)) as player:
        counts = []
        for _ in range(50):
            player.choose(Board(3), PLAYERX)
            counts.append(psutil.Process(player.file.pid).num_fds())
    assert counts[0] == counts[-1]


# --- tried before a tournament ------------------------------------------------------------------


def test_a_tournament_tries_a_file_once_whatever_is_varied(tmp_path, monkeypatch):
    path, loaded = written(tmp_path, mc_move("return board.get_empty_squares()[0]")), []
    load = FileProcess.load
    monkeypatch.setattr(FileProcess, "load", lambda *args: loaded.append(args) or load(*args))
    base = Pairing(f"file:trials=5:{path}", "random", 1)
    FileCheck(sweep("trials", ["1", "2"], base, 1)).run()
    FileCheck(sweep("size", ["3", "4"], base, 1)).run()
    assert len(loaded) == 2
    wait_until_all_are_gone()


def test_a_file_that_loads_for_ever_is_left_at_once_before_a_tournament(tmp_path, monkeypatch):
    begun = []
    monkeypatch.setattr(
        process, "ChildProcess", lambda *args: begun.append(ChildProcess(*args)) or begun[-1]
    )
    pairing = Pairing(f"file:{written(tmp_path, 'while True: pass')}", "random", 1)
    check, failed = FileCheck(Tournament("pairing", (pairing,), 1)), []

    def run():
        try:
            check.run()
        except UnplayableError as error:
            failed.append(error)

    trying = threading.Thread(target=run)
    trying.start()
    wait_until(lambda: begun, "the file's process")
    wait_until_it_computes(begun[0].pid)
    check.stop()
    trying.join(LOAD_SECONDS / 2)
    assert not trying.is_alive()
    assert failed == []
    wait_until_all_are_gone()
