"""Machines that are no course files: what has learnt, and programs of somebody else's."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from engine import PLAYERX, Board, Player, Rules
from engine.errors import Problem
from engine.specs import PROGRAM, PlayerSpec, kinds
from ttt_desktop.look.text import problem, tr
from ttt_desktop.look.widgets import Notice
from ttt_desktop.machines.machine import FileMachine
from ttt_desktop.work.files import FileKind, all_files, ask_open, filters
from ttt_desktop.work.jobs import Job, Latest
from ttt_desktop.work.trust import Trust

_TRIED, _WAITED = "a program is tried", "a program is waited for"
LEARNT_ENDINGS = (".net", ".menace", ".td")
"""How the names of files usually end that hold what has learnt."""

_ZIP = b"PK"
"""What a learner's file begins with."""

_TRIED_ON = Rules(15, 5)


class Guests(QObject):
    """Asks for players of other kinds, tries them, and seats them as the machine.

    Args:
        machine: takes the player.

    Signals:
        waited(Problem | None): a program lets us wait: a sentence; None once it does no more.
    """

    waited = Signal(object)

    def __init__(self, machine: FileMachine, notice: Notice, trust: Trust, window: QWidget) -> None:
        super().__init__(window)
        self._machine, self._notice, self._window = machine, notice, window
        self._loading = Latest(machine.runner.start, self)
        self._trust = trust
        self.waited.connect(self._say_of_wait)

    @Slot()
    def ask(self) -> None:
        """Ask for a file, and let what is in it be the machine."""
        learnt = FileKind(tr("Machines that have learnt"), LEARNT_ENDINGS[0], LEARNT_ENDINGS[1:])
        kinds = filters([all_files(), learnt])
        path = ask_open(self._window, tr("Other machine"), kinds)
        if path is not None:
            self.load(path.absolute())

    def load(self, path: Path) -> None:
        """Let the player of a file be the machine, if it can be tried without a fault."""
        learnt = _is_learnt(path)
        if not learnt and not self._trust.given(path, self._window):
            return
        rules = self._machine.rules
        if not learnt:
            self._notice.tell(tr("{name} is being tried…", name=path.name), topic=_TRIED)

        tried: list[Player] = []

        def stop() -> None:
            for player in tried:
                player.stop()

        def work(job: Job) -> tuple[PlayerSpec, Player]:
            spec = _spec_of(path, learnt)
            player = spec.make()
            player.on_wait = self.waited.emit
            if not learnt:
                tried.append(player)
                job.check()
                try:
                    player.choose(Board.empty(_playable(spec, rules)), PLAYERX)
                except BaseException:
                    player.close()
                    raise
            return spec, player

        self._loading.start(work, self._seat, self._failed, on_cancel=stop)

    def _seat(self, guest: tuple[PlayerSpec, Player]) -> None:
        self._notice.retract(_TRIED)
        spec, player = guest
        self._machine.seat(player, spec.kind.has_scores)
        if needs := spec.kind.needs(self._machine.rules):
            self._notice.tell(
                tr("{name} {needs}: choose another board.", name=player.name, needs=needs)
            )

    @Slot(object)
    def _say_of_wait(self, sentence: Problem | None) -> None:
        if sentence is None:
            self._notice.retract(_WAITED)
        else:
            self._notice.tell(f"{problem(sentence)}.", topic=_WAITED)

    def _failed(self, error: Exception) -> None:
        self._notice.tell(f"{problem(error)}.")


def _is_learnt(path: Path) -> bool:
    """Whether a file may be a learner's, by its first bytes."""
    try:
        with path.open("rb") as file:
            return file.read(len(_ZIP)) == _ZIP
    except OSError:
        return False


def _spec_of(path: Path, learnt: bool) -> PlayerSpec:
    """Return the player that a file is; ValueError where it is none."""
    word = PROGRAM.word
    if learnt:
        from engine.learning.learners import load  # noqa: PLC0415  (it needs NumPy)

        word = load(path).kind
    kind = next(kind for kind in kinds() if kind.word == word)
    return PlayerSpec(kind, target=str(path))


def _playable(spec: PlayerSpec, rules: Rules) -> Rules:
    """Return rules that a program can be tried on: those in force, if it plays them."""
    return _TRIED_ON if spec.kind.needs(rules) else rules
