"""The status line: whose turn it is, who has won, and how fast the search runs."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QStatusBar

from engine import PLAYERO, PLAYERX, Analysis, Result
from ttt_desktop.look.elided_label import ElidedLabel
from ttt_desktop.look.spoken import Herald
from ttt_desktop.play.game import GameController
from ttt_desktop.play.spoken_game import SpokenGame
from ttt_desktop.play.thinker import Thinking
from ttt_desktop.text import letter, rate_text, result_sentence, rule_text, tr

_SAVED_MS = 4000


class StatusLine(QStatusBar):
    """Says in one sentence how things stand, to the eye and to a screen reader.

    Args:
        controller: where everything said comes from.
    """

    def __init__(self, controller: GameController) -> None:
        super().__init__()
        self._controller = controller
        self._sentence = ElidedLabel()
        self._rule = ElidedLabel()
        self._rule.setObjectName("muted")
        self._speed = ElidedLabel()
        self.addWidget(self._sentence, 1)
        self.addPermanentWidget(self._rule)
        self.addPermanentWidget(self._speed)
        self._herald = Herald(self)
        self._spoken = SpokenGame(controller, self._herald)  # the move, then whose turn it is
        controller.changed.connect(self.say_state)
        controller.searched.connect(self._show_speed)
        controller.game_over.connect(self._say_end)
        self.say_state()

    @property
    def text(self) -> str:
        """The sentence shown."""
        return self._sentence.text()

    def say(self, sentence: str) -> None:
        """Show a sentence, and have it read out."""
        if sentence != self.text:
            self._sentence.setText(sentence)
            self._herald.say(sentence)

    @Slot()
    def say_state(self) -> None:
        """Say whose turn it is, or how the game ended."""
        self.say(self._state())
        self._rule.setText(rule_text(self._controller.game.rules))
        if self._controller.model.analysis is None:
            self._speed.clear()

    @Slot(str)
    def say_typed(self, text: str) -> None:
        """Show what has been typed of a square's name."""
        self.say(tr("Square {name}…", name=text) if text else self._state())

    @Slot(str)
    def say_saved(self, name: str) -> None:
        """Say for a while that the game was saved."""
        self.say_done(tr("Saved as {file}", file=name))

    @Slot(str)
    def say_done(self, sentence: str) -> None:
        """Say for a while that something was done."""
        self.showMessage(sentence, _SAVED_MS)
        self._herald.say(sentence)

    def _state(self) -> str:
        controller = self._controller
        result, mark = controller.game.result, letter(controller.game.to_move)
        side = controller.settings.machine
        if result is not None:
            return result_sentence(result, self._owners())
        if controller.thinking is Thinking.HINT:
            text = tr("Looking for a hint for {mark}…  Esc: take what is known by now", mark=mark)
        elif controller.can_resume:
            text = tr("{mark}: the machine waits.  Ctrl+M: let it move", mark=mark)
        elif controller.machines_turn and side == "both":
            text = tr("{mark}: the machine is thinking…  Esc: halt", mark=mark)
        elif controller.machines_turn:
            text = tr("{mark}: the machine is thinking…  Esc: make it move now", mark=mark)
        elif side == "neither":
            text = tr("{mark} to move", mark=mark)
        else:
            text = tr("{mark}: your turn", mark=mark)
        return text

    def _owners(self) -> dict[int, str]:
        controller = self._controller
        if controller.settings.machine not in ("X", "O"):
            return {}
        return {
            mark: tr("machine") if controller.is_machine(mark) else tr("you")
            for mark in (PLAYERX, PLAYERO)
        }

    @Slot(object)
    def _say_end(self, result: Result) -> None:
        again = tr("Ctrl+N: new game")  # the result itself was read out when the state changed
        self._sentence.setText(f"{result_sentence(result, self._owners())}  {again}")

    @Slot(object)
    def _show_speed(self, found: Analysis) -> None:
        if found.per_second:
            count, rate = f"{found.count:,}", rate_text(found.per_second)
            self._speed.setText(tr("{count} trials · {rate}", count=count, rate=rate))
        else:
            self._speed.clear()
