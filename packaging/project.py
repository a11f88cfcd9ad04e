"""What all builders agree on: names, folders, version, time; standard library only."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

# Where the project is installed, that is what counts: PyInstaller bundles it, and not this folder.
if find_spec("ttt_desktop") is None:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from ttt_desktop import APP_TITLE, identity

ROOT = Path(__file__).resolve().parent.parent
DIST, WORK = ROOT / "dist", ROOT / "build" / "package"
PYTHON = WORK / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
"""That of the clean environment which ``environment.python`` makes."""

NAME, TITLE = identity.NAME, APP_TITLE


def version() -> str:
    """Return the project's version, from the one place where it stands."""
    text = (ROOT / "engine" / "_version.py").read_text(encoding="utf-8")
    number = re.search(r'"([^"]+)"', text)
    assert number is not None
    return number[1]


def epoch() -> int:
    """Return the time that everything built carries, in s since 1970: that of the last commit."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if given:
        return int(given)
    try:
        done = subprocess.run(
            ["git", "log", "-1", "--format=%ct"],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
    except FileNotFoundError:
        return 1767225600  # no git, no history: the first day of 2026
    return int(done.stdout.strip() or 1767225600)


def repeatable() -> dict[str, str]:
    """Return the variables that make a build give the same bytes every time, in any folder.

    Debugging information would name the folder, and so is left out.
    """
    return {"PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": str(epoch()), "CFLAGS": "-g0"}
