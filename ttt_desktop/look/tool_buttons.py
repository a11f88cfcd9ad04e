"""Tool buttons of actions, without the connections that Qt's leave behind.

From Qt 6.10 on, a tool button connects itself to its action once more at each of the action's
changes (seen in 6.10.2, 6.11.0 and 6.11.3; not in 6.8.3 and 6.9.3). So each change took longer
than the one before, and memory was never given back.
"""

from __future__ import annotations

from PySide6.QtCore import SIGNAL, QEvent, QObject, QSize
from PySide6.QtGui import QAction, QActionEvent
from PySide6.QtWidgets import QToolButton, QWidget

from ttt_desktop.guard import handler, virtual

_LEAST = 20
"""The least side of a button's picture, in pixels; it is as high as large text is."""


class _Tidy(QObject):
    """Takes a button's old connections away before it makes the new one."""

    @virtual(bool)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QActionEvent) and event.type() == QEvent.Type.ActionChanged:
            # None is any member, whatever the types of the binding say.
            QObject.disconnect(event.action(), SIGNAL("changed()"), watched, None)  # type: ignore[call-overload]
        return False  # the button is to hear of it, too


def tidy(button: QWidget) -> None:
    """Keep a tool button, such as one that a toolbar has made, at one connection to its action."""
    button.installEventFilter(_Tidy(button))


class _ActionButton(QToolButton):
    """Its picture grows with its text."""

    def __init__(self) -> None:
        super().__init__()
        self._fit()

    def _fit(self) -> None:
        side = max(_LEAST, self.fontMetrics().height())
        self.setIconSize(QSize(side, side))

    @handler
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()


def action_button(action: QAction) -> QToolButton:
    """Return a tool button for an action."""
    button = _ActionButton()
    tidy(button)
    button.setDefaultAction(action)
    return button
