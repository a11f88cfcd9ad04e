"""The games that ended last, as small boards: what a run is doing, at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine import EMPTY, PLAYERO, PLAYERX, Board, Outcome, Rules
from ttt_desktop.guard import handler, virtual
from ttt_desktop.lab.rows import short_names
from ttt_desktop.look.marks import draw_line, draw_mark, mark_colour
from ttt_desktop.look.theme import SMALL, SPACE, ThemeManager
from ttt_desktop.text import listed, tr

SHOWN = 6
"""How many games are shown."""

_SIDE = 84
_WIDTH = 104


@dataclass(frozen=True, slots=True)
class LatestGame:
    """A game that has ended.

    Attributes:
        place: its place among the games.
        rules: what it was played by.
        moves: its moves, as row times side plus column.
        x, o: the players' texts.
        outcome: how it ended, or None where it was spoilt.
    """

    place: int
    rules: Rules
    moves: Sequence[int]
    x: str
    o: str
    outcome: Outcome | None

    @property
    def told(self) -> str:
        """Who won: a mark, "tie" or "spoilt"."""
        return {
            Outcome.X: tr("X wins"), Outcome.O: tr("O wins"), Outcome.TIE: tr("tie"),
            None: tr("spoilt"),
        }[self.outcome]  # fmt: skip

    def board(self) -> Board:
        """Return its last position."""
        board = Board(self.rules.size, self.rules.reverse, None, self.rules.line)
        for number, move in enumerate(self.moves):
            board.move(*divmod(move, self.rules.size), PLAYERO if number % 2 else PLAYERX)
        return board


class LatestGames(QWidget):
    """A strip of small boards. A click on one opens that game.

    Args:
        theme: colours and fonts.

    Signals:
        chosen(int): a game was clicked: its place among the games.
    """

    chosen = Signal(int)

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme = theme
        self._given: Sequence[LatestGame] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("The games that ended last"))
        self.setToolTip(tr("The games that ended last. Click one to review it."))
        theme.changed.connect(self.update)
        self.hide()

    def show_games(self, games: Sequence[LatestGame]) -> None:
        """Show the last positions of some games, the newest first, as far as there is room."""
        self._given = games
        self.setAccessibleDescription(listed(game.told for game in self.games))
        self.setVisible(bool(games))
        self.update()

    @property
    def games(self) -> Sequence[LatestGame]:
        """The games that are shown."""
        return self._given[: max(1, self.width() // _WIDTH)]

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(_WIDTH, _SIDE + 2 * self.fontMetrics().height() + SPACE)

    def area_of(self, number: int) -> QRectF:
        """Return where a game is painted, counted from the left."""
        return QRectF(number * _WIDTH, 0, _WIDTH, self.height())

    @handler
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        place = QPointF(event.position())
        for number, game in enumerate(self.games):
            if self.area_of(number).contains(place):
                self.chosen.emit(game.place)

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font(SMALL))
        for number, game in enumerate(self.games):
            area = self.area_of(number)
            box = QRectF(area.center().x() - _SIDE / 2, SPACE / 2, _SIDE, _SIDE)
            self._draw_board(painter, box, game)
            gap = SPACE / 2
            foot = QRectF(area.left() + gap, box.bottom() + 2, area.width() - SPACE, area.height())
            self._write(painter, foot, game)
        painter.end()

    def _draw_board(self, painter: QPainter, box: QRectF, game: LatestGame) -> None:
        theme, board = self._theme.theme, game.board()
        size = game.rules.size
        cell = box.width() / size
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("board"))
        painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 4, 4)

        def area(row: int, col: int) -> QRectF:
            return QRectF(box.left() + col * cell, box.top() + row * cell, cell, cell)

        gap = max(0.5, cell * 0.03)
        for row in range(size):
            for col in range(size):
                painter.fillRect(
                    area(row, col).adjusted(gap, gap, -gap, -gap), theme.colour("tile")
                )
        for row in range(size):
            for col in range(size):
                mark = board.square(row, col)
                if mark != EMPTY:
                    draw_mark(painter, area(row, col), mark, mark_colour(theme, mark))
        line = next((each for each in game.rules.lines
                     if len({board.square(*square) for square in each}) == 1
                     and board.square(*each[0]) != EMPTY), None)  # fmt: skip
        if line is not None:
            colour = mark_colour(theme, board.square(*line[0]))
            draw_line(painter, area(*line[0]), area(*line[-1]), len(line), colour)

    def _write(self, painter: QPainter, foot: QRectF, game: LatestGame) -> None:
        metrics, theme = painter.fontMetrics(), self._theme.theme
        names = short_names((game.x, game.o))
        winners = {Outcome.X: names[game.x], Outcome.O: names[game.o]}
        winner = winners.get(game.outcome, "") if game.outcome is not None else ""
        for row, (text, ink) in enumerate(((game.told, "text"), (winner, "muted"))):
            painter.setPen(theme.colour(ink))
            line = QRectF(foot.left(), foot.top() + row * metrics.height(), foot.width(), 99)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(line.width()))
            painter.drawText(line, Qt.AlignmentFlag.AlignHCenter, shown)
