"""Where windows lie on a screen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QSize
from PySide6.QtWidgets import QMainWindow, QStyle

from ttt_desktop.guard import virtual
from ttt_desktop.look.theme import SPACE


def kept_within(place: QRect, room: QRect) -> QRect:
    """Return a place moved into a room; what is too large for it begins where the room does."""
    left = max(room.left(), min(place.left(), room.right() - place.width() + 1))
    top = max(room.top(), min(place.top(), room.bottom() - place.height() + 1))
    return QRect(left, top, place.width(), place.height())


class ScreenLimit(QObject):
    """Keeps a window from growing beyond its screen, whatever is opened in it.

    Qt makes a window as large as what is in it needs. This one gets no larger than the screen has
    room for; what is in it gets smaller instead.

    Args:
        window: the window.
    """

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.installEventFilter(self)
        self._limit()

    @property
    def room(self) -> QSize:
        """The largest size that the window can have on its screen, without its frame."""
        window = self._window
        title = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
        frame = window.frameGeometry().size() - window.size()
        if frame.isNull():  # it is not known yet
            frame = QSize(0, title + SPACE)
        return window.screen().availableSize() - frame

    def _limit(self) -> None:
        least = self._window.minimumSizeHint().boundedTo(self.room)
        self._window.setMinimumSize(least)  # from now on Qt sets none by itself

    @virtual(bool)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.LayoutRequest:
            self._limit()
        return super().eventFilter(watched, event)
