"""Ctrl+C: a command ends with its status and without a traceback, whatever it is importing."""

import subprocess
import sys

import pytest

from tests.waiting import ran, started, wait_until_it_computes

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

INTERRUPTED = """
import signal, sys
import engine.__main__ as program

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Finder())
sys.argv[1:] = {arguments!r}
sys.exit(program.main())
"""
"""The program, interrupted in the middle of an import."""

LEARN = ["learn", "--games", "1000000000", "--out", "never.net"]
TOURNAMENT = ["tournament", "--games", "1000000000"]


@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("engine.cli.main", LEARN),
        ("engine.cli.learn", LEARN),
        ("engine.learning.learner", LEARN),
        ("numpy", LEARN),
        ("argparse", TOURNAMENT),
        ("engine.tournament.running", TOURNAMENT),
        ("engine.gomocup.brain", ["brain"]),
        ("engine._kernel", ["analyse", "--board", ".../.../...", "--trials", "1000000000000"]),
    ],
)
def test_an_interrupt_in_the_middle_of_an_import_is_clean(tmp_path, module, arguments):
    code = INTERRUPTED.format(module=module, arguments=arguments)
    done = ran("-c", code, cwd=tmp_path)
    assert done.returncode == 130
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_an_interrupt_before_the_program_is_there_ends_it_at_once():
    code = "import engine.__main__, signal; signal.raise_signal(signal.SIGINT); print('goes on')"
    done = ran("-c", code)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_the_courses_own_search_can_be_interrupted_whatever_its_trials():
    code = (
        "from engine import Board, PLAYERX, course; print(flush=True)\n"
        "try:\n    course.mc_move(Board(25), PLAYERX, 10**30)\n"
        "except KeyboardInterrupt:\n    print('interrupted')"
    )
    with started([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        process.stdout.readline()
        wait_until_it_computes(process.pid)
        process.send_signal(2)
        assert process.stdout.read() == "interrupted\n"
