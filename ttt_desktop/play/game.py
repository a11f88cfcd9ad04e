"""The game's controller: whose move it is, when the machine thinks, and what becomes of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Slot

from engine import Analysis, Decision, Game, Result, Square
from ttt_desktop.jobs import JobRunner
from ttt_desktop.play.machines import MakePlayer
from ttt_desktop.play.seats import MARKS, Seating
from ttt_desktop.play.standing import GameStanding
from ttt_desktop.play.state import GameState, GivenUp
from ttt_desktop.play.thinker import Thinking
from ttt_desktop.play.truth import TruthFinder
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.text import problem, tr


class GameController(GameStanding):
    """Lets people and the machine play one game after another.

    Everything a view wants done goes through here; everything it shows comes from ``model``, and
    from the properties and signals of ``GameStanding``.

    Args:
        settings: the settings to start with.
        runner: runs the searches.
        seed: fixes the machine's playouts; None for playouts that differ every time.
        parent: the Qt owner.

    Attributes:
        making_room: called before a game takes the board for good, rather than for a while.
    """

    def __init__(
        self,
        settings: Settings,
        runner: JobRunner,
        seed: int | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(settings, runner, parent)
        self._runner = runner
        self._seeds = random.Random(seed)
        self._thinker.progressed.connect(self._take_progress)
        self._thinker.decided.connect(self._take_decision)
        self._thinker.failed.connect(self._take_failure)
        self.making_room: Callable[[], None] = lambda: None
        self._truth = TruthFinder(self.model, runner, self)
        self._set_scoring()
        self._show_position()

    # --- what views ask for -----------------------------------------------------------

    def start(self) -> None:
        """Let the machine begin if it is its turn."""
        self._advance()

    def use_seeds(self, seeds: random.Random) -> random.Random:
        """Draw the seeds of searches from another generator; return the one before."""
        before, self._seeds = self._seeds, seeds
        return before

    def new_game(self, left_by: Seating | None = None) -> None:
        """Start another game with the settings in force.

        Args:
            left_by: see ``adopt``.
        """
        self.making_room()
        self.adopt(Game(self._settings.rules), left_by=left_by)

    def put_aside(self) -> GameState:
        """Have a game that has not begun on the board; return this one, for ``take_up``."""
        kept = replace(self._state)  # who plays now may change while it is away
        self._put_on_board(GameState(Game(self._settings.rules), waits=True))
        return kept

    def take_up(self, state: GameState) -> None:
        """Go on with a game that was put aside, as it stood."""
        self._put_on_board(state)

    def adopt(
        self,
        game: Game,
        wait: bool = False,
        aside: bool = False,
        seating: Seating | None = None,
        left_by: Seating | None = None,
        own: bool = False,
    ) -> None:
        """Go on with another game, such as one read from a file.

        An unfinished game that this puts an end to is at hand as ``given_up``, for ``go_back``.

        Args:
            game: the game.
            wait: have the machine wait to be told to move.
            aside: others keep the game that this puts an end to.
            seating: who played it, where it is one of the past.
            left_by: who played the game that this puts an end to, if others play now.
            own: it is the user's own, from the last start.
        """
        if not aside:
            self.making_room()
        state = GameState(game, seating=seating, past=seating is not None, waits=wait)
        state.looks_back = wait and bool(game.undone)
        if own:
            state.belong_to(self.seats_now)
        if game.result is not None:
            state.left_out = True
            state.finish(seating or self.seats_now)
        if aside:
            self._put_on_board(state)
        else:
            self._take_place(state, left_by)

    def go_back(self, left_by: Seating | None = None) -> None:
        """Go on with the unfinished game that the last new game put an end to.

        Args:
            left_by: see ``adopt``.
        """
        self.making_room()
        if self._given_up is not None:
            kept = self._given_up.state
            state = replace(kept, reviewing=False, waits=kept.looks_back, failed=False)
            self._take_place(state, left_by)

    def hold(self, game: Game) -> None:
        """Have an unfinished game of an earlier start at hand for ``go_back``."""
        looks_back = bool(game.undone)
        state = GameState(game, waits=looks_back, looks_back=looks_back)
        state.belong_to(self.seats_now)
        self._given_up = GivenUp(state, self.seats_now, earlier=True)

    def _take_place(self, state: GameState, left_by: Seating | None) -> None:
        """Put a game on the board for good; the one that was there may be gone back to."""
        left, seating = self._state, left_by or self.seats_now
        if left.with_person is not None and seating.settings.machine == "both":
            seating = left.with_person  # a demo took the game over
        played = left.with_person is not None or left.has_persons_move(seating)
        given_up = played and left.game.result is None and not left.only_shown
        if given_up:
            self._given_up = GivenUp(left, seating)
        self._put_on_board(state)
        if given_up:
            self.gave_up.emit()

    def _put_on_board(self, state: GameState) -> None:
        self._thinker.cancel()
        self._state = state
        if self.game is self.given_up:
            self._given_up = None
        self._show_position(keep_scores=False)
        self.model.fit_scale()
        if self.game.result is None:
            self._advance()
        else:
            self.changed.emit()

    def play(self, square: Square) -> bool:
        """Make a person's move; return whether it could be made."""
        if self.machines_turn or self.game.result is not None:
            return False
        if square not in self.game.board.get_empty_squares():
            return False
        self._thinker.cancel()
        self._go_on()  # a game that was over may do so from an earlier position
        self._state.wait(False)
        self._state.with_person = self.seats_now
        self._make(square)
        return True

    def undo(self) -> None:
        """Take back the last move; against the machine, its answer and the person's move."""
        plies = self._state.plies_back(self._settings)
        if plies:
            self._thinker.cancel()
            self._go_on()
            self._state.show_ply(len(self.game.moves) - plies)
            self._after_retracing(looks_back=False)

    def redo(self) -> None:
        """Make again what ``undo`` took back."""
        if not self.game.undone:
            return
        self._thinker.cancel()
        self.game.redo()
        mixed = self._settings.machine in MARKS
        while mixed and self.machines_turn and self.can_redo:
            self.game.redo()
        self._after_retracing(self.looks_back and self.can_redo)

    def go_to(self, ply: int) -> None:
        """Show the game as it was after so many moves; later ones can be gone to again.

        Nothing counts as taken back, and the machine waits until the last move is reached.
        """
        game, state = self.game, self._state
        ply = max(0, min(ply, state.plies))
        if ply == len(game.moves):
            return
        self._thinker.cancel()
        state.show_ply(ply)
        state.looks_back = ply < state.plies
        state.wait(state.looks_back or self._settings.machine == "both")
        self._show_position(keep_scores=False)
        if game.result is not None and state.seating is None:
            self._advance()  # its end was taken back, and counts again
            return
        if self.machines_turn and not state.waits:
            self._think(Thinking.MOVE)
        else:
            self._look_closer()
        self.changed.emit()

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
        self.go_to(self._state.plies)

    def review(self) -> None:
        """Show the game from its beginning, and search each position that is gone to."""
        self._state.reviewing = True
        if self.game.moves:
            self.go_first()
        else:
            self._state.looks_back = self.can_redo
            self._state.wait(self.can_redo)
            self._look_closer()
            self.changed.emit()

    def _look_closer(self) -> None:
        """In a review, search the position if that has not been done."""
        if self.reviewing and self.game.moves not in self.analyses:
            self.hint()

    def hint(self) -> None:
        """Have the coach search the position for the person to move, and name the best square."""
        if self.can_hint:
            self._think(Thinking.HINT)
            self.changed.emit()

    def analyse(self) -> None:
        """Have the course's machine score the position, and make no move."""
        if self.can_hint:
            self._think(Thinking.SCORES)
            self.changed.emit()

    def stop(self) -> None:
        """End the search: the machine plays its best so far, a hint is what is known by then.

        Where the machine plays both sides, the game halts instead, until ``resume``.
        """
        if self.thinking is Thinking.NOTHING:
            return
        if self.thinking is Thinking.MOVE and self._settings.machine == "both":
            self._state.wait(True)
            self._thinker.cancel()
            self.changed.emit()
        else:
            self._thinker.stop()

    def resume(self) -> None:
        """Let the machine move if it was told to wait, or if its last search failed."""
        self._state.wait(False)
        if self.thinking is not Thinking.MOVE:
            self._advance()

    def step(self) -> None:
        """Have the machine make one move, and wait; where it is thinking, wait after that move."""
        self._state.wait(True)
        if self.thinking in (Thinking.HINT, Thinking.SCORES):
            self._thinker.cancel()
        if self.can_resume:
            self._think(Thinking.MOVE)
        self.changed.emit()

    def use_machine(self, make: MakePlayer, name: str, note: str) -> None:
        """Let another machine play from now on.

        Args:
            make: makes its player of a side.
            name: what it is called; empty for the built-in one.
            note: why it has no scores to show, or empty.
        """
        self._thinker.cancel()
        if self._state.failed:  # it was that one that was waited for
            self._state.wait(self.looks_back)
        self._machines.use(make, name, note)
        self.model.note = note
        self._forget_scores()
        if self.game.result is None:
            self._advance()
        else:
            self.changed.emit()

    def apply(self, settings: Settings) -> bool:
        """Take other settings into force.

        Returns:
            Whether another board or rule was asked for that waits for the next new game: a game
            under way keeps its own. A game that has not begun is started anew at once.
        """
        before, self._settings = self._settings, settings
        self._set_scoring()
        self._thinker.set_weights(settings.weights(self.game.to_move))
        self._find_truth()
        other_board = before.rules != settings.rules
        if other_board and not self.has_moves:
            self.adopt(Game(settings.rules), aside=True)  # there is nothing to give up
        elif settings.machine != before.machine and self.game.result is None:
            self._thinker.cancel()
            # Later moves would be lost to a move of the machine.
            self._state.wait(self.looks_back)
            self._advance()
        else:
            self.changed.emit()
        return other_board and self.waits_for_new_game

    def shut_down(self) -> None:
        """End all work; nothing is played after this."""
        self._thinker.cancel()
        self._runner.shut_down()

    # --- how a move flows -------------------------------------------------------------

    def _go_on(self) -> None:
        """Let the game belong to those who play now; its end counts no more if it was theirs."""
        state, end = self._state, self.end
        if end is not None and state.seating is not None and not end.stands:
            end.stands = self.changed_hands
            if not end.stands and end.win is not None:
                self.score.take_back(end.win)
                end.win = None
        state.seating, state.past = None, False

    def _after_retracing(self, looks_back: bool) -> None:
        self._state.looks_back = looks_back
        self._state.wait(looks_back or self._settings.machine == "both")
        self._show_position(keep_scores=False)
        self._advance()

    def _make(self, square: Square) -> None:
        """Make a move, anybody's, and go on."""
        self._state.looks_back = self._state.reviewing = False
        if self._state.seating is not None:
            self._go_on()  # from an earlier position of a game that was over
        self._state.leave_the_way()
        self.game.play(square)
        self._show_position()
        self.moved.emit(square)
        self._advance()

    def _show_position(self, keep_scores: bool = True) -> None:
        moves = self.game.moves
        last = moves[-1] if moves else None
        self.model.set_position(self.game.board, last, self.game.result)
        if not keep_scores:  # a board of another size has forgotten them
            self.model.set_analysis(self.analyses.about(moves))
        self._find_truth()

    def _forget_scores(self) -> None:
        self.model.set_analysis(None)
        self._find_truth()

    def _find_truth(self) -> None:
        """Have the truth found of the position that scores are shown of."""
        searched = self.model.analysis
        board, player = self.game.board, self.game.to_move
        if searched is not None:
            board, player = searched.board, searched.player
        self._truth.look_at(board, player, self._settings.show_truth)

    def _set_scoring(self) -> None:
        settings = self._settings
        weights = {mark: settings.weights(mark) for mark in MARKS.values()}
        self.model.set_scoring(weights, settings.heat_values, settings.lock_scale)

    def _advance(self) -> None:
        """Go on from the position as it is: end the game, or let the machine think."""
        result, over = self.game.result, False
        if result is not None:
            over = self._finish(result)
        elif self.machines_turn and not self._state.waits:
            self._think(Thinking.MOVE)
        self.changed.emit()
        if over:
            self.game_over.emit(result)

    def _finish(self, result: Result) -> bool:
        """Count the game; return whether it has just ended, for those who play now."""
        state = self._state
        if state.seating is not None:
            return False  # it was over before
        new = state.finish(self.seats_now)
        if state.end is not None and state.end.win is None and not state.left_out:
            state.end.win = self.score.count(result, state.end.seating)
        return new or not self.changed_hands

    def leave_out(self) -> None:
        """Leave the game on the board out of every count: others have played it."""
        self._state.left_out = True

    def _think(self, purpose: Thinking) -> None:
        game, settings = self.game, self._settings
        shortest = settings.min_move_time if purpose is Thinking.MOVE else 0.0
        player = self._machines.player(purpose, settings, game.to_move)
        seed = self._seeds.getrandbits(64)
        self._thinker.start(purpose, player, game.board, game.to_move, seed, shortest)

    @Slot(object)
    def _take_progress(self, found: Analysis) -> None:
        self.model.set_analysis(found)
        if found.done:
            self.analyses.keep(self.game.moves, found)
        self._find_truth()
        self.searched.emit(found)

    @Slot(object)
    def _take_decision(self, decision: Decision) -> None:
        purpose = self.thinking
        self._thinker.cancel()
        self.model.note = decision.note or self._machines.note
        if decision.note:
            self._say_note(decision.note)
        if purpose is Thinking.MOVE:
            self._make(decision.square)
        else:
            self.changed.emit()
            if purpose is Thinking.HINT:
                self.hinted.emit(decision.square)

    def _say_note(self, note: str) -> None:
        """Show why a machine's move has no scores: in their place, and once aloud."""
        self._forget_scores()
        if not self._machines.stumbled:
            self._machines.stumbled = True
            self.stumbled.emit(note)

    @Slot(object)
    def _take_failure(self, error: Exception) -> None:
        # A machine that failed would fail again; it waits to be told to go on.
        if self.thinking is Thinking.MOVE and not self._state.waits:
            self._state.waits = self._state.failed = True
        self._thinker.cancel()
        self.changed.emit()
        if isinstance(error, ValueError):  # a player's own sentence
            said = tr("{problem}. The game waits: Ctrl+M asks again.", problem=problem(error))
            self.stumbled.emit(said)
            return
        details = f"{type(error).__name__}: {error}"
        said = tr("The machine's search ended with an error; the game can go on.")
        self.failed.emit(said, details)
