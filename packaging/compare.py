"""Compares what was built again with what was published: the same names, the same bytes.

python3 packaging/compare.py PUBLISHED BUILT

Standard library only.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from commands import stop, tell

LIKE = ("*.deb", "*.run", "*.tar.gz", "*.cdx.json")
"""Files that depend on nothing but the commit, the compiler and Python."""


def differences(published: Path, built: Path) -> list[str]:
    """Return what differs between two folders, a sentence each.

    What was published may have files for other kinds of machines.
    """
    again = sorted({path for pattern in LIKE for path in built.glob(pattern)})
    if not again:
        return [f"nothing was built in {built}"]
    problems = []
    for path in again:
        other = published / path.name
        if not other.exists():
            problems.append(f"{path.name} was built, but never published")
        elif _sum(path) != _sum(other):
            problems.append(f"{path.name}: {_sum(path)} was built, {_sum(other)} is published")
    return problems


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main(arguments: list[str]) -> None:
    """Compare two folders; end with what differs."""
    if len(arguments) != 2:
        sys.exit((__doc__ or "").strip())
    published, built = map(Path, arguments)
    if problems := differences(published, built):
        stop("; ".join(problems))
    tell("what was published can be built again, byte for byte")


if __name__ == "__main__":
    main(sys.argv[1:])
