"""The entry point of the desktop app: ``ttt-desktop`` or ``python -m ttt_desktop``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from ttt_desktop import arguments, preflight


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
        from ttt_desktop import app  # noqa: PLC0415  (only now is it known that Qt can load)
    except ImportError as error:
        return _give_up(preflight.import_problem(error))
    return app.run(options)


def _give_up(problem: str) -> int:
    if sys.stderr is not None:  # a windowed build has none
        print(f"ttt-desktop: {problem}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
