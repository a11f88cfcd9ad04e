"""An opening by Swap or Swap2: marks are placed, and sides chosen."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Player, Square
from engine.swap import SECOND, SwapChoice, SwapStep
from ttt_desktop.session.flow import Flow
from ttt_desktop.session.lookout import Lookout
from ttt_desktop.session.scene import Rest, Scene
from ttt_desktop.session.searches import Searches
from ttt_desktop.session.seats import MARKS, swapped
from ttt_desktop.session.stage import Stage
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.settings.declarations import Settings, changed_names


class OpeningPart:
    """What is done in the opening of the game on the board, by people and by machines."""

    def __init__(self, stage: Stage, searches: Searches, lookout: Lookout, flow: Flow) -> None:
        self._stage, self._searches, self._lookout, self._flow = stage, searches, lookout, flow

    def play_none(self) -> None:
        """Have every game begin as usual, whatever the settings say: nobody leads openings here."""
        self._stage.leads_openings = False
        self._flow.advance()
        self._lookout.tell()

    @property
    def chooses_side(self) -> bool:
        """Whether a side is to be chosen now, and no mark placed."""
        swap = self._stage.scene.swap
        return swap is not None and swap.step is SwapStep.CHOOSE

    @property
    def settings_before(self) -> Settings:
        """The settings in force, but with the players as they were before a side was chosen."""
        stage = self._stage
        return stage.settings if stage.scene.swap is None else stage.own

    def opener(self) -> Player:
        """Return who does the machine's part of the opening now."""
        stage = self._stage
        return stage.playing.player(Thinking.MOVE, stage.settings, self._lookout.view.actor)

    def fail(self, error: Exception) -> None:
        """Have the machine wait, which failed in its part of the opening, and say why."""
        self._stage.scene.rest = Rest.FAILED
        self._lookout.tell()
        self._flow.say_failure(error)

    def place(self, squares: Sequence[Square]) -> None:
        """Place a machine's marks, one after another."""
        with self._lookout.one_change():
            for square in squares:
                self._flow.make(square)
        if squares:
            self._lookout.moved.emit(squares[-1])

    def choose(self, choice: SwapChoice) -> None:
        """Choose a side, or have two more marks placed; a person's choice or a machine's."""
        scene = self._stage.scene
        if scene.swap is None or choice not in scene.swap.choices:
            return
        with self._lookout.one_change():
            scene.swap = scene.swap.choose(choice)
            scene.rest = Rest.NONE
            if scene.swap.x == SECOND:
                self._change_marks(scene)
            self._stage.lay_settings()
            self._searches.set_scoring()
            self._flow.advance()

    def go_on(self, scene: Scene) -> None:
        """Go on with the opening that a game's record tells of, where it fits the game."""
        if scene.record is None:
            return
        scene.swap = scene.record.fitting().opening
        if scene.swap is None or scene.swap.x is None:
            return
        machine, usual = scene.record.machine, MARKS.get(self._stage.own.machine)
        # Since it was saved, the settings may have come to say another side.
        changes = scene.swap.x == SECOND if None in (machine, usual) else machine != usual
        if changes:
            self._change_marks(scene)

    def _change_marks(self, scene: Scene) -> None:
        """Have the players change marks for one game."""
        own = self._stage.own
        changed = swapped(own)
        names = changed_names(own, changed)
        scene.overlay = {**scene.overlay, **{name: getattr(changed, name) for name in names}}
