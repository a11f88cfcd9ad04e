"""One thinking player at a time: started, stopped, cancelled, and heard only while it matters."""

from __future__ import annotations

from enum import Enum
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import Analysis, Board, Decision, Player, Weights
from ttt_desktop.session.trace import Trace
from ttt_desktop.work.jobs import PAINT_SECONDS, REPORT_SECONDS, Job, JobRunner


class Thinking(Enum):
    """What the machine is busy with."""

    NOTHING = "nothing"
    MOVE = "its move"
    HINT = "a hint"
    SCORES = "the scores"


class Thinker(QObject):
    """Asks a player for a move in the background.

    The answer to a request that was cancelled is never heard, however late it comes.

    Attributes:
        purpose: what is being thought about now.
        trace: how the newest search converges.

    Signals:
        progressed(Analysis): the newest state of the search, the last one included.
        decided(Decision): the answer, not before the shortest time is over.
        failed(Exception): the player raised this error.
    """

    progressed = Signal(object)
    decided = Signal(object)
    failed = Signal(object)

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.purpose = Thinking.NOTHING
        self.trace = Trace()
        self._runner = runner
        self._job: Job | None = None
        self._player: Player | None = None
        self._answer: Decision | None = None
        self._seed = 0
        self._earliest = 0.0
        self._delay = QTimer(self, singleShot=True)
        self._delay.timeout.connect(self._decide)

    def start(
        self,
        purpose: Thinking,
        player: Player,
        board: Board,
        side: int,
        seed: int,
        shortest_seconds: float,
    ) -> None:
        """Ask ``player`` for a move; whatever was asked before is cancelled.

        Args:
            board: the position; not changed while the player thinks.
            shortest_seconds: the answer is held back until so long after now.
        """
        self.cancel()
        self.purpose, self._player, self._seed = purpose, player, seed
        self._earliest = monotonic() + shortest_seconds
        self.trace = trace = Trace()

        def work(job: Job) -> Decision:
            def progress(analysis: Analysis) -> None:
                trace.take(analysis)
                job.report(analysis)

            return player.choose(board, side, seed, progress)

        self._job = self._runner.start(
            work,
            on_cancel=player.stop,
            report_seconds=max(REPORT_SECONDS, PAINT_SECONDS * board.size**2),
        )
        self._job.progressed.connect(self._take_progress)
        self._job.finished.connect(self._take_decision)
        self._job.failed.connect(self._take_failure)

    def stop(self) -> None:
        """Have the answer at once: the best that is known by now."""
        self._earliest = 0.0
        if self._answer is not None:
            self._delay.stop()
            self._decide()
        elif self._player is not None:
            self._player.stop()

    def cancel(self) -> None:
        """Drop the request; its answer will not be heard."""
        job, self._job = self._job, None
        self._player = self._answer = None
        self._delay.stop()
        self.purpose = Thinking.NOTHING
        if job is not None:
            job.cancel()

    def set_weights(self, weights: Weights) -> None:
        """Give the player that is thinking other weights."""
        if self._player is not None:
            self._player.reweigh(weights)

    @Slot(object)
    def _take_progress(self, analysis: Analysis) -> None:
        if self.sender() is self._job:
            self.progressed.emit(analysis)

    @Slot(object)
    def _take_decision(self, decision: Decision) -> None:
        if self.sender() is not self._job:
            return
        self._job, self._answer = None, decision
        if decision.analysis is not None:
            self.trace.take(decision.analysis)
            self.progressed.emit(decision.analysis)
        self._delay.start(max(0, round((self._earliest - monotonic()) * 1000)))

    @Slot()
    def _decide(self) -> None:
        answer, player = self._answer, self._player
        if answer is None or player is None:
            return
        # The weights may have changed while the answer was held back.
        self.decided.emit(player.reconsider(answer, self._seed))

    @Slot(object)
    def _take_failure(self, error: BaseException) -> None:
        if self.sender() is self._job:
            self.failed.emit(error)
