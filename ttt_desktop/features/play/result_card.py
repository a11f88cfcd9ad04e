"""What the panel says at a game's end: what the coach found, what to do next, and an offer."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine import Game, Result
from ttt_desktop.features.play.session_results import ResultChips, SessionResults
from ttt_desktop.look.flow import Columns
from ttt_desktop.look.measures import LINE_MS, LINE_PAUSE_MS, S2, S3
from ttt_desktop.look.parts import FILLED, OUTLINED, Button, Card, Words
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View
from ttt_desktop.session.words import why_text

AGAIN, SWAP, REVIEW = "again", "swap", "review"
"""The actions that follow a game."""

_LEAST_BUTTON = 130
"""The least width of a button beside another one, in pixels at the usual text size."""


class ResultCard(QWidget):
    """Stands in the panel while the game is over that was played here.

    Args:
        actions: what can be done next, by AGAIN, SWAP and REVIEW; what is missing is not offered.

    Signals:
        taken(): the offer is accepted.
    """

    taken = Signal()

    def __init__(
        self, controller: GameController, theme: ThemeManager, actions: Mapping[str, QAction]
    ) -> None:
        super().__init__()
        self._controller, self._theme = controller, theme
        self._game: Game | None = None
        self._lesson_card = Card(theme, "sunken")
        self._lesson = Words(theme, "", wrap=True)
        self._why = Words(theme, "", colour="muted", wrap=True)
        self._offered = Words(theme, "", wrap=True)
        self._accept = Button(theme)
        self._coming = Words(theme, "", colour="muted", wrap=True)
        self._results = SessionResults(controller, self)
        self._chips = ResultChips(self._results, theme)
        self._delay = QTimer(self, singleShot=True)
        self._delay.timeout.connect(self._appear)
        self._announcer = Announcer(self)
        self._buttons = {
            name: Button.of(theme, action, icon, kind)
            for name, icon, kind in (
                (AGAIN, "rotate-ccw", FILLED),
                (SWAP, "arrow-left-right", OUTLINED),
                (REVIEW, "search", OUTLINED),
            )
            if (action := actions.get(name)) is not None
        }
        self._build()
        controller.follow(self._check, View.game, View.result, View.reviewing)
        self.hide()

    def _build(self) -> None:
        self._lesson_card.box.addWidget(self._lesson)
        self._lesson_card.hide()
        self._accept.clicked.connect(self.taken)
        for part in (self._offered, self._accept, self._coming):
            part.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S3)
        column.addWidget(self._why)
        column.addWidget(self._lesson_card)
        others = Columns(self._theme, _LEAST_BUTTON, 2, S2)
        for name, button in self._buttons.items():
            if name == AGAIN:
                column.addWidget(button)
            else:
                others.addWidget(button)
        column.addLayout(others)
        for below in (self._offered, self._accept, self._chips, self._coming):
            column.addWidget(below)

    def show_result(self, result: Result, moving: bool) -> None:
        """Say what follows, the game being over.

        Args:
            moving: whether that waits until the line that ended the game is drawn.
        """
        view = self._controller.view
        practice = view.scene.is_try
        why = tr("Practice: this does not count.") if practice else why_text(result)
        self._why.setText(why)
        self._why.setVisible(bool(why))
        self.offer()
        self._game = view.game
        if moving:
            self.hide()
            self._delay.start(LINE_PAUSE_MS + LINE_MS)
        else:
            self._appear()

    def teach(self, sentence: str = "", shows: bool = False) -> None:
        """Say where the game was decided, and why; or nothing.

        Args:
            sentence: what the coach says; empty for nothing.
            shows: whether there is a decisive move to show.
        """
        if sentence == self._lesson.text():
            return
        self._lesson.setText(sentence)
        self._lesson_card.setVisible(bool(sentence))
        if review := self._buttons.get(REVIEW):  # it begins with the decisive move
            review.setText(tr("Show me") if shows else tr("Review"))
        self._say(sentence)

    def offer(self, why: str = "", what: str = "") -> None:
        """Offer another game than the same again, or take the offer away.

        Args:
            why: a sentence; empty for no offer.
            what: what the button says.
        """
        if why == self._offered.text() and what == self._accept.text():
            return
        self._offered.setText(why)
        self._accept.setText(what)
        for part in (self._offered, self._accept):
            part.setVisible(bool(why))
        self._say(tr("{why} {what}", why=why, what=what) if why else "")

    def tell_coming(self, sentence: str) -> None:
        """Say what comes of this game later; or nothing."""
        self._coming.setText(sentence)
        self._coming.setVisible(bool(sentence))

    def _say(self, sentence: str) -> None:
        if sentence and (self._delay.isActive() or not self.isHidden()):
            self._announcer.say(sentence)

    @Slot()
    def _check(self) -> None:
        """Go when another position comes, and come back with the end of this game."""
        view = self._controller.view
        is_over = view.result is not None and view.game is self._game and not view.reviewing
        if not is_over:
            self._delay.stop()
            self.hide()
            if view.game is not self._game:
                self.tell_coming("")
        elif not self._delay.isActive():
            self._appear()

    @Slot()
    def _appear(self) -> None:
        self.show()
