"""Games opened by Swap and Swap2: what people are asked there, and what the machine does."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from threading import Event

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton, QWidget

from engine import Board, Player, Square
from engine.players.swapping import SIMULATIONS, by_tree, part_of
from engine.swap import Swap, SwapChoice
from ttt_desktop.look.text import tr
from ttt_desktop.look.widgets import BoardBar
from ttt_desktop.session.game import GameController
from ttt_desktop.session.scene import Rest
from ttt_desktop.session.view import View
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import LeadOpenings
from ttt_desktop.work.jobs import Job, Latest


class SwapFeature(Feature):
    """Has the machine do its part of an opening: by itself, or by what a tree search decides.

    Attributes:
        bar: asks people for their side.
    """

    name = "swap"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._controller = controller = shell.controller
        self.bar = SwapBar(controller)
        self._work = Latest(shell.runner.start, self)
        self._asked: tuple[object, ...] = ()
        controller.follow(
            self._look,
            *(View.game, View.swap, View.rest, View.settings, View.seats_now, View.result),
        )
        self._look()

    def serve(self, wish: object) -> bool:  # noqa: D102
        return isinstance(wish, LeadOpenings)

    def panel(self) -> QWidget:  # noqa: D102
        return self.bar

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


class SwapBar(BoardBar):
    """Offers the sides, and two more marks where they may be placed.

    Attributes:
        buttons: its buttons, by what they choose.
    """

    def __init__(self, controller: GameController) -> None:
        super().__init__()
        self._controller = controller
        self._question = self.sentence()
        texts = {
            SwapChoice.X: tr("Play X"),
            SwapChoice.O: tr("Play O, and move"),
            SwapChoice.MORE: tr("Place two more"),
        }
        self.buttons = {choice: QPushButton(text) for choice, text in texts.items()}
        for choice, button in self.buttons.items():
            button.clicked.connect(partial(self._choose, choice))
        self.column.addWidget(self._question)
        self.column.addLayout(self.row(self.buttons.values()))
        controller.follow(self.refresh, View.game, View.swap, View.settings)
        self.refresh()

    @property
    def text(self) -> str:
        """What the bar says."""
        return self._question.text()

    @Slot()
    def refresh(self) -> None:
        """Show what may be chosen, if a person is to."""
        view = self._controller.view
        choices = view.swap.choices if view.swap is not None else ()
        self.setVisible(bool(choices) and not view.machines_turn)
        for choice, button in self.buttons.items():
            button.setVisible(choice in choices)
        if SwapChoice.MORE in choices:
            question = tr("Which side do you like better? If neither, place two more marks, O and "
                          "X: then the other player chooses.")  # fmt: skip
        else:
            question = tr("Which side do you like better?")
        self._question.setText(question)
        self._question.setAccessibleName(question)

    def _choose(self, choice: SwapChoice, _checked: bool = False) -> None:
        self._controller.opening.choose(choice)
