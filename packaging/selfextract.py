"""Makes one file that installs the bundle for one user, on any Linux system; with Makeself."""

from __future__ import annotations

import platform
import shutil
from pathlib import Path

import linux_share
import sbom
from commands import call, tell
from project import DIST, NAME, ROOT, TITLE, WORK, epoch, version


def build(bundle: Path, using: Path) -> Path:
    """Build the file and return where it is."""
    tree = WORK / "run"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(bundle, tree / "lib", symlinks=True)
    linux_share.add(tree / "share", using)
    linux_share.set_modes(tree)
    for name in ("install.sh", "uninstall.sh"):
        shutil.copy(ROOT / "packaging" / "linux" / name, tree)
        (tree / name).chmod(0o755)
    package = DIST / f"{NAME}-{version()}-{platform.machine()}.run"
    date = call("date", "-u", "-R", "-d", f"@{epoch()}").strip()
    # It writes its own command line into the file: so it gets no folders.
    # gzip, because every system has it; xz would be a third smaller.
    call(
        "makeself", "--gzip", "--complevel", "9", "--nox11", "--nocrc", "--sha256",
        "--packaging-date", date, "--tar-quietly", "--tar-format", "gnu", "--tar-extra",
        f"--sort=name --mtime=@{epoch()} --owner=0 --group=0 --numeric-owner",
        tree.name, package.name, f"{TITLE} {version()}", "sh", "./install.sh",
        cwd=WORK, SOURCE_DATE_EPOCH=str(epoch()), GZIP="-n",
    )  # fmt: skip
    (WORK / package.name).replace(package)
    sbom.hand_out(bundle, package)
    tell(f"{package.name}: {package.stat().st_size / 1e6:.1f} MB")
    return package
