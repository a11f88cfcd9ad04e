"""What tests cost: nothing is missing of what they started."""

import sys

import pytest

from tests.waiting import ran
from tools import cost

PARENT = """
import subprocess, sys
spend = "import time\\nwhile time.process_time() < 0.4: pass"
subprocess.Popen([sys.executable, "-c", spend])
"""

MEASURE = f"""
import os, subprocess, sys
from tools import cost
cost.adopt_orphans()
subprocess.run([sys.executable, "-c", {PARENT!r}])
cost.wait_for_orphans()
print(os.times().children_user + os.times().children_system)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process adopt orphans")
def test_a_process_that_outlives_its_parent_counts():
    done = ran("-c", MEASURE)
    assert done.returncode == 0, done.stderr
    assert 0.4 <= float(done.stdout) < 5


def test_the_dearest_files_and_tests_come_first():
    costs = [("a.py::one", 3.0), ("b.py::two", 2.0), ("b.py::three", 2.0)]
    lines = [*cost.worded(costs, 8, 2, 90)]
    assert lines[-1] == (
        "\nprocessor time of all processes: 10 s (user 8, system 2), of which 7 in 3 tests; "
        "1.5 minutes"
    )
    assert lines[1:3] == ["     4.0     2  b.py", "     3.0     1  a.py"]
    assert lines[4:7] == ["     3.0  a.py::one", "     2.0  b.py::two", "     2.0  b.py::three"]
