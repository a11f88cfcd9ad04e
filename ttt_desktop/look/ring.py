"""The one ring around what has the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractScrollArea, QScrollArea, QWidget
from shiboken6 import isValid

from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CORNER, RING, RING_GAP, S4
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.parts import Button
from ttt_desktop.look.stepper import Stepper


class Ring(QObject):
    """Draws a ring around a widget, outside it: on its window, or on the page that scrolls with it.

    Every page keeps some pixels of margin for it. A page scrolls to what has the ring.

    Args:
        parent: what it ends with.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._frame: _Frame | None = None
        self._watched: list[QWidget] = []

    @property
    def around(self) -> QWidget | None:
        """What the ring is seen around now."""
        frame = self._frame
        if frame is None or not isValid(frame) or not frame.isVisible():
            return None
        return frame.widget

    def hide(self) -> None:
        """Take the ring away."""
        for widget in filter(isValid, self._watched):
            widget.removeEventFilter(self)
        self._watched = []
        if self._frame is not None and isValid(self._frame):  # it goes with the page that it is on
            self._frame.hide()

    def go_to(self, widget: QWidget) -> None:
        """Draw the ring around another widget."""
        self.hide()
        home = _home(widget)
        if home is widget:
            return
        parent: QWidget | None = widget
        while parent is not None and parent is not home:
            parent.installEventFilter(self)
            self._watched.append(parent)
            parent = parent.parentWidget()
        if self._frame is None or not isValid(self._frame):
            self._frame = _Frame()
        self._frame.go_around(widget, home)
        _scroll_to(widget)

    @virtual(bool)
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: D102
        if self._frame is not None and isValid(self._frame):
            if event.type() in {QEvent.Type.Move, QEvent.Type.Resize}:
                self._frame.fit()
            elif event.type() in {QEvent.Type.Hide, QEvent.Type.MouseButtonPress}:
                self._frame.hide()
        return False


class _Frame(QWidget):
    """The ring itself, on top of all that lies on its page."""

    def __init__(self) -> None:
        super().__init__()
        self.widget: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def go_around(self, widget: QWidget, home: QWidget) -> None:
        self.widget = widget
        if self.parentWidget() is not home:
            self.setParent(home)
        self.fit()
        self.show()
        self.raise_()

    def fit(self) -> None:
        home, widget = self.parentWidget(), self.widget
        if home is None or widget is None or not isValid(widget):
            return
        inner = widget.ring() if isinstance(widget, Button | Stepper) else widget.rect()
        box = QRect(widget.mapTo(home, inner.topLeft()), inner.size())
        out = RING + RING_GAP
        self.setGeometry(box.adjusted(-out, -out, out, out).intersected(home.rect()))

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:
        accent = self.palette().color(QPalette.ColorRole.Highlight).name()
        painter = QPainter(self)
        rounded(painter, QRectF(self.rect()), CORNER + RING + RING_GAP, None, accent, RING)
        painter.end()


def _home(widget: QWidget) -> QWidget:
    """Return what a widget's ring lies on: its window, or the page that scrolls with it."""
    home = widget.parentWidget() or widget
    while not home.isWindow():
        parent = home.parentWidget()
        if parent is None or isinstance(parent.parentWidget(), QAbstractScrollArea):
            break
        home = parent
    return home


def _scroll_to(widget: QWidget) -> None:
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            page = parent.widget()
            if page is not None and page.isAncestorOf(widget):
                parent.ensureWidgetVisible(widget, S4, S4)
            return
        parent = parent.parentWidget()
