"""What software centres show: pictures, release notes and addresses, for the AppStream file.

The form: https://www.freedesktop.org/software/appstream/docs/
"""

from __future__ import annotations

import subprocess
from html import escape
from pathlib import Path

import changelog
from project import version
from ttt_desktop import identity

PICTURES = {
    "light": "A game with the machine's scores, square by square",
    "dark": "The same in dark colours",
    "theatre": "Single playouts, and what they add",
    "convergence": "How the scores settle as playouts grow",
    "lab": "Thousands of games, machine against machine",
}
"""Pictures of the manual, and what they show."""

ADDRESSES = {
    "homepage": identity.HOME_PAGE, "bugtracker": identity.ISSUES, "help": identity.MANUAL,
    "vcs-browser": identity.HOME_PAGE, "contribute": identity.CONTRIBUTING,
}  # fmt: skip


def addresses() -> str:
    """Return the addresses of the project."""
    lines = (f'<url type="{kind}">{escape(url)}</url>' for kind, url in ADDRESSES.items())
    return "\n  ".join(lines)


def pictures() -> str:
    """Return the pictures of this version, from its tag."""
    shots = ""
    for number, (name, caption) in enumerate(PICTURES.items()):
        kind = "" if number else ' type="default"'
        address = identity.file_address(version(), f"docs/pictures/{name}.png")
        shots += (
            f"    <screenshot{kind}>\n      <caption>{escape(caption)}</caption>\n"
            f'      <image type="source">{escape(address)}</image>\n    </screenshot>\n'
        )
    return f"<screenshots>\n{shots}  </screenshots>"


def notes() -> str:
    """Return all that is new in this version, out of the changelog."""
    part = changelog.entry(version()) or changelog.entry(changelog.UNRELEASED)
    lines = [f"<p>{escape(text)}</p>" for text in changelog.opening(part)]
    for heading, points in changelog.groups(part).items():
        items = [f"  <li>{escape(point)}</li>" for point in points]
        lines += [f"<p>{escape(heading)}:</p>", "<ul>", *items, "</ul>"]
    inner = "".join(f"        {line}\n" for line in lines)
    return f"<description>\n{inner}      </description>" if lines else ""


def complaints(path: Path) -> list[str]:
    """Return all that ``appstreamcli`` remarks about a file, hints included.

    Two remarks are known and left out. Debian 12's does not know the tag "developer", which newer
    ones want. And it would rather have ids in small letters, as nobody writes them: GNOME, KDE and
    Flathub name programs as we do.
    """
    done = subprocess.run(
        ["appstreamcli", "validate", "--strict", "--pedantic", "--no-net", path],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    lines = [line for line in done.stdout.splitlines() if line[:3] in ("E: ", "W: ", "I: ", "P: ")]
    known = ("unknown-tag developer", "cid-contains-uppercase-letter")
    if done.returncode and not lines:
        return [done.stdout]
    return [line for line in lines if not line.endswith(known)]
