"""How one square of the board is painted."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from engine import EMPTY, Square
from ttt_desktop.look.marks import mark_colour
from ttt_desktop.look.squares import (
    SquareLook,
    SquarePainter,
    draw_focus,
    draw_ring,
    is_star,
    tile_of,
)
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.session.board_model import BoardModel

_HINT_TINT = 0.22
"""How much of the mark's colour a square gets that is recommended."""


class BoardSquares:
    """Paints the squares of the game's own board.

    Args:
        progress: how much of a mark is drawn, per square that is being drawn.
        swayed: how far squares are out of their places, as a share of their side.
        ghost: asked which mark a click would make; EMPTY for none.

    Attributes:
        show_scores: whether scores and their colours are shown.
        show_numbers: whether stones say which move they were.
        cursor_visible: whether the keyboard's square is framed.
        hint: the square that is recommended, or None.
        pointed: the square that is pointed at elsewhere, in a chart or table, or None.
        refused: the square that was just refused, or None.
        hovered: the square under the mouse, or None.
    """

    def __init__(
        self,
        model: BoardModel,
        theme: ThemeManager,
        progress: Mapping[Square, float],
        swayed: Mapping[Square, QPointF],
        ghost: Callable[[], int],
    ) -> None:
        self._model, self._theme, self._ghost = model, theme, ghost
        self._progress, self._swayed = progress, swayed
        self._painter = SquarePainter(theme)
        self.show_scores = self.show_numbers = False
        self.cursor_visible = False
        self.hint: Square | None = None
        self.pointed: Square | None = None
        self.refused: Square | None = None
        self.hovered: Square | None = None

    def draw(self, painter: QPainter, rect: QRectF, square: Square) -> None:
        """Paint a square; antialiasing is on.

        Args:
            rect: all of the square, where it is at rest.
        """
        if square in self._swayed:
            rect.translate(self._swayed[square] * rect.width())
        look = self._look(square)
        self._painter.draw(painter, rect, look)
        if self.hint == square:
            self._draw_hint(painter, tile_of(rect), look)
        if self.pointed == square:
            self._draw_frame(painter, rect, "accent", 3.0, 0.07)
        if self.refused == square:
            self._draw_frame(painter, rect, "wrong", 3.0, 0.05)

    def draw_cursor(self, painter: QPainter, rect: QRectF) -> None:
        """Frame the square that the keyboard is on: with dashes, as nothing else is."""
        draw_focus(painter, tile_of(rect), self._theme.theme)

    def _draw_frame(
        self, painter: QPainter, rect: QRectF, colour: str, least: float, share: float
    ) -> None:
        ink = self._theme.theme.colour(colour)
        draw_ring(painter, tile_of(rect), ink, max(least, rect.width() * share))

    def _look(self, square: Square) -> SquareLook:
        model, (row, col), last = self._model, square, self._model.dim - 1
        hovered = square == self.hovered
        foul = model.foul(square) is not None
        in_line = model.in_line(square)
        look = SquareLook(
            model.mark(square),
            winning=in_line and not self._progress,  # first the mark is drawn
            losing=in_line and model.line_loses,
            last=square == model.last,
            hovered=hovered,
            ghost=self._ghost() if hovered and not foul else EMPTY,
            number=model.number(square) if self.show_numbers else 0,
            progress=self._progress.get(square, 1.0),
            seed=row * (last + 1) + col,
            beyond=(col > 0, col < last, row > 0, row < last),
            star=is_star(square, last + 1),
            foul=foul,
        )
        heat = model.heat(square) if self.show_scores else None
        if heat is None and self.hint == square:
            look.ghost = self._ghost()  # what is recommended is to be seen, not only where
        if heat is not None:
            look.heat, look.strength, look.best, look.close = heat[:4]
            look.text = lambda compact: model.score_text(square, compact)
        return look

    def _hint_ink(self, look: SquareLook) -> QColor:
        if look.heat is not None:
            return self._painter.ink(look)
        theme = self._theme.theme
        return mark_colour(theme, look.ghost) if look.ghost != EMPTY else theme.colour("accent")

    def _draw_hint(self, painter: QPainter, tile: QRectF, look: SquareLook) -> None:
        """Mark the recommended square: tinted, with a bracket in each corner."""
        ink = self._hint_ink(look)
        if look.heat is None:  # else the tile's own colour says what it is worth
            tint = QColor(ink)
            tint.setAlphaF(_HINT_TINT)
            painter.fillRect(tile, tint)
        inset, arm = tile.width() * 0.1, tile.width() * 0.24
        pen = QPen(ink, max(2.5, tile.width() * 0.06))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        box = tile.adjusted(inset, inset, -inset, -inset)
        for corner, right, down in (
            (box.topLeft(), 1, 1),
            (box.topRight(), -1, 1),
            (box.bottomLeft(), 1, -1),
            (box.bottomRight(), -1, -1),
        ):
            painter.drawLine(corner, corner + QPointF(right * arm, 0))
            painter.drawLine(corner, corner + QPointF(0, down * arm))
