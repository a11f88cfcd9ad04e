"""What lies over the user's game for a while: lessons, puzzles, positions set up, other tries."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from types import MappingProxyType

from engine import Game, Line, Square
from engine.record import Variation
from ttt_desktop.session.flow import Flow
from ttt_desktop.session.records import record_of
from ttt_desktop.session.scene import Done, Rest, Scene, SceneKind
from ttt_desktop.settings.declarations import Settings


class Overlays(Flow):
    """Lays scenes over the user's, and takes them away: ``GameController`` has these."""

    def show_lesson(
        self, game: Game, settings: Settings, lent: Collection[str], seed: int | None, *,
        fresh: bool = False, built_in: bool = True,
    ) -> None:  # fmt: skip
        """Set the board up for a lesson; the user's game lies below until ``leave_lesson``.

        Args:
            game: the position; where it is on the board already, that stays as it is.
            settings: those of the lesson.
            lent: the names of those that hold for the lesson alone.
            seed: fixes its searches; None for ones that differ every time.
            fresh: have the position new on the board even where it is there.
            built_in: whether the built-in machine plays, whatever file is loaded.
        """
        overlay = {name: getattr(settings, name) for name in lent}
        with self._one_change():
            if not self.in_lesson:
                self.leave_lesson()  # a puzzle or another try
            scene = self._scene
            same = scene.game.has_moves_of(game)
            if not self.in_lesson:
                self._lend({})
                self._scenes.append(scene := Scene(game, SceneKind.LESSON))
            elif fresh or not same:
                self._scenes[-1] = scene = Scene(game, SceneKind.LESSON)
            another = scene.game is game
            if another:
                scene.rest = rest_at(game)
            scene.overlay, scene.built_in = overlay, built_in
            scene.seeds = random.Random(seed)
            if another:
                self._show_scene()
            else:
                before = self._settings
                self._lay_settings()
                self._obey(before)

    def leave_lesson(self) -> None:
        """Take a lesson's game away, or another try: the user's is there again, as it was."""
        if len(self._scenes) > 1:
            with self._one_change():
                self._lend({})
                left = self._scenes.pop()
                if left.kind is SceneKind.TRY:
                    self._keep_try(left.whole)
                self._show_scene()

    def show_puzzle(self, game: Game) -> None:
        """Set a puzzle up; the user's game lies below until ``leave_lesson``. No machine plays."""
        with self._one_change():
            self.leave_lesson()
            self._lend({})
            people = {"machine": "neither"}
            self._scenes.append(Scene(game, SceneKind.PUZZLE, overlay=people))
            self._show_scene()

    def show_moves(self, squares: Sequence[Square], done: Done = Done.NO) -> None:
        """Make moves of a puzzle, of both sides; nobody is asked for more.

        Args:
            done: how far the puzzle has come with them.
        """
        with self._one_change():
            self._scene.done = done
            for square in squares:
                self.game.play(square)
            self._show_position(keep_scores=False)
        if squares:
            self.moved.emit(squares[-1])

    def show_setup(self, game: Game) -> None:
        """Show a position that is being set up, over the user's game, until ``leave_lesson``.

        Args:
            game: a game that begins from it; it may be one that nobody could have come to.
        """
        with self._one_change():
            if self.in_setup:
                self._scene.game = game
                self._show_position(keep_scores=False)
                return
            self.leave_lesson()
            self._lend({})
            self._scenes.append(Scene(game, SceneKind.SETUP, overlay={"machine": "neither"}))
            self._show_scene()

    def try_again(self, square: Square) -> bool:
        """Play on from the position shown, beside the game; return whether the move can be made.

        The game lies below it, as it was, until ``leave_lesson``. It counts for nothing, and the
        machine answers as in any game.
        """
        if not self.game.board.may(square, self.game.to_move):
            return False
        with self._one_change():
            game = self.game.anew(self.game.moves)
            self.leave_lesson()
            self._push_try(game)
            self._make(square)
        return True

    def try_both_sides(self) -> None:
        """Have moves of both sides tried from the position shown, beside the game.

        The game lies below it, as it was, until ``leave_lesson``.
        """
        with self._one_change():
            game = self.game.anew(self.game.moves)
            self.leave_lesson()
            self._push_try(game, {"machine": "neither"})
            self._tell()

    def _push_try(self, game: Game, overlay: Mapping[str, object] = MappingProxyType({})) -> None:
        """Lay another try over the game; nobody moves in it yet."""
        seeds = random.Random(self._seeds.getrandbits(64))
        overlay = {**self._scene.overlay, **overlay}  # who plays which mark there, does so here
        scene = Scene(game, SceneKind.TRY, rest=Rest.WAITS, seeds=seeds, overlay=overlay)
        self._scenes.append(scene)
        self._show_scene()
        self._scene.rest = Rest.NONE

    def _keep_try(self, moves: Line) -> None:
        """Keep another try as a variation of the game that it went on from."""
        moves_played = self._scene.whole
        ply = next((i for i, (a, b) in enumerate(zip(moves, moves_played, strict=False)) if a != b),
                   min(len(moves), len(moves_played)))  # fmt: skip
        kept = self._scene.variations
        tried = Variation(ply, moves[ply:])
        if tried.moves and (tried.ply, tried.moves) not in {(v.ply, v.moves) for v in kept}:
            self._note(variations=(*kept, tried))

    def _note(self, **notes: object) -> None:
        """Note something beside the game."""
        record = record_of(self._scene, self._seats, date.today()).fitting()
        self._scene.record = replace(record, **notes)  # type: ignore[arg-type]
        self._tell()


def rest_at(game: Game, otherwise: Rest = Rest.WAITS) -> Rest:
    """Return why a machine waits: an earlier position is shown, or else the reason given."""
    return Rest.LOOKS_BACK if game.undone else otherwise
