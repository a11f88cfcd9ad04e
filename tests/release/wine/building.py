"""The installer for Windows, built as on Windows: this commit's files, by ``dev.py`` itself."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from commands import call
from project import NAME, ROOT, epoch, version
from tests.release.wine import missing, python
from tests.release.wine.handing_over import HandingOver
from tests.release.wine.machine import Wine


class Build:
    """What ``dev.py package windows`` makes in Wine; this takes some minutes.

    Args:
        folder: where everything is made; what was there is deleted.

    Attributes:
        wine: the Windows.
        source: this commit's files.
        python: Windows' Python, with the locked requirements.
        bundle: the folder with the programs.
        setup: the installer.
    """

    def __init__(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        self.source, work, programs = (folder / name for name in ("source", "fetched", "handed"))
        for path in (self.source, work, programs):
            path.mkdir(parents=True)
        archive = work / "source.tar"
        call("git", "archive", "--output", archive, "HEAD", cwd=ROOT)
        call("tar", "xf", archive, "-C", self.source)
        self.python = self._add_python(work)
        self.wine = Wine(folder / "wine", "ucrtbase")
        missing.add_complex_functions(self.wine.system, work)
        qt = self.python.parent / "Lib" / "site-packages" / "PySide6"
        missing.add_icu(self.wine.system, qt.glob("Qt6*.dll"), work)
        with HandingOver(programs) as handing_over:
            self.told = self.wine.run(
                self.python, "dev.py", "package", "windows", cwd=self.source,
                **handing_over.variables, **self.wine.unseen, SOURCE_DATE_EPOCH=str(epoch()),
            )  # fmt: skip
        self.bundle = self.source / "dist" / NAME
        self.setup = self.source / "dist" / f"{NAME}-{version()}-setup.exe"

    def _add_python(self, work: Path) -> Path:
        """Put Python where the build looks for its clean environment; return it."""
        venv = self.source / "build" / "package" / "venv"
        python.make(venv / "Scripts", work)
        lock = (self.source / "requirements" / "package.lock").read_bytes()
        (venv / f"{hashlib.sha256(lock).hexdigest()[:16]}.stamp").touch()
        return venv / "Scripts" / "python.exe"
