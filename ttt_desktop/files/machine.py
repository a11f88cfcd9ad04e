"""A course file as the machine: loaded in the background, asked in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from engine import PLAYERX, Player
from ttt_desktop.look.text import problem, tr
from ttt_desktop.session.game import GameController
from ttt_desktop.session.machines import BUILT_IN, Machine
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.work.jobs import Job, JobRunner, Latest

if TYPE_CHECKING:
    from engine.compat.checking import Report
    from engine.compat.player import FilePlayer
    from engine.compat.process import FileProcess


class FileMachine(QObject):
    """Puts a file in the place of the built-in machine, and takes it away again.

    Args:
        controller: whose machine it is.
        runner: loads and checks files.

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
        self._job = Latest(runner.start, self)
        self._loading = False
        self.player: FilePlayer | None = None

    @property
    def busy(self) -> bool:
        """Whether a file is being loaded or checked."""
        return self._job.busy

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
            self._controller.use_machine(BUILT_IN)
            stopped = self._loading and self._job.cancel()
            self._end_player()
            self.changed.emit()
            if stopped:
                self.freed.emit()

    def close(self) -> None:
        """End the files' processes."""
        self._job.cancel()
        self._end_player()

    def _end_player(self) -> None:
        if self.player is not None:
            self.player.close()
            self.player = None

    def _begin(
        self, file: FileProcess, work: Callable[[Job], object], done: Callable[[Any], None]
    ) -> None:
        """Do something with a file in the background; closing its process ends that."""
        if self._job.busy:
            self.told.emit(
                tr("Another file is still being loaded or checked; try again in a moment.")
            )
            return
        self._loading = done == self._loaded
        self._job.start(work, done, self._failed, on_cancel=file.close)

    def _loaded(self, player: FilePlayer) -> None:
        self._end_player()
        self.player = player
        self._take_seat(player)
        said = tr("{name} plays now.", name=player.name)
        if not self._controller.view.machine_name:
            said = tr("{name} is loaded. It plays after the lesson.", name=player.name)
        words = [said, player.why_no_scores]
        words += [f"{note[:1].upper()}{note[1:]}." for note in player.file.notes]
        words += [tr("Left out at its bottom: {call}.", call=call) for call in player.file.calls]
        self.changed.emit()
        self.told.emit(" ".join(filter(None, words)))
        self.freed.emit()

    def _take_seat(self, player: FilePlayer) -> None:
        def make(settings: Settings, mark: int) -> Player:
            return player.for_a_move(settings.trials(mark))

        self._controller.use_machine(Machine(make, player.name, player.why_no_scores))

    def _reported(self, report: Report) -> None:
        self.checked.emit(report)
        self.freed.emit()

    def _failed(self, error: Exception) -> None:
        self.told.emit(f"{problem(error)}.")
        self.freed.emit()
