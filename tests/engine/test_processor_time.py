"""Limits are of processor time: a busy machine makes no file faulty and loses nobody a game."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from dataclasses import replace

import psutil
import pytest

from engine import PLAYERX, Board, processor_time
from engine.classroom import league as classroom
from engine.compat import child_process, process
from engine.compat.checking import check_file
from engine.compat.player import FilePlayer
from engine.compat.process import FileProcess
from engine.players.player import UndecidedError
from engine.processor_time import Sleep, limit_processor_time, processor_seconds, read_time
from engine.tournament import Pairing
from engine.tournament.playing import play_game
from tests.engine.course_variants import varied
from tests.engine.test_class import folder, looked_at
from tests.engine.written_files import MOVES_AT_ONCE, mc_move, written
from tests.waiting import HANG_S, is_gone, started, wait_until

__all__ = ["folder"]

if sys.platform != "win32":
    import resource

COMPUTES = mc_move(
    "import time\nend = time.process_time() + trials / 10\nwhile time.process_time() < end: pass\n"
    "return board.get_empty_squares()[0]"
)
"""A file that computes for a tenth of a second a trial."""

SLEEPS = mc_move("import time\ntime.sleep(600)")


@pytest.fixture
def impatient(monkeypatch):
    """Wait for half a second by the clock, except for a file that is loaded."""
    load = process.LOAD_SECONDS
    monkeypatch.setattr(
        child_process, "wall_seconds", lambda seconds: 100.0 if seconds == load else 0.5
    )


def test_what_another_process_computed_is_known():
    code = "import sys, time\n"
    code += "while time.process_time() < 0.5: pass\nprint(flush=True)\nsys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as computes:
        computes.stdout.readline()
        assert 0.5 <= processor_seconds(computes.pid) < 5
        computes.stdin.close()
    assert processor_seconds(computes.pid) is None
    assert [read_time(text) for text in ("0:01.25\n", "02:03", "1-02:03:04")] == [1.25, 123, 93784]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_file_that_gets_no_processor_for_longer_than_its_limit_moves_all_the_same(tmp_path):
    path = written(tmp_path, COMPUTES)
    with closing(FilePlayer(path, 6, move_seconds=1)) as player:
        child, moves = psutil.Process(player.file.pid), []
        asked = threading.Thread(target=lambda: moves.append(player.choose(Board(3), PLAYERX)))
        before = processor_seconds(child.pid)
        asked.start()
        wait_until(lambda: processor_seconds(child.pid) > before + 0.1)
        child.send_signal(signal.SIGSTOP)  # as on a machine that has no time for it
        asked.join(1.5)
        assert asked.is_alive()
        child.send_signal(signal.SIGCONT)
        asked.join()
    assert [move.square for move in moves] == [(0, 0)]


def test_a_file_that_computes_for_too_long_is_at_fault(tmp_path):
    with (
        closing(FilePlayer(written(tmp_path, COMPUTES), 600, move_seconds=0.3)) as player,
        pytest.raises(ValueError, match=r"took longer than 0\.3 s of processor time") as caught,
    ):
        player.choose(Board(3), PLAYERX)
    assert not isinstance(caught.value, UndecidedError)


@pytest.mark.parametrize(
    ("body", "told"),
    [(SLEEPS, "mine.py did not answer within 0.5 s, of which it computed for 0.0 s"),
     (COMPUTES, "within 0.5 s")],  # and what it got of them, if anything
)  # fmt: skip
def test_the_clock_makes_no_fault_and_loses_no_game(tmp_path, impatient, body, told):
    path = written(tmp_path, body)
    with (
        closing(FilePlayer(path, 600, move_seconds=100)) as player,
        pytest.raises(UndecidedError) as caught,
    ):
        player.choose(Board(3), PLAYERX)
    assert told in str(caught.value)
    record = play_game(Pairing(f"file:trials=600:{path}", "random", 1, move_seconds=100), 0, 0, 1)
    assert (record.outcome, record.blame) == (None, None)
    assert record.problem.startswith("undecided: ")
    report = check_file(path)
    assert report.verdict == "could not be judged"
    assert "within 0.5 s" in report.unjudged
    assert "takes too long" not in report.as_text()
    assert report.as_text().splitlines()[-1] == "mine.py: could not be judged"


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the system tells who sleeps")

WAITS = {
    "sleeps": "import time\ntime.sleep(600)",
    "sleeps often": "import time\nwhile True: time.sleep(0.05)",
    "a lock": "import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()",
    "a thread": "import threading\nthreading.Thread(target=threading.Event().wait).run()",
    "a pipe": "import os\nos.read(os.pipe()[0], 1)",
}


@LINUX
@pytest.mark.parametrize("body", WAITS.values(), ids=WAITS)
def test_a_file_that_waits_for_what_never_comes_is_at_fault(tmp_path, monkeypatch, body):
    monkeypatch.setattr(child_process, "ASLEEP_SECONDS", 0.5)
    with (
        closing(FilePlayer(written(tmp_path, mc_move(body)), 1)) as player,
        pytest.raises(
            ValueError, match=r"waited for 0\.5 s for something that never came"
        ) as caught,
    ):
        player.choose(Board(3), PLAYERX)
    assert not isinstance(caught.value, UndecidedError)


@LINUX
def test_a_file_that_sleeps_while_it_is_loaded_is_at_fault(tmp_path, monkeypatch):
    monkeypatch.setattr(child_process, "ASLEEP_SECONDS", 0.5)
    report = check_file(written(tmp_path, "import time\ntime.sleep(600)\n"))
    assert report.verdict == "cannot be loaded"
    assert "never came while it was loaded" in report.as_text()


@LINUX
def test_a_file_that_prints_faster_than_it_is_read_does_not_sleep(tmp_path, monkeypatch):
    monkeypatch.setattr(child_process, "ASLEEP_SECONDS", 0.5)
    read_on = threading.Event()

    class Slow(child_process.Output):
        """Takes nothing in until it is told to, as where others have the processor."""

        def add(self, data):
            read_on.wait(HANG_S)
            super().add(data)

    monkeypatch.setattr(process, "Output", Slow)
    path = written(tmp_path, mc_move("print('x' * 1_000_000)\nreturn (0, 0)"))
    with closing(FilePlayer(path, 1)) as player:
        moves = []
        asked = threading.Thread(target=lambda: moves.append(player.choose(Board(3), PLAYERX)))
        asked.start()
        pipe = Sleep(player.file.pid)

        def waits():
            pipe.look()
            return pipe.seconds > 1.5 or not asked.is_alive()

        wait_until(waits, "it waits for its pipe")
        read_on.set()
        asked.join()
    assert [move.square for move in moves] == [(0, 0)]


@LINUX
def test_a_file_that_waits_and_prints_a_little_is_at_fault(tmp_path, monkeypatch):
    monkeypatch.setattr(child_process, "ASLEEP_SECONDS", 0.5)
    body = "import time\nwhile True: print('.', flush=True) or time.sleep(0.05)"
    with (
        closing(FilePlayer(written(tmp_path, mc_move(body)), 1)) as player,
        pytest.raises(ValueError, match=r"waited for 0\.5 s for something that never came"),
    ):
        player.choose(Board(3), PLAYERX)


@LINUX
def test_a_process_that_takes_its_time_to_end_is_told_by_its_status(tmp_path):
    slow = "import os\n" + mc_move(
        "os.closerange(600, 610)\nend = __import__('time').process_time() + 0.4\n"
        "while __import__('time').process_time() < end: pass\nos._exit(3)"
    )
    with (
        closing(FilePlayer(written(tmp_path, slow), 1)) as player,
        pytest.raises(ValueError, match="exit status 3"),
    ):
        player.choose(Board(3), PLAYERX)


@LINUX
@pytest.mark.nightly  # the child's own watch has a grace of some seconds
def test_a_file_that_was_ended_while_its_asker_stood_still_is_not_blamed(tmp_path):
    path = written(tmp_path, mc_move("while True: pass"))
    code = (
        "from engine import Board\n"
        "from engine.compat import child_process, player\nfrom pathlib import Path\n"
        f"asked = player.FilePlayer(Path({str(path)!r}), 1, move_seconds=1000)\n"
        "child_process.wall_seconds = lambda seconds: 2.0\n"
        "print(asked.file.pid, flush=True)\n"
        "try: asked.choose(Board(3), 2)\n"
        "except ValueError as error: print(type(error).__name__, error, flush=True)\n"
    )
    with started([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as asker:
        child = int(asker.stdout.readline())
        wait_until(lambda: processor_seconds(child) > 0.3, "it computes")
        asker.send_signal(signal.SIGSTOP)
        wait_until(lambda: is_gone(child), "it ends by its own watch")
        asker.send_signal(signal.SIGCONT)
        told = asker.stdout.readline()
    assert told.startswith("UndecidedError"), told


@LINUX
def test_a_file_that_others_keep_from_computing_does_not_sleep(tmp_path):
    path = written(tmp_path, mc_move("while True: pass"))
    with closing(FilePlayer(path, 1)) as player:
        threading.Thread(target=lambda: _ended(player), daemon=True).start()
        child = psutil.Process(player.file.pid)
        wait_until(lambda: processor_seconds(child.pid) > 0.3, "it computes")
        busy = Sleep(child.pid)
        for _ in range(10):
            time.sleep(0.05)
            busy.look()
        child.send_signal(signal.SIGSTOP)
        wait_until(lambda: child.status() == psutil.STATUS_STOPPED)
        stopped = Sleep(child.pid)
        for _ in range(10):
            time.sleep(0.05)
            stopped.look()
        player.stop()
    assert (busy.seconds, stopped.seconds) == (0, 0)


def _ended(player):
    with contextlib.suppress(ValueError):
        player.choose(Board(3), PLAYERX)


@LINUX
def test_the_system_ends_a_file_that_nobody_watches(tmp_path, monkeypatch):
    path, told = written(tmp_path, mc_move("while True: pass")), []

    def ask(player):
        try:
            player.choose(Board(3), PLAYERX)
        except ValueError as error:
            told.append(str(error))

    with closing(FilePlayer(path, 1, move_seconds=1000)) as player:
        asked = threading.Thread(target=ask, args=(player,), daemon=True)
        asked.start()
        number = player.file.pid
        wait_until(lambda: processor_seconds(number) > 0.3, "it computes")
        monkeypatch.setattr(processor_time, "_SLACK_SECONDS", 0.0)
        limit_processor_time(number, 0.0)
        asked.join()
    assert told == ["mine.py took more processor time than it may and was ended"]


@LINUX
def test_each_request_sets_the_systems_limit_anew(tmp_path):
    with closing(FilePlayer(written(tmp_path, MOVES_AT_ONCE), 1)) as player:
        limits = []
        for seconds in (50, 500, 5):
            player.keep_to(seconds)
            player.choose(Board(3), PLAYERX)
            limits.append(resource.prlimit(player.file.pid, resource.RLIMIT_CPU)[0])
    assert all(
        0 < limit - seconds < 30 for limit, seconds in zip(limits, (50, 500, 5), strict=True)
    )


def test_a_file_that_waits_while_it_is_loaded_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(child_process, "wall_seconds", lambda _seconds: 1.0)
    path = written(tmp_path, "import time\ntime.sleep(600)\n")
    with pytest.raises(UndecidedError, match="within 1 s"):
        FilePlayer(path, 1)


@pytest.mark.usefixtures("short_checks")
def test_what_could_not_be_judged_is_neither_kept_nor_given_points(
    folder, tmp_path, monkeypatch, capsys
):
    (folder / "anna.py").write_text(varied([]))
    (folder / "carl.py").write_text(MOVES_AT_ONCE)
    rubric = tmp_path / "r.toml"
    rubric.write_text("[points]\nmc_trial = 3\n")
    page, table = tmp_path / "class.html", tmp_path / "class.csv"
    options = ["--rubric", str(rubric), "--html", str(page), "--csv", str(table)]
    with monkeypatch.context() as patch:
        patch.setattr(child_process, "WALL_TIMES", 0)
        patch.setattr(child_process, "WALL_LEAST", 0.0)
        data = looked_at(folder, *options, games=1)
    assert [each["report"]["verdict"] for each in data["students"]] == ["could not be judged"] * 2
    assert [each["points"] for each in data["students"]] == [{}, {}]
    assert data["league"] == []
    assert "0 with faults, 2 could not be judged" in page.read_text()
    assert table.read_text().splitlines()[1].startswith("anna,anna.py,could not be judged,0,0,,,")
    data = looked_at(folder, *options)
    assert [each["report"]["verdict"] for each in data["students"]] == ["right", "3 faults"]
    assert [sum(each["points"].values()) for each in data["students"]] == [3, 0]
    capsys.readouterr()


def test_a_game_that_nobody_spoilt_is_played_again(folder, monkeypatch):
    (folder / "anna.py").write_text(mc_move("return board.get_empty_squares()[0]"))

    class Busy(classroom.Run):
        def __iter__(self):
            for records in super().__iter__():
                yield [replace(each, outcome=None, problem="undecided: busy") for each in records]

    with monkeypatch.context() as patch:
        patch.setattr(classroom, "Run", Busy)
        first = looked_at(folder, games=2)
    assert {each["wins"] + each["ties"] + each["losses"] for each in first["league"]} == {0}
    assert {each["spoilt_by_first"] for each in first["league"]} == {0}
    again = looked_at(folder, games=2)
    assert {each["wins"] + each["ties"] + each["losses"] for each in again["league"]} == {2}


def test_all_processes_of_a_file_run_what_was_read_once(tmp_path):
    path = written(tmp_path, mc_move("return (0, 0)"))
    with closing(FilePlayer(path, 1)) as player:
        path.write_text(mc_move("return (2, 2)"))
        os.kill(player.file.pid, signal.SIGTERM)
        wait_until(lambda: not player.file.alive)
        assert player.choose(Board(3), PLAYERX).square == (0, 0)
    with closing(FileProcess(path).load()) as file:
        assert file.content == path.read_bytes()
    assert process.LOAD_SECONDS == 10
