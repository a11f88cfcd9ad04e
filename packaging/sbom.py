"""The list of what is in a bundle, as CycloneDX 1.6 has it (https://cyclonedx.org/docs/1.6/json/).

It lies among the licences in every package, and beside each package.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from commands import call
from project import NAME, TITLE, epoch, version
from ttt_desktop import identity

PLACE = Path("licences") / "sbom.cdx.json"
"""Where the list is in a bundle."""

SPDX = {
    "numpy": "BSD-3-Clause", "pyqtgraph": "MIT", "pillow": "MIT-CMU", "fissix": "PSF-2.0",
    "colorama": "BSD-3-Clause", "miniaudio": "MIT", "cffi": "MIT-0",
    "jinja2": "BSD-3-Clause", "markupsafe": "BSD-3-Clause", "msgspec": "BSD-3-Clause",
    "pyyaml": "MIT",
    "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception",
    "pyside6_essentials": "LGPL-3.0-only", "shiboken6": "LGPL-3.0-only",
}  # fmt: skip
"""The licences of the Python packages in a bundle, in SPDX's words."""

INSIDE_QT = {
    "PCRE2": "BSD-3-Clause", "double-conversion": "BSD-3-Clause", "zlib": "Zlib",
    "easing equations": "BSD-3-Clause", "Unicode character database": "Unicode-3.0",
    "TinyCBOR": "MIT", "MD4C": "MIT", "libpng": "libpng-2.0",
    "libjpeg-turbo": "IJG AND BSD-3-Clause AND Zlib", "FreeType": "FTL OR GPL-2.0-only",
    "HarfBuzz": "MIT", "XSVG": "HPND-sell-variant", "xcb libraries": "MIT",
}  # fmt: skip
"""Software that Qt's libraries have inside them (https://doc.qt.io/qt-6/licenses-used-in-qt.html)."""

_ASK = """\
import json, platform, sys
from importlib import metadata
found = {each.metadata["Name"].lower().replace("-", "_"): each.version
         for each in metadata.distributions()}
print(json.dumps({"python": platform.python_version(), "packages": found}))
"""
_CARRIED = re.compile(r"(lib)?(?P<name>[A-Za-z0-9_+]+?)[-.].*(so|dll|dylib)")
"""A library that a Python package brings along, such as libopenblas64_p-r0-0cf96a72.so."""


def add(using: Path, bundle: Path) -> None:
    """Write the list into a bundle."""
    installed = json.loads(call(using, "-c", _ASK).splitlines()[-1])
    names = sorted(SPDX.keys() & installed["packages"].keys())
    parts = [_package(name, installed["packages"][name]) for name in names]
    parts.append(_part("python", installed["python"], "PSF-2.0"))
    qt = _part("Qt", installed["packages"]["pyside6_essentials"], "LGPL-3.0-only")
    qt["components"] = [_part(name, "", licence) for name, licence in sorted(INSIDE_QT.items())]
    parts += [qt, *_carried(bundle), *_system(bundle / "licences" / "system")]
    (bundle / PLACE).write_text(json.dumps(document(parts), indent=1) + "\n", encoding="utf-8")


def hand_out(folder: Path, package: Path) -> None:
    """Put the list beside a package that was made of a folder."""
    shutil.copyfile(folder / PLACE, package.with_name(f"{package.name}.cdx.json"))


def document(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the whole list.

    Args:
        parts: what is in the bundle, each as CycloneDX describes a component.
    """
    own = _part(NAME, version(), "MIT") | {
        "type": "application", "bom-ref": NAME, "description": TITLE,
        "externalReferences": [{"type": "vcs", "url": identity.HOME_PAGE}],
    }  # fmt: skip
    text = json.dumps(parts, sort_keys=True)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, identity.HOME_PAGE + text)}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(epoch(), UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": own,
            "supplier": {"name": identity.DEVELOPER, "url": [identity.HOME_PAGE]},
        },
        "components": parts,
    }


def _part(name: str, number: str, licence: str) -> dict[str, Any]:
    part: dict[str, Any] = {"type": "library", "name": name}
    if number:
        part["version"] = number
    if licence:
        part["licenses"] = [{"expression": licence}]
    return part


def _package(name: str, number: str) -> dict[str, Any]:
    known = name.replace("_", "-")
    return _part(known, number, SPDX[name]) | {"purl": f"pkg:pypi/{known}@{number}"}


def _carried(bundle: Path) -> list[dict[str, Any]]:
    """Return the libraries that NumPy and Pillow bring along in folders of their own."""
    names = {
        match["name"]
        for folder in ("numpy.libs", "pillow.libs")
        for path in (bundle / "_internal" / folder).glob("*")
        if (match := _CARRIED.match(path.name))
    }
    return [_part(name, "", "") for name in sorted(names)]


def _system(folder: Path) -> list[dict[str, Any]]:
    """Return Debian's packages whose libraries are bundled: those whose licences are there."""
    parts = []
    for package in sorted(path.stem for path in folder.glob("*.txt")):
        asked = subprocess.run(
            ["dpkg-query", "--show", "--showformat=${Version}\n", package],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        number = asked.stdout.partition("\n")[0]
        purl = f"pkg:deb/debian/{package}@{number}"
        parts.append(_part(package, number, "") | {"purl": purl})
    return parts
