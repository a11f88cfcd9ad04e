"""Shows folders in the system's file manager."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget


def open_folder(folder: Path, parent: QWidget) -> None:
    """Show a folder; where the system has no file manager, say where it is."""
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        box = QMessageBox(parent)
        box.setWindowTitle("Open folder")
        box.setText(f"No file manager could be started. The folder is\n{folder}")
        box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()
