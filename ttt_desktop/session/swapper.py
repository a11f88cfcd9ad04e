"""Opens games by Swap and Swap2 for the machine: where it places marks, which side it takes."""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from engine import Board, Square
from engine.players.swapping import SIMULATIONS, by_tree, decide
from engine.swap import Swap, SwapChoice
from ttt_desktop.session.game import GameController
from ttt_desktop.session.scene import Rest
from ttt_desktop.work.jobs import Job, JobRunner, Latest


class Swapper(QObject):
    """Does the machine's part of an opening, by what a tree search makes of the positions.

    Args:
        controller: the game.
        runner: runs the searches.
        parent: the Qt owner.
    """

    def __init__(
        self, controller: GameController, runner: JobRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._work = Latest(runner.start, self)
        self._asked: tuple[object, ...] = ()
        controller.follow(self._look, "game", "swap", "rest", "settings", "result")
        self._look()

    @Slot()
    def _look(self) -> None:
        """Think, if the machine is to place marks or to choose, and has not begun to."""
        view = self._controller.view
        swap = view.swap
        turn = view.swapping and view.machines_turn and view.rest is Rest.NONE
        asked = (view.game, swap) if turn else ()
        if asked == self._asked:
            return
        self._asked = asked
        self._work.cancel()
        if turn and swap is not None:
            seed, board = self._controller.new_seed(), view.game.board
            self._work.start(_thinks(swap, board, view.to_move, seed), self._take)

    def _take(self, found: list[Square] | SwapChoice) -> None:
        self._asked = ()
        if isinstance(found, SwapChoice):
            self._controller.choose_side(found)
        else:
            self._controller.place_marks(found)


def _thinks(
    swap: Swap, board: Board, player: int, seed: int
) -> Callable[[Job], list[Square] | SwapChoice]:
    """Return work that finds marks to place, or a side to choose."""

    def work(job: Job) -> list[Square] | SwapChoice:
        chance = random.Random(seed)
        search = by_tree(SIMULATIONS, chance)

        def choose(position: Board, mover: int) -> tuple[Square, float]:
            job.check()
            return search(position, mover)

        return decide(swap, board, player, chance, choose)

    return work
