"""Solves small positions in the background, so that the scores can be held against the truth."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from engine import Board, Rules, Truth, can_be_solved
from engine.errors import Problem
from ttt_desktop.session.board_model import BoardModel
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
