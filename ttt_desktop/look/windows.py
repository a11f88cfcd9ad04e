"""Windows, dialogs and docks that fit small screens, and large text."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QScrollArea,
    QStyle,
    QToolButton,
    QWidget,
)

from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CONTROL, SPACE
from ttt_desktop.look.text import tr
from ttt_desktop.look.widgets import ElidedLabel


def kept_within(place: QRect, room: QRect) -> QRect:
    """Return a place moved into a room; what is too large for it begins where the room does."""
    left = max(room.left(), min(place.left(), room.right() - place.width() + 1))
    top = max(room.top(), min(place.top(), room.bottom() - place.height() + 1))
    return QRect(left, top, place.width(), place.height())


class ScreenLimit(QObject):
    """Keeps a window from growing beyond its screen, whatever is opened in it.

    Qt makes a window as large as what is in it needs. This one gets no larger than the screen has
    room for; what is in it gets smaller instead.
    """

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._limit)
        window.installEventFilter(self)
        self._limit()

    @property
    def room(self) -> QSize:
        """The largest size that the window can have on its screen, without its frame."""
        window = self._window
        title = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
        frame = window.frameGeometry().size() - window.size()
        if frame.isNull():  # it is not known yet
            frame = QSize(SPACE, title + SPACE)
        return window.screen().availableSize() - frame

    @Slot()
    def _limit(self) -> None:
        least = self._window.minimumSizeHint()
        # From now on Qt sets none by itself.
        self._window.setMinimumSize(least.boundedTo(self.room))

    @virtual(bool)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.LayoutRequest:
            self._limit()
        elif isinstance(event, QResizeEvent) and event.size().width() != event.oldSize().width():
            self._later.start()  # when what is in it has its new width, too
        return super().eventFilter(watched, event)


_LEAST = 3
"""The least width and height of a dock's content, in lines of text."""


_LARGE_TEXT = 24
"""The height of a line of large text, in pixels."""
_MEANT = QSize(160, 130)
"""What of a dock's content there is to be room for, in pixels: less would tell nothing."""


class PlainArea(QScrollArea):
    """A scroll area that is not seen as such: no frame, no focus.

    Args:
        page: what is on it.
    """

    def __init__(self, page: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is on it can have it
        self.setWidget(page)


class PageArea(PlainArea):
    """A page that asks for the room that it needs, and scrolls where it does not get it."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._page = page
        self._most: int | None = None

    @virtual(bool)
    def viewportEvent(self, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()  # the page may need more room by now, or less
        return super().viewportEvent(event)

    def see_through(self) -> None:
        """Let the ground be seen that the page lies on, such as a tab's."""
        self.viewport().setAutoFillBackground(False)
        self._page.setAutoFillBackground(False)

    def limit(self, width: int) -> None:
        """Ask for this width at most, and scroll sideways where the page needs more."""
        self._most = width
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        bar = self.verticalScrollBar().sizeHint().width()
        return self._page.sizeHint() + QSize(bar, 0)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        bar = self.verticalScrollBar().sizeHint().width()
        least = self._page.minimumSizeHint().width() + bar
        return QSize(least if self._most is None else min(least, self._most), 0)


class ScrollingDock(PlainArea):
    """The content of a dock, as it is where there is room for it; elsewhere it scrolls.

    Args:
        content: what the dock shows; if it has a minimum width of its own, it always gets that.
    """

    def __init__(self, content: QWidget) -> None:
        self._content = content
        self._held = _Held(content, self)
        super().__init__(self._held)

    @property
    def whole(self) -> QSize:
        """The least size at which nothing has to scroll."""
        return self._held.minimumSizeHint()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        bar = self.verticalScrollBar().sizeHint().width()  # what scrolls down need not scroll aside
        return self._content.sizeHint().expandedTo(self.whole + QSize(bar, 0))

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        side = _LEAST * self.fontMetrics().height()
        # With large text, what stands around the board needs all the room there is.
        meant = _MEANT if side <= _LEAST * _LARGE_TEXT else QSize()
        least = self.whole.boundedTo(meant).expandedTo(QSize(side, side))
        return least.expandedTo(QSize(self._content.minimumWidth(), 0))


class _Held(QWidget):
    """Holds a dock's content at no less than its least size.

    A scroll area by itself would begin to scroll where wrapped text has less than all it asks for.
    """

    def __init__(self, content: QWidget, area: QScrollArea) -> None:
        super().__init__()
        self._content = content
        self._area = area
        content.setParent(self)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:
        content = self._content
        least = content.minimumSizeHint().expandedTo(content.minimumSize())
        layout = content.layout()
        if layout is not None and layout.hasHeightForWidth():
            # With and without the bar: what needs it must not, for its sake, need it no more.
            full_width = self._area.maximumViewportSize().width()
            bar = self._area.verticalScrollBar().sizeHint().width()
            for width in (full_width, full_width - bar):
                needed = layout.minimumHeightForWidth(max(least.width(), width))
                least.setHeight(max(least.height(), needed))
        return least

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._content.resize(event.size())

    @virtual(bool)
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # the content needs more or less than before
            self.updateGeometry()
        return super().event(event)


class DockTitle(QWidget):
    """A dock's title, with buttons that a finger can hit; Qt's own are 14 pixels high.

    A dock in a window of its own has that window's title instead.

    Args:
        dock: the dock.
    """

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        self._dock = dock
        self._title = ElidedLabel()
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._title, 1)
        pixmap = QStyle.StandardPixmap
        for picture, tip, act in (
            (pixmap.SP_TitleBarNormalButton, tr("In a window of its own"), self._float),
            (pixmap.SP_TitleBarCloseButton, tr("Close"), dock.close),
        ):
            button = QToolButton()
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setMinimumSize(CONTROL, CONTROL)
            button.setIcon(self.style().standardIcon(picture, None, dock))
            button.setToolTip(tip)
            button.setAccessibleName(tip)
            button.clicked.connect(act)
            row.addWidget(button)
        dock.windowTitleChanged.connect(self._title.setText)
        dock.topLevelChanged.connect(self._make_way)
        self._title.setText(dock.windowTitle())
        dock.setTitleBarWidget(self)

    @Slot()
    def _float(self) -> None:
        self._dock.setFloating(True)

    @Slot(bool)
    def _make_way(self, floating: bool) -> None:
        # Qt takes None for its own title, whatever the binding's types say.
        self._dock.setTitleBarWidget(None if floating else self)  # type: ignore[arg-type]
        self.setVisible(not floating)


def forget_sizes(window: QWidget) -> None:
    """Have a window work out anew how much room all that is in it needs.

    What lies on a page that is hidden says nothing of a change of its text's size.
    """
    for widget in window.findChildren(QWidget):
        layout = widget.layout()
        if layout is not None:
            layout.invalidate()
        widget.updateGeometry()
    outermost = window.layout()
    if outermost is not None:
        outermost.activate()


def open_fitting(dialog: QDialog) -> None:
    """Open a dialog in the size that it asks for, or the most that its screen has room for.

    It stands in the middle of its window, and within the screen.
    """
    dialog.open()  # first: only what is shown knows how large its text is by now
    above = dialog.parentWidget() or dialog
    title = dialog.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
    room = above.screen().availableGeometry()
    if dialog.minimumSizeHint().width() > room.width():
        for page in dialog.findChildren(PageArea):
            page.limit(room.width() - _BESIDE * SPACE)
            page.updateGeometry()
        forget_sizes(dialog)
    dialog.resize(dialog.sizeHint().boundedTo(room.size() - QSize(SPACE, 2 * title)))
    follower = dialog.findChild(_Follower) or _Follower(dialog, above)
    follower.begin()


_BESIDE = 7
"""What stands beside a page in a dialog: margins, a frame, a scroll bar; as multiples of SPACE."""

_PLACED_MS = 1500
"""How long after a dialog got the keyboard it may be given a place that is not meant."""

_MOST_PUT_BACK = 4
"""How often it is put back meanwhile: one that insists on its own place has it."""


class _Follower(QObject):
    """Keeps a dialog in the middle of its window, which may still be on its way to its own place.

    Window managers give a window its place some time after it was shown. Some place a dialog by the
    size that it had before it knew how large its text is: a corner in the middle of the screen.

    Args:
        dialog: the dialog.
        above: its window.
    """

    def __init__(self, dialog: QDialog, above: QWidget) -> None:
        super().__init__(dialog)
        self._dialog = dialog
        self._above = above
        self._opened = QElapsedTimer()
        self._put_back = 0
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.catch_up)
        above.installEventFilter(self)
        dialog.installEventFilter(self)

    def begin(self) -> None:
        """Put the dialog where it belongs, now that it was opened, and keep it there."""
        self._opened.start()
        self._put_back = 0
        self.catch_up()

    @virtual(bool)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        moved = event.type() in (QEvent.Type.Move, QEvent.Type.Resize)
        if watched is self._dialog and event.type() == QEvent.Type.WindowActivate:
            self._opened.start()  # a busy machine gets there late
        if moved and self._dialog.isVisible():
            if watched is self._above:
                self.catch_up()
            elif self._is_misplaced:
                self._put_back += 1
                self._soon.start()
        return super().eventFilter(watched, event)

    @property
    def _is_misplaced(self) -> bool:
        """Whether a window manager has just given the dialog another place than the one meant."""
        new = self._opened.isValid() and not self._opened.hasExpired(_PLACED_MS)
        place = self._dialog.frameGeometry().topLeft()
        return new and self._put_back < _MOST_PUT_BACK and place != self._place

    @property
    def _place(self) -> QPoint:
        """Where the dialog's frame belongs."""
        place = self._dialog.frameGeometry()
        place.moveCenter(self._above.frameGeometry().center())
        return kept_within(place, self._above.screen().availableGeometry()).topLeft()

    @Slot()
    def catch_up(self) -> None:
        """Put the dialog where it belongs now."""
        self._dialog.move(self._place)
