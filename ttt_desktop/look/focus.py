"""What the keyboard is on, in all windows: a ring around it, and Return, which presses buttons."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QDialog,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QWidget,
)
from shiboken6 import isValid

from ttt_desktop.look.grid_view import GridView
from ttt_desktop.look.guard import virtual
from ttt_desktop.look.ring import Ring

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_KEYS = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)


class KeyboardFocus(QObject):
    """Follows the keyboard through all windows.

    It draws the ring around what a key led it to, and lets Return press a button as the space bar
    does. In dialogs Return presses the button that the dialog means.

    Attributes:
        ring: the ring.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._by_key = False
        self.ring = Ring(self)
        self._watched: list[QWidget] = []
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._move)

    def by_key(self) -> bool:
        """Whether what was done last, was done with a key and not with the mouse."""
        return self._by_key

    @Slot(QWidget, QWidget)
    def _move(self, old: QWidget | None, new: QWidget | None) -> None:
        # (Only what has the keyboard is watched: a look at each event of the program takes long.)
        for widget in filter(isValid, self._watched):
            widget.removeEventFilter(self)
        self._watched = [] if new is None else [new]
        if isinstance(new, QAbstractScrollArea):
            self._watched.append(new.viewport())  # it gets the clicks
        for widget in self._watched:
            widget.installEventFilter(self)
        if new is None or isinstance(new, GridView) or not _is_led_by_key(old, new, self._by_key):
            self.ring.hide()
        else:
            self.ring.go_to(new)
        if old is not None and new is not None and _is_off(old):
            # (More may be switched off at once, and only then it is seen what is left.)
            QTimer.singleShot(0, self, partial(_come_back, old, new))

    @virtual(bool)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.MouseButtonPress:
            self._by_key = False
        elif event.type() in _KEYS and isinstance(event, QKeyEvent):
            self._by_key = True
            presses = event.type() == QEvent.Type.KeyPress and event.key() in _ENTER
            if presses and isinstance(watched, QAbstractButton) and _takes_return(watched):
                if not event.isAutoRepeat():
                    watched.click()
                return True
        return False


def _is_off(widget: QWidget) -> bool:
    """Whether a widget is still seen, and has been switched off."""
    return isValid(widget) and not widget.isEnabled() and widget.isVisible()


def _come_back(old: QWidget, new: QWidget) -> None:
    """Bring the keyboard near to what has been switched off.

    Qt goes on to the next widget that is on, which may be in another part of the window.
    """
    if not _is_off(old) or not isValid(new) or not new.hasFocus():
        return
    part = old.parentWidget()
    while part is not None and not part.isWindow() and not part.isAncestorOf(new):
        near = [
            widget_near
            for widget_near in _around(old)
            if part.isAncestorOf(widget_near) and takes_tab(widget_near)
        ]
        if near:
            near[0].setFocus()
            return
        part = part.parentWidget()


def _around(widget: QWidget) -> list[QWidget]:
    """Return what Tab goes through in its window, what is nearest to a widget first."""
    chain = [stop for stop in tab_chain(widget) if not widget.isAncestorOf(stop)]
    places = sorted(range(len(chain)), key=lambda place: min(place, len(chain) - 1 - place))
    return [chain[place] for place in places]


def tab_chain(widget: QWidget) -> Iterator[QWidget]:
    """Yield what Tab goes through in a widget's window after it, round to it."""
    stop = widget.nextInFocusChain()
    while stop is not None and stop is not widget:
        yield stop
        stop = stop.nextInFocusChain()


def takes_tab(widget: QWidget) -> bool:
    """Whether Tab stops at a widget now."""
    tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(tab) and widget.isVisible() and widget.isEnabled()


def is_typed_in(widget: QWidget | None) -> bool:
    """Whether a widget takes text: there Escape may be meant for what is typed."""
    return isinstance(widget, QLineEdit | QAbstractSpinBox | QPlainTextEdit)


def _takes_return(button: QAbstractButton) -> bool:
    """Whether Return is to press a button: Qt has it do so in dialogs alone, and on few there."""
    if isinstance(button, QPushButton) and isinstance(button.window(), QDialog):
        return False
    return not isinstance(button, QCheckBox | QRadioButton)


def _is_led_by_key(old: QWidget | None, new: QWidget, by_key: bool) -> bool:
    """Whether a key brought the keyboard to a widget, and not the mouse."""
    window = new.window()
    if window.testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange):
        return True
    return by_key and (old is None or not isValid(old) or old.window() is not window)
