"""The strip on top of Play's home: the unfinished game, or a greeting at a first start."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from engine import Game
from ttt_desktop.board.preview import BoardPreview
from ttt_desktop.features.play.boards import board_title
from ttt_desktop.look.flow import FlowRow
from ttt_desktop.look.measures import LEAD, S1, S2, S3, S4, TITLE
from ttt_desktop.look.parts import FILLED, OUTLINED, PLAIN, Button, Card, Words
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager

_PICTURE = 56
"""The side of the small board, in pixels."""

_BEND_BELOW = 560
"""Below this width its buttons stand under its words, in pixels at the usual text size."""


class Strip(Card):
    """Offers to resume a game, or greets; hidden where there is nothing to say.

    Attributes:
        resume: the button that goes on with the game.
        later: the one that takes the strip away.
        explain: the one that shows how the machine thinks.
        has_game: whether a game was offered last.

    Signals:
        resumed(): the game is to be gone on with.
        put_off(): it is not, for now.
        asked(): somebody wants to see how the machine thinks.
    """

    resumed = Signal()
    put_off = Signal()
    asked = Signal()

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__(theme, "accent_soft")
        self._theme = theme
        self._picture = BoardPreview(theme, Game().rules, _PICTURE)
        self._picture.setFixedSize(_PICTURE, _PICTURE)
        self._greeting = Words(theme, "", TITLE, QFont.Weight.Bold, wrap=True)
        self._title = Words(theme, "", LEAD, QFont.Weight.DemiBold, wrap=True)
        self._about = Words(theme, "", colour="muted", wrap=True)
        self.resume = Button(theme, tr("Resume"), "play", FILLED)
        self.later = Button(theme, tr("Not now"), "", PLAIN)
        self.explain = Button(
            theme, tr("Show me how the machine thinks"), "graduation-cap", OUTLINED
        )
        self.resume.clicked.connect(self.resumed)
        self.later.clicked.connect(self.put_off)
        self.explain.clicked.connect(self.asked)
        self.has_game = False
        self._build()
        self.hide()

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(S1)
        for part in (self._greeting, self._title, self._about):
            words.addWidget(part)
        left = QHBoxLayout()
        left.setSpacing(S4)
        left.addWidget(self._picture)
        left.addLayout(words, 1)
        buttons = QWidget()
        row = FlowRow(S2)
        row.setContentsMargins(0, 0, 0, 0)
        buttons.setLayout(row)
        for button in (self.later, self.resume, self.explain):
            row.addWidget(button)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(S3)
        self._row.addLayout(left, 1)
        self._row.addWidget(buttons, 0, Qt.AlignmentFlag.AlignVCenter)
        self.box.addLayout(self._row)

    def offer(self, game: Game, about: str) -> None:
        """Offer to go on with a game.

        Args:
            about: where it stands, and against whom it is played.
        """
        self._picture.show_game(game.rules, game.moves)
        self._title.setText(tr("Your {board} game is kept", board=board_title(game.rules)))
        self._about.setText(about)
        self._show(has_game=True)

    def greet(self, about: str) -> None:
        """Greet somebody who is here for the first time.

        Args:
            about: what happens when a board is clicked.
        """
        self._greeting.setText(tr("Welcome! Click a board and you are playing."))
        self._about.setText(about)
        self._show(has_game=False)

    def _show(self, has_game: bool) -> None:
        self.has_game = has_game
        for part in (self._picture, self._title, self.resume, self.later):
            part.setVisible(has_game)
        for part in (self._greeting, self.explain):
            part.setVisible(not has_game)
        self.show()

    def bend(self, width: int) -> None:
        """Stand in a width, in pixels: the buttons beside the words, or below them."""
        beside = width >= self._theme.px(_BEND_BELOW)
        direction = QBoxLayout.Direction
        self._row.setDirection(direction.LeftToRight if beside else direction.TopToBottom)
