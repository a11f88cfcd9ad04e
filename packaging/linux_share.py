"""What a Linux desktop shows of a program: menu entry, icons, file type, manual pages."""

from __future__ import annotations

import gzip
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

import appstream
from project import NAME, ROOT, declared, epoch, version
from tools import call

ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
FILES = {
    f"{NAME}.desktop": "applications",
    f"{NAME}.xml": "mime/packages",
    f"{NAME}.metainfo.xml": "metainfo",
}
"""Files of packaging/linux, and where they belong under ``share``."""

MANUALS = {
    "ttt-desktop": "play Tic-Tac-Toe against a Monte Carlo machine",
    "ttt-engine": "Monte Carlo Tic-Tac-Toe in the terminal",
}


def add(share: Path, bundle: Path, using: Path) -> None:
    """Fill a folder ``share``.

    Args:
        share: the folder, such as usr/share of a package.
        bundle: the folder with the built programs, which are asked for their help.
        using: the Python that draws the icons.
    """
    for name, place in FILES.items():
        (share / place).mkdir(parents=True)
        (share / place / name).write_text(description(name), encoding="utf-8")
    icons = share / "icons" / "hicolor"
    scalable = icons / "scalable" / "apps"
    scalable.mkdir(parents=True)
    shutil.copy(ROOT / "resources" / "app.svg", scalable / f"{NAME}.svg")
    wanted: list[str | Path] = []
    for size in ICON_SIZES:
        folder = icons / f"{size}x{size}" / "apps"
        folder.mkdir(parents=True)
        wanted += [str(size), folder / f"{NAME}.png"]
    call(using, ROOT / "packaging" / "icons.py", "png", *wanted, QT_QPA_PLATFORM="offscreen")
    manuals = share / "man" / "man1"
    manuals.mkdir(parents=True)
    for program, what in MANUALS.items():
        page = _manual(program, what, call(bundle / program, "--help", COLUMNS="78"))
        write_gz(manuals / f"{program}.1.gz", page.encode())


def description(name: str) -> str:
    """Return one of the files of packaging/linux, with the version and its day filled in."""
    text = (ROOT / "packaging" / "linux" / name).read_text(encoding="utf-8")
    day = datetime.fromtimestamp(epoch(), UTC).strftime("%Y-%m-%d")
    gaps = {
        "VERSION": version(), "DATE": day, "PUBLISHER": declared()["authors"][0]["name"],
        "ADDRESSES": appstream.addresses(), "NOTES": appstream.notes(),
    }  # fmt: skip
    for gap, value in gaps.items():
        text = text.replace(f"@{gap}@", value)
    return text


def _manual(program: str, what: str, usage: str) -> str:
    quoted = usage.replace("\\", "\\e").replace("-", "\\-")
    quoted = re.sub(r"^([.'])", r"\\&\1", quoted, flags=re.MULTILINE)
    other = next(name for name in MANUALS if name != program)
    return (
        f'.TH {program.upper()} 1 "" "{version()}" "User Commands"\n.SH NAME\n'
        f"{program} \\- {what}\n.SH SYNOPSIS\n.B {program}\n[options]\n"
        f".SH DESCRIPTION\n.nf\n{quoted}.fi\n.SH SEE ALSO\n.BR {other} (1)\n"
    )


def write_gz(path: Path, content: bytes) -> None:
    """Write a compressed file whose bytes depend on its content alone."""
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as file:
        file.write(content)


def set_modes(tree: Path) -> None:
    """Give files and folders the modes of installed ones: only programs can be run."""
    for path in (tree, *tree.rglob("*")):
        if path.is_symlink():
            continue
        program = path.is_file() and path.name in (*MANUALS, "uninstall")
        path.chmod(0o755 if path.is_dir() or program else 0o644)
