"""Where windows lie on a screen."""

from __future__ import annotations

from PySide6.QtCore import QRect


def kept_within(place: QRect, room: QRect) -> QRect:
    """Return a place moved into a room; what is too large for it begins where the room does."""
    left = max(room.left(), min(place.left(), room.right() - place.width() + 1))
    top = max(room.top(), min(place.top(), room.bottom() - place.height() + 1))
    return QRect(left, top, place.width(), place.height())
