"""The status line: keys that matter now, what was refused, and how fast the search runs.

What is said of a move that was refused goes with the next one, or after a while.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QTimer, Slot
from PySide6.QtWidgets import QStatusBar

from engine import Certainty
from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.look.text import rate_text, rule_text, tr
from ttt_desktop.look.widgets import ElidedLabel
from ttt_desktop.session.game import GameController
from ttt_desktop.session.seats import company
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.session.view import View
from ttt_desktop.session.words import opponent_name

_SAID_MS = 4000
"""How long a sentence stays that is about something past."""


class StatusLine(QStatusBar):
    """Says what the sentence above the board has no room for, to the eye and a screen reader."""

    def __init__(self, controller: GameController) -> None:
        super().__init__()
        self._controller = controller
        self._sentence = ElidedLabel()
        self._speed = ElidedLabel()
        self.addWidget(self._sentence, 1)
        self.addPermanentWidget(self._speed)
        self._announcer = Announcer(self)
        self._passes = QTimer(self, singleShot=True, interval=_SAID_MS)
        self._passes.timeout.connect(self.say_state)
        controller.follow(
            self.say_state,
            *(View.game, View.moves, View.undone, View.thinking, View.rest, View.seats_now),
        )
        self._counts, self._counted = ("", controller.game.rules), 0
        controller.follow(self._tell_new_score, View.seats_now, View.wins, View.game)
        controller.follow(self._show_speed, View.analysis)
        self.say_state()
        self._tell_new_score()
        self._keep_height()

    def _keep_height(self) -> None:
        """Be as high with a text as without one: the board must not move."""
        self.setFixedHeight(self.fontMetrics().height() + SPACE)

    @handler
    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._keep_height()

    @property
    def text(self) -> str:
        """The sentence shown."""
        return self._sentence.text()

    def say(self, sentence: str) -> None:
        """Show a sentence for a while, and have it read out where it is another one."""
        if sentence != self.text:
            self.say_again(sentence)

    def say_again(self, sentence: str) -> None:
        """Show a sentence for a while, and have it read out even if it is there already."""
        self._sentence.setText(sentence)
        self._announcer.say(sentence)
        self._passes.start()

    def _keep_saying(self, sentence: str) -> None:
        """Show a sentence for as long as it is true."""
        self.say(sentence)
        self._passes.stop()

    @Slot()
    def say_state(self) -> None:
        """Say which keys matter now, in place of what was said before."""
        self._keep_saying(self._state())
        self._show_speed()

    @Slot(str)
    def say_typed(self, text: str) -> None:
        """Show what has been typed of a square's name."""
        self._keep_saying(tr("Square {name}…", name=text) if text else self._state())

    @Slot(str)
    def say_saved(self, name: str) -> None:
        """Say for a while that the game was saved."""
        self.say_done(tr("Saved as {file}", file=name))

    @Slot(str)
    def say_done(self, sentence: str) -> None:
        """Say for a while that something was done."""
        self.showMessage(sentence, _SAID_MS)
        self._announcer.say(sentence)

    @Slot()
    def _tell_new_score(self) -> None:
        """Say why the score is 0 again where others play than before, or on another board."""
        view = self._controller.view
        rules = view.game.rules
        now = company(view.seats_now.settings, view.seats_now.machine), rules
        before, self._counts = self._counts, now
        counted, self._counted = self._counted, sum(view.wins)
        elsewhere = view.task is not None or not view.scene.is_own
        if now == before or not counted or self._counted or elsewhere:
            return
        against, board = opponent_name(view), rule_text(rules)
        new = tr("New score for {board}.", board=board)
        if against:
            new = tr("New score for {board} against {opponent}.", board=board, opponent=against)
        kept = tr("Your earlier score is kept.")
        self.say_done(f"{new} {kept}")

    def _state(self) -> str:
        """Return which keys matter now; the sentence above the board says how things stand."""
        view = self._controller.view
        if view.result is not None:
            return ""
        if view.thinking in (Thinking.HINT, Thinking.SCORES):
            return tr("Esc: take what is known by now")
        if view.can_resume:
            return tr("Ctrl+M: let the machine move")
        if view.machines_turn and view.settings.machine == "both":
            return tr("Esc: halt")
        if view.machines_turn:
            return tr("Esc: make the machine move now")
        return ""

    @Slot()
    def _show_speed(self) -> None:
        view = self._controller.view
        analysis = view.analysis
        if analysis is None:
            self._speed.clear()
        elif analysis.certainty is Certainty.ESTIMATED and analysis.count:
            count = f"{analysis.count:,}"
            self._speed.setText(
                tr("{count} simulations", n=analysis.count, one="1 simulation", count=count)
            )
        elif analysis.per_second:
            count, rate = f"{analysis.count:,}", rate_text(analysis.per_second)
            self._speed.setText(
                tr(
                    "{count} trials · {rate}",
                    n=analysis.count,
                    one="1 trial · {rate}",
                    count=count,
                    rate=rate,
                )
            )
        else:
            self._speed.clear()
