"""What Windows wants: an icon, a version resource in each program, an installer."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import signing
from commands import call, stop, tell
from project import DIST, NAME, ROOT, TITLE, WORK, epoch, version
from ttt_desktop import identity

ICON, BANNER = WORK / "app.ico", WORK / "banner.bmp"

MAKENSIS = ("makensis", r"C:\Program Files (x86)\NSIS\makensis.exe")
"""The installer's compiler, and where it is put on Windows."""

DESCRIPTIONS = {"ttt-desktop": TITLE, "ttt-engine": f"{TITLE} in the terminal"}

# PyInstaller reads this form; the numbers are Windows' own for a 32-bit flag word, US English,
# and Unicode (learn.microsoft.com, VERSIONINFO resource).
RESOURCE = """\
VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3F, flags=0x0, OS=0x40004,
    fileType=0x1, subtype=0x0, date=(0, 0)),
  kids=[
    StringFileInfo([StringTable("040904B0", [
      StringStruct("CompanyName", {publisher!r}),
      StringStruct("FileDescription", {description!r}),
      StringStruct("FileVersion", {version!r}),
      StringStruct("InternalName", {name!r}),
      StringStruct("LegalCopyright", "MIT licence; see the folder licences"),
      StringStruct("OriginalFilename", {file!r}),
      StringStruct("ProductName", {title!r}),
      StringStruct("ProductVersion", {version!r}),
    ])]),
    VarFileInfo([VarStruct("Translation", [0x0409, 1200])]),
  ],
)
"""


# What Windows is to know of the programs before they run: they draw themselves as large as each
# screen wants it, and take paths of more than 260 characters. The id is that of Windows 10 and 11,
# which so tell their true number. PyInstaller adds the rest (learn.microsoft.com, Application
# Manifests).
MANIFEST = """\
<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0">
  <compatibility xmlns="urn:schemas-microsoft-com:compatibility.v1">
    <application>
      <supportedOS Id="{8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a}"/>
    </application>
  </compatibility>
  <application xmlns="urn:schemas-microsoft-com:asm.v3">
    <windowsSettings>
      <dpiAware xmlns="http://schemas.microsoft.com/SMI/2005/WindowsSettings">true/pm</dpiAware>
      <dpiAwareness xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">PerMonitorV2</dpiAwareness>
      <longPathAware xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">true</longPathAware>
    </windowsSettings>
  </application>
</assembly>
"""


def numbers(version: str) -> tuple[int, int, int, int]:
    """Return a version as the four numbers that Windows compares: 0.1.0 is (0, 1, 0, 0)."""
    parts = [int(part) for part in version.split(".")[:4]]
    first, second, third, fourth = parts + [0] * (4 - len(parts))
    return first, second, third, fourth


def write_version(folder: Path, version: str, program: str) -> str:
    """Write the version resource of a program, as PyInstaller reads it; return its path."""
    path = folder / f"{program}-version.txt"
    path.write_text(
        RESOURCE.format(
            numbers=numbers(version), version=version, name=program, file=f"{program}.exe",
            title=TITLE, description=DESCRIPTIONS[program],
            publisher=identity.DEVELOPER,
        ),
        encoding="utf-8",
    )  # fmt: skip
    return str(path)


def write_pictures(using: Path) -> None:
    """Draw the icon in all sizes that Windows shows, and the installer's banner."""
    for kind, path in (("ico", ICON), ("banner", BANNER)):
        call(using, ROOT / "packaging" / "icons.py", kind, path, QT_QPA_PLATFORM="offscreen")


def build_installer(bundle: Path, target: str = "", folder: Path = DIST) -> Path:
    """Compile the installer and return where it is.

    Args:
        target: the kind of machine the installer itself runs on, where the compiler knows
            several: Debian's has "amd64-unicode", for systems without 32-bit programs.
    """
    compiler = next((path for name in MAKENSIS if (path := shutil.which(name))), None)
    if compiler is None:
        stop("makensis is missing; install NSIS (on Debian: nsis)")
    setup = folder / f"{NAME}-{version()}-setup.exe"
    defined = {
        "NAME": NAME,
        "TITLE": TITLE,
        "PUBLISHER": identity.DEVELOPER,
        "HOME_PAGE": identity.HOME_PAGE,
        "VERSION": version(),
        "NUMBERS": ".".join(map(str, numbers(version()))),
        "BUNDLE": bundle,
        "ICON": ICON,
        "BANNER": BANNER,
        "OUTPUT": setup,
        "LICENCE": ROOT / "LICENSE",
        "SIZE_KB": _size_kb(bundle),
    } | ({"TARGET": target} if target else {})
    dash = "/" if os.name == "nt" else "-"
    names = (f"{dash}D{name}={value}" for name, value in defined.items())
    call(
        compiler, f"{dash}V2", f"{dash}WX", *names,
        ROOT / "packaging" / "windows.nsi", SOURCE_DATE_EPOCH=str(epoch()),
    )  # fmt: skip
    signing.sign_windows(setup)
    tell(f"{setup.name}: {setup.stat().st_size / 1e6:.1f} MB")
    return setup


def _size_kb(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) // 1024
