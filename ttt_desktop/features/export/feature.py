"""Exporting the board, games and puzzles: what the shell asks of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QProgressDialog

from engine import Game
from engine.files import write_whole
from ttt_desktop.features.export.pictures import (
    ANSWER_MS,
    QUESTION_MS,
    Frame,
    FramePainter,
    GamePictures,
    frame_now,
    gif,
    puzzle_frames,
)
from ttt_desktop.look.pictures import png
from ttt_desktop.look.text import tr
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.feature import Feature, Wait
from ttt_desktop.shell.sections import PICTURES
from ttt_desktop.shell.shell import Shell
from ttt_desktop.work.files import FileKind, pictures
from ttt_desktop.work.jobs import Job

if TYPE_CHECKING:
    from engine.coach.attempt import Attempt
    from engine.coach.exercise import ExerciseAttempt

_CLIPBOARD_SCALE = 2

_PUZZLE_LINES = 3
"""Lines that what is asked in a puzzle may take below its picture."""


class ExportFeature(Feature):
    """Writes pictures of the board, of games and of puzzles.

    Attributes:
        progress: the dialog of the export under way, or None.
    """

    name = "export"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._controller, self._writer = shell.controller, shell.writer
        self._job: Job | None = None
        self.progress: QProgressDialog | None = None

    @classmethod
    def actions(cls) -> Sequence[Action[ExportFeature]]:  # noqa: D102
        return _ACTIONS

    def try_out(self, wait: Wait) -> str:  # noqa: D102
        animation = gif([self._painter().image(self._frame())])
        return "" if animation.startswith(b"GIF89a") else "the animation could not be written"

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

    def ask_gif(self) -> None:
        """Ask for a file name and write the game as an animated GIF."""
        kinds = [FileKind(tr("Animated GIF"), ".gif")]
        self._writer.ask(tr("Export animated GIF"), kinds, self.write_gif)

    def ask_pngs(self) -> None:
        """Ask for a file name and write the game as numbered pictures."""
        title = tr("Export numbered pictures (the number is added to the name)")
        self._writer.ask(title, [FileKind(tr("Pictures"), ".png")], self.write_pngs)

    def ask_picture(self) -> None:
        """Ask for a file name and write a picture of the board."""
        self._writer.ask(tr("Export picture of the board"), pictures(), self.write_picture)

    def ask_puzzle(self) -> None:
        """Ask for a file name and write the puzzle as a picture, or its solution as a GIF."""
        kinds = [FileKind(tr("Picture of the puzzle"), ".png"),
                 FileKind(tr("Its solution, animated"), ".gif")]  # fmt: skip
        self._writer.ask(tr("Export the puzzle"), kinds, self.write_puzzle)

    def copy_picture(self) -> None:
        """Put a picture of the board on the clipboard."""
        picture = self._painter().image(self._frame(), _CLIPBOARD_SCALE)
        QGuiApplication.clipboard().setImage(picture)
        self._writer.done.emit(tr("The picture is on the clipboard."))

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
            self._writer.write(path, lambda: painter.svg(frame))
        else:
            self._writer.write(path, lambda: png(painter.image(frame, _CLIPBOARD_SCALE)))

    def write_puzzle(self, path: Path) -> None:
        """Write the puzzle as it is asked, or its solution as a GIF where the name says so."""
        puzzle = self.puzzle
        if puzzle is None:
            self.shell.notice.tell(tr("There is no puzzle on the board."))
            return
        attempt = puzzle.afresh()
        painter = FramePainter(self.shell.theme, attempt.puzzle.rules.size, _PUZZLE_LINES)

        def work(_job: Job) -> list[Path]:
            frames = puzzle_frames(attempt)
            if path.suffix.lower() == ".gif":
                write_whole(path, gif(map(painter.image, frames), QUESTION_MS, ANSWER_MS))
            else:
                write_whole(path, png(painter.image(frames[0], _CLIPBOARD_SCALE)))
            return [path]

        self._start(tr("Writing the picture…"), work)

    # --- how it is done ---------------------------------------------------------------------

    def _pictures(self) -> GamePictures:
        controller = self._controller
        game = Game.from_json(controller.game.to_json())  # a copy that stands still
        while controller.view.looks_back and game.undone:
            game.redo()  # the whole game, wherever the board is
        return GamePictures(
            game,
            dict(controller.analyses),
            controller.settings,
            self.shell.theme,
            controller.model.locked_limit,
        )

    def _painter(self) -> FramePainter:
        return FramePainter(self.shell.theme, self._controller.game.rules.size)

    def _frame(self) -> Frame:
        return frame_now(self._controller.model, self._controller.game)

    def _start(self, title: str, work: Callable[[Job], list[Path]]) -> None:
        if self._job is not None:
            self.shell.notice.tell(tr("An export is still under way; wait for it, or cancel it."))
            return
        dialog = QProgressDialog(title, tr("Cancel"), 0, 1, self.shell.window)
        dialog.setWindowTitle(tr("Export"))
        dialog.setMinimumDuration(400)
        dialog.setAutoClose(False)
        dialog.setAutoReset(False)
        self._job = job = self.shell.runner.start(work)
        dialog.canceled.connect(self.cancel)
        self.progress = dialog
        job.progressed.connect(self._show_progress)
        job.finished.connect(self._writer.tell)
        job.failed.connect(self._writer.fail)
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

    @Slot()
    def _ended(self) -> None:
        self._job = None
        if self.progress is not None:
            self.progress.deleteLater()
            self.progress = None


_ACTIONS: tuple[Action[ExportFeature], ...] = (
    Action("gif", "Animated &GIF…", "The whole game with its scores, as an animation", PICTURES,
           ExportFeature.ask_gif),
    Action("pngs", "&Numbered pictures…", "The whole game with its scores, a PNG a move", PICTURES,
           ExportFeature.ask_pngs),
    Action("picture", "&Picture of the board…", "The board as it is now, as PNG or SVG", PICTURES,
           ExportFeature.ask_picture),
    Action("puzzle_picture", "Pu&zzle…", "The puzzle as a picture to share, or its solution as "
           "an animation", PICTURES, ExportFeature.ask_puzzle,
           enabled=lambda export: export.puzzle is not None),
    Action("copy", "&Copy picture", "Put a picture of the board on the clipboard", PICTURES,
           ExportFeature.copy_picture, "Ctrl+Shift+C", icon="copy"),
)  # fmt: skip
