"""The learners to choose from, as three cards with a sketch each."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QVBoxLayout, QWidget

from engine.learning.task import LINES, MENACE, PLAIN, TABLE
from ttt_desktop.look.chip_row import ChipRow
from ttt_desktop.look.colours import Theme
from ttt_desktop.look.flow import Columns
from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import CAPTION, CARD_CORNER, S1, S2, S3, S4
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.parts import TileButton, Words
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager

_COLUMN = 190
"""The least width of a card, in pixels at the usual text size."""

_SIDE = 60
"""The side of a sketch, in pixels."""

_NETWORK = "network"


class _LearnerTile(TileButton):
    """A card that is chosen or not."""

    def __init__(self, theme: ThemeManager, name: str, title: str, about: str) -> None:
        super().__init__(theme, title, about)
        self._look, self._name = theme, name
        self.setCheckable(True)
        column = cast("QVBoxLayout", self.layout())
        column.setContentsMargins(2 * S3 + _SIDE, S3, S3, S3)
        column.setSpacing(0)
        self.setMinimumHeight(_SIDE + 2 * S3)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme, painter = self._look.theme, QPainter(self)
        if self.isChecked():
            rounded(painter, QRectF(self.rect()), CARD_CORNER, None, theme.accent, 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(S3, (self.height() - _SIDE) / 2, _SIDE, _SIDE)
        {MENACE: _draw_boxes, TABLE: _draw_table, _NETWORK: _draw_network}[self._name](
            painter, box, theme
        )
        painter.end()


class LearnerCards(QWidget):
    """Cards of which one is chosen; below them, of networks, which one.

    Args:
        theme: the look.

    Attributes:
        tiles: the cards: matchboxes, a table, a network.
        shapes: which network.

    Signals:
        changed(str): another learner is chosen.
    """

    changed = Signal(str)

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self.tiles: dict[str, QAbstractButton] = {}
        group, cards = QButtonGroup(self), QWidget()
        grid = Columns(theme, _COLUMN, most=3)
        for name, title, about in (
            (MENACE, tr("Matchboxes"), tr("Beads in boxes. A win adds beads, a loss takes one.")),
            (TABLE, tr("Table"), tr("One number per position, mended after every move.")),
            (_NETWORK, tr("Network"), tr("A formula and a tree teach each other.")),
        ):
            self.tiles[name] = tile = _LearnerTile(theme, name, title, about)
            tile.clicked.connect(self._choose)
            group.addButton(tile)
            grid.addWidget(tile)
        cards.setLayout(grid)
        self.shapes = ChipRow(theme, {PLAIN: tr("Plain"), LINES: tr("Counts lines")})
        self.shapes.changed.connect(self._choose)
        self._of_networks = QWidget()
        row = QVBoxLayout(self._of_networks)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(S1)
        row.addWidget(Words(theme, tr("Which network"), CAPTION, QFont.Weight.Medium, "muted"))
        row.addWidget(self.shapes)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S2)
        column.addWidget(cards)
        column.addWidget(self._of_networks)
        self._value = PLAIN
        self.tiles[_NETWORK].setChecked(True)

    def value(self) -> str:
        """Return the learner that is chosen: of networks the shape."""
        return self._value

    def set_value(self, value: str) -> None:
        """Choose a learner."""
        if value in (PLAIN, LINES):
            self.tiles[_NETWORK].setChecked(True)
            self.shapes.set_value(value)
        else:
            self.tiles[value].setChecked(True)
        self._choose()

    def _choose(self) -> None:
        chosen = next(name for name, tile in self.tiles.items() if tile.isChecked())
        value: str = self.shapes.value() if chosen == _NETWORK else chosen
        self._of_networks.setVisible(chosen == _NETWORK)
        if value != self._value:
            self._value = value
            self.changed.emit(value)


def _draw_boxes(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Paint six matchboxes, a bead on each."""
    wide, high = (box.width() - S1) / 2, (box.height() - 2 * S1) / 3
    colours = (theme.x, theme.o, theme.right, theme.gold, theme.accent, theme.o)
    for number, colour in enumerate(colours):
        row, col = divmod(number, 2)
        left, top = box.left() + col * (wide + S1), box.top() + row * (high + S1)
        rounded(painter, QRectF(left, top, wide, high), 3, theme.hint_soft, theme.hint)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawEllipse(QPointF(left + wide / 2, top + high / 2), S1, S1)


def _draw_table(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Paint three positions, and how good each is."""
    rounded(painter, box, S2, theme.sunken, theme.edge)
    for row, (share, colour) in enumerate(((0.9, theme.right), (0.5, theme.gold), (0.2, theme.o))):
        top = box.top() + S2 + row * (box.height() - S2) / 3
        rounded(painter, QRectF(box.left() + S2, top, 10, 10), 2, theme.line)
        wide = (box.width() - 10 - 3 * S2) * share
        rounded(painter, QRectF(box.left() + 10 + 2 * S2, top + 1, wide, S2), S1, colour)


def _draw_network(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Paint three layers of a network."""
    layers = []
    for place, (count, colour) in enumerate(((3, theme.x), (4, theme.accent), (2, theme.gold))):
        x = box.left() + S2 + place * (box.width() - S4) / 2
        step = (box.height() - S2) / 4
        first = box.center().y() - step * (count - 1) / 2
        layers.append([(QPointF(x, first + row * step), QColor(colour)) for row in range(count)])
    painter.setPen(QPen(theme.colour("edge"), 1))
    for left, right in pairwise(layers):
        for one, _ in left:
            for other, _ in right:
                painter.drawLine(one, other)
    painter.setPen(Qt.PenStyle.NoPen)
    for layer in layers:
        for point, shade in layer:
            painter.setBrush(shade)
            painter.drawEllipse(point, 5, 5)
