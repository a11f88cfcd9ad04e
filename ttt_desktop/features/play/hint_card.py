"""The card in the panel that says which square is best, until another position is on the board."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QFont

from engine import Game, Line
from ttt_desktop.look.measures import S1
from ttt_desktop.look.parts import Card, Words
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View


class HintCard(Card):
    """Says a hint, and why the square is good; it goes with the next move."""

    def __init__(self, controller: GameController, theme: ThemeManager) -> None:
        super().__init__(theme, "hint_soft", gap=S1)
        self._controller = controller
        self._at: tuple[Game, Line] | None = None
        self._hint = Words(theme, "", weight=QFont.Weight.DemiBold, colour="hint", wrap=True)
        self._why = Words(theme, "", wrap=True)
        self.box.addWidget(self._hint)
        self.box.addWidget(self._why)
        self._announcer = Announcer(self)
        controller.follow(self._check, View.game, View.moves, View.thinking)
        self.hide()

    def tell(self, hint: str, why: str) -> None:
        """Say a hint for the position that is on the board now.

        Args:
            hint: which square it is.
            why: what it is good for; empty where there is nothing to say.
        """
        view = self._controller.view
        self._at = view.game, view.moves
        self._hint.setText(hint)
        self._why.setText(why)
        self._why.setVisible(bool(why))
        sentence = f"{hint} {why}".strip()
        self.setAccessibleName(sentence)
        self._announcer.say(sentence)
        self.show()

    @Slot()
    def _check(self) -> None:
        view = self._controller.view
        if self._at is not None and (view.is_thinking or self._at != (view.game, view.moves)):
            self._at = None
            self.hide()
