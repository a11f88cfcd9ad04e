"""Searches the position on the board for its best lines, on and on, and follows the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from PySide6.QtCore import QObject, Signal, Slot

from engine import Board, Limit
from engine.board import Position
from engine.search.best_lines import MOST, BestLine, best_lines
from engine.search.limit import next_portion
from engine.search.tree import TreeSearch
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View
from ttt_desktop.work.jobs import Job, JobRunner, Latest

_FIRST_PORTION = 200
_REPORT_SECONDS = 0.2
"""Lines that changed more often could not be read."""


@dataclass(frozen=True, slots=True)
class LinesFound:
    """What is known of a position by now.

    Attributes:
        board: the position. Not to be changed.
        player: the side to move.
        lines: the best moves, the best one first; as many as may be asked for.
        simulations: how many there were.
        seconds: how long they took.
        proven: whether it is proven what the position is worth: then the search has ended.
    """

    board: Board
    player: int
    lines: tuple[BestLine, ...]
    simulations: int
    seconds: float
    proven: bool


class LineAnalyst(QObject):
    """Thinks until it is stopped; where the position changes, it begins with the new one.

    Args:
        controller: whose position is searched.

    Attributes:
        on: whether it is to think.
        result: what is known of the position on the board; None for nothing yet.

    Signals:
        changed(): something else is known, or it was switched on or off.
    """

    changed = Signal()

    def __init__(
        self, controller: GameController, runner: JobRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._work = Latest(runner.start, self)
        self.on = False
        self._searched: Position | None = None
        self.result: LinesFound | None = None
        controller.follow(self._look, View.game, View.moves, View.result, View.scene)

    @property
    def busy(self) -> bool:
        """Whether a search is under way."""
        return self._work.busy

    @property
    def can_search(self) -> bool:
        """Whether the position on the board can be searched: it goes on, and nothing is asked."""
        view = self._controller.view
        return view.result is None and not view.scene.hides_answers

    def switch(self, on: bool) -> None:
        """Begin to think, or stop; what was found stays to be seen."""
        if on == self.on:
            return
        self.on = on
        if on:
            self._look()
        else:
            self._work.cancel()
            self._searched = None
            self.changed.emit()

    @Slot()
    def _look(self) -> None:
        """Search the position on the board, if it is to be, and is not already."""
        view = self._controller.view
        board, player = view.game.board, view.to_move
        position = Position.of(board, player) if self.on and self.can_search else None
        if position is not None and position == self._searched:
            self.changed.emit()
            return
        self._work.cancel()
        self._searched = position
        result = self.result
        if result is not None and (result.board.rules, result.board.rows, result.player) != (
            board.rules, board.rows, player,
        ):  # fmt: skip
            self.result = None
        if position is not None:
            self._work.start(
                _searches(board, player), self._take, self._fail, progressed=self._take,
                report_seconds=_REPORT_SECONDS,
            )  # fmt: skip
        self.changed.emit()

    def _fail(self, _error: Exception) -> None:
        """Search again as soon as anything changes: what went wrong is in the log."""
        self._searched = None
        self.changed.emit()

    def _take(self, result: LinesFound) -> None:
        self.result = result
        self.changed.emit()


def _searches(board: Board, player: int) -> Callable[[Job], LinesFound]:
    """Return work that searches a position until it is cancelled, or proven."""

    def work(job: Job) -> LinesFound:
        # (The limit is never asked: a tree that may go on for ever is grown by hand.)
        search = TreeSearch(board, player, Limit(1), seed=0)
        begun, count, portion = perf_counter(), 0, _FIRST_PORTION
        while True:
            start = perf_counter()
            before, count = count, search.grow(portion)
            now = perf_counter()
            proven = count - before < portion
            result = LinesFound(board, player, best_lines(search, MOST), count, now - begun, proven)
            if proven:
                return result
            job.check()
            job.report(result)
            portion = next_portion(portion, now - start)

    return work
