"""Opens games by Swap and Swap2 for the machine: where it places marks, which side it takes."""

from __future__ import annotations

import random
from collections.abc import Callable
from threading import Event

from PySide6.QtCore import QObject, Slot

from engine import Board, Player, Square
from engine.players.swapping import SIMULATIONS, by_tree, part_of
from engine.swap import Swap, SwapChoice
from ttt_desktop.session.game import GameController
from ttt_desktop.session.scene import Rest
from ttt_desktop.session.view import View
from ttt_desktop.work.jobs import Job, JobRunner, Latest


class Swapper(QObject):
    """Has the machine do its part of an opening: by itself, or by what a tree search decides."""

    def __init__(
        self, controller: GameController, runner: JobRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._work = Latest(runner.start, self)
        self._asked: tuple[object, ...] = ()
        controller.follow(
            self._look,
            *(View.game, View.swap, View.rest, View.settings, View.seats_now, View.result),
        )
        self._look()

    @Slot()
    def _look(self) -> None:
        """Think, if the machine is to place marks or to choose, and has not begun to."""
        view = self._controller.view
        swap = view.swap
        turn = view.swapping and view.machines_turn and view.rest is Rest.NONE
        asked = (view.game, swap, view.machine_name) if turn else ()
        if asked == self._asked:
            return
        self._asked = asked
        self._work.cancel()
        if turn and swap is not None:
            seed, board = self._controller.new_seed(), view.game.board
            player = self._controller.opening.opener()
            searches = Event()

            def stop() -> None:
                if not searches.is_set():  # else the player is not asked, or for another game
                    player.stop()

            self._work.start(
                _thinks(player, swap, board, view.to_move, seed, searches), self._take,
                self._controller.opening.fail, on_cancel=stop,
            )  # fmt: skip

    def _take(self, decision: list[Square] | SwapChoice) -> None:
        self._asked = ()
        if isinstance(decision, SwapChoice):
            self._controller.opening.choose(decision)
        else:
            self._controller.opening.place(decision)


def _thinks(
    player: Player, swap: Swap, board: Board, mover: int, seed: int, searches: Event
) -> Callable[[Job], list[Square] | SwapChoice]:
    """Return work that finds marks to place, or a side to choose.

    It sets ``searches`` once the player leaves that to a search.
    """

    def work(job: Job) -> list[Square] | SwapChoice:
        chance = random.Random(seed)
        search = by_tree(SIMULATIONS, chance)

        def choose(position: Board, side: int) -> tuple[Square, float]:
            searches.set()
            job.check()
            return search(position, side)

        return part_of(player, swap, board, mover, chance, choose)

    return work
