"""The message box for errors."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from shiboken6 import isValid

from ttt_desktop import APP_TITLE, logs
from ttt_desktop.text import tr

_ERROR = "error"
_kept: list[QMessageBox] = []


def show_error(parent: QWidget | None, sentence: str, details: str) -> None:
    """Show an error, with its details folded away, and leave the program running."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setObjectName(_ERROR)
    box.setWindowTitle(APP_TITLE)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setText(sentence)
    where = logs.log_path()
    box.setInformativeText(tr("The log has more: {path}", path=where) if where else "")
    box.setDetailedText(details)
    if parent is None:
        # Nothing else would keep the box alive.
        _kept[:] = [kept for kept in _kept if isValid(kept)] + [box]
    box.open()


def error_is_shown() -> bool:
    """Whether an error waits to be read."""
    return any(
        widget.objectName() == _ERROR and widget.isVisible()
        for widget in QApplication.topLevelWidgets()
    )
