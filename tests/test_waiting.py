"""Nothing outside the campaign and the nightly runs is judged by the clock."""

from __future__ import annotations

import ast
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.every import every
from tests.waiting import HANG_S

TESTS = Path(__file__).resolve().parent
BY_THE_CLOCK = ("campaign", "driver", "release", "waiting.py")
"""Where time may be taken: measured on an idle machine, or to end what hangs."""
CLOCKS = {"monotonic", "perf_counter", "monotonic_ns", "perf_counter_ns"}


def clocks_in(tree):
    """Yield the lines that ask a clock on the wall, or end a wait after a time of their own."""
    for node in ast.walk(tree):
        named = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if named and node.value.id == "time" and node.attr in CLOCKS | {"time"}:
            yield node.lineno
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            if CLOCKS & {each.name for each in node.names}:
                yield node.lineno
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") != "timeout":
            for each in node.keywords:
                if each.arg == "timeout" and isinstance(each.value, ast.Constant):
                    yield node.lineno


@every(
    ("code", "found"),
    [("import time\ntime.monotonic()", 1), ("from time import perf_counter", 1),
     ("time.process_time()", 0), ("run(timeout=60)", 1), ("run(timeout=HANG_S)", 0),
     ("pytest.mark.timeout(3600)", 0)],
)  # fmt: skip
def test_clocks_are_seen(code, found):
    assert len(list(clocks_in(ast.parse(code)))) == found


def test_no_test_is_judged_by_the_clock():
    asked = [
        f"{path.relative_to(TESTS)}:{line}"
        for path in sorted(TESTS.rglob("*.py"))
        if path.relative_to(TESTS).parts[0] not in BY_THE_CLOCK and "course_files" not in path.parts
        if re.search(r"\btime\b|timeout=", text := path.read_text())
        for line in clocks_in(ast.parse(text))
    ]
    assert asked == [], "wait with tests/waiting.py; judge by counts, order or process_time"


def test_a_test_has_more_time_than_what_it_waits_for(pytestconfig):
    assert float(pytestconfig.getini("timeout")) >= 3 * HANG_S


IN_THE_BACKGROUND = """
import subprocess, sys
from tests import conftest
conftest.heed_signals()
child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
child.send_signal({number})
sys.exit(child.wait({hang}) + 200)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGHUP", "SIGTERM"])
def test_what_tests_start_heeds_signals_that_this_run_was_started_to_ignore(name):
    number = getattr(signal, name)
    code = IN_THE_BACKGROUND.format(number=int(number), hang=HANG_S)
    command = ["sh", "-c", f'trap "" {name[3:]}; exec "$0" -c "$1"', sys.executable, code]
    done = subprocess.run(command, cwd=TESTS.parent, check=False, timeout=HANG_S)
    assert done.returncode == 200 - number
