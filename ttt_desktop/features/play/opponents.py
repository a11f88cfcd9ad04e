"""What the menus say of the machine, and change about it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject

from engine import PLAYERO, PLAYERX
from engine.players.level import KIND
from engine.specs import PlayerSpec
from ttt_desktop.machines.machine import FileMachine
from ttt_desktop.session.game import GameController
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.settings.levels import level_text
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
        self._choose(_of_level(level), self._marks)

    def choose_level_of(self, mark: int, level: str) -> None:
        """Let the machine of a level play one side; both where they play alike."""
        self._choose(_of_level(level), (mark,))

    def choose_kind(self, word: str) -> None:
        """Let another kind of players be the machine, in place of a course file too."""
        self._file.drop()
        self._choose(PlayerSpec.parse(word), self._marks)

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
        return level_text(KIND, level, settings.rules, (mark,))

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

    def _choose(self, spec: PlayerSpec, marks: Iterable[int]) -> None:
        """Change what plays the machine's sides."""
        settings = self._controller.settings
        for mark in marks:
            settings = settings.with_player(mark, spec)
        self._preferences.apply(settings)


def _of_level(level: str) -> PlayerSpec:
    return PlayerSpec(KIND).with_values(KIND.levels[level])
