"""The lab's games: a table that grows with them, and the newest ones as small boards."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine import PLAYERO, PLAYERX, Board, Outcome, Rules
from engine.tournament import GameRecord, Summary
from engine.tournament.playing import seated
from ttt_desktop.features.lab.rows import short_names
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CAPTION, SPACE
from ttt_desktop.look.small_board import draw_small_board
from ttt_desktop.look.tables import TableModel
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, listed, tr, unmarked
from ttt_desktop.look.theme import ThemeManager

_TITLES = (
    QT_TRANSLATE_NOOP("", "Row"), QT_TRANSLATE_NOOP("", "X"), QT_TRANSLATE_NOOP("", "O"),
    QT_TRANSLATE_NOOP("", "Game"), QT_TRANSLATE_NOOP("", "Result"), QT_TRANSLATE_NOOP("", "Moves"),
    QT_TRANSLATE_NOOP("", "ms"),
)  # fmt: skip


def result_text(outcome: Outcome | None) -> str:
    """Return how a game ended; None is a game that a player spoilt."""
    return {
        Outcome.X: tr("X wins"), Outcome.O: tr("O wins"), Outcome.TIE: tr("tie"),
        None: tr("spoilt"),
    }[outcome]  # fmt: skip


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game of the tournament, in little memory."""

    pairing: int
    game: int
    outcome: Outcome | None
    moves: bytes
    seconds: float
    problem: str
    blame: int | None
    x_first: bool | None

    @classmethod
    def of(cls, record: GameRecord) -> KeptGame:
        """Pack a record."""
        moves = array("H", record.moves).tobytes()
        return cls(
            record.pairing, record.game, record.outcome, moves, record.seconds, record.problem,
            record.blame, record.x_first,
        )  # fmt: skip

    def record(self) -> GameRecord:
        """Return the record that was packed."""
        moves = array("H")
        moves.frombytes(self.moves)
        return GameRecord(
            self.pairing, self.game, self.outcome, tuple(moves), self.seconds, self.problem,
            self.blame, x_first=self.x_first,
        )  # fmt: skip

    @property
    def length(self) -> int:
        """How many moves the game has."""
        return len(self.moves) // 2


class LabGames(TableModel):
    """Rows of games, in the order in which they ended."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._summary: Summary | None = None
        self._games: Sequence[KeptGame] = ()
        self.titles = [tr(title) for title in _TITLES]

    def show(self, summary: Summary | None, games: Sequence[KeptGame]) -> None:
        """Show another tournament's games; the sequence may grow (see ``grow``)."""
        self.beginResetModel()
        self._summary, self._games, self.count = summary, games, len(games)
        self.endResetModel()

    @Slot(int, int)
    def grow(self, first: int, count: int) -> None:
        """Show games that were added to the sequence."""
        self.beginInsertRows(self.index(-1, -1), first, first + count - 1)
        self.count = first + count
        self.endInsertRows()

    def cell(self, row: int, column: int, role: int) -> Any:  # noqa: D102
        if self._summary is None:
            return None
        kept = self._games[row]
        if role == Qt.ItemDataRole.ToolTipRole:
            return unmarked(kept.problem) or tr("Double-click to go through this game on the board")
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        pairing = self._summary.tournament.pairings[kept.pairing]
        names = seated(pairing, kept.game, kept.x_first).values()
        label = pairing.value or str(kept.pairing + 1)
        cells = (label, *names, str(kept.game + 1), result_text(kept.outcome), str(kept.length))
        return (*cells, f"{kept.seconds * 1000:.3g}")[column]


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

    def board(self) -> Board:
        """Return its last position."""
        board = Board(self.rules.size, self.rules.rule, None, self.rules.line)
        for number, move in enumerate(self.moves):
            board.move(*divmod(move, self.rules.size), PLAYERO if number % 2 else PLAYERX)
        return board


class LatestGames(QWidget):
    """A strip of small boards. A double click on one opens that game, as on a row of the table.

    A single one would leave a user's second click to the board that comes to the front.

    Signals:
        chosen(int): a game was double-clicked: its place among the games.
    """

    chosen = Signal(int)

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme = theme
        self._given: Sequence[LatestGame] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("The games that ended last"))
        self.setToolTip(tr("The games that ended last. Double-click one to review it."))
        theme.changed.connect(self.update)
        self.hide()

    def show_games(self, games: Sequence[LatestGame]) -> None:
        """Show the last positions of some games, the newest first, as far as there is room."""
        self._given = games
        self.setAccessibleDescription(listed(result_text(game.outcome) for game in self.games))
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
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        place = QPointF(event.position())
        for number, game in enumerate(self.games):
            if self.area_of(number).contains(place):
                self.chosen.emit(game.place)

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font(CAPTION))
        for number, game in enumerate(self.games):
            area = self.area_of(number)
            box = QRectF(area.center().x() - _SIDE / 2, SPACE / 2, _SIDE, _SIDE)
            draw_small_board(painter, box, self._theme.theme, game.board())
            gap = SPACE / 2
            foot = QRectF(area.left() + gap, box.bottom() + 2, area.width() - SPACE, area.height())
            self._write(painter, foot, game)
        painter.end()

    def _write(self, painter: QPainter, foot: QRectF, game: LatestGame) -> None:
        metrics, theme = painter.fontMetrics(), self._theme.theme
        names = short_names((game.x, game.o))
        winners = {Outcome.X: names[game.x], Outcome.O: names[game.o]}
        winner = winners.get(game.outcome, "") if game.outcome is not None else ""
        for row, (text, ink) in enumerate(((result_text(game.outcome), "ink"), (winner, "muted"))):
            painter.setPen(theme.colour(ink))
            line = QRectF(foot.left(), foot.top() + row * metrics.height(), foot.width(), 99)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(line.width()))
            painter.drawText(line, Qt.AlignmentFlag.AlignHCenter, shown)
