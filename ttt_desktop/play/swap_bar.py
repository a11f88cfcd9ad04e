"""The bar above the board where a side is to be chosen, in an opening by Swap or Swap2."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton

from engine.swap import SwapChoice
from ttt_desktop.look.text import tr
from ttt_desktop.look.widgets import BoardBar
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View


class SwapBar(BoardBar):
    """Offers the sides, and two more marks where they may be placed.

    Attributes:
        buttons: its buttons, by what they choose.
    """

    def __init__(self, controller: GameController) -> None:
        super().__init__()
        self._controller = controller
        self._said = self.sentence()
        texts = {
            SwapChoice.X: tr("Play X"),
            SwapChoice.O: tr("Play O, and move"),
            SwapChoice.MORE: tr("Place two more"),
        }
        self.buttons = {choice: QPushButton(text) for choice, text in texts.items()}
        for choice, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, chosen=choice: self._choose(chosen))
        self.column.addWidget(self._said)
        self.column.addLayout(self.row(self.buttons.values()))
        controller.follow(self.refresh, View.game, View.swap, View.settings)
        self.refresh()

    @property
    def text(self) -> str:
        """What the bar says."""
        return self._said.text()

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
        self._said.setText(question)
        self._said.setAccessibleName(question)

    def _choose(self, choice: SwapChoice) -> None:
        self._controller.opening.choose(choice)
