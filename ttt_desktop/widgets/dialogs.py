"""Message boxes: About, and errors."""

from __future__ import annotations

import platform

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from shiboken6 import isValid

from engine import __version__
from ttt_desktop import crash


def show_about(parent: QWidget) -> None:
    """Show the version and the licence."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle("About")
    box.setIconPixmap(parent.windowIcon().pixmap(64, 64))
    box.setText(f"<b>Monte Carlo Tic-Tac-Toe {__version__}</b>")
    box.setInformativeText(
        "A machine that chooses its moves by playing random games, and a window that shows "
        "what it finds.\n\n"
        f"Python {platform.python_version()}, Qt {qVersion()}, PySide6 {pyside_version}\n"
        "MIT licence. Qt is used under the LGPL, version 3."
    )
    box.open()


_ERROR = "error"
_kept: list[QMessageBox] = []


def show_error(parent: QWidget | None, sentence: str, details: str) -> None:
    """Show an error, with its details folded away, and leave the program running."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setObjectName(_ERROR)
    box.setWindowTitle("Monte Carlo Tic-Tac-Toe")
    box.setIcon(QMessageBox.Icon.Warning)
    box.setText(sentence)
    where = crash.log_path()
    box.setInformativeText(f"The log has more: {where}" if where else "")
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
