"""Makes a Debian package from the bundle."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import linux_share
import sbom
from commands import call, drop_dead_links, stop, tell
from linux_share import write_gz
from project import DIST, NAME, ROOT, WORK, epoch, version
from ttt_desktop import identity

# Libraries in the bundle that the packages in "Depends" bring too, and keep up to date.
SYSTEM = re.compile(r"_internal/lib(?!python|icu|shiboken|pyside)[^/]*\.so(\.\d+)*")

# What Qt loads by name at run time, which no tool can see.
LOADED = ("libegl1", "libgl1", "libxcb-cursor0")

MAINTAINER = f"{identity.DEVELOPER} <{identity.EMAIL}>"

CONTROL = f"""\
Package: {NAME}
Version: {{version}}
Section: education
Priority: optional
Architecture: {{architecture}}
Installed-Size: {{size}}
Depends: {{depends}}
Maintainer: {MAINTAINER}
Homepage: {identity.HOME_PAGE}
Description: Tic-Tac-Toe against a Monte Carlo machine that shows how it thinks
 A board game for any board from 3x3 to 25x25. The machine chooses its moves by
 playing random games to their end. A live heat map shows what it finds, how
 sure it is, and where it is wrong; a lab plays thousands of games and measures
 them. Files of the course "Principles of Computing" run as players.
"""

OVERRIDES = (
    "embedded-library", "custom-library-search-path", "unstripped-binary-or-object",
    "shared-library-lacks-prerequisites", "hardening-no-pie", "library-not-linked-against-libc",
    "extra-license-file",
)  # fmt: skip
"""What lintian says of every bundle: libraries of its own, found beside it, and their licences."""


def build(bundle: Path, using: Path) -> Path:
    """Build the package and return where it is."""
    tree = WORK / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    home = tree / "usr" / "lib" / NAME
    shutil.copytree(bundle, home, symlinks=True)
    for path in sorted(home.glob("_internal/*")):
        if SYSTEM.fullmatch(str(path.relative_to(home))):
            path.unlink()
    # Their texts come with the packages that bring them.
    shutil.rmtree(home / "licences" / "system")
    summary = (bundle / "licences" / "README.txt").read_text(encoding="utf-8")
    summary = summary.partition("\nLibraries of the system")[0]
    (home / "licences" / "README.txt").write_text(summary, encoding="utf-8")
    drop_dead_links(home)
    sbom.add(using, home)
    programs = tree / "usr" / "bin"
    programs.mkdir(parents=True)
    for program in linux_share.PROGRAMS:
        (programs / program).symlink_to(f"../lib/{NAME}/{program}")
    linux_share.add(tree / "usr" / "share", using)
    _add_documents(tree / "usr" / "share", summary)
    architecture = call("dpkg", "--print-architecture").strip()
    size = sum(p.lstat().st_size for p in tree.rglob("*") if not p.is_dir()) // 1024
    control = tree / "DEBIAN" / "control"
    control.parent.mkdir()
    control.write_text(
        CONTROL.format(
            version=version(),
            architecture=architecture,
            size=size,
            depends=_depends(home),
        )
    )
    linux_share.set_modes(tree)
    for path in (tree, *tree.rglob("*")):
        os.utime(path, (epoch(), epoch()), follow_symlinks=False)
    package = DIST / f"{NAME}_{version()}_{architecture}.deb"
    call(
        "dpkg-deb", "--root-owner-group", "-Zxz", "-z9", "--build", tree, package,
        SOURCE_DATE_EPOCH=str(epoch()),
    )  # fmt: skip
    sbom.hand_out(home, package)
    packed, unpacked = package.stat().st_size / 1e6, size * 1024 / 1e6
    tell(f"{package.name}: {packed:.1f} MB, unpacked {unpacked:.0f} MB")
    return package


def _depends(home: Path) -> str:
    """Return the packages of the system's libraries that the programs link against."""
    files = [path for path in home.rglob("*") if path.is_file() and not path.is_symlink()]
    binaries = [path for path in sorted(files) if path.open("rb").read(4) == b"\x7fELF"]
    private = sorted({path.parent for path in binaries})
    stub = WORK / "shlibdeps" / "debian"
    stub.mkdir(parents=True, exist_ok=True)
    (stub / "control").write_text(f"Source: {NAME}\n\nPackage: {NAME}\nArchitecture: any\n")
    printed = call(
        "dpkg-shlibdeps", "-O", "--ignore-missing-info", "--warnings=0",
        *(f"-l{folder}" for folder in private), *(f"-e{path}" for path in binaries),
        cwd=stub.parent,
    )  # fmt: skip
    listed = re.search(r"^shlibs:Depends=(.*)$", printed, re.MULTILINE)
    if listed is None:
        stop(f"dpkg-shlibdeps told no dependencies:\n{printed}")
    linked = listed[1].split(", ")
    more = [package for package in LOADED if not any(package in condition for condition in linked)]
    return ", ".join(sorted([*linked, *more]))


def _add_documents(share: Path, summary: str) -> None:
    """Add copyright, changelog and lintian's overrides."""
    documents = share / "doc" / NAME
    documents.mkdir(parents=True)
    where = f"The texts are in /usr/lib/{NAME}/licences, those of the LGPL and GPL also in\n"
    where += "/usr/share/common-licenses/LGPL-3 and /usr/share/common-licenses/GPL-3.\n"
    licence = (ROOT / "LICENSE").read_text()
    (documents / "copyright").write_text(f"{summary}{where}\n{licence}")
    stamp = call("date", "-u", "-R", "-d", f"@{epoch()}").strip()
    entry = (
        f"{NAME} ({version()}) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n"
        f" -- {MAINTAINER}  {stamp}\n"
    )
    write_gz(documents / "changelog.gz", entry.encode())
    overrides = share / "lintian" / "overrides"
    overrides.mkdir(parents=True)
    (overrides / NAME).write_text("".join(f"{NAME}: {tag}\n" for tag in OVERRIDES))
