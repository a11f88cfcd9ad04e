"""What a bundle starts: the app, the console program, or one of their helpers.

All of them are this one file, under different names and with different first arguments.
"""

import multiprocessing
import os
import sys
from pathlib import Path


def main() -> int:
    """Start what was asked for; return its exit status."""
    multiprocessing.freeze_support()
    _give_back_library_path()
    if sys.argv[1:2] == ["--course-file-child"]:
        package = sys.modules["engine"] = type(sys)("engine")  # no more of it than the child needs
        package.__path__ = [str(Path(getattr(sys, "_MEIPASS", "")) / "engine")]
        from engine.compat.child import main as child

        del sys.argv[1]
        child()
        return 0
    if Path(sys.argv[0]).stem.lower().startswith("ttt-engine"):
        from engine.__main__ import main as console

        return console()
    from ttt_desktop.__main__ import main as window

    return window()


def _give_back_library_path() -> None:
    """Let programs that we start find the system's libraries, not the bundle's."""
    original = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if original is not None:
        os.environ["LD_LIBRARY_PATH"] = original
    elif getattr(sys, "frozen", False):
        os.environ.pop("LD_LIBRARY_PATH", None)


if __name__ == "__main__":
    sys.exit(main())
