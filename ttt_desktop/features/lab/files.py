"""The lab's files: results are opened, and written as charts, tables and games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from engine.errors import printable
from engine.tournament.columns import as_csv, as_html
from ttt_desktop.features.lab.tournaments import Tournaments
from ttt_desktop.look.pictures import png
from ttt_desktop.look.tables import TableView
from ttt_desktop.look.text import tr
from ttt_desktop.look.widgets import Notice
from ttt_desktop.work.files import FileKind, all_files, ask_open, ask_save, filters, write_or_tell

if TYPE_CHECKING:
    from ttt_desktop.features.lab.charts import LabChart


def _exports() -> tuple[FileKind, ...]:
    """Return the kinds of files that can be written."""
    return (
        FileKind(tr("PNG picture"), ".png"),
        FileKind(tr("SVG drawing"), ".svg"),
        FileKind(tr("Counts as CSV"), ".csv"),
        FileKind(tr("Tables as a web page"), ".html"),
        FileKind(tr("All games"), ".json"),
    )


class LabFiles(QObject):
    """Asks for files, and reads and writes them.

    Args:
        lab: whose results they hold.
        chart: returns the chart to be written; None while none is loaded.
        notice: says what went wrong.
        window: stands behind the dialogs.

    Signals:
        written(str): a file of this name was written.
    """

    written = Signal(str)

    def __init__(
        self,
        lab: Tournaments,
        chart: Callable[[], LabChart | None],
        notice: Notice,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._lab = lab
        self._chart = chart
        self._notice = notice
        self._window = window
        lab.written.connect(self._say_written)

    @Slot()
    def ask_open(self) -> bool:
        """Ask for the results of an earlier run, and show them; return whether any are chosen."""
        kinds = filters([FileKind(tr("Results"), ".json"), all_files()])
        path = ask_open(self._window, tr("Open results"), kinds)
        if path is not None:
            self.open(path)
        return path is not None

    def open(self, path: Path) -> None:
        """Show the results in a file; say so where it cannot be read."""
        self._notice.dismiss()
        try:
            self._lab.open(path)
        except (OSError, ValueError) as error:
            why = (
                f"{printable(path.name)}: {error.strerror}" if isinstance(error, OSError) else error
            )
            self._notice.tell(tr("These results cannot be opened: {why}.", why=why))

    @Slot()
    def ask_export(self) -> None:
        """Ask for a name, and write what its ending asks for."""
        if path := ask_save(self._window, tr("Export"), _exports()):
            self.export(path)

    def export(self, path: Path) -> None:
        """Write what the file's name asks for: a chart, the counts, or all games."""
        summary, kind = self._lab.summary, path.suffix.lower()
        if summary is None:
            self._notice.tell(
                tr("There is nothing to export yet: run a tournament, or open its results.")
            )
        elif kind == ".json":
            self._lab.write(path)
        elif kind == ".csv":
            self._write(path, as_csv(summary))
        elif kind == ".html":
            self._write(path, as_html(summary, path.stem))
        elif (chart := self._chart()) is None:
            self._notice.tell(tr("The charts are still being loaded; try again in a moment."))
        else:
            self._write(path, chart.svg() if kind == ".svg" else png(chart.image()))

    def ask_save_cells(self, table: TableView) -> None:
        """Ask for a name, and write a table's selected cells, or else all of them."""
        if path := ask_save(self._window, tr("Save table"), [FileKind(tr("Table as CSV"), ".csv")]):
            self._write(path, table.content())

    def _write(self, path: Path, content: str | bytes) -> None:
        if write_or_tell(path, content, self._notice):
            self._say_written(path)

    @Slot(object)
    def _say_written(self, path: Path) -> None:
        self.written.emit(path.name)
