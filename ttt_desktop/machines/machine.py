"""A course file as the machine: loaded in the background, and again whenever it is saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from engine import PLAYERX, Player, Rules
from ttt_desktop.look.text import problem, time_text, tr
from ttt_desktop.machines.checks import Checks
from ttt_desktop.machines.watch import FileWatch
from ttt_desktop.session.game import GameController
from ttt_desktop.session.machines import BUILT_IN, Machine, guest
from ttt_desktop.session.scene import Rest
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.session.view import View
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.work.jobs import Job, JobRunner, Latest

if TYPE_CHECKING:
    from engine.compat.player import FilePlayer


class FileMachine(QObject):
    """Puts a file in the place of the built-in machine, and takes it away again.

    While it plays, it is watched. What is saved plays from the next move on: each move looks for
    it, and in between it is loaded as soon as the watch sees it. What cannot be loaded leaves the
    version of before at the board.

    Args:
        controller: whose machine it is.

    Attributes:
        runner: what does work in the background.
        checks: checks each version that plays, and other files.
        player: the course file's player; None where another machine plays.
        last: the course file that played last, also after another machine took its place.
        news: what became of the newest save, in a sentence; empty where there was none.

    Signals:
        changed(): another machine plays.
        renewed(): another version of the file plays, or ``news`` is another.
        announced(str): something is to be said: a sentence.
    """

    changed = Signal()
    renewed = Signal()
    announced = Signal(str)

    def __init__(
        self, controller: GameController, runner: JobRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self.runner = runner
        self.checks = Checks(controller, runner, self)
        self._loading, self._reloading = Latest(runner.start, self), Latest(runner.start, self)
        self._watch = FileWatch(self)
        self._watch.changed.connect(self.look_for_newer)
        self._due = False
        self._seen: tuple[bytes | None, str] = None, ""
        self._note = ""
        self._fell: bytes | None = None  # the version for which the game waits
        self.player: FilePlayer | None = None
        self.last: Path | None = None
        self._guest: Player | None = None
        self.news = ""
        controller.follow(self.look_for_newer, View.game)
        controller.follow(self._look, View.thinking, View.moves, View.rest)

    @property
    def busy(self) -> bool:
        """Whether a file is being loaded that is to play."""
        return self._loading.busy

    @property
    def rules(self) -> Rules:
        """The rules of the games that the settings ask for."""
        return self._controller.settings.rules

    @property
    def output(self) -> str:
        """What the file has printed."""
        return self.player.file.output if self.player is not None else ""

    @property
    def content(self) -> bytes | None:
        """The version that plays; None where no file does."""
        return self.player.file.content if self.player is not None else None

    def plays(self, path: Path) -> bool:
        """Whether a file is the machine of the game on the board."""
        player = self.player
        return player is not None and self.name == player.name and player.path == path

    @property
    def name(self) -> str:
        """What the file is called that is the machine of the game on the board; else empty."""
        return self._controller.view.machine_name

    @property
    def kept(self) -> str:
        """The name of what plays instead of the built-in machine from now on; else empty."""
        player = self.player or self._guest
        return player.name if player is not None else ""

    def load(
        self, path: Path, function: str = "mc_move", done: Callable[[], object] | None = None
    ) -> None:
        """Load a file; when that is done, it is the machine.

        Args:
            function: what it is asked for moves.
            done: called when it plays.
        """
        from engine.compat.player import FilePlayer  # noqa: PLC0415  (few need it)
        from engine.compat.process import FileProcess  # noqa: PLC0415

        path = path.absolute()
        trials, file = self._controller.settings.trials(PLAYERX), FileProcess(path)

        def loaded(player: FilePlayer) -> None:
            self._loaded(player)
            if done is not None:
                done()

        def work(_job: Job) -> FilePlayer:
            return FilePlayer(path, trials, function, file=file)

        self._loading.start(work, loaded, self._failed, on_cancel=file.close)

    def seat(self, player: Player, has_scores: bool) -> None:
        """Let a player that is no course file's be the machine; it is closed when it goes.

        Args:
            has_scores: see ``guest``.
        """
        self._loading.cancel()
        self._end_player()
        self._guest = player
        self._controller.use_machine(guest(player, has_scores))
        self.changed.emit()
        sentence = tr("{name} plays now.", name=player.name)
        if not self._controller.view.machine_name:
            sentence = tr("{name} is loaded. It plays after the lesson.", name=player.name)
        self.announced.emit(sentence)

    def drop(self) -> None:
        """Let the built-in machine play again."""
        if self.player is not None or self._guest is not None or self._controller.view.absent:
            self._controller.use_machine(BUILT_IN)
            self._loading.cancel()
            self._end_player()
            self.changed.emit()

    def close(self) -> None:
        """End the files' processes."""
        self.checks.close()
        self._loading.cancel()
        self._end_player()

    def _end_player(self) -> None:
        self._reloading.cancel()
        self._watch.follow(None)
        self._due, self.news = False, ""
        if self.player is not None:
            self.checks.forget(self.player.path)
            self.player.close()
            self.player = None
        if self._guest is not None:
            self._guest.close()
            self._guest = None

    def _loaded(self, player: FilePlayer) -> None:
        self._end_player()
        player.follows = True
        self.player, self.last = player, player.path
        self._seen = player.file.content, ""
        self._watch.follow(player.path)
        self._take_seat()
        sentence = tr("{name} plays now.", name=player.name)
        if not self._controller.view.machine_name:
            sentence = tr("{name} is loaded. It plays after the lesson.", name=player.name)
        words = [sentence, player.why_no_scores]
        words += [f"{note[:1].upper()}{note[1:]}." for note in player.file.notes]
        words += [tr("Left out at its bottom: {call}.", call=call) for call in player.file.calls]
        self.changed.emit()
        self.announced.emit(" ".join(filter(None, words)))
        self.check()

    def check(self, by_hand: bool = False) -> None:
        """Have the version that plays checked, if it is not known.

        Args:
            by_hand: somebody waits for it; else it is checked while no machine thinks.
        """
        if self.player is not None and (content := self.content) is not None:
            self.checks.want(self.player.path, content, by_hand)

    def _take_seat(self) -> None:
        player = self.player
        assert player is not None
        self._note = player.why_no_scores

        def make(settings: Settings, mark: int) -> Player:
            return player.for_a_move(settings.trials(mark))

        self._controller.use_machine(Machine(make, player.name, self._note, True))

    def _failed(self, error: Exception) -> None:
        self.announced.emit(f"{problem(error)}.")

    # --- what is saved while it plays -----------------------------------------------------

    @Slot()
    def look_for_newer(self) -> None:
        """Have what is in the file by now play, if it is another; also where no watch saw it."""
        self._due = self.player is not None
        self._take_newer()

    @property
    def _is_quiet(self) -> bool:
        return self._controller.view.thinking is Thinking.NOTHING

    def _take_newer(self) -> None:
        """Have what was saved play, if no machine thinks; else its next move sees to that."""
        if self.player is None or not self._due or not self._is_quiet or self._reloading.busy:
            return
        self._due = False
        asked = self.player.for_a_move(1)
        self._reloading.start(
            lambda _job: asked.take_newer(), self._renewed, self._renewed, on_cancel=asked.stop
        )

    def _renewed(self, _answer: object) -> None:
        self._look()

    @Slot()
    def _look(self) -> None:
        """See what became of what was saved, by this or by a move."""
        if self.player is None:
            return
        if not self._is_quiet and self._reloading.cancel():
            self._due = True  # the move loads it, and can be stopped
        content, refused = self.player.file.content, self.player.file.refused
        seen = content, problem(refused) if refused is not None else ""
        if seen != self._seen:
            before, self._seen = self._seen, seen
            self._tell_news(seen[0] != before[0], seen[1])
        if self._is_quiet:
            self._sit_anew()
            self._take_newer()

    def _tell_news(self, another: bool, refused: str) -> None:
        """Say whether another version plays, and why the newest one does not."""
        assert self.player is not None
        name, time = self.player.name, time_text()
        if refused:
            self.news = tr("Saved at {time}, but {problem}. The version of before plays on.",
                           time=time, problem=refused)  # fmt: skip
        elif another:
            self.news = tr("{name} changed: loaded again at {time}.", name=name, time=time)
        else:
            self.news = tr("{name} is again as it plays.", name=name)
        self.renewed.emit()
        if another:
            self.check()

    def _sit_anew(self) -> None:
        """Play on where the version of before had failed; say why this one has no scores."""
        player = self.player
        assert player is not None
        if self._controller.view.rest is not Rest.FAILED:
            self._fell = None
        elif self._fell is None:
            self._fell = player.file.content
        if self._fell not in (None, player.file.content) or player.why_no_scores != self._note:
            self._fell = None
            self._take_seat()
            self.changed.emit()
