"""Signs programs and installers for Windows and macOS, where there is a certificate to do it with.

Without one nothing is done, and that is said: such files work, and the system asks once before the
first start. The certificates come from the release's protected environment:

TTT_WINDOWS_CERTIFICATE, TTT_WINDOWS_PASSWORD   a .pfx file for Authenticode, and its password
TTT_MACOS_IDENTITY                              a "Developer ID Application" in the keychain
TTT_MACOS_PROFILE                               notarytool's stored account, to notarize with
"""

from __future__ import annotations

import os
from pathlib import Path

from commands import call, tell

TIMESTAMPS = "http://timestamp.digicert.com"
"""The authority that says when a file was signed, so that it stays valid (RFC 3161)."""


def sign_windows(*paths: Path) -> bool:
    """Sign programs or an installer with Authenticode; return whether that was done."""
    certificate = os.environ.get("TTT_WINDOWS_CERTIFICATE", "")
    if not certificate:
        names = ", ".join(path.name for path in paths)
        tell(f"{names}: not signed, there is no certificate (TTT_WINDOWS_CERTIFICATE)")
        return False
    call(
        "signtool", "sign", "/f", certificate, "/p", os.environ.get("TTT_WINDOWS_PASSWORD", ""),
        "/fd", "SHA256", "/tr", TIMESTAMPS, "/td", "SHA256", *paths,
    )  # fmt: skip
    return True


def sign_app(app: Path) -> bool:
    """Sign the app for macOS; return whether somebody's name is on it.

    Apple silicon starts nothing without a signature: without a certificate it gets one that
    names nobody ("ad hoc").
    """
    identity = os.environ.get("TTT_MACOS_IDENTITY", "")
    if identity:
        named = ("--sign", identity, "--options", "runtime", "--timestamp")
        call("codesign", "--force", "--deep", *named, app)
    else:
        tell(f"{app.name}: signed by nobody, there is no certificate (TTT_MACOS_IDENTITY)")
        call("codesign", "--force", "--deep", "--sign", "-", app)
    call("codesign", "--verify", "--deep", "--strict", app)
    return bool(identity)


def notarize(image: Path) -> bool:
    """Have Apple look through a disk image, and staple its word to it; return whether it was."""
    profile = os.environ.get("TTT_MACOS_PROFILE", "")
    if not profile:
        tell(f"{image.name}: not notarized, there is no account (TTT_MACOS_PROFILE)")
        return False
    call("xcrun", "notarytool", "submit", image, "--keychain-profile", profile, "--wait")
    call("xcrun", "stapler", "staple", image)
    return True
