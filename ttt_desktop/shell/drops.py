"""Files that are dropped on the window: course files and saved games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from ttt_desktop.look.guard import virtual
from ttt_desktop.look.text import tr
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import SeveralDropped

_EVENTS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)


class Drops(QObject):
    """Opens files that are dropped on a window, wherever in it: one at a time.

    Args:
        openers: what opens a file, by its ending, such as ".py".
    """

    def __init__(
        self, window: QWidget, openers: Mapping[str, Callable[[Path], object]], shell: Shell
    ) -> None:
        super().__init__(window)
        self._openers, self._shell = openers, shell
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
            self._drop(paths)
        return True

    def _drop(self, paths: list[Path]) -> None:
        if len(paths) > 1:
            if not self._shell.serve(SeveralDropped()):
                self._shell.notice.tell(tr("Drop one file at a time."))
            return
        for ending, open_it in self._openers.items():
            if paths[0].name.lower().endswith(ending):
                open_it(paths[0])
                return

    def _paths(self, dragged: QMimeData) -> list[Path]:
        """Return the files among what is dragged that can be taken."""
        paths = [Path(url.toLocalFile()) for url in dragged.urls() if url.isLocalFile()]
        return [path for path in paths if path.name.lower().endswith(tuple(self._openers))]
