"""What is painted of a learner: its thoughts on a board, boxes with beads, its last game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine import EMPTY, Board, Game, Square, square_name
from engine.board import Position
from engine.errors import Problem
from engine.search.exact import WORTH
from ttt_desktop.look.grounds import cells_of, draw_ground, draw_tile, tile_of
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.measures import CAPTION, SPACE
from ttt_desktop.look.signs import Sign, draw_sign
from ttt_desktop.look.small_board import draw_small_board, squares_in
from ttt_desktop.look.squares import heat_colours
from ttt_desktop.look.text import listed, signed, tr
from ttt_desktop.look.theme import ThemeManager

if TYPE_CHECKING:
    from engine.learning.learner import Mind, Thoughts

_BEADS = (
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c564b", "#7f7f7f",
    "#b8a800",
)  # fmt: skip
"""A colour for the beads of each square, as Michie's boxes had nine."""

_MOST_BEADS = 36
"""How many beads of a square are drawn; of more there is the number."""

_DISC = 0.82
"""How wide the disc of a share of 1 is, as a share of the square's side."""

_DISC_INK = 0.3
_WORDS_FROM = 56
"""From how many pixels on a square has room for its truth as a word."""

_SIGNS = {1: "+", 0: "=", -1: "−"}
"""What stands for the truth where there is no room for the word."""


@dataclass(frozen=True)
class Insight:
    """A position, and what is thought and known of it.

    Attributes:
        board: the position.
        thoughts: what a mind makes of it; None where it has no opinion.
        truth: what the moves are worth in perfect play; empty where that is not known.
    """

    board: Board
    thoughts: Thoughts | None = None
    truth: Mapping[Square, int] | None = None

    @property
    def best(self) -> list[Square]:
        """The squares that perfect play would choose from; none where that is not known."""
        if not self.truth:
            return []
        most = max(self.truth.values())
        return [square for square, worth in self.truth.items() if worth == most]


def _lettered(theme: ThemeManager, pixels: float, bold: bool = False) -> QFont:
    font = theme.font(weight=QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    font.setPixelSize(max(8, round(pixels)))
    return font


def bead_colour(square: Square, size: int) -> QColor:
    """Return the colour of the beads of a square."""
    return QColor(_BEADS[(square[0] * size + square[1]) % len(_BEADS)])


def draw_beads(painter: QPainter, area: QRectF, count: int, colour: QColor, ink: QColor) -> None:
    """Paint beads into a square: each of them, or a few and their number."""
    if count > _MOST_BEADS:
        painter.setPen(ink)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, f"{count:,}")
        area = QRectF(area.left(), area.bottom() - area.height() * 0.28, area.width(),
                      area.height() * 0.28)  # fmt: skip
        count = 3
        columns = 3
    else:
        columns = max(2, ceil(sqrt(count)))
    rows = max(1, ceil(count / columns))
    step = min(area.width() / (columns + 0.6), area.height() / (rows + 0.6))
    size = step * 0.8
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    for number in range(count):
        row, column = divmod(number, columns)
        width = min(columns, count - row * columns)
        x = area.center().x() + (column - (width - 1) / 2) * step
        y = area.center().y() + (row - (rows - 1) / 2) * step
        painter.drawEllipse(QPointF(x, y), size / 2, size / 2)


class ThoughtsPicture(QWidget):
    """A board with a mind's thoughts: shares as discs or beads, values as colours, the truth."""

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme = theme
        self.sight: Insight | None = None
        self.setMinimumSize(150, 150)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(300, 300)

    def show_sight(self, sight: Insight, name: str) -> None:
        """Show thoughts on a position.

        Args:
            sight: the position, and what is thought of it.
            name: whose thoughts these are, for screen readers.
        """
        self.sight = sight
        self.setAccessibleName(name)
        self.setAccessibleDescription(described(sight))
        self.update()

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        if self.sight is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = min(self.width(), self.height())
        box = squares_in(QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side))
        sight, theme = self.sight, self._theme.theme
        draw_ground(painter, box, sight.board.size, theme)
        best = sight.best
        for square, area in cells_of(box, sight.board.size).items():
            mark = sight.board.square(*square)
            if mark != EMPTY:
                place = square[0] * sight.board.size + square[1]
                colour = mark_colour(theme, mark)
                draw_mark(painter, area, mark, colour, look=theme.look, seed=place)
            elif sight.thoughts is not None and square in sight.thoughts.shares:
                self._draw_thought(painter, area, square, sight.thoughts)
                self._draw_truth(painter, area, square, square in best)
        painter.end()

    def _draw_thought(
        self, painter: QPainter, area: QRectF, square: Square, thoughts: Thoughts
    ) -> None:
        tile, ink = tile_of(area), self._theme.theme.colour("ink")
        if square in thoughts.values:
            ground, ink = heat_colours(self._theme, thoughts.values[square])
            draw_tile(painter, tile, ground)
        room = tile.adjusted(tile.width() * 0.06, tile.height() * 0.06, -tile.width() * 0.06,
                             -tile.height() * 0.24)  # fmt: skip
        painter.setFont(_lettered(self._theme, area.width() * 0.2, bold=True))
        if square in thoughts.beads:
            colour = bead_colour(square, self.sight.board.size if self.sight else 3)
            draw_beads(painter, room, thoughts.beads[square], colour, ink)
            return
        share = thoughts.shares[square]
        disc, size = QColor(ink), area.width() * _DISC * sqrt(share)
        disc.setAlphaF(_DISC_INK)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(disc)
        painter.drawEllipse(area.center(), size / 2, size / 2)
        painter.setPen(ink)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, f"{100 * share:.0f}")

    def _draw_truth(self, painter: QPainter, area: QRectF, square: Square, is_best: bool) -> None:
        """Write what a move is worth in perfect play; frame the best ones."""
        if self.sight is None or not self.sight.truth or square not in self.sight.truth:
            return
        worth, tile, thoughts = self.sight.truth[square], tile_of(area), self.sight.thoughts
        ink = self._theme.theme.colour("ink")
        if thoughts is not None and square in thoughts.values:
            ink = heat_colours(self._theme, thoughts.values[square])[1]
        painter.setPen(ink)
        painter.setFont(_lettered(self._theme, area.width() * 0.15))
        text = tr(WORTH[worth]) if area.width() >= _WORDS_FROM else _SIGNS[worth]
        foot = tile.adjusted(3, 0, -tile.width() * 0.06, -tile.height() * 0.03)
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, text)
        if is_best:
            draw_sign(painter, area, Sign.BEST, self._theme.theme, ink)


def described(sight: Insight) -> str:
    """Return in words what is thought of a position: of the squares that it likes best."""
    if sight.thoughts is None:
        return tr("No opinion.")
    shares = sight.thoughts.shares
    ranked = sorted(shares, key=lambda square: -shares[square])[:5]
    return listed(square_words(sight, square) for square in ranked)


def square_words(sight: Insight, square: Square) -> str:
    """Return in words what is thought of a square."""
    assert sight.thoughts is not None
    words = [f"{square_name(square)} {100 * sight.thoughts.shares[square]:.0f} %"]
    if square in sight.thoughts.values:
        value = signed(sight.thoughts.values[square], 2)
        words.append(tr("value {value}", value=value))
    if sight.truth and square in sight.truth:
        words.append(tr("truth: {worth}", worth=tr(WORTH[sight.truth[square]])))
    return " ".join(words)


# --- matchboxes -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class OpenedBox:
    """A matchbox that was opened in a game.

    Attributes:
        board: the position that it is for.
        beads: those of each square, as they are by now.
        played: the square that was played.
    """

    board: Board
    beads: Mapping[Square, int]
    played: Square


def opened_boxes(mind: Mind, moves: Sequence[Square]) -> list[OpenedBox]:
    """Return the boxes that a game opened, with the beads that a mind has in them."""
    game, boxes = Game(mind.rules), []
    for square in moves:
        board = game.board.clone()
        try:
            beads = mind.thoughts(Position.of(board, game.to_move)).beads
        except Problem:
            beads = {}  # the other side's: it has no boxes
        if beads:
            boxes.append(OpenedBox(board, beads, square))
        game.play(square)
    return boxes


_BOX, _BOX_GAP = 150, 14


class BoxesPicture(QWidget):
    """Matchboxes with their beads, in the order in which a game opened them."""

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme = theme
        self.boxes: Sequence[OpenedBox] = ()
        theme.changed.connect(self._resize)
        self.setAccessibleName(tr("The boxes of its last game"))
        self._resize()

    def show_boxes(self, boxes: Sequence[OpenedBox]) -> None:
        """Show other boxes, or the same with other beads."""
        self.boxes = boxes
        self.setAccessibleDescription(listed(_box_words(box) for box in boxes))
        self._resize()

    def _resize(self) -> None:
        self.setFixedHeight(self._lines * (_BOX + _BOX_GAP + self.fontMetrics().height()) + SPACE)
        self.update()

    @property
    def _a_row(self) -> int:
        return max(1, (self.width() - _BOX_GAP) // (_BOX + _BOX_GAP))

    @property
    def _lines(self) -> int:
        return max(1, ceil(len(self.boxes) / self._a_row))

    @handler
    def resizeEvent(self, event: object) -> None:  # noqa: D102
        self._resize()

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        step = _BOX + _BOX_GAP
        for number, box in enumerate(self.boxes):
            row, column = divmod(number, self._a_row)
            top = row * (step + self.fontMetrics().height())
            area = QRectF(_BOX_GAP / 2 + column * step, top + _BOX_GAP / 2, _BOX, _BOX)
            self._draw(painter, area, box)
            painter.setPen(self._theme.theme.colour("muted"))
            painter.setFont(self._theme.font(CAPTION))
            foot = QRectF(area.left(), area.bottom() + 4, area.width(), 99)
            word = tr("played {square}", square=square_name(box.played))
            painter.drawText(foot, Qt.AlignmentFlag.AlignHCenter, word)
        painter.end()

    def _draw(self, painter: QPainter, area: QRectF, box: OpenedBox) -> None:
        """Paint a box: its drawer with the board, and beads on the empty squares."""
        theme = self._theme.theme
        painter.setPen(QPen(theme.colour("edge"), 1.5))
        painter.setBrush(theme.colour("surface"))
        painter.drawRoundedRect(area, 3, 3)
        inner = area.adjusted(8, 8, -8, -8)
        draw_small_board(painter, inner, theme, box.board)
        painter.setFont(_lettered(self._theme, inner.width() / box.board.size * 0.3))
        for square, field in cells_of(inner, box.board.size).items():
            if square not in box.beads:
                continue
            colour = bead_colour(square, box.board.size)
            draw_beads(painter, field.adjusted(3, 3, -3, -3), box.beads[square], colour,
                       theme.colour("ink"))  # fmt: skip
            if square == box.played:
                draw_sign(painter, field, Sign.PLAYED, theme)


def _box_words(box: OpenedBox) -> str:
    beads = listed(f"{square_name(square)} {count}" for square, count in box.beads.items())
    return tr("{beads}; played {square}", beads=beads, square=square_name(box.played))


# --- the last game --------------------------------------------------------------------------------


class GamePicture(QWidget):
    """A game on a small board, its moves numbered."""

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme = theme
        self._board: Board | None = None
        self._numbers: Mapping[Square, int] = {}
        self.setFixedSize(112, 112)
        self.setAccessibleName(tr("The last game that it learnt from"))
        theme.changed.connect(self.update)

    def show_game(self, board: Board | None, moves: Sequence[Square]) -> None:
        """Show a game: its last position, and its moves; nothing where there is none."""
        self._board = board
        self._numbers = {square: number for number, square in enumerate(moves, start=1)}
        self.setAccessibleDescription(" ".join(map(square_name, moves)))
        self.update()

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        if self._board is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(_lettered(self._theme, 11))
        box = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        draw_small_board(painter, box, self._theme.theme, self._board, self._numbers)
        painter.end()
