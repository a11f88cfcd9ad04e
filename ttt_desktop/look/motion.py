"""Whether the system asks for less motion."""

from __future__ import annotations

import sys
from functools import cache

from PySide6.QtCore import QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QStyle

_SPI_GETCLIENTAREAANIMATION = 0x1042
_PORTAL_TIMEOUT_MS = 150


@cache
def system_wants_motion() -> bool:
    """Return False where the desktop's settings ask programs not to animate; asked once.

    Asked are, where they exist: Qt itself (from 6.12 on), the widget style, Windows' client
    area animations, macOS' reduced motion, and the animation switch of the desktop portal.
    """
    if QApplication.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) == 0:
        return False
    hints = QGuiApplication.styleHints()
    preference = getattr(hints.accessibility(), "motionPreference", None)
    if preference is not None:
        return getattr(preference(), "name", "") != "ReducedMotion"
    if sys.platform == "win32":
        return _windows_wants_motion()
    if sys.platform == "darwin":
        access = QSettings("com.apple.universalaccess", "")
        return not access.value("reduceMotion", False, bool)
    return _portal_wants_motion()


def _windows_wants_motion() -> bool:
    import ctypes  # noqa: PLC0415

    enabled = ctypes.c_int(1)
    user32 = getattr(ctypes, "windll").user32  # noqa: B009  (exists on Windows only)
    user32.SystemParametersInfoW(_SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(enabled), 0)
    return bool(enabled.value)


def _portal_wants_motion() -> bool:
    """Ask the settings portal of a Linux desktop; True where there is no answer."""
    from PySide6.QtDBus import QDBusConnection, QDBusMessage  # noqa: PLC0415

    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return True
    call = QDBusMessage.createMethodCall(
        "org.freedesktop.portal.Desktop",
        "/org/freedesktop/portal/desktop",
        "org.freedesktop.portal.Settings",
        "ReadOne",
    )
    call.setArguments(["org.gnome.desktop.interface", "enable-animations"])
    reply = bus.call(call, timeout=_PORTAL_TIMEOUT_MS)
    return not (reply.arguments() and reply.arguments()[0] is False)
