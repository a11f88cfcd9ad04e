"""What importing the engine loads."""

from tests.waiting import ran


def test_importing_the_engine_loads_neither_numpy_nor_qt():
    code = (
        "import sys, engine, engine.course;"
        "print([name for name in ('numpy', 'PySide6', 'pyqtgraph') if name in sys.modules])"
    )
    done = ran("-c", code, check=True)
    assert done.stdout.strip() == "[]"
