"""Files of the user's: asking for their names, writing them, saying so, showing their folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from engine.compat.file_kinds import ENDINGS
from engine.files import write_whole
from ttt_desktop.look.text import problem, tr, unmarked
from ttt_desktop.look.widgets import Notice


class FileKind(NamedTuple):
    """A kind of files.

    Attributes:
        label: what it is called.
        suffix: how the names of its files end; empty for all files.
        others: other ways in which they may end.
    """

    label: str
    suffix: str
    others: tuple[str, ...] = ()


def programs() -> FileKind:
    """Return the kind of files that course files are opened from."""
    return FileKind(tr("Python files"), ENDINGS[0], ENDINGS[1:])


def all_files() -> FileKind:
    """Return the kind that every file is of."""
    return FileKind(tr("All files"), "")


def pictures() -> list[FileKind]:
    """Return the kinds of files that a picture can be written to."""
    return [FileKind(tr("PNG picture"), ".png"), FileKind(tr("SVG drawing"), ".svg")]


def filters(kinds: Sequence[FileKind]) -> str:
    """Return kinds of files as Qt writes them."""
    ends = (" ".join(f"*{end}" for end in (kind.suffix, *kind.others)) for kind in kinds)
    return ";;".join(f"{kind.label} ({end})" for kind, end in zip(kinds, ends, strict=True))


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
    """Return the folder in which a file was last chosen; empty where none was, or it has gone."""
    with suppress(OSError, ValueError):  # it may be another's by now, or its network gone
        if _Last.folder and Path(_Last.folder).is_dir():
            return _Last.folder
    return ""


def remembered() -> str:
    """Return the folder in which a file was last chosen, whether it is still there or not."""
    return _Last.folder


def remember(folder: str) -> None:
    """Have the next dialogs open in a folder.

    Nothing looks at it before one does: a start does not wait for a network's folder.
    """
    _Last.folder = folder


def ask_open(parent: QWidget, title: str, kinds: str) -> Path | None:
    """Ask for a file to read, where one was last chosen; None where none is."""
    path, _ = QFileDialog.getOpenFileName(parent, title, last_folder(), kinds)
    if not path:
        return None
    remember(str(Path(path).parent))
    return Path(path)


def ask_save(parent: QWidget, title: str, kinds: Sequence[FileKind], name: str = "") -> Path | None:
    """Ask for a file to write, of one of several kinds; None where none is to be written.

    The kind chosen in the dialog's list counts, unless the name says one of them by itself. What is
    there already is only replaced if that was agreed to.

    Args:
        kinds: the kinds of files, the usual one first.
    """
    with save_dialog(parent, title, filters(kinds), kinds[0].suffix, name) as dialog:
        dialog.filterSelected.connect(
            lambda chosen: dialog.setDefaultSuffix(chosen_kind(kinds, chosen).suffix)
        )
        if not dialog.exec():
            return None
        given = Path(dialog.selectedFiles()[0])
        chosen = chosen_kind(kinds, dialog.selectedNameFilter())
    path = _with_kind(given, kinds, chosen.suffix)
    return path if path == given or _may_replace(parent, path) else None


def _with_kind(path: Path, kinds: Sequence[FileKind], wanted: str) -> Path:
    """Return a path that ends as its kind of file does.

    Args:
        kinds: all kinds there are; a name without an ending may have got that of the first.
    """
    if path.suffix.lower() not in [kind.suffix for kind in kinds]:
        return path.with_name(path.name + wanted)
    if path.suffix == kinds[0].suffix and wanted != path.suffix:
        return path.with_suffix(wanted)
    return path


def _may_replace(parent: QWidget, path: Path) -> bool:
    """Ask, where the dialog has not: it looked at another name."""
    if not path.exists():
        return True
    question = tr("{name} is there already. Replace it?", name=path.name)
    answer = QMessageBox.question(parent, tr("Export"), unmarked(question))
    return answer == QMessageBox.StandardButton.Yes


def write_or_tell(path: Path, content: str | bytes, notice: Notice) -> bool:
    """Write a file whole; where it cannot be, say why. Return whether it was written."""
    try:
        write_whole(path, content)
    except OSError as error:
        notice.tell(tr("{path} could not be written: {why}.", path=path, why=problem(error)))
        return False
    return True


@contextmanager
def save_dialog(
    parent: QWidget, title: str, kinds: str, suffix: str, name: str = ""
) -> Iterator[QFileDialog]:
    """Make a dialog that asks for a file to write, and delete it afterwards.

    Left to its parent it would live as long as the window, with its threads and descriptors.

    Args:
        kinds: the kinds of files, as Qt writes them.
        suffix: what a name without an ending gets.
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


def open_folder(folder: Path, parent: QWidget) -> None:
    """Show a folder; where the system has no file manager, say where it is."""
    otherwise = tr("No file manager could be started. The folder is\n{folder}", folder=folder)
    open_outside(QUrl.fromLocalFile(str(folder)), parent, tr("Open folder"), otherwise)


def open_outside(url: QUrl, parent: QWidget, title: str, otherwise: str) -> None:
    """Have the system show something; where it has no program for that, show a sentence."""
    if not QDesktopServices.openUrl(url):
        box = QMessageBox(parent)
        box.setWindowTitle(title)
        box.setText(unmarked(otherwise))
        box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()
