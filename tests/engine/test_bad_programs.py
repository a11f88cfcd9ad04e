"""Programs that misbehave: each is named fairly, nobody waits for its end, and nothing is left."""

import os
import re
import signal
import sys
import threading
from pathlib import Path

import psutil
import pytest

from engine import Board
from engine.board import PLAYERO, PLAYERX
from engine.cli.main import main
from engine.errors import Problem
from engine.gomocup import player as player_of_programs
from engine.gomocup import program
from engine.gomocup.player import ProgramPlayer
from engine.players.player import UndecidedError
from engine.tournament.plan import Plan
from engine.tournament.running import Run, executor_maker
from tests.engine.gomocup_program import READS
from tests.waiting import HANG_S, ran, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot end them all")

SLEEPS = "exec sleep 1000000"
HELPER = f"subprocess.Popen(['/bin/sh', '-c', '{SLEEPS}']{{}})"
LEAVES = ", start_new_session=True"
DETACHED = f"os.system('setsid setsid /bin/sh -c \"{SLEEPS}\" & sleep 0.2')"
DEAF = "signal.signal(signal.SIGTERM, signal.SIG_IGN), signal.signal(signal.SIGINT, signal.SIG_IGN)"

LATE, WAITS = "took more than its", "gave no answer in"
ENDED, CLOSED = "ended itself with status", "closed its output"

# What it does for a move, what is said of that (None: it plays), and whether it is a heavy one.
PROGRAMS = {
    "a helper holds its output": (f"{HELPER.format('')}; free()", None, False),
    "a helper of another session holds it": (f"{HELPER.format(LEAVES)}; free()", None, False),
    "a helper that nobody is a parent of": (f"{DETACHED}; free()", None, False),
    "it ends, and its helper does not": (f"{HELPER.format('')}; sys.exit(3)", ENDED, False),
    "it ends, and its detached helper does not": (f"{DETACHED}; sys.exit(0)", ENDED, False),
    "it is deaf to signals": (f"{DEAF}; free()", None, False),
    "it does not end when told": ("free(); time.sleep(10**6)", None, False),
    "it stops itself": ("os.kill(os.getpid(), signal.SIGSTOP)", WAITS, False),
    "it never answers": ("time.sleep(10**6)", WAITS, False),
    "it answers half a line": ("os.write(1, b'4,'), time.sleep(10**6)", WAITS, False),
    "it answers without a line break": ("os.write(1, b'4,4'), os._exit(0)", None, False),
    "it closes its output": ("os.close(1), time.sleep(10**6)", CLOSED, False),
    "it closes its input": ("os.close(0), free(), time.sleep(10**6)", None, False),
    "it is killed": ("os.kill(os.getpid(), 9)", "ended by signal 9", False),
    "it aborts": ("os.abort()", "ended by signal 6", False),
    "it raises": ("1 / 0", ENDED, False),
    "it ends well": ("sys.exit(0)", ENDED, False),
    "it says nonsense": ("say('what?')", "what is no move", False),
    "it says three numbers": ("say('1,2,3')", "what is no move", False),
    "it leaves the board": ("say('25,0')", "off the board", False),
    "it moves below 0": ("say('-1,0')", "what is no move", False),
    "it takes a taken square": ("say('3,3')", "which is taken", False),
    "it answers in binary": ("os.write(1, bytes(range(256)) + b'\\n')", "what is no move", False),
    "it answers in UTF-16": ("os.write(1, '4,4\\n'.encode('utf-16'))", "what is no move", False),
    "it refuses": ("say('ERROR no')", "refuses 'BOARD': no", False),
    "it says too long a line": ("say('x' * 9000)", "line of more than", False),
    "it says a line without an end": ("exec('while 1: os.write(1, bytes(9**5))')",
                                      "line of more than", True),
    "it says lines without an end": ("exec('while 1: say(\"MESSAGE\")')", "and no move", True),
    "it computes without an end": ("exec('while 1: pass')", LATE, True),
    "it computes in threads": ("[threading.Thread(target=sum, args=(range(10**12),)).start() "
                               "for _ in range(4)]", LATE, True),
    "it starts one process after another": (f"[{HELPER.format(LEAVES)} for _ in range(20)], free()",
                                            None, True),
    "it takes all memory": ("bytearray(8 << 30), free()", ENDED, True),
    "it says thousands of moves": ("[free() for _ in range(80)]", None, True),
}  # fmt: skip

IMPORTS = "import os, signal, subprocess, sys, threading, time"


def rows():
    for name, (move, problem, is_heavy) in PROGRAMS.items():
        marks = [pytest.mark.nightly] if is_heavy else []
        yield pytest.param(move, problem, id=name, marks=marks)


def written(tmp_path, move):
    path = tmp_path / "other"
    code = READS.format(log=str(tmp_path / "log"), move=move, ready="OK", swap={})
    path.write_text(f"#!{sys.executable}\n{IMPORTS}{code}")
    path.chmod(0o755)
    return path


def left_of(mark: str):
    """Return the processes that a program has started, or was, and that still live."""
    numbers = []
    for process in psutil.process_iter():
        try:
            text = Path(f"/proc/{process.pid}/environ").read_bytes()
            if mark.encode() in text and process.status() != psutil.STATUS_ZOMBIE:
                numbers.append(process.pid)
        except (OSError, psutil.Error):
            continue
    return numbers


@pytest.fixture
def mark(monkeypatch):
    """What all that a test starts has in its environment."""
    text = f"TTT_TEST=programs-{os.getpid()}-{threading.get_ident()}"
    monkeypatch.setenv(*text.split("="))
    return text


@pytest.mark.parametrize(("move", "problem"), [*rows()])
def test_a_program_that_misbehaves_is_named_and_leaves_nothing(
    tmp_path, monkeypatch, mark, move, problem
):
    monkeypatch.setattr(player_of_programs, "START_SECONDS", 1.0)
    if problem is WAITS:
        monkeypatch.setattr(program, "GRACE_SECONDS", -0.2)
    player = ProgramPlayer(written(tmp_path, move), 0.3, 256, wait=0.5 if problem is WAITS else 200)
    board = Board(9, win_length=5)
    board.move(3, 3, PLAYERX)
    try:
        if problem is None:
            assert player.choose(board, PLAYERO).square
        else:
            kind = UndecidedError if problem is WAITS else Problem
            with pytest.raises(kind, match=rf"^other .*{re.escape(problem)}"):
                player.choose(board, PLAYERO)
    finally:
        player.close()
    wait_until(lambda: not left_of(mark), "all has ended")


@pytest.mark.parametrize("helper", [HELPER.format(""), HELPER.format(LEAVES), DETACHED])
def test_nobody_waits_for_a_program_to_close(tmp_path, monkeypatch, mark, helper):
    """What closes a program goes on while that still lives: its end is another thread's."""
    monkeypatch.setattr(program, "END_SECONDS", HANG_S)
    player = ProgramPlayer(
        written(tmp_path, f"{helper}; {DEAF}; free(); time.sleep(10**6)"), 1, 256
    )
    player.choose(Board(9, win_length=5), PLAYERX)
    player.close()
    alive = left_of(mark)
    for number in alive:
        os.kill(number, signal.SIGKILL)
    assert len(alive) >= 2, "it, and its helper"


def test_what_a_program_started_ends_with_us_even_by_force(tmp_path, mark):
    path = written(tmp_path, f"{HELPER.format(LEAVES)}; {DETACHED}; free()")
    code = (
        "import os; from pathlib import Path; from engine import Board\n"
        "from engine.gomocup.player import ProgramPlayer\n"
        f"ProgramPlayer(Path({str(path)!r}), 1, 256).choose(Board(9, win_length=5), 2)\n"
        "os.kill(os.getpid(), 9)"
    )
    assert ran("-c", code).returncode == -9
    wait_until(lambda: not left_of(mark), "all has ended")


@pytest.mark.parametrize("kind", ["processes", "threads"])
def test_a_tournament_says_whom_it_waits_for(kind):
    plan = Plan(("import:tests.engine.bad_players:LetsWait", "random"), games=1)
    run, sentences = Run(plan.tournament(1), executor_maker(kind, 1), 1), []
    run.on_wait = sentences.append
    games = [game for games in run for game in games]
    assert [game.problem for game in games] == [""]
    assert str(sentences[0]) == "the file's name has given no answer"
    assert sentences[1] is None


DUMB = f"""#!{sys.executable}
import sys
for line in sys.stdin:
    pass
"""
"""A program that reads, and says nothing."""


def test_the_console_says_whom_it_waits_for(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(program, "TELL_SECONDS", 0.0)
    path = tmp_path / "dumb"
    path.write_text(DUMB)
    path.chmod(0o755)
    for command in (["play", "--o", "random", "--x"], ["tournament", "--players"]):
        spec, board = f"engine:seconds=0.1,wait=1:{path}", ["--size", "9", "--line", "5"]
        assert main([*command, spec, *board]) in (1, 2)
        lines = capsys.readouterr().err.splitlines()
        assert re.fullmatch(
            r"dumb has given no answer for \d s; it is waited for \d s more at most\.", lines[0]
        )
        assert "dumb gave no answer in 2.2 s" in lines[-1]


def test_a_tournament_leaves_nothing(tmp_path, mark):
    path = written(tmp_path, f"len(stones) < 2 and {DETACHED}; free()")
    done = ran(
        "-m", "engine", "tournament", "--players", f"engine:{path}", "random", "--size", "5",
        "--line", "5", "--games", "2", "--workers", "1",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    wait_until(lambda: not left_of(mark), "all has ended")
