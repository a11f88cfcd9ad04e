"""Watches one file: says that it was saved, once it has been left alone for a moment."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal, Slot

_SETTLES_MS = 300
"""How long a file rests before anything is done with it: editors write it in several steps."""

_State = tuple[int, int, int] | None


class FileWatch(QObject):
    """Watches a file, and its folder: a file that is written anew ends the old one's watch.

    What is watched may be missed, as on a network drive. Who depends on it looks for himself, too.

    Attributes:
        path: the file; None for none.

    Signals:
        changed(): the file is another, has gone, or is there again.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        self._state: _State = None
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._saved)
        self._watcher.directoryChanged.connect(self._look)
        self._rest = QTimer(self, singleShot=True, interval=_SETTLES_MS)
        self._rest.timeout.connect(self.changed)

    @property
    def is_there(self) -> bool:
        """Whether there is such a file."""
        return self.path is not None and _state_of(self.path) is not None

    def follow(self, path: Path | None) -> None:
        """Watch another file from now on; None for none."""
        self._rest.stop()
        if places := [*self._watcher.files(), *self._watcher.directories()]:
            self._watcher.removePaths(places)
        self.path = path
        if path is not None:
            self._state = _state_of(path)
            self._watch()

    def _watch(self) -> None:
        assert self.path is not None
        for place in (self.path, self.path.absolute().parent):
            self._watcher.addPath(str(place))  # nothing new where it is watched already

    @Slot(str)
    def _saved(self, _path: str) -> None:
        if self.path is not None:
            self._state = _state_of(self.path)
            self._watch()
            self._rest.start()

    @Slot(str)
    def _look(self, _folder: str) -> None:
        """Something in the folder is another: see whether it is the file."""
        if self.path is not None and _state_of(self.path) != self._state:
            self._saved("")


def _state_of(path: Path) -> _State:
    """Return what is another after a file was written anew; None where there is no file."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_ino, state.st_mtime_ns, state.st_size
