"""How a move flows: it is made, its position shown, the game ended or the machine set thinking."""

from __future__ import annotations

import random
from dataclasses import replace

from PySide6.QtCore import QObject, Slot

from engine import (
    PLAYERO,
    PLAYERX,
    Analysis,
    Board,
    Decision,
    Game,
    Result,
    Rules,
    Square,
    Truth,
    can_be_solved,
)
from engine.errors import Problem
from engine.swap import FIRST
from ttt_desktop.look.text import problem, tr
from ttt_desktop.session.board_model import BoardModel
from ttt_desktop.session.scene import Rest, Scene, SceneKind, new_scene
from ttt_desktop.session.seats import MARKS, Seat, seat_of
from ttt_desktop.session.stage import Stage
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.work.jobs import Job, JobRunner


class TruthFinder(QObject):
    """Keeps the model's truth in step with the position that its scores are of.

    Args:
        model: where the truth goes.
    """

    def __init__(self, model: BoardModel, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._runner = runner
        self._subject: tuple[str, int, Rules] | None = None
        self._job: Job | None = None

    def look_at(self, board: Board, player: int, wanted: bool) -> None:
        """Find out about a position, if the truth is wanted and the position small enough.

        Args:
            board: the position that scores are shown of.
            wanted: whether the truth is shown at all.
        """
        subject = None
        if wanted and can_be_solved(board):
            subject = (str(board), player, board.rules)
        if subject == self._subject:
            return
        self._subject = subject
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self._model.set_truth(None)
        if subject is not None:
            self._job = self._runner.start(lambda job: _truth(board, player, job))
            self._job.finished.connect(self._found)

    @Slot(object)
    def _found(self, truth: Truth | None) -> None:
        if self.sender() is self._job:
            self._job = None
            self._model.set_truth(truth)


def _truth(board: Board, player: int, job: Job) -> Truth | None:
    """Return the truth; None where the solver gives up."""
    try:
        return Truth.of(board, player, job.check)
    except Problem:
        return None


class Flow(Stage):
    """What goes on by itself between two commands: ``GameController`` has these.

    Args:
        settings: the settings to start with.
        seed: fixes the machine's playouts; None for playouts that differ every time.
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
        self._stumbled = False
        self._thinker.progressed.connect(self._take_progress)
        self._thinker.decided.connect(self._take_decision)
        self._thinker.failed.connect(self._take_failure)
        self._truth = TruthFinder(self.model, runner, self)
        self._set_scoring()
        self._show_position()
        self._tell()

    @property
    def _machines_turn(self) -> bool:
        scene, mark = self._scene, self.game.to_move
        if scene.swap is not None and scene.swapping:
            mark = PLAYERX if scene.swap.player == FIRST else PLAYERO
        machine = seat_of(self._settings, mark) is Seat.MACHINE
        return self.game.result is None and machine

    def _go_on(self) -> None:
        """Let the game belong to those who play now; its end counts no more if it was theirs."""
        win = self._scene.go_on(self._changed_hands)
        if win is not None:
            self.score.take_back(win)

    @property
    def _changed_hands(self) -> bool:
        seating = self._scene.seating
        return seating is not None and not seating.is_like(self._seats)

    def _rest(self, looks_back: bool) -> None:
        """Have the machine wait where an earlier position is shown, or where it plays alone."""
        alone = Rest.WAITS if self._settings.machine == "both" else Rest.NONE
        self._scene.rest = Rest.LOOKS_BACK if looks_back else alone

    def _after_retracing(self, looks_back: bool) -> None:
        self._scene.ahead = False
        self._rest(looks_back)
        self._show_position(keep_scores=False)
        self._advance()

    def _make(self, square: Square) -> None:
        """Make a move, anybody's, and go on."""
        scene = self._scene
        scene.reviewing = False
        if scene.seating is not None:
            self._go_on()  # from an earlier position of a game that was over
        if scene.end is not None:
            scene.end.moves = None  # another move is made: that end cannot be made again
        if scene.swap is not None:
            before = len(self.game.moves)
            kept = None if before < scene.swap.placed else scene.swap
            scene.swap = scene.swap.place() if scene.swapping else kept
        self.game.play(square)
        self._show_position()
        self._advance(square)

    def _show_position(self, keep_scores: bool = True) -> None:
        moves = self.game.moves
        last = moves[-1] if moves else None
        self.model.set_position(self.game.board, last, self.game.result, moves)
        if not keep_scores:  # a board of another size has forgotten them
            self.model.set_analysis(self.analyses.about(moves))
        self._find_truth()

    def new_seed(self) -> int:
        """Return a seed for what a machine does in the game on the board."""
        return (self._scene.seeds or self._seeds).getrandbits(64)

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

    def _advance(self, move: Square | None = None) -> None:
        """Go on from the position as it is: end the game, or let the machine think.

        Args:
            move: the move that led there, if one was made.
        """
        result, over = self.game.result, False
        if result is not None:
            over = self._finish(result)
        elif self._machines_turn and self._rest_now is Rest.NONE and not self._scene.swapping:
            self._think(Thinking.MOVE)  # (how a machine opens a game, ``Swapper`` knows)
        self._tell(move, over)

    def _finish(self, result: Result) -> bool:
        """Count the game; return whether it has just ended, for those who play now."""
        scene = self._scene
        if scene.seating is not None:
            return False  # it was over before
        new = scene.finish(self._seats)
        if scene.end is not None and scene.end.win is None and scene.counts:
            scene.end.win = self.score.count(result, scene.end.seating, self.game.rules)
        return new or not self._changed_hands

    def _think(self, purpose: Thinking) -> None:
        game, settings = self.game, self._settings
        shortest = settings.min_move_time if purpose is Thinking.MOVE else 0.0
        player = self._playing.player(purpose, settings, game.to_move)
        self._thinker.start(purpose, player, game.board, game.to_move, self.new_seed(), shortest)

    @Slot(object)
    def _take_progress(self, analysis: Analysis) -> None:
        self.model.set_analysis(analysis)
        if analysis.done:
            self.analyses.keep(self.game.moves, analysis)
        self._find_truth()
        self._tell()
        self.searched.emit(analysis)

    @Slot(object)
    def _take_decision(self, decision: Decision) -> None:
        purpose = self._thinker.purpose
        self._thinker.cancel()
        self.model.note = decision.note or self._playing.note
        if decision.note:
            self._say_note(decision.note)
        if purpose is Thinking.MOVE:
            self._make(decision.square)
        else:
            self._tell()
            if purpose is Thinking.HINT:
                self.hinted.emit(decision.square)

    def _say_note(self, note: str) -> None:
        """Show why a machine's move has no scores: in their place, and once aloud."""
        self._forget_scores()
        if not self._stumbled:
            self._stumbled = True
            self.stumbled.emit(note)

    @Slot(object)
    def _take_failure(self, error: Exception) -> None:
        # A machine that failed would fail again; it waits to be told to go on.
        if self._thinker.purpose is Thinking.MOVE and self._scene.rest is Rest.NONE:
            self._scene.rest = Rest.FAILED
        self._thinker.cancel()
        self._tell()
        self._say_failure(error)

    def _say_failure(self, error: Exception) -> None:
        if isinstance(error, ValueError):  # a player's own sentence
            sentence = tr("{problem}. The game waits: Ctrl+M asks again.", problem=problem(error))
            self.stumbled.emit(sentence)
            return
        details = f"{type(error).__name__}: {error}"
        sentence = tr("The machine's search ended with an error; the game can go on.")
        self.failed.emit(sentence, details)

    def _show_scene(self) -> None:
        """Show the scene on the board as it stands, with the settings that hold in it."""
        self._thinker.cancel()
        self._lay_settings()
        self._set_scoring()
        self.model.note = self._playing.note
        self._show_position(keep_scores=False)
        self.model.fit_scale()
        if self.game.result is None:
            self._advance()
        else:
            self._tell()

    def _obey(self, before: Settings) -> None:
        """Let the game go on with the settings that are in force now, in place of others."""
        settings, scene = self._settings, self._scene
        self._set_scoring()
        self._thinker.set_weights(settings.weights(self.game.to_move))
        if before.show_truth != settings.show_truth:
            self._find_truth()
        begun = scene.plies or scene.game.start is not None or scene.kind is SceneKind.SETUP
        lesson = scene.kind is SceneKind.LESSON
        opened_so = (before.opening == settings.opening) or lesson
        if not begun and not (before.rules == settings.rules and opened_so):
            fresh = Scene(Game(settings.rules), SceneKind.LESSON) if lesson else new_scene(settings)
            self._scenes[-1] = replace(fresh, overlay=scene.overlay, seeds=scene.seeds,
                                       built_in=scene.built_in)  # fmt: skip
            self._show_scene()
        elif settings.machine != before.machine and self.game.result is None:
            self._thinker.cancel()
            if not scene.looks_back:  # else later moves would be lost to a move of the machine
                scene.rest = Rest.NONE
            self._advance()
        else:
            self._tell()
