"""Whether programs and course files may run: the user is asked, or told, before the first time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QT_TRANSLATE_NOOP
from PySide6.QtWidgets import QMessageBox, QWidget

from ttt_desktop.look.text import tr

WARNING = str(
    QT_TRANSLATE_NOOP(
        "",
        "{name} is a program. It runs as if you had started it yourself, and can read and change "
        "everything that you can: only choose programs that you trust.",
    )
)

COURSE_FILES = str(
    QT_TRANSLATE_NOOP(
        "",
        "A file is a program. On Linux it runs sealed, in a process of its own: it reaches neither "
        "your files, nor the network, nor other programs. On Windows and macOS only its time, "
        "memory and output are limited, and it can read and change everything that you can: only "
        "open files that you trust there. The end of a check says how the file ran.",
    )
)


class Trust:
    """Remembers which programs may be started, until this one ends; of course files, for good.

    Args:
        warned: whether the user has read what a course file may do.
        keep: is called once the user has.
    """

    def __init__(self, warned: bool, keep: Callable[[], object]) -> None:
        self._given: set[Path] = set()
        self.warned = warned
        self._keep = keep

    def given(self, path: Path, window: QWidget) -> bool:
        """Whether a program may be started; asks where that is not known."""
        path = path.absolute()
        if path not in self._given:
            if not _asked(window, tr("Other program"), tr(WARNING, name=path.name)):
                return False
            self._given.add(path)
        return True

    def in_course_files(self, title: str, window: QWidget) -> bool:
        """Whether course files may run; the first time, the user is told what that means."""
        if not self.warned:
            if not _asked(window, title, tr(COURSE_FILES)):
                return False
            self.warned = True
            self._keep()
        return True


def _asked(window: QWidget, title: str, sentence: str) -> bool:
    buttons = QMessageBox.StandardButton.Ok | QMessageBox.StandardButton.Cancel
    answer = QMessageBox.warning(window, title, sentence, buttons)
    return answer == QMessageBox.StandardButton.Ok
