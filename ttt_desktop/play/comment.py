"""The field below the moves: what is noted of the position shown, to be read and written."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPlainTextEdit

from ttt_desktop.look.text import tr
from ttt_desktop.session.game import GameController

_LINES = 3
"""The field's height, in lines of text."""


class CommentField(QPlainTextEdit):
    """Shows the comment on the position, and takes what is typed at once."""

    def __init__(self, controller: GameController) -> None:
        super().__init__()
        self._controller = controller
        self.setAccessibleName(tr("Comment on this position"))
        self.setPlaceholderText(tr("Comment on this position"))
        self.setToolTip(tr("A saved game keeps your comments"))
        self.setTabChangesFocus(True)
        margins = 2 * round(self.document().documentMargin()) + 2 * self.frameWidth()
        self.setFixedHeight(_LINES * self.fontMetrics().lineSpacing() + margins)
        self.textChanged.connect(self._take)
        controller.follow(self.refresh, "game", "moves", "comment", "kind")

    @Slot()
    def refresh(self) -> None:
        """Show what is noted of the position on the board."""
        view = self._controller.view
        self.setVisible(view.takes_comments)
        if view.comment != self.toPlainText():
            place = self.textCursor().position()
            self.blockSignals(True)
            self.setPlainText(view.comment)
            self.blockSignals(False)
            cursor = self.textCursor()
            cursor.setPosition(min(place, len(view.comment)))
            self.setTextCursor(cursor)

    @Slot()
    def _take(self) -> None:
        self._controller.comment(self.toPlainText())
        self.refresh()  # there may not have been room for all of it
