"""What is thought about the position on the board: by machines, and by the solver."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from engine import Analysis, Board, Decision, Rules, Truth, can_be_solved
from engine.errors import Problem
from ttt_desktop.session.board_model import BoardModel
from ttt_desktop.session.seats import MARKS
from ttt_desktop.session.stage import Stage
from ttt_desktop.session.thinker import Thinker, Thinking
from ttt_desktop.work.jobs import Job, JobRunner


class Searches(QObject):
    """Has the position thought about, and keeps the board's model in step with what comes of it.

    Args:
        stage: what is on the board, and who plays.

    Attributes:
        model: the position and what is known of it, square by square.
        thinker: the search that is under way.

    Signals:
        progressed(Analysis): the newest state of a search; it is in the model.
        decided(Thinking, Decision): a search ended: what it was for, and what it came to.
        stumbled(str): a machine's move has no scores: why, in a sentence; once a machine.
    """

    progressed = Signal(object)
    decided = Signal(object, object)
    stumbled = Signal(str)

    def __init__(self, stage: Stage, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stage = stage
        self.model = BoardModel(self)
        self.thinker = Thinker(runner, self)
        self._truth = TruthFinder(self.model, runner, self)
        self._stumbled = False
        self.thinker.progressed.connect(self._take_progress)
        self.thinker.decided.connect(self._take_decision)

    @property
    def purpose(self) -> Thinking:
        """What the machine is busy with."""
        return self.thinker.purpose

    def think(self, purpose: Thinking) -> None:
        """Have the position thought about."""
        stage = self._stage
        game, settings = stage.game, stage.settings
        shortest = settings.min_move_time if purpose is Thinking.MOVE else 0.0
        player = stage.playing.player(purpose, settings, game.to_move)
        self.thinker.start(purpose, player, game.board, game.to_move, stage.new_seed(), shortest)

    def cancel(self) -> None:
        """Drop what is being thought about."""
        self.thinker.cancel()

    def show_position(self, keep_scores: bool = True) -> None:
        """Show the position on the board.

        Args:
            keep_scores: leave the scores there; else those that are known of the position come.
        """
        game = self._stage.game
        moves = game.moves
        last = moves[-1] if moves else None
        self.model.set_position(game.board, last, game.result, moves)
        if not keep_scores:  # a board of another size has forgotten them
            self.model.set_analysis(self._stage.scene.analyses.about(moves))
        self.find_truth()

    def show_afresh(self) -> None:
        """Show another scene's position, as its machine and the settings have it."""
        self.set_scoring()
        self.model.note = self._stage.playing.note
        self.show_position(keep_scores=False)
        self.model.fit_scale()

    def begin_anew(self) -> None:
        """Take away what a machine thought that plays no more; the one that comes may stumble."""
        self._stumbled = False
        if not self._stage.scene.built_in:
            self.cancel()
            self.model.note = self._stage.playing.note
            self._forget_scores()

    def set_scoring(self) -> None:
        """Have scores weighed and shown as the settings in force say."""
        settings = self._stage.settings
        weights = {mark: settings.weights(mark) for mark in MARKS.values()}
        self.model.set_scoring(weights, settings.heat_values, settings.lock_scale)
        self.thinker.set_weights(settings.weights(self._stage.game.to_move))

    def find_truth(self) -> None:
        """Have the truth found of the position that scores are shown of."""
        searched, game = self.model.analysis, self._stage.game
        board, player = game.board, game.to_move
        if searched is not None:
            board, player = searched.board, searched.player
        self._truth.look_at(board, player, self._stage.settings.show_truth)

    def _forget_scores(self) -> None:
        self.model.set_analysis(None)
        self.find_truth()

    @Slot(object)
    def _take_progress(self, analysis: Analysis) -> None:
        self.model.set_analysis(analysis)
        if analysis.done:
            self._stage.scene.analyses.keep(self._stage.game.moves, analysis)
        self.find_truth()
        self.progressed.emit(analysis)

    @Slot(object)
    def _take_decision(self, decision: Decision) -> None:
        purpose = self.thinker.purpose
        self.thinker.cancel()
        self.model.note = decision.note or self._stage.playing.note
        if decision.note:  # it stands in the scores' place, and is said once
            self._forget_scores()
            if not self._stumbled:
                self._stumbled = True
                self.stumbled.emit(decision.note)
        self.decided.emit(purpose, decision)


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
            self._job.finished.connect(self._take)

    @Slot(object)
    def _take(self, truth: Truth | None) -> None:
        if self.sender() is self._job:
            self._job = None
            self._model.set_truth(truth)


def _truth(board: Board, player: int, job: Job) -> Truth | None:
    """Return the truth; None where the solver gives up."""
    try:
        return Truth.of(board, player, job.check)
    except Problem:
        return None
