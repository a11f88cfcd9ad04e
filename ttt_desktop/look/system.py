"""What the system's settings say of looks: motion, contrast, the colour that stands out.

Everything is asked once, and nothing of it must be there: a bare X server answers nothing.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyle

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusMessage

_SPI_GETCLIENTAREAANIMATION = 0x1042
_PORTAL_TIMEOUT_MS = 150
_THREE = re.compile(r"\(ddd\) ([-\d.e]+), ([-\d.e]+), ([-\d.e]+)")


@cache
def system_wants_motion() -> bool:
    """Return False where the desktop's settings ask programs not to animate; asked once.

    Asked are, where they exist: Qt itself (from 6.12 on), the widget style, Windows' client
    area animations, macOS' reduced motion, and the animation switch of the desktop portal.
    """
    if QApplication.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) == 0:
        return False
    hints = getattr(QGuiApplication.styleHints(), "accessibility", None)  # from 6.10 on
    preference = getattr(hints(), "motionPreference", None) if hints is not None else None
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
    return _portal("org.gnome.desktop.interface", "enable-animations") is not False


@cache
def system_wants_contrast() -> bool:
    """Whether the desktop's settings ask for more contrast than usual.

    Asked are Qt (from 6.10 on) and, where it does not know, the settings portal of a Linux desktop
    (``contrast``: 1 is for more).
    """
    hints = getattr(QGuiApplication.styleHints(), "accessibility", None)
    preference = getattr(hints(), "contrastPreference", None) if hints is not None else None
    if preference is not None and getattr(preference(), "name", "") == "HighContrast":
        return True
    return sys.platform == "linux" and _portal("org.freedesktop.appearance", "contrast") == 1


@cache
def system_accent() -> QColor | None:
    """Return the colour that the desktop's settings have for what stands out; None without one."""
    if sys.platform in ("win32", "darwin"):
        return QGuiApplication.palette().color(QPalette.ColorRole.Accent)
    if sys.platform != "linux":
        return None
    reply = _ask_portal("org.freedesktop.appearance", "accent-color")
    # PySide reads no structures (its ``beginStructure`` is the one that writes), but prints them.
    numbers = _THREE.search(repr(reply)) if reply is not None else None
    parts = [float(part) for part in numbers.groups()] if numbers else []
    if not parts or not all(0 <= part <= 1 for part in parts):
        return None  # out of bounds is the portal's way to say that there is none
    return QColor.fromRgbF(*parts)


def _portal(group: str, key: str) -> object:
    """Return what the settings portal of a Linux desktop has; None where there is no answer."""
    reply = _ask_portal(group, key)
    answers = reply.arguments() if reply is not None else []
    return answers[0].variant() if answers and hasattr(answers[0], "variant") else None


def _ask_portal(group: str, key: str) -> QDBusMessage | None:
    """Return the settings portal's reply; None where there is no bus to ask it over."""
    from PySide6.QtDBus import QDBusConnection, QDBusMessage  # noqa: PLC0415

    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return None
    call = QDBusMessage.createMethodCall(
        "org.freedesktop.portal.Desktop",
        "/org/freedesktop/portal/desktop",
        "org.freedesktop.portal.Settings",
        "ReadOne",
    )
    call.setArguments([group, key])
    return bus.call(call, timeout=_PORTAL_TIMEOUT_MS)
