"""Random games that go on by themselves, with a tally of how they end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from PySide6.QtCore import QRectF, QSize, QTimer, Slot
from PySide6.QtGui import QFont, QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from engine import DRAW, PLAYERO, PLAYERX, Board, Rules, Square, switch_player
from ttt_desktop.board.preview import BoardPreview
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CAPTION, LEAD, S1, S2, S3, TITLE
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.parts import PLAIN, Button, Card, Words
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager

_RULES = Rules(3, 3)

_MOVE_MS, _REST_TICKS = 90, 4
"""The time between two moves, and how many of these times a finished game is seen."""

_AT_ONCE = 100
"""How many games are counted at once where nothing may move."""

_BOARD = 128
"""The side of the board, in pixels."""


class RandomSeries:
    """Plays random games, and counts how they end.

    Args:
        chance: draws the squares; its own, as lessons set the seed of the usual one.

    Attributes:
        moves: those of the game that is under way, X's first.
        ends: how many games X and O won, and how many were ties, by ``DRAW`` and the marks.
    """

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._board, self._player = Board(_RULES.size), PLAYERX
        self.moves: list[Square] = []
        self.ends = {PLAYERX: 0, DRAW: 0, PLAYERO: 0}

    @property
    def count(self) -> int:
        """How many games are over."""
        return sum(self.ends.values())

    @property
    def is_over(self) -> bool:
        """Whether the present game is over."""
        return self._board.check_win() is not None

    def step(self) -> None:
        """Make the next move, the first one of another game where the last is over."""
        if self.is_over:
            self._board, self._player, self.moves = Board(_RULES.size), PLAYERX, []
        square = self._chance.choice(self._board.get_empty_squares())
        self._board.move(*square, self._player)
        self._player = switch_player(self._player)
        self.moves.append(square)
        end = self._board.check_win()
        if end is not None:
            self.ends[end] += 1

    def play_on(self, count: int) -> None:
        """Play until so many games are over."""
        while self.count < count:
            self.step()


class _TallyBar(QWidget):
    """X's wins, ties and O's wins as one bar."""

    def __init__(self, theme: ThemeManager, games: RandomSeries) -> None:
        super().__init__()
        self._theme, self._games = theme, games
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @virtual(QSize)
    def sizeHint(self) -> QSize:
        return QSize(8 * S3, self._theme.px(S2) + 2)

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, games, painter = self._theme.theme, self._games, QPainter(self)
        count, left = games.count, 0.0
        if not count:
            rounded(painter, QRectF(self.rect()), 2, theme.sunken)
        for mark, colour in ((PLAYERX, theme.x), (DRAW, theme.edge), (PLAYERO, theme.o)):
            wide = self.width() * games.ends[mark] / max(1, count)
            if wide:
                x = self.width() - left - wide if self.isRightToLeft() else left
                rounded(painter, QRectF(x, 0, max(1.0, wide - 1), self.height()), 2, colour)
            left += wide
        painter.end()


class LiveGames(Card):
    """Shows random games, one after another, and what they add up to; it rests while unseen.

    Args:
        theme: the look.
        animates: tells whether things may move.

    Attributes:
        games: plays and counts.
        pause: stops and goes on.
    """

    def __init__(self, theme: ThemeManager, animates: Callable[[], bool]) -> None:
        super().__init__(theme)
        self._theme, self._animates = theme, animates
        self.games = RandomSeries(Random())
        self._rest, self._is_paused = 0, False
        self._timer = QTimer(self, interval=_MOVE_MS)
        self._timer.timeout.connect(self.step)
        self.pause = Button(theme, "", "pause", PLAIN)
        self.pause.clicked.connect(self._toggle)
        self._board = BoardPreview(theme, _RULES, _BOARD)
        self._board.setFixedSize(_BOARD, _BOARD)
        self._count = Words(theme, "", TITLE, QFont.Weight.DemiBold)
        self._bar = _TallyBar(theme, self.games)
        self._shares = {
            mark: Words(theme, "", CAPTION, QFont.Weight.DemiBold, colour)
            for mark, colour in ((PLAYERX, "x"), (DRAW, "muted"), (PLAYERO, "o"))
        }
        self._lay_out()
        self._name_pause()
        self._show()

    def _lay_out(self) -> None:
        theme = self._theme
        head = QHBoxLayout()
        title = Words(theme, tr("Random games, live"), LEAD, QFont.Weight.DemiBold)
        head.addWidget(title, 1)
        head.addWidget(self.pause)
        beside = QVBoxLayout()
        beside.setSpacing(S1)
        beside.addWidget(Words(theme, tr("Games"), CAPTION, colour="muted"))
        beside.addWidget(self._count)
        note = tr("X has the first move. Neither side thinks.")
        beside.addWidget(Words(theme, note, CAPTION, colour="muted", wrap=True))
        beside.addStretch(1)
        row = QHBoxLayout()
        row.setSpacing(S3)
        row.addWidget(self._board)
        row.addLayout(beside, 1)
        shares = QHBoxLayout()
        for place, words in enumerate(self._shares.values()):
            if place:
                shares.addStretch(1)
            shares.addWidget(words)
        self.box.addLayout(head)
        self.box.addLayout(row)
        self.box.addWidget(self._bar)
        self.box.addLayout(shares)

    @property
    def is_running(self) -> bool:
        """Whether games go on now."""
        return self._timer.isActive()

    @Slot()
    def step(self) -> None:
        """Make a move; a finished game is left to be seen for a moment."""
        if self.games.is_over and self._rest < _REST_TICKS:
            self._rest += 1
            return
        self._rest = 0
        self.games.step()
        self._show()

    @Slot()
    def _toggle(self) -> None:
        self._is_paused = not self._is_paused
        self._go_on()

    def _go_on(self) -> None:
        """Run where things may move and nobody has paused; else show a number of games at once."""
        if not self._animates():
            self._timer.stop()
            self.games.play_on(_AT_ONCE)
            self._show()
        elif self._is_paused or not self.isVisible():
            self._timer.stop()
        else:
            self._timer.start()
        self.pause.setVisible(self._animates())
        self._name_pause()

    def _name_pause(self) -> None:
        name = tr("Go on") if self._is_paused else tr("Pause")
        self.pause.set_icon("play" if self._is_paused else "pause")
        self.pause.setAccessibleName(name)
        self.pause.setToolTip(name)

    def _show(self) -> None:
        games = self.games
        self._board.show_game(_RULES, games.moves)
        count = games.count
        self._count.setText(f"{count:,}")
        texts = {PLAYERX: tr("X wins {share} %"), DRAW: tr("ties {share} %"),
                 PLAYERO: tr("O wins {share} %")}  # fmt: skip
        for mark, words in self._shares.items():
            share = f"{100 * games.ends[mark] / count:.0f}" if count else "–"
            words.setText(texts[mark].format(share=share))
        self._bar.update()

    @handler
    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102
        super().showEvent(event)
        self._go_on()

    @handler
    def hideEvent(self, event: QHideEvent) -> None:  # noqa: D102
        super().hideEvent(event)
        self._timer.stop()
