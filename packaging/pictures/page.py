"""The page that shows all pictures side by side: plain HTML, readable in light and dark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from PIL import Image

from pictures.book import GROUPS, shots_of
from pictures.scene import Scene, Shot

_STYLE = """
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 120rem; padding: 1rem 1.5rem 4rem; background: Canvas;
       color: CanvasText; font: 1rem/1.5 system-ui, sans-serif; }
nav { position: sticky; top: 0; padding: .5rem 0; background: Canvas;
      border-bottom: 1px solid GrayText; }
nav a { margin-right: 1.2rem; }
h2 { margin: 3rem 0 0; }
h3 { margin: 2rem 0 .5rem; font-weight: 600; }
h3 code { font-weight: 400; opacity: .7; }
.row { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 30rem), 1fr));
       gap: 1.2rem; align-items: start; }
figure { margin: 0; }
img { max-width: 100%; height: auto; border: 1px solid GrayText;
      background: repeating-conic-gradient(#8883 0 25%, transparent 0 50%) 0 / 16px 16px; }
figcaption { font-size: .85rem; opacity: .8; }
"""


def write_page(folder: Path) -> int:
    """Write ``index.html`` for the pictures of the book that are in a folder; return how many."""
    groups = {title: _rows(folder, scenes) for title, scenes in GROUPS.items()}
    shown = {title: rows for title, rows in groups.items() if rows}
    text = _page(shown, folder)
    (folder / "index.html").write_text(text, encoding="utf-8")
    return sum(len(row) for rows in shown.values() for row in rows)


def _rows(folder: Path, scenes: Sequence[Scene]) -> list[list[Shot]]:
    """Return the shots whose pictures are there, a row a scene."""
    rows = ([shot for shot in shots_of(scene) if _file(folder, shot).exists()] for scene in scenes)
    return [row for row in rows if row]


def _page(groups: Mapping[str, list[list[Shot]]], folder: Path) -> str:
    links = "\n".join(f'<a href="#{_anchor(title)}">{escape(title)}</a>' for title in groups)
    parts = [
        f'<h2 id="{_anchor(title)}">{escape(title)}</h2>\n'
        + "\n".join(_article(row, folder) for row in rows)
        for title, rows in groups.items()
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>Monte Carlo Tic-Tac-Toe: pictures</title>\n<style>{_STYLE}</style>\n</head>\n"
        "<body>\n<h1>Monte Carlo Tic-Tac-Toe: pictures</h1>\n"
        f"<nav>\n{links}\n</nav>\n" + "\n".join(parts) + "\n</body>\n</html>\n"
    )


def _article(row: Sequence[Shot], folder: Path) -> str:
    scene = row[0].scene
    figures = "\n".join(_figure(shot, _file(folder, shot)) for shot in row)
    title = f"{escape(scene.caption)} <code>{escape(scene.name)}</code>"
    return f'<h3>{title}</h3>\n<div class="row">\n{figures}\n</div>'


def _figure(shot: Shot, path: Path) -> str:
    with Image.open(path) as picture:
        width, height = picture.size
    size = f"{width} × {height}"
    described = escape(f"{shot.scene.caption}: {shot.look.caption}")
    return (
        f'<figure><a href="{path.name}"><img src="{path.name}" alt="{described}" loading="lazy" '
        f'width="{width}" height="{height}"></a>'
        f"<figcaption>{escape(shot.look.caption)}, {size}</figcaption></figure>"
    )


def _file(folder: Path, shot: Shot) -> Path:
    return folder / f"{shot.name}.png"


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")
