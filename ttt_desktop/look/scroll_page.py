"""Pages for dialogs on small screens, and with large text."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QFrame, QScrollArea, QStyle, QWidget

from ttt_desktop.guard import virtual
from ttt_desktop.look.places import kept_within


class ScrollPage(QScrollArea):
    """A page that asks for the room that it needs, and scrolls where it does not get it.

    Args:
        page: what is on it.
    """

    def __init__(self, page: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is on it can have it
        self._page = page
        self.setWidget(page)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        bar = self.verticalScrollBar().sizeHint().width()
        return self._page.sizeHint() + QSize(bar, 0)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self._page.minimumSizeHint().width() + bar, 0)


def open_fitting(dialog: QDialog) -> None:
    """Open a dialog in the size that it asks for, or the most that its screen has room for.

    It stands in the middle of its window, and within the screen.
    """
    dialog.open()  # first: only what is shown knows how large its text is by now
    above = dialog.parentWidget() or dialog
    title = dialog.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
    room = above.screen().availableGeometry()
    dialog.resize(dialog.sizeHint().boundedTo(room.size() - QSize(0, 2 * title)))
    place = dialog.frameGeometry()  # Qt has chosen one for the size that it had before
    place.moveCenter(above.frameGeometry().center())
    dialog.move(kept_within(place, room).topLeft())
