"""Whether a program may be started: the user is asked before its first time."""

from __future__ import annotations

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


class Trust:
    """Remembers which programs may be started, until this one ends."""

    def __init__(self) -> None:
        self._given: set[Path] = set()

    def given(self, path: Path, window: QWidget) -> bool:
        """Whether a program may be started; asks where that is not known."""
        path = path.absolute()
        if path not in self._given:
            buttons = QMessageBox.StandardButton.Ok | QMessageBox.StandardButton.Cancel
            words = tr(WARNING, name=path.name)
            answer = QMessageBox.warning(window, tr("Other program"), words, buttons)
            if answer != QMessageBox.StandardButton.Ok:
                return False
            self._given.add(path)
        return True
