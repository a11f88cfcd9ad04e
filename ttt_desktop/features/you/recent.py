"""Your newest games as small boards, and the unfinished one that waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine import Game, parse_square
from ttt_desktop.archive.past_game import PastGame
from ttt_desktop.features.you.pictures import PastPicture
from ttt_desktop.features.you.words import against_text, day_text, ending_text
from ttt_desktop.look.flow import Columns, FlowRow
from ttt_desktop.look.measures import CAPTION, CHIP, LEAD, S1, S2, S3, S4
from ttt_desktop.look.parts import PLAIN, Button, Card, Words
from ttt_desktop.look.text import rule_text, tr
from ttt_desktop.look.theme import ThemeManager

RECENT = 5
"""How many games are shown."""

_LEAST, _SIDE = 104, 150
"""The least width of a game's column, and the most of its board, in pixels."""

_COLOURS = {1.0: "right", 0.5: "ink", 0.0: "ink", None: "ink"}


class RecentGame(QWidget):
    """A past game: its last position, how it ended, against whom, and when.

    Args:
        review: is called to look through it.

    Attributes:
        review: the button that looks through it.
    """

    def __init__(
        self, theme: ThemeManager, game: PastGame, review: Callable[[PastGame], object]
    ) -> None:
        super().__init__()
        squares = [parse_square(name, game.size) for name in game.moves.split()]
        ending, whom, when = ending_text(game), against_text(game), day_text(game.ended)
        self.review = Button(theme, tr("Review"), height=CHIP)
        said = tr("Review: {board}, {ending} {opponent}, {when}", board=rule_text(game.rules),
                  ending=ending, opponent=whom, when=when)  # fmt: skip
        self.review.setAccessibleName(said)
        self.review.setToolTip(said)
        self.review.clicked.connect(lambda: review(game))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S1)
        column.addWidget(PastPicture(theme, Game.of(game.rules, squares).board, _SIDE))
        column.addSpacing(S1)
        column.addWidget(Words(theme, ending, weight=QFont.Weight.DemiBold,
                               colour=_COLOURS[game.score], wrap=True))  # fmt: skip
        column.addWidget(Words(theme, whom, CAPTION, colour="muted", wrap=True))
        column.addWidget(Words(theme, when, CAPTION, colour="muted", wrap=True))
        column.addWidget(self.review, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)


class RecentCard(Card):
    """The newest games.

    Attributes:
        games: those that are shown, the newest one first.
        more: the button that opens the list of all games.
    """

    def __init__(
        self,
        theme: ThemeManager,
        review: Callable[[PastGame], object],
        show_all: Callable[[], object],
    ) -> None:
        super().__init__(theme, gap=S3)
        self._review = review
        self.games: list[RecentGame] = []
        self._shown: Sequence[PastGame] | None = None
        self.more = Button(theme, kind=PLAIN)
        self.more.clicked.connect(show_all)
        self._none = Words(theme, tr("Games that you finish stand here as small boards, each with "
                                     "a review: where it was won or lost."),
                           colour="muted", wrap=True)  # fmt: skip
        head = FlowRow(S2)
        head.addWidget(Words(theme, tr("Recent games"), LEAD, QFont.Weight.DemiBold))
        head.addWidget(self.more)
        self._columns = Columns(theme, _LEAST, RECENT, S4)
        self.box.addLayout(head)
        self.box.addWidget(self._none)
        self.box.addLayout(self._columns)
        self.show_games([], 0)

    def show_games(self, games: Sequence[PastGame], count: int) -> None:
        """Show games, the newest one first.

        Args:
            count: how many games there are in all.
        """
        self.more.setText(tr("Show all {count}", count=f"{count:,}"))
        self.more.setVisible(count > len(games))
        if games == self._shown:
            return
        self._shown = games
        self._none.setVisible(not games)
        for game in self.games:
            self._columns.removeWidget(game)
            game.hide()
            game.deleteLater()
        self.games = [RecentGame(self._theme, game, self._review) for game in games]
        for game in self.games:
            self._columns.addWidget(game)


class GivenUpCard(Card):
    """The game that was given up, to be gone on with; hidden where there is none.

    Attributes:
        resume: the button that goes on with it.
    """

    def __init__(self, theme: ThemeManager, resume: Callable[[], object]) -> None:
        super().__init__(theme, gap=S2)
        self.box.addWidget(Words(theme, tr("Unfinished game"), LEAD, QFont.Weight.DemiBold))
        self._about = Words(theme, colour="muted", wrap=True)
        self.box.addWidget(self._about)
        self._picture: PastPicture | None = None
        self.resume = Button(theme, tr("Resume"), "play")
        self.resume.clicked.connect(resume)
        self.box.addWidget(self.resume)
        self.hide()

    def show_game(self, game: Game | None) -> None:
        """Show a game; nothing where there is none."""
        self.setVisible(game is not None)
        if self._picture is not None:
            self._picture.hide()
            self._picture.deleteLater()
            self._picture = None
        if game is None:
            return
        count = len(game.moves)
        moves = tr("after {count} moves", n=count, one="after 1 move", count=count)
        self._about.setText(tr("{board}, {moves}", board=rule_text(game.rules), moves=moves))
        self._picture = PastPicture(self._theme, game.board, _SIDE)
        self.box.insertWidget(1, self._picture)
