"""Buttons of actions, as players of music have them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton

from ttt_desktop.look.theme import SPACE
from ttt_desktop.look.tool_buttons import action_button


class ToolRow(QHBoxLayout):
    """A row of buttons, all of one width.

    Args:
        actions: what they do.

    Attributes:
        buttons: the buttons, in the actions' order.
    """

    def __init__(self, actions: Iterable[QAction]) -> None:
        super().__init__()
        self.setSpacing(SPACE // 2)
        self.buttons: list[QToolButton] = []
        for action in actions:
            button = action_button(action)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self.buttons.append(button)
            self.addWidget(button)
