"""Qt's application object, and the games that macOS hands to it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication


class Application(QApplication):
    """The application; on macOS a double-clicked file is no argument but an event.

    Signals:
        file_asked(str): a file is to be opened.
    """

    file_asked = Signal(str)

    def event(self, event: QEvent) -> bool:
        """Take the events that open a file."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self.file_asked.emit(event.file())
            return True
        return super().event(event)
