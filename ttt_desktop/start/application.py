"""Qt's application object, and the games that macOS hands to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from ttt_desktop.guard import virtual
from ttt_desktop.look import spoken


class Application(QApplication):
    """The application; on macOS a double-clicked file is no argument but an event.

    Attributes:
        open_file: called with the path of each such file; None until the window can open it.
    """

    open_file: Callable[[str], object] | None = None

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(arguments)
        spoken.install()

    @virtual(bool)
    def event(self, event: QEvent) -> bool:
        """Take the events that open a file."""
        if isinstance(event, QFileOpenEvent) and event.file() and self.open_file is not None:
            self.open_file(event.file())
            return True
        return super().event(event)
