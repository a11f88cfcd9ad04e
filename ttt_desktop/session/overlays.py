"""What lies over the user's game for a while: lessons, tasks, other tries."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from engine import Game, Square
from ttt_desktop.session.flow import Flow
from ttt_desktop.session.lookout import Lookout
from ttt_desktop.session.notes import Notes
from ttt_desktop.session.scene import (
    PEOPLE,
    Rest,
    Scene,
    lesson_scene,
    rest_at,
    task_scene,
    try_scene,
)
from ttt_desktop.session.searches import Searches
from ttt_desktop.session.stage import Stage
from ttt_desktop.session.task import Task
from ttt_desktop.settings.declarations import Settings


class Overlays:
    """Lays scenes over the user's, and takes them away; there is one at most at a time."""

    def __init__(
        self, stage: Stage, searches: Searches, lookout: Lookout, flow: Flow, notes: Notes
    ) -> None:
        self._stage, self._searches, self._lookout = stage, searches, lookout
        self._flow, self._notes = flow, notes

    @property
    def _lesson_is_on(self) -> bool:
        return self._stage.scene.may.is_lesson

    def show_lesson(
        self, game: Game, settings: Settings, lent: Collection[str], seed: int | None, *,
        fresh: bool = False, built_in: bool = True,
    ) -> None:  # fmt: skip
        """Set the board up for a lesson; the user's game lies below until ``leave``.

        Args:
            game: the position; where it is on the board already, that stays as it is.
            settings: those of the lesson.
            lent: the names of those that hold for the lesson alone.
            seed: fixes its searches; None for ones that differ every time.
            fresh: have the position new on the board even where it is there.
            built_in: whether the built-in machine plays, whatever file is loaded.
        """
        stage = self._stage
        with self._lookout.one_change():
            if not self._lesson_is_on:
                self.leave()  # a puzzle or another try
            scene = stage.scene
            same = scene.game.has_moves_of(game)
            if not self._lesson_is_on:
                stage.end_demo()
                stage.scenes.append(scene := lesson_scene(game))
            elif fresh or not same:
                stage.scenes[-1] = scene = lesson_scene(game)
            another = scene.game is game
            if another:
                scene.rest = rest_at(game)
            scene.overlay = {name: getattr(settings, name) for name in lent}
            scene.built_in, scene.seeds = built_in, random.Random(seed)
            if another:
                self._flow.show_scene()
            else:
                before = stage.settings
                stage.lay_settings()
                self._flow.obey(before)

    def leave_all(self) -> None:
        """Take away all that lies over the user's game."""
        while len(self._stage.scenes) > 1:
            self.leave()

    def leave(self) -> None:
        """Take away what lies over the user's game: that is there again, as it was."""
        stage = self._stage
        if len(stage.scenes) > 1:
            with self._lookout.one_change():
                stage.end_demo()
                left = stage.scenes.pop()
                if left.may.is_try:
                    self._notes.keep_variation(left.all_moves)
                self._flow.show_scene()

    def show_task(self, game: Game, task: Task) -> None:
        """Ask something on the board; the user's game lies below until ``leave``.

        Args:
            game: a game that leads to the position, or begins with it.
        """
        with self._lookout.one_change():
            self.leave()
            self._stage.demo.end()
            self._push(task_scene(game, task))

    def change_task(
        self, task: Task, moves: Sequence[Square] = (), game: Game | None = None
    ) -> None:
        """Ask something else in the task on the board, in the same position or in another one.

        Args:
            moves: moves that are made before, of both sides.
            game: the game that takes the place of its game before; None where that stays.
        """
        scene = self._stage.scene
        with self._lookout.one_change():
            scene.task, scene.game = task, game or scene.game
            for square in moves:
                scene.game.play(square)
            self._searches.show_position(keep_scores=False)
        if moves:
            self._lookout.moved.emit(moves[-1])

    def try_move(self, square: Square) -> bool:
        """Play on from the position shown, beside the game; return whether the move can be made.

        The game lies below it, as it was, until ``leave``. It counts for nothing, and the machine
        answers as in any game.
        """
        game = self._stage.game
        if not game.board.may(square, game.to_move):
            return False
        with self._lookout.one_change():
            game = game.anew(game.moves)
            self.leave()
            self._push_try(game)
            self._flow.make(square)
        return True

    def try_both_sides(self) -> None:
        """Have moves of both sides tried from the position shown, beside the game.

        The game lies below it, as it was, until ``leave``.
        """
        with self._lookout.one_change():
            game = self._stage.game.anew(self._stage.game.moves)
            self.leave()
            self._push_try(game, PEOPLE)

    def open_variation(self, number: int) -> None:
        """Play on from a variation's last move, beside the game."""
        variation = self._stage.scene.variations[number]
        self.leave()
        with self._lookout.one_change():
            scene = self._stage.scene
            game = scene.game.anew((*scene.all_moves[: variation.ply], *variation.moves))
            self._push_try(game)
            self._flow.advance()

    def _push_try(self, game: Game, overlay: Mapping[str, object] = MappingProxyType({})) -> None:
        """Lay another try over the game; nobody moves in it yet."""
        stage = self._stage
        seeds = stage.more_seeds()
        overlay = {**stage.scene.overlay, **overlay}  # who plays which mark there, does so here
        self._push(try_scene(game, seeds, overlay))
        stage.scene.rest = Rest.NONE

    def _push(self, scene: Scene) -> None:
        self._stage.scenes.append(scene)
        self._flow.show_scene()
