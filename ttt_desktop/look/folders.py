"""Shows folders in the system's file manager."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget

from ttt_desktop.text import tr


def open_folder(folder: Path, parent: QWidget) -> None:
    """Show a folder; where the system has no file manager, say where it is."""
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        box = QMessageBox(parent)
        box.setWindowTitle(tr("Open folder"))
        box.setText(tr("No file manager could be started. The folder is\n{folder}", folder=folder))
        box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()
