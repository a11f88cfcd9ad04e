"""Writes what Windows' package manager wants to know of a version: three small files.

The form: https://learn.microsoft.com/windows/package-manager/package/manifest (schema 1.6.0). They
are put into a pull request to winget's own repository, by hand.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import changelog
from project import DIST, NAME, TITLE, version
from ttt_desktop import identity

PACKAGE = "MonteCarloTicTacToe.MonteCarloTicTacToe"
"""What the program is called there: a publisher, a point, a name."""

FORM = "1.6.0"
IN_USE, UNFIT = 2, 3
"""Exit statuses of the installer (``windows.nsi``): the game runs, or Windows is too old."""


def manifests(address: str, digest: str) -> dict[str, dict[str, Any]]:
    """Return the three files by their names.

    Args:
        address: where the installer can be fetched.
        digest: its SHA-256 sum, in hexadecimal digits.
    """
    head = {"PackageIdentifier": PACKAGE, "PackageVersion": version()}
    installer = {
        "Platform": ["Windows.Desktop"],
        "MinimumOSVersion": "10.0.17763.0",
        "InstallerType": "nullsoft",
        "Scope": "user",
        "InstallModes": ["interactive", "silent", "silentWithProgress"],
        "InstallerSwitches": {"InstallLocation": '/D="<INSTALLPATH>"'},
        "ExpectedReturnCodes": [
            {"InstallerReturnCode": IN_USE, "ReturnResponse": "packageInUse"},
            {"InstallerReturnCode": UNFIT, "ReturnResponse": "systemNotSupported"},
        ],
        "UpgradeBehavior": "install",
        "FileExtensions": ["tttgame"],
        "ProductCode": NAME,
        "Installers": [
            {"Architecture": "x64", "InstallerUrl": address, "InstallerSha256": digest.upper()}
        ],
    }
    if changelog.day(version()):
        installer["ReleaseDate"] = changelog.day(version())
    words = {
        "PackageLocale": "en-US",
        "Publisher": identity.DEVELOPER,
        "PublisherUrl": identity.HOME_PAGE,
        "PublisherSupportUrl": identity.ISSUES,
        "PackageName": TITLE,
        "PackageUrl": identity.HOME_PAGE,
        "License": "MIT",
        "ShortDescription": "Tic-Tac-Toe against a Monte Carlo machine that shows how it thinks",
        "Tags": ["board-game", "education", "monte-carlo", "tic-tac-toe"],
        "ReleaseNotesUrl": identity.release_page(version()),
    }
    return {
        f"{PACKAGE}.yaml": head | {"DefaultLocale": "en-US"} | _kind("version"),
        f"{PACKAGE}.installer.yaml": head | installer | _kind("installer"),
        f"{PACKAGE}.locale.en-US.yaml": head | words | _kind("defaultLocale"),
    }


def _kind(name: str) -> dict[str, str]:
    return {"ManifestType": name, "ManifestVersion": FORM}


def write(setup: Path, folder: Path = DIST / "winget") -> None:
    """Write the files for an installer into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256(setup.read_bytes()).hexdigest()
    address = identity.download_address(version(), setup.name)
    for name, manifest in manifests(address, digest).items():
        (folder / name).write_text(as_yaml(manifest), encoding="utf-8")


def as_yaml(manifest: dict[str, Any]) -> str:
    """Return a file's text: YAML takes what JSON writes as a value."""
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in manifest.items())
