"""Makes a folder from which ``flatpak-builder`` builds without a network; standard library only.

The manifest names every file in it with its sum.

    python flatpak.py lock FILE      write what the lock has for the runtime's Python
    python3 flatpak.py share FOLDER  inside the build: add what desktops show
"""

from __future__ import annotations

import hashlib
import re
import shutil
import sys
from pathlib import Path

import linux_share
from commands import call, tell
from project import DIST, ROOT, TITLE
from ttt_desktop import identity

FOLDER = DIST / "flatpak"
PYTHON = "3.13"
"""That of the runtime which the manifest names."""

PLATFORMS = ("manylinux_2_34_x86_64", "manylinux_2_28_x86_64", "manylinux_2_17_x86_64")
"""The wheels that run on it."""

INDENT = " " * 6


def build(using: Path, source: Path) -> Path:
    """Fill the folder and return its manifest."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    lock = FOLDER / "run.lock"
    call(using, __file__, "lock", lock)
    call(
        using, "-m", "pip", "download", "--quiet", "--require-hashes", "--only-binary=:all:",
        "--python-version", PYTHON, *(f"--platform={platform}" for platform in PLATFORMS),
        "--dest", FOLDER, "-r", lock,
    )  # fmt: skip
    shutil.copy(source, FOLDER)
    files = sorted(path for path in FOLDER.iterdir())
    path = FOLDER / f"{identity.APP_ID}.yml"
    path.write_text(manifest(files, source.name), encoding="utf-8")
    tell(f"{path.relative_to(ROOT)}: {len(files)} files with known sums")
    return path


def manifest(files: list[Path], source: str) -> str:
    """Return the manifest's text.

    Args:
        files: what lies beside it.
        source: the name of the project's own source distribution among them.
    """
    text = (ROOT / "packaging" / "linux" / "flatpak.yml").read_text(encoding="utf-8")
    listed = "\n".join(
        f"{INDENT}- type: file\n{INDENT}  path: {path.name}\n"
        f"{INDENT}  sha256: {hashlib.sha256(path.read_bytes()).hexdigest()}"
        for path in files
    )
    gaps = {"ID": identity.APP_ID, "SOURCE": source, "SOURCES": listed, "PYTHON": PYTHON}
    for gap, value in gaps.items():
        text = text.replace(f"@{gap}@", value)
    return text


def chosen(lock: str) -> str:
    """Return the part of a lock's text that is for the runtime, without conditions.

    pip asks the conditions of the Python that it runs with, not of the one it fetches for.
    """
    from packaging.requirements import Requirement

    runtime = {"python_version": PYTHON, "python_full_version": f"{PYTHON}.0",
             "sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"}  # fmt: skip
    lines = []
    for entry in re.findall(r"^\S.*\n(?:    .*\n?)*", lock, re.MULTILINE):
        first, *others = entry.splitlines()
        wanted = Requirement(first.removesuffix("\\").strip())
        if wanted.marker is None or wanted.marker.evaluate(runtime):
            sums = re.findall(r"--hash=\S+", " ".join(others))
            lines.append(" \\\n    ".join([f"{wanted.name}{wanted.specifier}", *sums]))
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> None:
    """Do one of the two steps."""
    match arguments:
        case ["lock", path]:
            text = (ROOT / "requirements" / "run.lock").read_text(encoding="utf-8")
            Path(path).write_text(chosen(text), encoding="utf-8")
        case ["share", path]:
            linux_share.add(Path(path), Path(sys.executable))
            tell(f"{TITLE}: what desktops show is in {path}")
        case _:
            sys.exit((__doc__ or "").strip())


if __name__ == "__main__":
    main(sys.argv[1:])
