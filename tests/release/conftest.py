"""What the proof of the packages needs: programs, root, packages in dist/, a bare Debian."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

import pytest

from bare_root import BareRoot, enter_namespace
from project import DIST, NAME, epoch, version
from tests.needs import lacks_root, missing_programs
from tests.release.screen import PROOF

KINDS = ("deb", "run", "wheels")
BUILD = f"python3 dev.py package {' '.join(KINDS)}"
FILES = {
    "deb": f"{NAME}_{version()}_*.deb", "run": f"{NAME}-{version()}-*.run",
    "wheel": f"*-{version()}-*.whl", "programs": NAME,
}  # fmt: skip

# Debian's packages for programs that are not called like them.
PACKAGES = {
    "Xvfb": "xvfb", "appstreamcli": "appstream", "desktop-file-validate": "desktop-file-utils",
    "dpkg-deb": "dpkg", "dpkg-shlibdeps": "dpkg-dev", "makensis": "nsis", "wine": "wine wine64",
    "x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64",
}  # fmt: skip


def cannot(reason: str) -> NoReturn:
    """Skip a test, but not in a release's own run: what that skips would seem to be proven."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Look for what a test needs before a fixture works for minutes."""
    if lacks_root(item):
        cannot("a bare Debian needs root; as root: python3 dev.py test -m release")
    if missing := sorted(PACKAGES.get(each, each) for each in missing_programs(item)):
        cannot(f"missing; install: apt-get install --no-install-recommends {' '.join(missing)}")


@pytest.fixture(scope="session")
def built():
    """Return a function that finds what was built from this commit, by its kind."""

    def find(kind: str) -> Path:
        there = sorted(DIST.glob(FILES[kind]), key=lambda path: path.stat().st_mtime)
        if not there or there[-1].stat().st_mtime < epoch():
            cannot(f"dist/ has no {FILES[kind]} of this commit; build it: {BUILD}")
        return there[-1]

    return find


@pytest.fixture(scope="session")
def bare_debian():
    """Return a function that makes a bare Debian: called what, of which release.

    Its mounts go with this process.
    """
    enter_namespace()
    return lambda name, release: BareRoot(PROOF / f"{name}-{release}", release)
