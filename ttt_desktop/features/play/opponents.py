"""What the menus say of the machine, and change about it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from engine import PLAYERO, PLAYERX
from engine.players.level import KIND
from engine.specs import PlayerSpec
from ttt_desktop.machines.machine import FileMachine
from ttt_desktop.session.game import GameController
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.shell.preferences import Preferences

_MARKS = PLAYERX, PLAYERO


class Opponents(QObject):
    """Chooses what the machine is, how strong, and which side it plays.

    Args:
        preferences: the settings in force.
        file: the machine from a file, if there is one.
    """

    def __init__(
        self,
        controller: GameController,
        preferences: Preferences,
        file: FileMachine,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._preferences = preferences
        self._file = file
        self._known: tuple[Settings | None, list[PlayerSpec]] = (None, [])

    @property
    def level(self) -> str:
        """The machine's level; empty where another machine plays, or two sides differ."""
        levels = {spec.level for spec in self._specs}
        return levels.pop() if len(levels) == 1 and not self._controller.view.machine_name else ""

    @property
    def kind(self) -> str:
        """The word of the machine's kind; empty where there are two, or a course file plays."""
        words = {spec.kind.word for spec in self._specs}
        return words.pop() if len(words) == 1 and not self._controller.view.machine_name else ""

    def choose_level(self, level: str) -> None:
        """Let the machine of a level play, in place of any other machine."""
        self._file.drop()
        self._choose(lambda _: PlayerSpec(KIND).with_values(KIND.levels[level]))

    def choose_kind(self, word: str) -> None:
        """Let another kind of players be the machine, in place of a course file too."""
        self._file.drop()
        self._choose(lambda _: PlayerSpec.parse(word))

    def choose_side(self, side: str) -> None:
        """Let the machine play one side, both or neither; that ends the demo."""
        self._controller.end_demo()
        self._preferences.change(machine=side)

    def can_play(self, word: str) -> bool:
        """Whether a kind of players can play the games that the settings ask for."""
        return not PlayerSpec.parse(word).kind.needs(self._controller.settings.rules)

    def level_title(self, level: str) -> str:
        """Return what a level is called, in the games and on the side that the settings ask for."""
        settings, machine = self._controller.settings, self._controller.view.is_machine
        mark = PLAYERX if machine(PLAYERX) and not machine(PLAYERO) else PLAYERO
        return KIND.level_title(level, settings.rules, mark)

    @property
    def _marks(self) -> tuple[int, ...]:
        """The sides whose machine the menus are about."""
        if self._controller.settings.alike:
            return _MARKS[:1]
        return tuple(filter(self._controller.view.is_machine, _MARKS)) or _MARKS

    @property
    def _specs(self) -> list[PlayerSpec]:
        settings = self._controller.settings
        if self._known[0] is not settings:  # many entries of menus ask, one after another
            self._known = settings, [settings.player(mark) for mark in self._marks]
        return self._known[1]

    def _choose(self, change: Callable[[PlayerSpec], PlayerSpec]) -> None:
        """Change what plays the machine's side; both sides where they play alike."""
        settings = self._controller.settings
        for mark in self._marks:
            settings = settings.with_player(mark, change(settings.player(mark)))
        self._preferences.apply(settings)
