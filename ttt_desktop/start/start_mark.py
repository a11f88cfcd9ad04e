"""Remembers a start that does not come as far as painting its window, for the next one to know."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from engine.files import lock
from ttt_desktop.look.guard import virtual
from ttt_desktop.work.storage import START_NAME

_HANGS_S = 10
"""A start that takes longer hangs, for all that another one can know."""


class StartMark(QObject):
    """A file that is there, and locked, from before the layouts come back to the first painting.

    Args:
        folder: where it is.

    Attributes:
        failed: whether the last start did not come so far, or another one hangs.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._path = folder / START_NAME
        self._file: IO[str] | None = None
        self._watched: tuple[QObject, ...] = ()
        self.failed = False
        with suppress(OSError):  # without a mark, it is a start like those before
            self._set()

    def _set(self) -> None:
        file = self._path.open("a", encoding="utf-8")
        state = os.fstat(file.fileno())
        if not lock(file):
            file.close()
            self.failed = time.time() - state.st_mtime > _HANGS_S
            return
        self._file = file
        self.failed = state.st_size > 0
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()

    def watch(self, painted: QWidget, window: QWidget) -> None:
        """Take the mark away as soon as a widget is painted, or its window closed before."""
        self._watched = (painted, window)
        for widget in self._watched:
            widget.installEventFilter(self)

    @virtual(bool)
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: D102
        if event.type() in (QEvent.Type.Paint, QEvent.Type.Close):
            self.take_away()
        return False

    def take_away(self) -> None:
        """Remember this start as one that succeeded."""
        for widget in self._watched:
            widget.removeEventFilter(self)
        self._watched = ()
        if self._file is not None:
            self._file.close()  # (Windows deletes no file that is open)
            self._file = None
            with suppress(OSError):
                self._path.unlink()
