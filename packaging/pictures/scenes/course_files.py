"""Course files as students write them, made from the one that the tests have."""

from __future__ import annotations

from pathlib import Path

from tests.engine.course_variants import ANSWER, TIE, varied

_PRINTING = (
    '    print("scores after", trials, "trials")\n'
    "    for line in scores:\n"
    '        print("   ", line)\n'
)
_FILES = {
    "my_player.py": (ANSWER, f"{_PRINTING}{ANSWER}"),
    "tie_is_loss.py": (TIE, ""),
    "always_centre.py": (ANSWER, "    return (1, 1)\n"),
}


def talkative(folder: Path) -> Path:
    """Write a file that prints its scores before each move."""
    return _written(folder / "my_player.py")


def mistaken(folder: Path) -> Path:
    """Write a file that scores ties as losses."""
    return _written(folder / "tie_is_loss.py")


def cheating(folder: Path) -> Path:
    """Write a file that plays the centre, taken or not."""
    return _written(folder / "always_centre.py")


def _written(path: Path) -> Path:
    path.write_text(varied([_FILES[path.name]]), encoding="utf-8")
    return path
