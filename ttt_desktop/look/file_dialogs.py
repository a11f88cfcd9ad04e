"""Asking for a file's name, and the kinds of files to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
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


class _Last:
    """Where a file was last opened or written, while the program runs."""

    folder = ""


def last_folder() -> str:
    """Return the folder in which a file was last chosen; empty where none was."""
    return _Last.folder


def remember(folder: str) -> None:
    """Have the next dialogs open in a folder; one that is not there any more is forgotten."""
    _Last.folder = folder if folder and Path(folder).is_dir() else ""


def ask_open(parent: QWidget, title: str, kinds: str) -> Path | None:
    """Ask for a file to read, where one was last chosen; None where none is."""
    path, _ = QFileDialog.getOpenFileName(parent, title, last_folder(), kinds)
    if not path:
        return None
    remember(str(Path(path).parent))
    return Path(path)


@contextmanager
def save_dialog(
    parent: QWidget, title: str, kinds: str, suffix: str, name: str = ""
) -> Iterator[QFileDialog]:
    """Make a dialog that asks for a file to write, and delete it afterwards.

    Left to its parent it would live as long as the window, with its threads and descriptors.

    Args:
        parent: the window that it belongs to.
        title: its title.
        kinds: the kinds of files, as Qt writes them.
        suffix: what a name without an ending gets.
        name: the name that is proposed.
    """
    dialog = QFileDialog(parent, title, last_folder(), kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    if name:
        dialog.selectFile(name)
    try:
        yield dialog
    finally:
        if dialog.result() == QFileDialog.DialogCode.Accepted:
            remember(str(Path(dialog.selectedFiles()[0]).parent))
        dialog.deleteLater()
