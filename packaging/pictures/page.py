"""The page that shows all pictures side by side: plain HTML, readable in light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from engine.pages import render
from pictures.book import GROUPS, shots_of
from pictures.scene import Scene, Shot

_TEMPLATE = Path(__file__).with_name("index.html")


@dataclass(frozen=True)
class _Picture:
    """A shot, the name of its file, and its size in pixels."""

    shot: Shot
    name: str
    width: int
    height: int


def write_page(folder: Path) -> int:
    """Write ``index.html`` for the pictures of the book that are in a folder; return how many."""
    groups = {title: rows for title, scenes in GROUPS.items() if (rows := _rows(folder, scenes))}
    text = render(_TEMPLATE, title="Monte Carlo Tic-Tac-Toe: pictures", groups=groups)
    (folder / "index.html").write_text(text, encoding="utf-8")
    return sum(len(row) for rows in groups.values() for row in rows)


def _rows(folder: Path, scenes: Sequence[Scene]) -> list[list[_Picture]]:
    """Return the pictures that were taken, a row a scene."""
    rows = (
        [_picture(path, shot) for shot in shots_of(scene) if (path := _file(folder, shot)).exists()]
        for scene in scenes
    )
    return [row for row in rows if row]


def _picture(path: Path, shot: Shot) -> _Picture:
    with Image.open(path) as picture:
        return _Picture(shot, path.name, *picture.size)


def _file(folder: Path, shot: Shot) -> Path:
    return folder / f"{shot.name}.png"
