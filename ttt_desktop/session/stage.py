"""The stage: the scenes, one over the other, and the settings that hold in the top one. No Qt."""

from __future__ import annotations

import random
from datetime import date

from engine import PLAYERO, PLAYERX, Game
from engine.record import Record
from engine.swap import FIRST
from ttt_desktop.session.demo import DemoSettings
from ttt_desktop.session.machines import BUILT_IN, Machine
from ttt_desktop.session.records import record_of
from ttt_desktop.session.scene import Rest, Scene, new_scene
from ttt_desktop.session.score import SessionScore
from ttt_desktop.session.seats import Seat, Seating, seat_of
from ttt_desktop.settings.declarations import Settings, changed_names, with_values


class Stage:
    """The scenes, and the settings that lie over each other with them.

    The user's game lies below; a lesson's is pushed over it, and it comes back untouched when that
    is taken away. Settings are the user's, with those of the scene over them, and a demo's over
    these.

    Attributes:
        scenes: the scenes, the user's first, the one on the board last.
        own: the user's settings.
        settings: the settings in force.
        demo: what a demo lays over them.
        seats: who plays now.
        machine: what plays where the built-in machine does not have to.
        score: the session's score.
    """

    def __init__(self, settings: Settings, seed: int | None = None) -> None:
        self.own = self.settings = settings
        self.scenes = [new_scene(settings)]
        self.demo = DemoSettings()
        self.machine = BUILT_IN
        self.seats = Seating(settings)
        self.leads_openings = True
        self.score = SessionScore()
        self._seeds = random.Random(seed)

    @property
    def scene(self) -> Scene:
        """The scene on the board."""
        return self.scenes[-1]

    @property
    def game(self) -> Game:
        """The game on the board."""
        return self.scenes[-1].game

    @property
    def record(self) -> Record:
        """The game on the board as a file holds it, with what is noted beside it."""
        return record_of(self.scene, self.seats, date.today())

    def new_seed(self) -> int:
        """Return a seed for what a machine does in the game on the board."""
        return (self.scene.seeds or self._seeds).getrandbits(64)

    def more_seeds(self) -> random.Random:
        """Return where a scene of its own has its seeds from."""
        return random.Random(self._seeds.getrandbits(64))

    # --- the settings -----------------------------------------------------------------

    def take_settings(self, settings: Settings) -> None:
        """Lay what differs from the settings in force where its names lie: it stays there."""
        if not self.demo and not self.scene.overlay:
            self.own = settings
            self.lay_settings()
            return
        changed = {name: getattr(settings, name) for name in changed_names(self.settings, settings)}
        given = self.demo.take(changed, settings)
        overlay = self.scene.overlay
        self.scene.overlay = {name: given.pop(name, value) for name, value in overlay.items()}
        self.own = with_values(self.own, given) if given else self.own
        self.lay_settings()

    def take_own(self, settings: Settings) -> None:
        """Take the user's own settings; what lies over them stays."""
        self.own = settings
        self.lay_settings()

    def end_demo(self) -> None:
        """Take a demo's settings away from above the others."""
        self.demo.end()
        self.lay_settings()

    def lay_settings(self) -> None:
        """Work the settings in force out anew."""
        over = {**self.scene.overlay, **self.demo.values}
        settings = with_values(self.own, over) if over else self.own
        if settings != self.settings:
            self.settings = settings
        self.seats = Seating(self.settings, self.absent or self.playing.name)

    # --- who plays --------------------------------------------------------------------

    @property
    def playing(self) -> Machine:
        """The machine that plays in this scene."""
        return BUILT_IN if self.scene.built_in else self.machine

    @property
    def absent(self) -> str:
        """What a machine is called that is waited for; in a demo, machines play that are here."""
        return "" if self.demo else self.scene.absent

    @property
    def rest(self) -> Rest:
        """Why the machine does not move; one that is not here is always waited for."""
        rest = self.scene.rest
        return Rest.WAITS if self.absent and rest is Rest.NONE else rest

    @property
    def machines_turn(self) -> bool:
        """Whether the game goes on and the machine is to move, or to do its part of an opening."""
        scene, mark = self.scene, self.game.to_move
        if scene.swap is not None and scene.swapping:
            mark = PLAYERX if scene.swap.player == FIRST else PLAYERO
        machine = seat_of(self.settings, mark) is Seat.MACHINE
        return self.game.result is None and machine

    @property
    def changed_hands(self) -> bool:
        """Whether others are to play now than those who played the game."""
        seating = self.scene.seating
        return seating is not None and not seating.is_like(self.seats)

    def miss(self, scene: Scene, machine: str) -> None:
        """Have a game's machine waited for, if it is none that plays now.

        Args:
            machine: what it is called; empty for the built-in one.
        """
        here = self.playing.name == machine or self.settings.machine == "neither"
        scene.absent = "" if here else machine

    def use(self, machine: Machine) -> None:
        """Have another machine play; whoever waited for the one before waits no more."""
        again = bool(machine.name) and machine.name == self.machine.name
        self.machine = machine
        for scene in self.scenes:
            if scene.rest is Rest.FAILED:  # it was that one that was waited for
                scene.rest = Rest.NONE
            if not (again and scene.absent != machine.name):  # a file that changed, and no other
                scene.absent = ""

    # --- the end ----------------------------------------------------------------------

    def go_on(self) -> None:
        """Let the game belong to those who play now; its end counts no more if it was theirs."""
        win = self.scene.go_on(self.changed_hands)
        if win is not None:
            self.score.take_back(win)

    def finish(self) -> bool:
        """Count the game; return whether it has just ended, for those who play now."""
        scene, result = self.scene, self.game.result
        if result is None or scene.seating is not None:
            return False  # it goes on, or was over before
        new = scene.finish(self.seats)
        if scene.end is not None and scene.end.win is None and scene.counts:
            scene.end.win = self.score.count(result, scene.end.seating, self.game.rules)
        return new or not self.changed_hands
