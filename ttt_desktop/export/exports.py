"""Exporting: asks where to, writes whole files in the background, says how it went."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QProgressDialog, QWidget

from engine import Game
from engine.files import write_whole
from ttt_desktop.export.pictures import (
    ANSWER_MS,
    QUESTION_MS,
    Analyses,
    Frame,
    FramePainter,
    frame_now,
    frames_of,
    gif,
    puzzle_frames,
)
from ttt_desktop.look.pictures import drawn, png
from ttt_desktop.look.text import problem, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import Notice
from ttt_desktop.session.game import GameController
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.work.files import FileKind, ask_save, open_folder
from ttt_desktop.work.jobs import Job, JobRunner

if TYPE_CHECKING:
    from engine.coach.attempt import Attempt
    from engine.coach.exercise import ExerciseAttempt


@dataclass(frozen=True)
class GamePictures:
    """A game that is to be written as pictures.

    Attributes:
        game: the game; not to be changed meanwhile.
        analyses: searches of its positions.
        settings: how it is scored and shown.
        theme: its colours.
    """

    game: Game
    analyses: Analyses
    settings: Settings
    theme: ThemeManager
    locked: float | None = None
    """The end of a locked colour scale, in score a trial."""

    def write_gif(self, path: Path, job: Job) -> list[Path]:
        """Write an animated GIF in a job; return the files written."""
        painter = FramePainter(self.theme, self.game.rules.size)
        write_whole(path, gif(painter.image(frame) for frame in self._frames(job)))
        return [path]

    def write_pngs(self, path: Path, job: Job) -> list[Path]:
        """Write ``NAME-01.png``, ``NAME-02.png`` and so on in a job; return the files written.

        What was written is taken back where it cannot go on.

        Raises:
            FileExistsError: one of the files is there already.
        """
        painter = FramePainter(self.theme, self.game.rules.size)
        count = len(self.game.moves) + 1
        digits = max(2, len(str(count)))
        names = [path.with_name(f"{path.stem}-{i + 1:0{digits}}.png") for i in range(count)]
        for name in names:
            if name.exists():
                raise FileExistsError(0, tr("{name} is there already", name=name.name))
        written: list[Path] = []
        try:
            for name, frame in zip(names, self._frames(job), strict=True):
                write_whole(name, png(painter.image(frame, scale=2)), durable=False)
                written.append(name)
        except BaseException:
            for name in written:
                name.unlink(missing_ok=True)
            raise
        return written

    def _frames(self, job: Job) -> Iterator[Frame]:
        """Yield the frames, reporting each one; CancelledError once the job is cancelled."""
        count = len(self.game.moves) + 1
        frames = frames_of(self.game, self.analyses, self.settings, self.locked)
        for done, frame in enumerate(frames, start=1):
            job.check()
            yield frame
            job.report((done, count))
        job.check()


_CLIPBOARD_SCALE = 2

_PUZZLE_LINES = 3
"""Lines that what is asked in a puzzle may take below its picture."""


class Exports(QObject):
    """Writes pictures and tables of what is on the screen.

    Args:
        chart: returns the chart as a file's content, by the name's ending; ValueError with a
            sentence where there is none.

    Attributes:
        theme: the colours of what is written.
        progress: the dialog of the export under way, or None.

    Signals:
        done(str): something was exported: a sentence.
    """

    done = Signal(str)

    def __init__(
        self,
        controller: GameController,
        theme: ThemeManager,
        runner: JobRunner,
        notice: Notice,
        chart: Callable[[str], bytes],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._controller = controller
        self.theme = theme
        self._runner = runner
        self._notice = notice
        self._chart = chart
        self._window = window
        self._job: Job | None = None
        self.progress: QProgressDialog | None = None
        self._folder = Path()
        self._open_folder = QAction(self)
        self._open_folder.triggered.connect(self.show_folder)

    @property
    def puzzle(self) -> Attempt | ExerciseAttempt | None:
        """The puzzle on the board, as far as it is solved; None without one."""
        task = self._controller.view.task
        if task is None:
            return None
        from engine.coach.attempt import Attempt  # noqa: PLC0415  (not for the start)
        from engine.coach.exercise import ExerciseAttempt  # noqa: PLC0415  (not for the start)

        subject = task.subject
        return subject if isinstance(subject, Attempt | ExerciseAttempt) else None

    # --- what is asked for ----------------------------------------------------------------

    @Slot()
    def ask_gif(self) -> None:
        """Ask for a file name and write the game as an animated GIF."""
        kinds = [FileKind(tr("Animated GIF"), ".gif")]
        self._ask(tr("Export animated GIF"), kinds, self.write_gif)

    @Slot()
    def ask_pngs(self) -> None:
        """Ask for a file name and write the game as numbered pictures."""
        title = tr("Export numbered pictures (the number is added to the name)")
        self._ask(title, [FileKind(tr("Pictures"), ".png")], self.write_pngs)

    @Slot()
    def ask_picture(self) -> None:
        """Ask for a file name and write a picture of the board."""
        self._ask(tr("Export picture of the board"), _picture_kinds(), self.write_picture)

    @Slot()
    def ask_chart(self) -> None:
        """Ask for a file name and write the chart, as a picture or as numbers."""
        kinds = [*_picture_kinds(), FileKind(tr("Table of numbers"), ".csv")]
        self._ask(tr("Export the chart"), kinds, self.write_chart)

    @Slot()
    def ask_report(self) -> None:
        """Ask for a file name and write what the coach says of the game, or its curve."""
        kinds = [FileKind(tr("Report to read and print"), ".html"),
                 FileKind(tr("Curve, PNG picture"), ".png"),
                 FileKind(tr("Curve, SVG drawing"), ".svg")]  # fmt: skip
        self._ask(tr("Export the review"), kinds, self.write_report)

    @Slot()
    def ask_puzzle(self) -> None:
        """Ask for a file name and write the puzzle as a picture, or its solution as a GIF."""
        kinds = [FileKind(tr("Picture of the puzzle"), ".png"),
                 FileKind(tr("Its solution, animated"), ".gif")]  # fmt: skip
        self._ask(tr("Export the puzzle"), kinds, self.write_puzzle)

    @Slot()
    def copy_picture(self) -> None:
        """Put a picture of the board on the clipboard."""
        picture = self._painter().image(self._frame(), _CLIPBOARD_SCALE)
        QGuiApplication.clipboard().setImage(picture)
        self.done.emit(tr("The picture is on the clipboard."))

    def write_gif(self, path: Path) -> None:
        """Write the game as an animated GIF, in the background."""
        self._start(tr("Writing the animation…"), partial(self._pictures().write_gif, path))

    def write_pngs(self, path: Path) -> None:
        """Write the game as numbered pictures, in the background."""
        self._start(tr("Writing the pictures…"), partial(self._pictures().write_pngs, path))

    def write_picture(self, path: Path) -> None:
        """Write the board as SVG where the name says so, else as PNG."""
        painter, frame = self._painter(), self._frame()
        if path.suffix.lower() == ".svg":
            self._write(path, lambda: painter.svg(frame))
        else:
            self._write(path, lambda: png(painter.image(frame, _CLIPBOARD_SCALE)))

    def write_puzzle(self, path: Path) -> None:
        """Write the puzzle as it is asked, or its solution as a GIF where the name says so."""
        puzzle = self.puzzle
        if puzzle is None:
            self._notice.tell(tr("There is no puzzle on the board."))
            return
        attempt = puzzle.afresh()
        painter = FramePainter(self.theme, attempt.puzzle.rules.size, _PUZZLE_LINES)

        def work(_job: Job) -> list[Path]:
            frames = puzzle_frames(attempt)
            if path.suffix.lower() == ".gif":
                write_whole(path, gif(map(painter.image, frames), QUESTION_MS, ANSWER_MS))
            else:
                write_whole(path, png(painter.image(frames[0], _CLIPBOARD_SCALE)))
            return [path]

        self._start(tr("Writing the picture…"), work)

    def write_report(self, path: Path) -> None:
        """Write the review: its curve as SVG or PNG where the name says so, else the whole page."""
        review = self._controller.view.reviewed
        if review is None:
            self._notice.tell(tr("This game has not been reviewed yet."))
            return
        from engine.coach.pictures import curve_svg  # noqa: PLC0415  (not for the start)
        from engine.coach.report import report_html  # noqa: PLC0415

        record = self._controller.record
        names = {mark: who.name for mark, who in record.players.items() if who.name}
        day = record.day.isoformat() if record.day is not None else ""
        suffix = path.suffix.lower()
        if suffix == ".png":
            self._write(path, lambda: png(drawn(curve_svg(review), _CLIPBOARD_SCALE)))
        elif suffix == ".svg":
            self._write(path, lambda: curve_svg(review).encode())
        else:
            self._write(path, lambda: report_html(review, names, day).encode())

    def write_chart(self, path: Path) -> None:
        """Write the chart as SVG or CSV where the name says so, else as PNG."""
        try:
            self._write(path, lambda: self._chart(path.suffix.lower()))
        except ValueError as error:
            self._notice.tell(str(error))

    # --- how it is done ---------------------------------------------------------------------

    def _ask(self, title: str, kinds: Sequence[FileKind], write: Callable[[Path], None]) -> None:
        if path := ask_save(self._window, title, kinds):
            write(path)

    def _pictures(self) -> GamePictures:
        controller = self._controller
        game = Game.from_json(controller.game.to_json())  # a copy that stands still
        while controller.view.looks_back and game.undone:
            game.redo()  # the whole game, wherever the board is
        return GamePictures(
            game,
            dict(controller.analyses),
            controller.settings,
            self.theme,
            controller.model.locked_limit,
        )

    def _painter(self) -> FramePainter:
        return FramePainter(self.theme, self._controller.game.rules.size)

    def _frame(self) -> Frame:
        return frame_now(self._controller.model, self._controller.game)

    def _write(self, path: Path, content: Callable[[], bytes]) -> None:
        try:
            write_whole(path, content())
        except OSError as error:
            self._fail(error)
        else:
            sentence = tr("Written to {name}", name=path.name)
            within = tr("Written to {name} in {folder}.", name=path.name, folder=_folder_of(path))
            self._tell_written(path, sentence, within)

    def _start(self, title: str, work: Callable[[Job], list[Path]]) -> None:
        if self._job is not None:
            self._notice.tell(tr("An export is still under way; wait for it, or cancel it."))
            return
        dialog = QProgressDialog(title, tr("Cancel"), 0, 1, self._window)
        dialog.setWindowTitle(tr("Export"))
        dialog.setMinimumDuration(400)
        dialog.setAutoClose(False)
        dialog.setAutoReset(False)
        self._job = job = self._runner.start(work)
        dialog.canceled.connect(self.cancel)
        self.progress = dialog
        job.progressed.connect(self._show_progress)
        job.finished.connect(self._finished)
        job.failed.connect(self._fail)
        job.ended.connect(self._ended)

    @Slot()
    def cancel(self) -> None:
        """End the export under way; nothing of it stays."""
        if self._job is not None:
            self._job.cancel()

    @Slot(object)
    def _show_progress(self, share: tuple[int, int]) -> None:
        if self.progress is not None:
            done, count = share
            self.progress.setMaximum(count)
            self.progress.setValue(done)

    @Slot(object)
    def _finished(self, written: list[Path]) -> None:
        first, last, folder = written[0], written[-1].name, _folder_of(written[0])
        if len(written) == 1:
            sentence = tr("Written to {name}", name=last)
            within = tr("Written to {name} in {folder}.", name=last, folder=folder)
        else:
            name = first.name
            sentence = tr("Written to {first} to {last}", first=name, last=last)
            within = tr(
                "Written to {first} to {last} in {folder}.", first=name, last=last, folder=folder
            )
        self._tell_written(first, sentence, within)

    def _tell_written(self, path: Path, sentence: str, within: str) -> None:
        """Say that something was written: without its folder, and with it."""
        self._folder = _folder_of(path)
        self._notice.tell(within, self._open_folder, tr("Open folder"))
        self.done.emit(sentence)

    @Slot()
    def show_folder(self) -> None:
        """Show the folder of the last export in the system's file manager."""
        open_folder(self._folder, self._window)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        why = problem(error)
        if isinstance(error, OSError) and error.filename:
            why = f"{why} ({Path(error.filename).parent})"
        self._notice.tell(tr("The export could not be written: {why}.", why=why))

    @Slot()
    def _ended(self) -> None:
        self._job = None
        if self.progress is not None:
            self.progress.deleteLater()
            self.progress = None


def _picture_kinds() -> list[FileKind]:
    """Return the kinds of files that a picture can be written to."""
    return [FileKind(tr("PNG picture"), ".png"), FileKind(tr("SVG drawing"), ".svg")]


def _folder_of(path: Path) -> Path:
    return path.resolve().parent
