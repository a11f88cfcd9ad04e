"""A course file as the machine: loaded in the background, asked in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from engine import PLAYERX, Player
from ttt_desktop.jobs import Job, JobRunner
from ttt_desktop.play.game import GameController
from ttt_desktop.play.machines import built_in
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.text import problem, tr

if TYPE_CHECKING:
    from engine.compat.checking import Report
    from engine.compat.player import FilePlayer
    from engine.compat.process import FileProcess


class FileMachine(QObject):
    """Puts a file in the place of the built-in machine, and takes it away again.

    Args:
        controller: whose machine it is.
        runner: loads and checks files.
        parent: the Qt owner.

    Attributes:
        runner: what does work in the background.
        player: the file's player, or None for the built-in machine.

    Signals:
        changed(): another machine plays.
        told(str): something is to be said: a sentence.
        checked(Report): a check has come to its end.
        freed(): no file is being loaded or checked any more.
    """

    changed = Signal()
    told = Signal(str)
    checked = Signal(object)
    freed = Signal()

    def __init__(
        self, controller: GameController, runner: JobRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self.runner = runner
        self._job: Job | None = None
        self._loading = self._is_aside = False
        self.player: FilePlayer | None = None

    @property
    def busy(self) -> bool:
        """Whether a file is being loaded or checked."""
        return self._job is not None

    @property
    def output(self) -> str:
        """What the file has printed."""
        return self.player.file.output if self.player is not None else ""

    def load(self, path: Path, function: str = "mc_move") -> None:
        """Load a file; when that is done, it is the machine."""
        from engine.compat.player import FilePlayer  # noqa: PLC0415  (few need it)
        from engine.compat.process import FileProcess  # noqa: PLC0415

        trials, file = self._controller.settings.trials(PLAYERX), FileProcess(path)
        self._begin(file, lambda _job: FilePlayer(path, trials, function, file=file), self._loaded)

    def check(self, path: Path) -> None:
        """Check a file against the course's contract."""
        from engine.compat.checking import check_file  # noqa: PLC0415  (few need it)
        from engine.compat.process import FileProcess  # noqa: PLC0415

        file = FileProcess(path)
        self._begin(file, lambda _job: check_file(path, file), self._reported)

    def drop(self) -> None:
        """Let the built-in machine play again; a file that is being checked has no part in that."""
        if self.player is not None:
            self._controller.use_machine(built_in, "", "")
            stopped = self._job is not None and self._loading
            if stopped:
                self._stop()
            self._end_player()
            self.changed.emit()
            if stopped:
                self.freed.emit()

    def step_aside(self) -> None:
        """Let the built-in machine play for a while; the file, or one that comes, stays loaded."""
        self._is_aside = True
        if self._controller.machine_name:
            self._controller.use_machine(built_in, "", "")

    def come_back(self) -> None:
        """Let the file play, if there is one by now."""
        self._is_aside = False
        if self.player is not None and not self._controller.machine_name:
            self._take_seat(self.player)

    def close(self) -> None:
        """End the files' processes."""
        self._stop()
        self._end_player()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _end_player(self) -> None:
        if self.player is not None:
            self.player.close()
            self.player = None

    def _begin(
        self, file: FileProcess, work: Callable[[Job], object], done: Callable[[Any], None]
    ) -> None:
        """Do something with a file in the background; closing its process ends that."""
        if self._job is not None:
            self.told.emit(
                tr("Another file is still being loaded or checked; try again in a moment.")
            )
            return
        self._loading = done == self._loaded
        self._job = self.runner.start(work, on_cancel=file.close)
        self._job.finished.connect(done)
        self._job.failed.connect(self._failed)

    @Slot(object)
    def _loaded(self, player: FilePlayer) -> None:
        if self.sender() is not self._job:
            player.close()
            return
        self._job = None
        self._end_player()
        self.player = player
        if self._is_aside:
            said = tr("{name} is loaded. It plays after the lesson.", name=player.name)
        else:
            self._take_seat(player)
            said = tr("{name} plays now.", name=player.name)
        words = [said, player.why_no_scores]
        words += [f"{note[:1].upper()}{note[1:]}." for note in player.file.notes]
        words += [tr("Left out at its bottom: {call}.", call=call) for call in player.file.calls]
        self.changed.emit()
        self.told.emit(" ".join(filter(None, words)))
        self.freed.emit()

    def _take_seat(self, player: FilePlayer) -> None:
        def make(settings: Settings, mark: int) -> Player:
            return player.for_a_move(settings.trials(mark))

        self._controller.use_machine(make, player.name, player.why_no_scores)

    @Slot(object)
    def _reported(self, report: Report) -> None:
        if self.sender() is self._job:
            self._job = None
            self.checked.emit(report)
            self.freed.emit()

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        if self.sender() is self._job:
            self._job = None
            self.told.emit(f"{problem(error)}.")
            self.freed.emit()
