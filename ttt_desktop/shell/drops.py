"""Files that are dropped on the window: course files and saved games."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from ttt_desktop.look.guard import virtual

_EVENTS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)


class Drops(QObject):
    """Takes files of some endings that are dropped on a window, wherever in it.

    Args:
        endings: the endings, such as ".py".

    Signals:
        dropped(Path): one file was dropped.
        crowded(): several were dropped at once, of which none is taken.
    """

    dropped = Signal(object)
    crowded = Signal()

    def __init__(self, window: QWidget, endings: tuple[str, ...]) -> None:
        super().__init__(window)
        self._endings = endings
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    @virtual(bool)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102
        if event.type() not in _EVENTS or not isinstance(event, QDropEvent):
            return super().eventFilter(watched, event)
        paths = self._paths(event.mimeData())
        if not paths:
            return super().eventFilter(watched, event)
        event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop:
            if len(paths) == 1:
                self.dropped.emit(paths[0])
            else:
                self.crowded.emit()
        return True

    def _paths(self, dragged: QMimeData) -> list[Path]:
        """Return the files among what is dragged that can be taken."""
        paths = [Path(url.toLocalFile()) for url in dragged.urls() if url.isLocalFile()]
        return [path for path in paths if path.name.lower().endswith(self._endings)]
