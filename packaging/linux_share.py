"""What a Linux desktop shows of a program: menu entry, icons, file type, manual pages."""

from __future__ import annotations

import gzip
import shutil
from datetime import UTC, datetime
from pathlib import Path

import appstream
import changelog
from commands import call
from project import ROOT, TITLE, epoch, version
from ttt_desktop import identity

ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
FILES = {
    "entry.desktop": f"applications/{identity.APP_ID}.desktop",
    "types.xml": f"mime/packages/{identity.APP_ID}.xml",
    "metainfo.xml": f"metainfo/{identity.APP_ID}.metainfo.xml",
}
"""Files of packaging/linux, and what they become under ``share``."""
DRAWINGS = {
    "app.svg": f"apps/{identity.APP_ID}.svg",
    "game.svg": f"mimetypes/{identity.APP_ID}.game.svg",
}
"""Drawings of resources/, and what they become among the icons that have no size."""

PROGRAMS = ("ttt-desktop", "ttt-engine")


def add(share: Path, using: Path) -> None:
    """Fill a folder ``share``.

    Args:
        using: the Python of the build, which knows the programs and draws the icons.
    """
    add_descriptions(share)
    icons = share / "icons" / "hicolor"
    for name, place in DRAWINGS.items():
        (icons / "scalable" / place).parent.mkdir(parents=True)
        shutil.copy(ROOT / "resources" / name, icons / "scalable" / place)
    wanted: list[str | Path] = []
    for size in ICON_SIZES:
        folder = icons / f"{size}x{size}" / "apps"
        folder.mkdir(parents=True)
        wanted += [str(size), folder / f"{identity.APP_ID}.png"]
    call(using, ROOT / "packaging" / "icons.py", "png", *wanted, QT_QPA_PLATFORM="offscreen")
    add_terminal_files(share, using)


def add_descriptions(share: Path) -> None:
    """Add the menu entry, the file type and what software centres show."""
    for name, place in FILES.items():
        (share / place).parent.mkdir(parents=True, exist_ok=True)
        (share / place).write_text(description(name), encoding="utf-8")


def description(name: str) -> str:
    """Return one of the files of packaging/linux, with its gaps filled in."""
    text = (ROOT / "packaging" / "linux" / name).read_text(encoding="utf-8")
    day = datetime.fromtimestamp(epoch(), UTC).strftime("%Y-%m-%d")
    gaps = {
        "ID": identity.APP_ID, "DEVELOPER_ID": identity.DEVELOPER_ID, "TITLE": TITLE,
        "TYPE": identity.GAME_TYPE, "DEVELOPER": identity.DEVELOPER,
        "VERSION": version(), "DATE": changelog.day(version()) or day,
        "RELEASE_PAGE": identity.release_page(version()), "PICTURES": appstream.pictures(),
        "ADDRESSES": appstream.addresses(), "NOTES": appstream.notes(),
    }  # fmt: skip
    for gap, value in gaps.items():
        text = text.replace(f"@{gap}@", value)
    return text


def add_terminal_files(share: Path, using: Path) -> None:
    """Add the manual pages, one a command, and the shells' completion."""
    same = {"SOURCE_DATE_EPOCH": str(epoch()), "COLUMNS": "80"}  # on every builder's terminal
    call(using, ROOT / "packaging" / "terminal.py", share, **same)
    for page in sorted((share / "man" / "man1").glob("*.1")):
        write_gz(page.with_name(f"{page.name}.gz"), page.read_bytes())
        page.unlink()


def write_gz(path: Path, content: bytes) -> None:
    """Write a compressed file whose bytes depend on its content alone."""
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as file:
        file.write(content)


def set_modes(tree: Path) -> None:
    """Give files and folders the modes of installed ones: only programs can be run."""
    for path in (tree, *tree.rglob("*")):
        if path.is_symlink():
            continue
        # (bash calls what completes a program like the program.)
        named = path.name in (*PROGRAMS, "uninstall") and path.parent.name != "completions"
        program = path.is_file() and named
        path.chmod(0o755 if path.is_dir() or program else 0o644)
