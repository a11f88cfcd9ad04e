"""The entry point of the desktop app: ``ttt-desktop`` or ``python -m ttt_desktop``."""

from __future__ import annotations

import gc
import os
import signal
import sys
import traceback
from collections.abc import Sequence

# Until the window stands and closes in good order, Ctrl+C ends the program at once, and without
# a word: nothing has been done yet that could be lost.
signal.signal(signal.SIGINT, signal.SIG_DFL)

# With "python -m", Python looks for modules in the current folder first: a student may have an
# engine.py there, or a random.py.
if __name__ == "__main__" and not sys.flags.safe_path:
    _ours = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))  # noqa: PTH120
    if os.path.realpath(sys.path[0]) != _ours:
        del sys.path[0]

# What is loaded now stays: looking through it for garbage again and again would be a tenth of the
# start. Once the window stands, ``Collector`` does it.
gc.disable()

from ttt_desktop.start import arguments, failure, preflight  # noqa: E402


def main(argv: Sequence[str] | None = None) -> int:
    """Start the app and return its exit status.

    Returns:
        0 after the window was closed or the self-test passed; 1 where no window can be opened
        or the self-test failed; 2 for a bad command line.
    """
    options = arguments.parse(argv)
    problem = preflight.display_problem()
    if problem and options.self_test and not os.environ.get("QT_QPA_PLATFORM"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    elif problem:
        return _give_up(problem)
    try:
        from ttt_desktop.start import app  # noqa: PLC0415  (only now is it known that Qt can load)
    except ImportError as error:
        return _give_up(preflight.import_problem(error), traceback.format_exc())
    try:
        return app.run(options)
    except Exception as error:
        sentence = f"something is wrong in the program ({type(error).__name__}: {error})"
        return _give_up(sentence, traceback.format_exc())


def _give_up(problem: str, details: str = "") -> int:
    failure.tell(problem, details)
    return 1


if __name__ == "__main__":
    sys.exit(main())
