"""What macOS wants: an icon, a description of the app, a disk image."""

from __future__ import annotations

import platform
import shutil
from pathlib import Path
from typing import Any

import signing
from commands import call, tell
from project import DIST, NAME, ROOT, TITLE, WORK, version
from ttt_desktop import identity

GAME_TYPE = f"{identity.APP_ID}.game"
APP = DIST / f"{TITLE}.app"


def information(version: str) -> dict[str, Any]:
    """Return what Info.plist says beyond what PyInstaller writes by itself.

    The keys are Apple's (developer.apple.com, Information Property List). The oldest system is
    that of NumPy's libraries.
    """
    return {
        "CFBundleDisplayName": TITLE,
        "CFBundleExecutable": "ttt-desktop",  # of the two programs
        "NSPrincipalClass": "NSApplication",
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "LSMinimumSystemVersion": "14.0",
        "LSApplicationCategoryType": "public.app-category.board-games",
        "NSHighResolutionCapable": True,
        # PyInstaller would say otherwise, because one of the two programs is for the terminal.
        "LSBackgroundOnly": False,
        "NSHumanReadableCopyright": "MIT licence",
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": f"{TITLE} game",
                "CFBundleTypeRole": "Editor",
                "LSHandlerRank": "Owner",
                "LSItemContentTypes": [GAME_TYPE],
            }
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": GAME_TYPE,
                "UTTypeDescription": f"{TITLE} game",
                "UTTypeConformsTo": ["public.json"],
                "UTTypeTagSpecification": {"public.filename-extension": ["tttgame"]},
            }
        ],
    }


def write_icon(using: Path) -> Path:
    """Draw the icon in all sizes that macOS shows."""
    path = WORK / "app.icns"
    call(using, ROOT / "packaging" / "icons.py", "icns", path, QT_QPA_PLATFORM="offscreen")
    return path


def finish_app(bundle: Path) -> Path:
    """Put the licences into the app and sign it again; return the folder of its programs."""
    target = APP / "Contents" / "Resources" / "licences"
    shutil.copytree(bundle / "licences", target, dirs_exist_ok=True)
    signing.sign_app(APP)
    return APP / "Contents" / "MacOS"


def build_image() -> Path:
    """Pack the app into a disk image, beside a link to the folder it is dragged to."""
    folder = WORK / "dmg"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copytree(APP, folder / APP.name, symlinks=True)
    (folder / "Applications").symlink_to("/Applications")
    image = DIST / f"{NAME}-{version()}-{platform.machine()}.dmg"
    image.unlink(missing_ok=True)
    # It is busy at times, for no reason that could be waited for.
    patient = 'for i in 1 2 3; do hdiutil "$@" && exit; sleep 5; done; exit 1'
    call(
        "sh", "-c", patient, "hdiutil", "create", "-volname", TITLE, "-srcfolder", folder,
        "-format", "UDZO", "-ov", image,
    )  # fmt: skip
    signing.notarize(image)
    tell(f"{image.name}: {image.stat().st_size / 1e6:.1f} MB")
    return image
