"""Course files as students write them, made from the one that the tests have."""

from __future__ import annotations

from pathlib import Path

_PLAIN = Path(__file__).resolve().parents[3] / "tests" / "engine" / "course_files" / "plain.py"
_MOVE = "    return get_best_move(board, scores)\n"
_TIE = "    if winner == provided.DRAW:\n        return\n"


def talkative(folder: Path) -> Path:
    """Write a file that prints its scores before each move."""
    printing = (
        '    print("scores after", trials, "trials")\n'
        "    for line in scores:\n"
        '        print("   ", line)\n'
    )
    return _changed(folder / "my_player.py", _MOVE, f"{printing}{_MOVE}")


def mistaken(folder: Path) -> Path:
    """Write a file that scores ties as losses."""
    return _changed(folder / "tie_is_loss.py", _TIE, "")


def cheating(folder: Path) -> Path:
    """Write a file that plays the centre, taken or not."""
    return _changed(folder / "always_centre.py", _MOVE, "    return (1, 1)\n")


def _changed(path: Path, before: str, after: str) -> Path:
    text = _PLAIN.read_text(encoding="utf-8")
    if before not in text:
        raise ValueError(f"{_PLAIN.name} has no {before!r}")
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    return path
