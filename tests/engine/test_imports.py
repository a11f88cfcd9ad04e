"""What importing the engine loads."""

from tests.waiting import ran


def test_importing_the_engine_loads_no_large_library():
    code = (
        "import sys, engine, engine.course, engine.record;"
        "large = 'numpy', 'PySide6', 'pyqtgraph', 'msgspec', 'jinja2', 'yaml', 'markupsafe';"
        "print([name for name in large if name in sys.modules])"
    )
    done = ran("-c", code, check=True)
    assert done.stdout.strip() == "[]"
