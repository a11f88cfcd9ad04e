"""The picture book's command line: ``python3 dev.py pictures``."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from pictures.book import README, shots
from pictures.crew import ROOT, take
from pictures.page import write_page
from pictures.scene import Shot

_SCREENSHOTS = ROOT / "docs" / "pictures"
_MOST_JOBS = 4


def main() -> int:
    """Draw what the command line asks for; return 0, or 1 where a picture is missing."""
    parser = argparse.ArgumentParser(
        prog="dev.py pictures",
        description="Draw every screen and state of the app as a PNG, and a page with all of them.",
    )
    parser.add_argument("folder", nargs="?", type=Path, metavar="DIR", help="where they go")
    parser.add_argument(
        "--only", default="*", metavar="PATTERN", help="draw those in whose name, or group's "
        "title, this occurs: lab, '*.dark', 'menu-?.light'",
    )  # fmt: skip
    parser.add_argument("--list", action="store_true", help="print the names, and draw nothing")
    parser.add_argument(
        "--readme",
        action="store_true",
        help="draw the README's pictures into docs/pictures",
    )
    given = parser.parse_args()
    if given.readme:
        return _draw_readme()
    chosen = shots(given.only)
    if given.list:
        print("\n".join(shot.name for shot in chosen))
        return 0
    if given.folder is None:
        parser.error("where to? Give a folder, or --readme")
    if not chosen:
        parser.error(f"no picture's name has {given.only!r} in it; --list prints all names")
    return _draw_book(chosen, given.folder)


def _draw_book(chosen: Sequence[Shot], folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    began = monotonic()
    status = _draw(chosen, folder)
    count = write_page(folder)
    print(f"{monotonic() - began:.0f} s; {folder / 'index.html'} shows {count} pictures")
    return status


def _draw_readme() -> int:
    by_name = {shot.name: shot for shot in shots()}
    with TemporaryDirectory(prefix="pictures-") as scratch:
        status = _draw([by_name[name] for name in README.values()], Path(scratch))
        for target, name in README.items():
            drawn = Path(scratch) / f"{name}.png"
            if drawn.exists():
                shutil.copyfile(drawn, _SCREENSHOTS / target)
    return status


def _draw(chosen: Sequence[Shot], folder: Path) -> int:
    jobs = min(_MOST_JOBS, os.cpu_count() or 1)
    problems = take(chosen, folder, jobs, lambda line: print(line, flush=True))
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
