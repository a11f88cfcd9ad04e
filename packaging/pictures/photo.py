"""Pictures of windows, alone or one above the other as on a screen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QDialog, QWidget

_ALIKE = 2


def photo(windows: Sequence[QWidget]) -> QImage:
    """Return a picture of windows where they are on the screen, the lowest one first.

    What none of them covers is transparent.
    """
    places = [QRect(window.mapToGlobal(QPoint()), window.size()) for window in windows]
    if len(windows) == 1:
        return windows[0].grab().toImage()
    area = QRect()
    for place in places:
        area = area.united(place)
    scale = windows[0].devicePixelRatioF()
    image = QImage(area.size() * scale, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(scale)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setPen(Qt.GlobalColor.gray)
    for window, place in zip(windows, places, strict=True):
        corner = place.topLeft() - area.topLeft()
        painter.drawPixmap(corner, window.grab())
        if isinstance(window, QDialog):  # in place of the frame that a desktop gives it
            painter.drawRect(QRect(corner, place.size()).adjusted(0, 0, -1, -1))
    painter.end()
    return image


class Still:
    """A condition: the windows look the same, time and again."""

    def __init__(self, windows: Sequence[QWidget]) -> None:
        self._windows = windows
        self._last = QImage()
        self._alike = 0

    def __call__(self) -> bool:
        """Look once more."""
        image = photo(self._windows)
        self._alike = self._alike + 1 if image == self._last else 0
        self._last = image
        return self._alike >= _ALIKE
