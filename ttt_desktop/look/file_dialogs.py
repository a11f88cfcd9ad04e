"""Asking for a file's name, and the kinds of files to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from PySide6.QtWidgets import QFileDialog, QWidget


class FileKind(NamedTuple):
    """A kind of files.

    Attributes:
        label: what it is called.
        suffix: how the names of its files end; empty for all files.
    """

    label: str
    suffix: str


def filters(kinds: Sequence[FileKind]) -> str:
    """Return kinds of files as Qt writes them."""
    return ";;".join(f"{kind.label} (*{kind.suffix})" for kind in kinds)


def chosen_kind(kinds: Sequence[FileKind], chosen: str) -> FileKind:
    """Return the kind that a dialog names as the chosen one, else the first.

    Args:
        kinds: what the dialog's list was made of by ``filters``.
        chosen: the entry of that list; a dialog tells no more of it.
    """
    return next((kind for kind in kinds if filters([kind]) == chosen), kinds[0])


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
