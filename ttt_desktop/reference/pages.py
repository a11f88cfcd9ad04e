"""The manual's pages: their order, where their texts are, and the names of places in them. No Qt.

A page is called by its file in ``docs/`` without the ending. Those of the group "Reference" have no
file; ``ttt_desktop.reference.generated`` writes them from what the program declares. The web site
(``mkdocs.yml``) and the window with the manual both take their contents from here.
"""

from __future__ import annotations

import re
import unicodedata
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path

INDEX = "index"
"""The page that the manual opens with."""

GENERATED = {
    "reference-settings": "Settings",
    "reference-players": "Kinds of players",
    "reference-actions": "Actions and shortcuts",
    "reference-commands": "Console commands",
    "reference-api": "Python API",
}
"""The pages that have no file, and their titles."""

CONTENTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Start", (INDEX, "install", "accessibility")),
    (
        "Using the program",
        (
            "play",
            "five-in-a-row",
            "review",
            "teaching",
            "lessons",
            "class",
            "students",
            "lab",
            "terminal",
            "other-programs",
        ),
    ),
    (
        "Behind it",
        ("architecture", "kernel", "unbeatable", "playout-tree", "learning", "statistics"),
    ),
    ("Working on it", ("packaging",)),
    ("Reference", tuple(GENERATED)),
)
"""Groups of pages, in the order of the contents."""

SUFFIX = ".md"

_PACKAGE = Path(__file__).resolve().parent.parent


def all_pages() -> list[str]:
    """Return every page, in the order of the contents."""
    return [page for _, pages in CONTENTS for page in pages]


def folder() -> Path:
    """Return the folder with the texts and pictures.

    An installed program has it inside its package, a source checkout beside it.
    """
    installed = _PACKAGE / "manual"
    return installed if installed.is_dir() else _PACKAGE.parent / "docs"


def read(page: str) -> str:
    """Return the Markdown of a page that has a file.

    Raises:
        OSError: there is no such file, or it cannot be read.
    """
    return (folder() / f"{page}{SUFFIX}").read_text(encoding="utf-8")


def title_of(text: str) -> str:
    """Return a page's title: its first heading."""
    heading = re.search(r"^# (.+)$", text, re.MULTILINE)
    return heading[1].strip() if heading else ""


def title(page: str) -> str:
    """Return a page's title by the page's name, or that name where the page cannot be read."""
    try:
        return GENERATED.get(page) or title_of(read(page))
    except (OSError, ValueError):
        return page


def headings(text: str) -> list[str]:
    """Return all headings of a page, without their number signs."""
    without_code = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"^#{1,6} (.+?)\s*$", without_code, re.MULTILINE)


def anchor_of(heading: str) -> str:
    """Return what a link to a heading ends with, as MkDocs makes it."""
    plain = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def split_link(link: str, page: str) -> tuple[str, str]:
    """Return the page and the anchor that a link on ``page`` leads to.

    A link to an anchor alone stays on its page; the anchor is empty where none is given.
    """
    path, _, anchor = link.partition("#")
    return (path.removesuffix(SUFFIX) or page), anchor


programs: dict[str, Callable[[], ArgumentParser]] = {}
"""What builds the command line of each program, beside that of ``ttt-engine``."""
