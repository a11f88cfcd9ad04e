"""Tool buttons of actions, without the connections that Qt's leave behind.

From Qt 6.10 on, a tool button connects itself to its action once more at each of the action's
changes (seen in 6.10.2, 6.11.0 and 6.11.3; not in 6.8.3 and 6.9.3). So each change took longer
than the one before, and memory was never given back.
"""

from __future__ import annotations

from PySide6.QtCore import SIGNAL, QEvent, QObject
from PySide6.QtGui import QAction, QActionEvent
from PySide6.QtWidgets import QToolButton, QWidget

from ttt_desktop.guard import virtual


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


def action_button(action: QAction) -> QToolButton:
    """Return a tool button for an action."""
    button = QToolButton()
    tidy(button)
    button.setDefaultAction(action)
    return button
