"""Files that people asked for: where to, that they are written, and where they lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from engine.files import write_whole
from ttt_desktop.look.text import problem, tr
from ttt_desktop.look.widgets import Notice
from ttt_desktop.work.files import FileKind, ask_save, open_folder


class Writer(QObject):
    """Asks where to write what was made, writes it whole, and says so above everything.

    Args:
        notice: where it is said, with a button that shows the folder.

    Signals:
        done(str): something was written, or copied: a sentence.
    """

    done = Signal(str)

    def __init__(self, notice: Notice, window: QWidget) -> None:
        super().__init__(window)
        self._notice, self._window = notice, window
        self._folder = Path()
        self._open_folder = QAction(self)
        self._open_folder.triggered.connect(self.show_folder)

    def ask(self, title: str, kinds: Sequence[FileKind], write: Callable[[Path], object]) -> None:
        """Ask for a file name and have that file written."""
        if path := ask_save(self._window, title, kinds):
            write(path)

    def write(self, path: Path, content: Callable[[], bytes]) -> None:
        """Write a file and say so, or why it cannot be."""
        try:
            write_whole(path, content())
        except OSError as error:
            self.fail(error)
        else:
            self.tell([path])

    @Slot(object)
    def tell(self, written: Sequence[Path]) -> None:
        """Say that files were written: in short, and with their folder."""
        first, last, folder = written[0], written[-1].name, written[0].resolve().parent
        if len(written) == 1:
            sentence = tr("Written to {name}", name=last)
            within = tr("Written to {name} in {folder}.", name=last, folder=folder)
        else:
            name = first.name
            sentence = tr("Written to {first} to {last}", first=name, last=last)
            within = tr(
                "Written to {first} to {last} in {folder}.", first=name, last=last, folder=folder
            )
        self._folder = folder
        self._notice.tell(within, self._open_folder, tr("Open folder"))
        self.done.emit(sentence)

    @Slot(object)
    def fail(self, error: Exception) -> None:
        """Say why something could not be written."""
        why = problem(error)
        if isinstance(error, OSError) and error.filename:
            why = f"{why} ({Path(error.filename).parent})"
        self._notice.tell(tr("The export could not be written: {why}.", why=why))

    @Slot()
    def show_folder(self) -> None:
        """Show the folder of what was written last in the system's file manager."""
        open_folder(self._folder, self._window)
