"""The window's own font: Board Sans, cut from Inter, and how large its text is."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

from ttt_desktop.look.measures import TITLE

OWN_FONT, SYSTEM_FONT = "own", "system"
"""What text is set in: the program's own font, or the desktop's."""

FAMILY, DISPLAY_FAMILY = "Board Sans", "Board Sans Display"
"""The families; the second is drawn for large text."""

_IN_FILES = ("Inter", "sans-serif")
"""What a drawing in a file is set in where it is opened without the own font."""

_LARGER, _ENOUGH = 7 / 6, 14
"""By how much the own font is larger than the system's, up to how many pixels: it is narrow."""

_TIGHT = 99
"""The distance of letters in large text, in percent."""

_FIGURES = "tnum"
"""The font's feature that has all figures of one width, so that numbers do not jump."""


@cache
def load() -> None:
    """Make the faces known to Qt, once."""
    for face in sorted(
        (path for path in (files("ttt_desktop.resources") / "fonts").iterdir()),
        key=lambda path: path.name,
    ):
        if face.name.endswith(".ttf"):
            QFontDatabase.addApplicationFontFromData(QByteArray(face.read_bytes()))


def text_font(
    choice: str, size: float, scale: float, weight: QFont.Weight = QFont.Weight.Normal
) -> QFont:
    """Return what text is set in.

    Args:
        choice: OWN_FONT or SYSTEM_FONT.
        size: a step of the type scale, such as ``TITLE``.
        scale: how large all text is, as a multiple of the usual size.
        weight: of its letters.
    """
    font = _system_font() if choice == SYSTEM_FONT else _own_font(size)
    font.setPointSizeF(font.pointSizeF() * size * scale)
    font.setWeight(weight)
    return font


def _system_font() -> QFont:
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)


def _own_font(size: float) -> QFont:
    """Return the own font, as large as the system's asks for; letters it lacks are the system's."""
    load()
    system = _system_font()
    larger = max(1.0, min(_LARGER, _ENOUGH / max(1, QFontInfo(system).pixelSize())))
    font = QFont()
    own = DISPLAY_FAMILY if size >= TITLE else FAMILY
    font.setFamilies([own, *_IN_FILES, system.family()])
    font.setPointSizeF(system.pointSizeF() * larger)
    if size >= TITLE:
        font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, _TIGHT)
    font.setFeature(QFont.Tag(_FIGURES), 1)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font
