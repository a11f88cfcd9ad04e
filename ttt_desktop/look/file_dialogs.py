"""Asking for a file's name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtWidgets import QFileDialog, QWidget


@contextmanager
def save_dialog(parent: QWidget, title: str, kinds: str, suffix: str) -> Iterator[QFileDialog]:
    """Make a dialog that asks for a file to write, and delete it afterwards.

    Left to its parent it would live as long as the window, with its threads and descriptors.

    Args:
        parent: the window that it belongs to.
        title: its title.
        kinds: the kinds of files, as Qt writes them.
        suffix: what a name without an ending gets.
    """
    dialog = QFileDialog(parent, title, "", kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    try:
        yield dialog
    finally:
        dialog.deleteLater()
