"""Makes a Debian package from the bundle."""

from __future__ import annotations

import gzip
import os
import re
import shutil
from pathlib import Path

from tools import call, drop_dead_links, tell

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
NAME = "monte-carlo-tic-tac-toe"
ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256)

# Brought by other packages, and newer there than in the bundle.
SYSTEM = re.compile(r"^_internal/lib(?!python|icu|shiboken|pyside)[^/]*\.so(\.\d+)*$")

DEPENDS = (
    "libc6 (>= 2.34), libegl1, libgl1, libglib2.0-0, libxkbcommon0, libfontconfig1, libdbus-1-3, "
    "libxcb-cursor0, libxkbcommon-x11-0, libxcb-icccm4, libxcb-keysyms1, libxcb-shape0, "
    "libxcb-image0, libxcb-randr0, libxcb-render-util0, libxcb-xkb1, libx11-xcb1, libstdc++6, "
    "zlib1g, libbz2-1.0, liblzma5, libexpat1, libffi8, libreadline8, libuuid1"
)

CONTROL = """\
Package: {name}
Version: {version}
Section: education
Priority: optional
Architecture: {architecture}
Installed-Size: {size}
Depends: {depends}
Maintainer: The Monte Carlo Tic-Tac-Toe developers <developers@example.invalid>
Description: Tic-Tac-Toe against a Monte Carlo machine that shows how it thinks
 A board game for any board from 3x3 to 25x25. The machine chooses its moves by
 playing random games to their end. A live heat map shows what it finds, how
 sure it is, and where it is wrong; a lab plays thousands of games and measures
 them. Files of the course "Principles of Computing" run as players.
"""

OVERRIDES = (
    "embedded-library", "custom-library-search-path", "unstripped-binary-or-object",
    "shared-library-lacks-prerequisites", "hardening-no-pie", "library-not-linked-against-libc",
)  # fmt: skip


def build(bundle: Path, dist: Path, work: Path, version: str, epoch: str) -> Path:
    """Build the package and return where it is."""
    tree = work / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    home = tree / "usr" / "lib" / NAME
    shutil.copytree(bundle, home, symlinks=True)
    for path in sorted(home.rglob("*")):
        if SYSTEM.match(str(path.relative_to(home))):
            path.unlink()
    drop_dead_links(home)
    programs = tree / "usr" / "bin"
    programs.mkdir(parents=True)
    for program in ("ttt-desktop", "ttt-engine"):
        (programs / program).symlink_to(f"../lib/{NAME}/{program}")
    _add_desktop(tree, bundle, work)
    _add_documents(tree, bundle, version, epoch)
    _set_modes(tree)
    architecture = call("dpkg", "--print-architecture").strip()
    size = sum(p.lstat().st_size for p in tree.rglob("*") if not p.is_dir()) // 1024
    control = tree / "DEBIAN" / "control"
    control.parent.mkdir()
    control.write_text(
        CONTROL.format(
            name=NAME, version=version, architecture=architecture, size=size, depends=DEPENDS
        )
    )
    _touch(tree, int(epoch))
    made = dist / f"{NAME}_{version}_{architecture}.deb"
    call(
        "dpkg-deb", "--root-owner-group", "-Zxz", "-z9", "--build", str(tree), str(made),
        SOURCE_DATE_EPOCH=epoch,
    )  # fmt: skip
    tell(f"{made.name}: {made.stat().st_size / 1e6:.1f} MB, unpacked {size / 1024:.0f} MB")
    return made


def _add_desktop(tree: Path, bundle: Path, work: Path) -> None:
    """Add what a desktop shows: entry, icons, file type, description."""
    share = tree / "usr" / "share"
    for source, folder in (
        (f"{NAME}.desktop", "applications"),
        (f"{NAME}.xml", "mime/packages"),
        (f"{NAME}.metainfo.xml", "metainfo"),
    ):
        (share / folder).mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / "linux" / source, share / folder / source)
    drawing = ROOT / "resources" / "app.svg"
    scalable = share / "icons" / "hicolor" / "scalable" / "apps"
    scalable.mkdir(parents=True)
    shutil.copy(drawing, scalable / f"{NAME}.svg")
    using = work / "venv" / "bin" / "python"
    for size in ICON_SIZES:
        folder = share / "icons" / "hicolor" / f"{size}x{size}" / "apps"
        folder.mkdir(parents=True)
        code = (
            "import sys; from PySide6.QtGui import QImage, QPainter; "
            "from PySide6.QtSvg import QSvgRenderer; "
            f"i = QImage({size}, {size}, QImage.Format.Format_ARGB32); i.fill(0); "
            "p = QPainter(i); QSvgRenderer(sys.argv[1]).render(p); p.end(); i.save(sys.argv[2])"
        )
        call(str(using), "-c", code, str(drawing), str(folder / f"{NAME}.png"))


def _add_documents(tree: Path, bundle: Path, version: str, epoch: str) -> None:
    """Add copyright, changelog, man pages and lintian's overrides."""
    documents = tree / "usr" / "share" / "doc" / NAME
    documents.mkdir(parents=True)
    licences = (bundle / "licences" / "README.txt").read_text()
    (documents / "copyright").write_text(f"{licences}\n{(ROOT / 'LICENSE').read_text()}")
    stamp = call("date", "-u", "-R", "-d", f"@{epoch}").strip()
    entry = (
        f"{NAME} ({version}) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n"
        f" -- The Monte Carlo Tic-Tac-Toe developers <developers@example.invalid>  {stamp}\n"
    )
    _write_gz(documents / "changelog.gz", entry)
    pages = tree / "usr" / "share" / "man" / "man1"
    pages.mkdir(parents=True)
    for program, what in (
        ("ttt-desktop", "play Tic-Tac-Toe against a Monte Carlo machine"),
        ("ttt-engine", "Monte Carlo Tic-Tac-Toe in the terminal"),
    ):
        usage = call(str(bundle / program), "--help", COLUMNS="78")
        quoted = usage.replace("\\", "\\e").replace("-", "\\-")
        quoted = re.sub(r"^([.'])", r"\\&\1", quoted, flags=re.MULTILINE)
        page = (
            f'.TH {program.upper()} 1 "" "{version}" "User Commands"\n.SH NAME\n'
            f"{program} \\- {what}\n.SH SYNOPSIS\n.B {program}\n[options]\n"
            f".SH DESCRIPTION\n.nf\n{quoted}.fi\n"
        )
        _write_gz(pages / f"{program}.1.gz", page)
    overrides = tree / "usr" / "share" / "lintian" / "overrides"
    overrides.mkdir(parents=True)
    (overrides / NAME).write_text("".join(f"{NAME}: {tag}\n" for tag in OVERRIDES))


def _write_gz(path: Path, text: str) -> None:
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as file:
        file.write(text.encode())


def _set_modes(tree: Path) -> None:
    """Give every file the modes that packages have."""
    for path in (tree, *tree.rglob("*")):
        if path.is_symlink():
            continue
        program = path.is_file() and path.parent.name == NAME and path.name.startswith("ttt-")
        path.chmod(0o755 if path.is_dir() or program else 0o644)


def _touch(tree: Path, epoch: int) -> None:
    for path in (tree, *tree.rglob("*")):
        os.utime(path, (epoch, epoch), follow_symlinks=False)
