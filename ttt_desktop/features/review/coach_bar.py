"""The coach's card beside the board: what is said of the position, and what can be done there."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QFont
from PySide6.QtWidgets import QHBoxLayout

from ttt_desktop.look.flow import Columns
from ttt_desktop.look.measures import LEAD, S2
from ttt_desktop.look.parts import FILLED, OUTLINED, Button, Card, Words
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import CloseButton
from ttt_desktop.session.coach import Coach
from ttt_desktop.session.coach_words import position_text, practice_text
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View

_BUTTON = 130
"""The least width of a button, in pixels at the usual text size."""


class CoachBar(Card):
    """Says why a move was a mistake, asks for a better one, and goes from mistake to mistake.

    Its ground says whether what was tried is right or wrong.

    Args:
        actions: to the mistake before, and to the next one.
        deepen: what looks deeper.
    """

    def __init__(
        self,
        coach: Coach,
        controller: GameController,
        theme: ThemeManager,
        actions: list[QAction],
        deepen: QAction,
    ) -> None:
        super().__init__(theme, gap=S2)
        self._coach, self._controller = coach, controller
        self._said = Words(theme, "", LEAD, QFont.Weight.DemiBold, wrap=True)
        self._announcer = Announcer(self)
        self.show_it = Button(theme, tr("Show the answer"))
        self.show_it.clicked.connect(coach.show_solution)
        self.ask = Button(theme, tr("What would you play?"))
        self.ask.setToolTip(tr("Go to the position before this move, and find a better one"))
        self.ask.clicked.connect(coach.ask)
        self.line = Button(theme)
        self.line.setToolTip(tr("Show the moves that follow, one by one, on the board"))
        self.line.clicked.connect(coach.step)
        self.play_on = Button(theme, tr("Play on from here"))
        self.play_on.setToolTip(
            tr("Go on from here against the same opponent; the game itself stays as it is")
        )
        self.play_on.clicked.connect(self._play_on)
        self.back = Button(theme, tr("Back to the game"))
        self.back.clicked.connect(self._go_back)
        self._close = CloseButton(tr("End the review"))
        self._close.clicked.connect(coach.end)
        top = QHBoxLayout()
        top.addWidget(self._said, 1)
        top.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        self._jumps = [Button.of(theme, action) for action in actions]
        self._deepen = Button.of(theme, deepen)
        buttons = Columns(theme, _BUTTON, 2, S2)
        own = self.ask, self.show_it, self.line, self.play_on, self.back
        for button in (*own, *self._jumps, self._deepen):
            # A click leaves the keyboard on the board.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            buttons.addWidget(button)
        self.box.addLayout(top)
        self.box.addLayout(buttons)
        self.hide()
        coach.changed.connect(self.refresh)
        controller.follow(self.refresh, View.game, View.scene)

    @Slot()
    def refresh(self) -> None:
        """Say what there is to say, and offer what can be done."""
        coach = self._coach
        trying = self._controller.view.scene.is_try and not coach.active
        self.setVisible(coach.active or trying)
        if self.isHidden():
            return
        practice = practice_text(self._controller) if trying else ""
        text = practice or position_text(coach)
        if text != self._said.text():
            read = practice or position_text(coach, signed=False)
            self._said.setText(text)
            self._said.setAccessibleName(read)  # "??" is read out as two question marks
            self._announcer.say(read)
        move = None if trying else coach.subject
        slip = move is not None and move.verdict.is_slip
        self.ask.setVisible(slip and not coach.ahead)
        tried, right = coach.tried, coach.is_right
        wrong = tried is not None and not right
        self.show_it.setVisible(not trying and slip and (coach.asks or wrong))
        line = (
            coach.line if right or (slip and (coach.shown or not coach.ahead) and not wrong) else ()
        )
        self.line.setVisible(bool(line))
        self.line.setText(
            tr("Clear the line") if coach.steps >= len(line) > 0
            else tr("Next move of the line") if coach.steps
            else tr("What follows")
            if right or (line and move is not None and line[0] == move.square)
            else tr("What was missed")
        )  # fmt: skip
        self.play_on.setVisible(not trying and coach.proposal is not None)
        self.back.setVisible(self._controller.view.scene.is_try)
        self._close.setVisible(not trying)
        self.refill("right_soft" if right else "wrong_soft" if wrong else "surface")
        review = coach.review
        for button in self._jumps:
            button.setVisible(not trying and review is not None and bool(review.slips))
        self._deepen.setVisible(not trying and review is not None and not review.solved)
        self._fill_next(right)

    def _fill_next(self, right: bool) -> None:
        """Have the button of the next mistake stand out once this one is understood."""
        following = self._jumps[-1]
        following.kind = FILLED if right and following.isEnabled() else OUTLINED
        following.update()

    @Slot()
    def _play_on(self) -> None:
        if self._coach.proposal is not None:
            self._controller.overlays.try_move(self._coach.proposal)

    @Slot()
    def _go_back(self) -> None:
        self._controller.overlays.leave()
