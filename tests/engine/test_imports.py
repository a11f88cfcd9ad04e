"""What importing the engine loads."""

import subprocess
import sys

from tests.waiting import HANG_S


def test_importing_the_engine_loads_neither_numpy_nor_qt():
    code = (
        "import sys, engine, engine.course;"
        "print([name for name in ('numpy', 'PySide6', 'pyqtgraph') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=HANG_S, check=True
    )
    assert done.stdout.strip() == "[]"
