"""Readies a release: ``python3 dev.py release [--dry-run]``; standard library only.

It looks whether version, changelog and tag fit together; a release without an entry in the
changelog is refused. Then it writes the entry into a file, for the release's page.

    --dry-run   also does the steps of the release workflow that this system can do: it builds, runs
                what it has built, and writes the sums. What is wrong is told at the end.
"""

from __future__ import annotations

import os
import re
import sys

import build
import changelog
from commands import stop, tell
from project import DIST, WORK, version

HERE = {
    "linux": ("deb", "run", "wheels"), "win32": ("windows",), "darwin": ("macos",),
}  # fmt: skip
"""What each system builds for a release."""


def problems(number: str, tag: str, text: str = "") -> list[str]:
    """Return what keeps a version from being released, a sentence each.

    ``tag`` is the one that was pushed, empty if there is none yet; ``text`` is a changelog, that of
    the project if empty.
    """
    faults = []
    if not re.fullmatch(r"\d+\.\d+\.\d+", number):
        faults.append(f"the version {number} is not of the form 1.2.3 (engine/_version.py)")
    if tag and tag != f"v{number}":
        faults.append(f"the tag is {tag}, but the version is {number} (engine/_version.py)")
    if not changelog.points(changelog.entry(number, text)):
        faults.append(
            f"CHANGELOG.md has no entry for {number}: begin it with the line ## [{number}] and "
            "what is new"
        )
    return faults


def main(arguments: list[str]) -> None:
    """Ready a release, or try it; end with what is wrong."""
    if arguments not in ([], ["--dry-run"]):
        sys.exit((__doc__ or "").strip())
    tag = os.environ["GITHUB_REF_NAME"] if os.environ.get("GITHUB_REF_TYPE") == "tag" else ""
    faults = problems(version(), tag)
    if arguments:
        build.main(list(HERE[sys.platform]))
        for line in (DIST / "SHA256SUMS").read_text().splitlines():
            tell(line)
        others = sorted(kind for name, kinds in HERE.items() if name != sys.platform
                        for kind in kinds)  # fmt: skip
        tell(f"left to the other systems: {', '.join(others)}; and attestations to GitHub")
    if faults:
        stop("this is no release: " + "; ".join(faults))
    notes = WORK / "notes.md"
    notes.parent.mkdir(parents=True, exist_ok=True)
    notes.write_text(changelog.entry(version()) + "\n", encoding="utf-8")
    tell(f"version {version()} can be released by the tag v{version()}; its notes: {notes}")


if __name__ == "__main__":
    main(sys.argv[1:])
