"""The game's commands: all that people can have done with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import Game, Player, Square
from engine.board import Position
from engine.coach.review import Review
from engine.record import MOST_LETTERS, Record
from engine.swap import SECOND, SwapChoice, SwapStep
from ttt_desktop.session.machines import Machine
from ttt_desktop.session.overlays import Overlays, rest_at
from ttt_desktop.session.records import guest_of, seating_in
from ttt_desktop.session.scene import Rest, Scene, SceneKind, Shelved, new_scene
from ttt_desktop.session.seats import MARKS, Seating, swapped
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.settings.declarations import Settings, changed_names

_DEMO_PACE_S = 0.5
"""How long a move of a demo takes at least."""


class GameController(Overlays):
    """Lets people and the machine play one game after another.

    Everything a view wants done goes through here; everything it shows comes from ``Stage``. What
    a command sets going is in ``Flow``.
    """

    # --- one game after another -------------------------------------------------------

    def start(self) -> None:
        """Let the machine begin if it is its turn."""
        self._advance()

    def new_game(self, settings: Settings | None = None, start: Position | None = None) -> None:
        """Start another game.

        Args:
            settings: those that it is played with, the user's from now on; None for those in
                force.
            start: a position that it begins from; None for an empty board.
        """
        with self._one_change():
            self.leave_lesson()
            left_by = self._seats
            if settings is not None:
                self._scene.overlay = {}  # what holds in this game alone, such as chosen sides
                self._lay_settings()
                self._take_settings(settings)
            self._replace(new_scene(self._settings, start), left_by)

    def again(self) -> None:
        """Start another game from the same beginning; the sides change first if they alternate."""
        with self._one_change():
            self.leave_lesson()
            ended = self.game.result is not None and self._scene.kind is SceneKind.OWN
            change = self._settings.alternate and ended
            self.new_game(swapped(self._before_swap) if change else None, self._start_again)

    def swap(self) -> None:
        """Change marks, and start another game from the same beginning."""
        with self._one_change():
            self.leave_lesson()
            self.new_game(swapped(self._before_swap), self._start_again)

    @property
    def _before_swap(self) -> Settings:
        """The settings in force, but with the players as they were before a side was chosen."""
        return self._settings if self._scene.swap is None else self._own

    @property
    def _start_again(self) -> Position | None:
        """The position that this game began from, unless another board or rule waits."""
        game = self._scene.game
        return game.start if game.rules == self._settings.rules else None

    def adopt(
        self, game: Game, wait: bool = False, own: bool = False, record: Record | None = None
    ) -> None:
        """Go on with another game, such as one read from a file.

        An unfinished game that this puts an end to is at hand for ``go_back``.

        Args:
            wait: have the machine wait to be told to move.
            own: it is the user's own, from the last start.
            record: what is noted beside it, if it came with that.
        """
        scene = Scene(game, rest=rest_at(game) if wait else Rest.NONE, record=record)
        self._go_on_opening(scene)
        with self._one_change():
            self.leave_lesson()
            if own:
                self._miss(scene, "" if record is None else guest_of(record))
                seats = self._seats
                scene.belong_to(Seating(seats.settings, scene.absent or seats.machine))
            if game.result is not None:
                scene.kind = SceneKind.OVER
                seats = self._seats
                scene.finish(seats if record is None else seating_in(record, seats))
            self._replace(scene, self._seats)

    def look_at(self, game: Game, seating: Seating, key: int = 0) -> None:
        """Show a game of the past, to be gone through.

        Args:
            seating: who played it.
            key: its key in the history; 0 where it is not from there.
        """
        scene = Scene(game, SceneKind.PAST, seating, rest_at(game))
        with self._one_change():
            self.leave_lesson()
            if game.result is not None:
                scene.finish(seating)
            if scene.end is not None:
                scene.end.key = key
            self._replace(scene, self._seats)

    def go_back(self) -> None:
        """Go on with the unfinished game that the last new game put an end to."""
        with self._one_change():
            self.leave_lesson()
            shelf, self._shelf = self._shelf, None
            if shelf is None:
                return
            left_by = self._seats
            self._take_settings(shelf.seating.seated(self._settings))
            scene = shelf.scene
            self._miss(scene, shelf.seating.machine)
            scene.reviewing = False
            scene.rest = Rest.LOOKS_BACK if scene.looks_back else Rest.NONE
            self._replace(scene, left_by)

    def _miss(self, scene: Scene, machine: str) -> None:
        """Have a game's machine waited for, if it is none that plays now.

        Args:
            machine: what it is called; empty for the built-in one.
        """
        here = self._playing.name == machine or self._settings.machine == "neither"
        scene.absent = "" if here else machine

    def hold(self, record: Record) -> None:
        """Have an unfinished game of an earlier start at hand for ``go_back``."""
        scene = Scene(record.game, rest=rest_at(record.game, Rest.NONE), record=record)
        self._go_on_opening(scene)
        scene.belong_to(self._seats)
        seats = Seating(self._seats.settings, guest_of(record) or self._seats.machine)
        self._shelf = Shelved(scene, seats, earlier=True)
        self._tell()

    def _replace(self, scene: Scene, left_by: Seating) -> None:
        """Put a scene in the place of the user's; what that was may be gone back to.

        Args:
            scene: what comes.
            left_by: who played the game that goes, if others play now.
        """
        left = self._scene
        if left.with_person is not None and left_by.settings.machine == "both":
            left_by = left.with_person  # a demo took the game over
        played = left.with_person is not None or left.has_persons_move(left_by)
        given_up = played and left.game.result is None and not left.only_shown
        if given_up:
            self._shelf = Shelved(left, left_by)
        self._scenes[-1] = scene
        self._show_scene()
        if given_up:
            self.gave_up.emit()

    # --- demos ------------------------------------------------------------------------

    def begin_demo(self) -> None:
        """Let two machines play, from this position on; what they are given ends with the demo."""
        with self._one_change():
            if self.game.result is not None or self.in_puzzle or self.in_setup:
                self.leave_lesson()
            before = self._settings
            pace = max(before.min_move_time, _DEMO_PACE_S)
            values: dict[str, object] = {"machine": "both", "alike": False, "min_move_time": pace}
            if before.alike:
                values["o"] = before.x
            self._lend(values)
            self._obey(before)
            if self.game.result is not None:
                self.new_game()

    def end_demo(self) -> None:
        """End a demo: the settings from before it hold again."""
        if self._demo:
            before = self._settings
            self._lend({})
            self._obey(before)

    # --- one game ---------------------------------------------------------------------

    def play(self, square: Square) -> bool:
        """Make a person's move; return whether it could be made."""
        if self._machines_turn or self.game.result is not None:
            return False
        if not self.game.board.may(square, self.game.to_move) or self._chooses_side:
            return False
        self._thinker.cancel()
        self._go_on()  # a game that was over may do so from an earlier position
        self._scene.rest = Rest.NONE
        self._scene.with_person = self._seats
        self._make(square)
        return True

    # --- openings by Swap and Swap2 ---------------------------------------------------

    @property
    def _chooses_side(self) -> bool:
        """Whether a side is to be chosen now, and no mark placed."""
        swap = self._scene.swap
        return swap is not None and swap.step is SwapStep.CHOOSE

    def opener(self) -> Player:
        """Return who does the machine's part of the opening now."""
        return self._playing.player(Thinking.MOVE, self._settings, self.view.actor)

    def opening_failed(self, error: Exception) -> None:
        """Have the machine wait, which failed in its part of the opening, and say why."""
        self._scene.rest = Rest.FAILED
        self._tell()
        self._say_failure(error)

    def place_marks(self, squares: Sequence[Square]) -> None:
        """Place a machine's marks of an opening, one after another."""
        with self._one_change():
            for square in squares:
                self._make(square)
        if squares:
            self.moved.emit(squares[-1])

    def choose_side(self, choice: SwapChoice) -> None:
        """Choose a side in an opening, or have two more marks placed; a person's or a machine's."""
        scene = self._scene
        if scene.swap is None or choice not in scene.swap.choices:
            return
        with self._one_change():
            scene.swap = scene.swap.choose(choice)
            scene.rest = Rest.NONE
            if scene.swap.x == SECOND:
                self._change_marks(scene)
            self._lay_settings()
            self._set_scoring()
            self._advance()

    def _change_marks(self, scene: Scene) -> None:
        """Have the players change marks for one game."""
        changed = swapped(self._own)
        names = changed_names(self._own, changed)
        scene.overlay = {**scene.overlay, **{name: getattr(changed, name) for name in names}}

    def _go_on_opening(self, scene: Scene) -> None:
        """Go on with the opening that a game's record tells of, where it fits the game."""
        if scene.record is None:
            return
        scene.swap = scene.record.fitting().opening
        if scene.swap is None or scene.swap.x is None:
            return
        machine, usual = scene.record.machine, MARKS.get(self._own.machine)
        # Since it was saved, the settings may have come to say another side.
        changes = scene.swap.x == SECOND if None in (machine, usual) else machine != usual
        if changes:
            self._change_marks(scene)

    def undo(self) -> None:
        """Take back the last move; against the machine, its answer and the person's move."""
        plies = self._scene.plies_back(self._settings)
        if plies:
            self._thinker.cancel()
            self._go_on()
            self._scene.show_ply(len(self.game.moves) - plies)
            self._after_retracing(looks_back=False)

    def redo(self) -> None:
        """Make again what ``undo`` took back."""
        game = self.game
        if not game.undone:
            return
        self._thinker.cancel()
        mixed = self._settings.machine in MARKS
        while True:
            self._scene.show_ply(len(game.moves) + 1)
            if not (mixed and self._machines_turn and game.undone):
                break
        self._after_retracing(self._scene.looks_back and bool(game.undone))

    def go_to(self, ply: int, ahead: bool = False) -> None:
        """Show the game as it was after so many moves; later ones can be gone to again.

        Nothing counts as taken back, and the machine waits until the last move is reached.

        Args:
            ply: how many moves.
            ahead: whether a review speaks of the move that comes next there.
        """
        game, scene = self.game, self._scene
        ply = max(0, min(ply, scene.plies))
        if ply == len(game.moves) or self.in_puzzle or scene.swapping:
            scene.ahead = ahead
            self._tell()
            return
        self._thinker.cancel()
        scene.show_ply(ply)
        scene.ahead = ahead
        self._rest(looks_back=ply < scene.plies)
        self._show_position(keep_scores=False)
        if game.result is not None and scene.seating is None:
            self._advance()  # its end was taken back, and counts again
            return
        if self._machines_turn and self._rest_now is Rest.NONE:
            self._think(Thinking.MOVE)
        else:
            self._look_closer()
        self._tell()

    def go_first(self) -> None:
        """Show the game before its first move."""
        self.go_to(0)

    def step_back(self) -> None:
        """Show the game one move earlier."""
        self.go_to(len(self.game.moves) - 1)

    def step_forward(self) -> None:
        """Show the game one move later."""
        self.go_to(len(self.game.moves) + 1)

    def go_last(self) -> None:
        """Show the game after its last move."""
        self.go_to(self._scene.plies)

    def review(self, ply: int | None = None, ahead: bool = False) -> None:
        """Look the game through: each position that is gone to is scored.

        Args:
            ply: after how many moves to begin; None for the position that is shown.
            ahead: whether it speaks of the move that comes next there, not of the last one.
        """
        scene = self._scene
        scene.reviewing = True
        ply = len(self.game.moves) if ply is None else ply
        if ply != len(self.game.moves):
            self.go_to(ply, ahead)
        else:
            scene.ahead = ahead
            scene.rest = rest_at(self.game, scene.rest)
            self._look_closer()
            self._tell()

    def end_review(self) -> None:
        """Show the game's last position, and look no closer."""
        self._scene.reviewing = False
        self.go_last()
        self._tell()

    def take_review(self, review: Review) -> None:
        """Keep what the coach says of the game, if it is of the game on the board."""
        scene = self._scene
        alike = (scene.game.rules, scene.game.start) == (review.rules, review.start)
        if alike and scene.whole == review.squares:
            scene.review = review
            self._tell()

    def comment(self, text: str) -> None:
        """Note a comment on the position shown, as far as there is room; nothing takes it away."""
        ply, comments = len(self.game.moves), dict(self._scene.comments)
        comments.pop(ply, None)
        names = sum(len(variation.name) for variation in self._scene.variations)
        room = MOST_LETTERS - names - sum(map(len, comments.values()))
        if text := text[:room]:
            comments[ply] = text
        self._note(comments=comments)

    def take_notes(self, key: int, record: Record) -> None:
        """Show what was noted beside the game of a key, if that is on the board without notes.

        Args:
            key: the game's key in the history.
            record: the game with what was noted.
        """
        scene = self._scene
        belongs = scene.end is not None and scene.end.key == key and scene.record is None
        if belongs and record.game.rules == scene.game.rules and record.all_moves == scene.whole:
            scene.record = record
            self._tell()

    def open_variation(self, number: int) -> None:
        """Play on from a variation's last move, beside the game."""
        variation = self._scene.variations[number]
        self.leave_lesson()
        with self._one_change():
            moves = (*self._scene.whole[: variation.ply], *variation.moves)
            game = self.game.anew(moves)
            self._push_try(game)
            self._advance()

    def name_variation(self, number: int, name: str) -> None:
        """Call a variation something."""
        kept = [*self._scene.variations]
        kept[number] = replace(kept[number], name=name)
        self._note(variations=tuple(kept))

    def delete_variation(self, number: int) -> None:
        """Forget a variation."""
        kept = [*self._scene.variations]
        del kept[number]
        self._note(variations=tuple(kept))

    def _look_closer(self) -> None:
        """In a review, score the position if that has not been done."""
        if self._scene.reviewing and self.game.moves not in self.analyses:
            self.analyse()

    def hint(self) -> None:
        """Have the coach search the position for the person to move, and name the best square."""
        self._ask(Thinking.HINT)

    def analyse(self) -> None:
        """Have the course's machine score the position, and make no move."""
        self._ask(Thinking.SCORES)

    def _ask(self, purpose: Thinking) -> None:
        idle = self._thinker.purpose is Thinking.NOTHING and not self._scene.swapping
        if self.game.result is None and idle:
            self._think(purpose)
            self._tell()

    def stop(self) -> None:
        """End the search: the machine plays its best so far, a hint is what is known by then.

        Where the machine plays both sides, the game halts instead, until ``resume``.
        """
        if self._thinker.purpose is Thinking.MOVE and self._settings.machine == "both":
            self._scene.rest = Rest.WAITS
            self._thinker.cancel()
            self._tell()
        else:
            self._thinker.stop()

    def resume(self) -> None:
        """Let the machine move if it waits, or if its last search failed: one that is here."""
        self._scene.rest = Rest.NONE
        self._take_over()
        if self._thinker.purpose is not Thinking.MOVE:
            self._advance()

    def _take_over(self) -> None:
        """Let the machine that is here play on for one that is not."""
        if self._absent:
            self._scene.absent = ""
            self._lay_settings()

    def step(self) -> None:
        """Have the machine make one move, and wait; where it is thinking, wait after that move."""
        self._scene.rest = Rest.WAITS
        self._take_over()
        if self._thinker.purpose is not Thinking.MOVE and not self._scene.swapping:
            self._thinker.cancel()
            if self._machines_turn:
                self._think(Thinking.MOVE)
        self._tell()

    def use_machine(self, machine: Machine) -> None:
        """Let another machine play from now on; where a lesson is about the built-in one, later."""
        again = bool(machine.name) and machine.name == self._machine.name
        self._machine, self._stumbled = machine, False
        for scene in self._scenes:
            if scene.rest is Rest.FAILED:  # it was that one that was waited for
                scene.rest = Rest.NONE
            if not (again and scene.absent != machine.name):  # a file that changed, and no other
                scene.absent = ""
        if self._scene.built_in:
            return
        self._thinker.cancel()
        self._lay_settings()
        self.model.note = machine.note
        self._forget_scores()
        if self.game.result is None:
            self._advance()
        else:
            self._tell()

    def apply(self, settings: Settings) -> bool:
        """Take other settings into force.

        Returns:
            Whether another board or rule was asked for that waits for the next new game: a game
            under way keeps its own. A game that has not begun is started anew at once.
        """
        before = self._settings
        self._take_settings(settings)
        self._obey(before)
        return self._settings.rules not in (before.rules, self.game.rules)

    def shut_down(self) -> None:
        """End all work; nothing is played after this."""
        self._thinker.cancel()
        self._followers.clear()
        self._runner.shut_down()
