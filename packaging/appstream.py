"""What software centres show: pictures, release notes and addresses, for the AppStream file.

The form: https://www.freedesktop.org/software/appstream/docs/
"""

from __future__ import annotations

import subprocess
from html import escape
from pathlib import Path

import changelog
from project import declared, version

PICTURES = {
    "light": "A game with the machine's scores, square by square",
    "dark": "The same in dark colours",
    "theatre": "Single playouts, and what they add",
    "convergence": "How the scores settle as playouts grow",
    "lab": "Thousands of games, machine against machine",
}
"""Pictures of the manual, and what they show."""

MOST_POINTS = 12
DEFAULT = ' type="default"'


_GITHUB = "https://github.com/"


def addresses() -> str:
    """Return the addresses of the project, and of its pictures where they are known."""
    urls = declared()["urls"]
    kinds = {"homepage": "Homepage", "bugtracker": "Issues"}
    found = [
        f'<url type="{kind}">{escape(urls[name])}</url>'
        for kind, name in kinds.items()
        if name in urls
    ]
    if urls.get("Homepage", "").startswith(_GITHUB):
        found.append(_pictures(urls["Homepage"].removeprefix(_GITHUB)))
    return "\n  ".join(found)


def _pictures(repository: str) -> str:
    """Return the pictures of this version, from its tag on GitHub."""
    files = f"https://raw.githubusercontent.com/{escape(repository)}/v{version()}/docs/pictures"
    shots = "".join(
        f"    <screenshot{DEFAULT if name == 'light' else ''}>\n"
        f"      <caption>{escape(caption)}</caption>\n"
        f'      <image type="source">{files}/{name}.png</image>\n    </screenshot>\n'
        for name, caption in PICTURES.items()
    )
    return f"<screenshots>\n{shots}  </screenshots>"


def notes() -> str:
    """Return what is new in this version, out of the changelog."""
    part = changelog.entry(version()) or changelog.entry(changelog.UNRELEASED)
    items = "".join(
        f"          <li>{escape(each)}</li>\n" for each in changelog.points(part)[:MOST_POINTS]
    )
    return (
        f"<description>\n        <ul>\n{items}        </ul>\n      </description>" if items else ""
    )


def complaints(path: Path) -> list[str]:
    """Return all that ``appstreamcli`` remarks about a file, hints included.

    Debian 12's does not know the tag "developer", which newer ones want.
    """
    done = subprocess.run(
        ["appstreamcli", "validate", "--strict", "--no-net", path],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    lines = [line for line in done.stdout.splitlines() if line[:3] in ("E: ", "W: ", "I: ", "P: ")]
    known = [line for line in lines if line.endswith("unknown-tag developer")]
    if done.returncode and not lines:
        return [done.stdout]
    return [line for line in lines if line not in known]
