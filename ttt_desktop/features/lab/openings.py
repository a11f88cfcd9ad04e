"""The openings that the lab's games begin with: taken from a file, or made and kept in one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from engine.files import write_whole
from engine.rules import Rules
from engine.specs import Field
from engine.tournament.drawing import OpeningsWanted, draw_openings
from engine.tournament.openings import Openings, as_text, read_openings
from ttt_desktop.fields.form import Form
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.text import problem, tr
from ttt_desktop.look.widgets import Notice, plain_label
from ttt_desktop.work.files import FileKind, all_files, ask_open, ask_save, filters
from ttt_desktop.work.jobs import Job, JobRunner

PLIES = Field("plies", "Plies of openings to be made", "", 3, 1, 12, suffix=" plies")


class OpeningsPicker(QWidget):
    """Shows where games begin, and changes it.

    Attributes:
        openings: where they begin; None for the empty board.
        fields: how many marks (plies) stand on the board in those that are made.
        button: "file", "make" and "none".
    """

    def __init__(self) -> None:
        super().__init__()
        self.openings: Openings | None = None
        self._name = plain_label()
        self._name.setWordWrap(True)
        self.fields = Form(self, [PLIES])
        self.button: dict[str, QPushButton] = {}
        for name, text, tip in (
            ("file", tr("File…"), tr("Begin the games with the openings in a file, each from both "
             "sides")),
            ("make", tr("Make…"), tr("Draw even openings for this board, one for each two "
             "games, and keep them in a file")),
            ("none", tr("None"), tr("Begin on the empty board")),
        ):  # fmt: skip
            self.button[name] = button = QPushButton(text)
            explain(button, tip)
        grid = QGridLayout(self)  # two in a row: the form beside the charts is narrow
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addWidget(self._name, 0, 0, 1, 2)
        for number, field in enumerate(
            (self.button["file"], self.button["none"], self.fields["plies"], self.button["make"])
        ):
            grid.addWidget(field, 1 + number // 2, number % 2)
        self.take(None)

    def take(self, openings: Openings | None) -> None:
        """Begin games with these; None for the empty board."""
        self.openings = openings
        if openings is None:
            self.tell(tr("The empty board"))
        else:
            count = len(openings.lines)
            self.tell(tr("{count} openings", n=count, one="1 opening", count=f"{count:,}"))

    def tell(self, text: str) -> None:
        """Say something in the place of the openings."""
        self._name.setText(text)


class OpeningsFiles(QObject):
    """Reads openings, and makes them in the background.

    Args:
        picker: what shows them.
        board: returns the rules that openings are to be for, and how many are wanted.

    Signals:
        created(): openings that were asked for are in their file and in the picker.
    """

    created = Signal()

    def __init__(
        self, picker: OpeningsPicker, board: Callable[[], tuple[Rules, int]], runner: JobRunner,
        notice: Notice, window: QWidget,
    ) -> None:  # fmt: skip
        super().__init__(window)
        self._picker, self._board, self._runner = picker, board, runner
        self._notice, self._window = notice, window
        self._job: Job | None = None
        self._count = 0
        picker.button["file"].clicked.connect(self.ask_file)
        picker.button["make"].clicked.connect(self.ask_make)
        picker.button["none"].clicked.connect(self.clear)

    @Slot()
    def ask_file(self) -> None:
        """Ask for a file of openings, and take them; say so where it cannot be read."""
        kinds = filters([FileKind(tr("Openings"), ".json"), all_files()])
        path = ask_open(self._window, tr("Open openings"), kinds)
        if path is None:
            return
        self._notice.dismiss()
        try:
            openings = read_openings(path)
        except (OSError, ValueError) as error:
            self._refuse(error)
        else:
            self.clear()
            self._picker.take(openings)

    @Slot()
    def ask_make(self) -> None:
        """Ask for a name, and make openings in the background."""
        try:
            rules, count = self._board()
            wanted = OpeningsWanted(rules, self._picker.fields.value("plies"), count, seed=1)
        except ValueError as error:
            self._refuse(error)
            return
        path = ask_save(self._window, tr("Keep openings"), [FileKind(tr("Openings"), ".json")])
        if path is not None:
            self._make(wanted, path)

    def _make(self, wanted: OpeningsWanted, path: Path) -> None:
        self.clear()
        self._notice.dismiss()
        self._count = wanted.count

        def work(job: Job) -> Openings:
            def look(count: int) -> None:
                job.check()
                job.report(count)

            openings = draw_openings(wanted, look)
            write_whole(path, as_text(openings, wanted.to_json()))
            return openings

        self._job = self._runner.start(work)
        self._job.progressed.connect(self._show)
        self._job.finished.connect(self._take)
        self._job.failed.connect(self._fail)

    @Slot()
    def clear(self) -> None:
        """Begin on the empty board; leave off what is being made."""
        self.stop()
        self._picker.take(None)

    def stop(self) -> None:
        """Leave off what is being made."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
            self._picker.take(None)

    @Slot(object)
    def _show(self, count: int) -> None:
        if self.sender() is self._job:
            self._picker.tell(
                tr("Making openings: {done} of {count}", done=count, count=self._count)
            )

    @Slot(object)
    def _take(self, openings: Openings) -> None:
        if self.sender() is self._job:
            self._job = None
            self._picker.take(openings)
            self.created.emit()

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        if self.sender() is self._job:
            self.clear()
            self._refuse(error)

    def _refuse(self, error: Exception) -> None:
        self._notice.tell(tr("There are no openings: {why}.", why=problem(error)))
