"""How one square of the heat map is painted."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engine import EMPTY
from engine.exact import WORTH
from ttt_desktop.guard import handler
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.square_text import SquareText
from ttt_desktop.look.table_model import Index
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.tiles import draw_ring, draw_tile, heat_colours, tile_of
from ttt_desktop.play.board_model import Heat, Role
from ttt_desktop.play.tree_marks import draw_proof, draw_step

_DASHED_FROM = 18.0
"""Squares smaller than this, in pixels, get no dashed frame: it would not be seen as one."""


class HeatDelegate(QStyledItemDelegate):
    """Paints the squares of the position that was searched, coloured by score.

    Args:
        theme: colours and fonts.
    """

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme = theme
        self._text = SquareText(theme, 0.28, 0.86, 22, QFont.Weight.DemiBold)
        self._beside_truth = SquareText(theme, 0.2, 0.86, 18, QFont.Weight.DemiBold)
        self._small = SquareText(theme, 0.16, 0.6, 13)

    @handler
    def paint(  # noqa: D102
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        rect = QRectF(option.rect)
        tile = tile_of(rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        heat = index.data(Role.HEAT)
        if heat is None:
            step, worth = index.data(Role.STEP), index.data(Role.WORTH)
            ink = self._theme.theme.colour("text")
            self._paint_taken(painter, rect, tile, index)
        else:
            step, worth = heat.step, heat.worth
            ink = self._paint_score(painter, tile, index, heat, worth is not None)
        if step:
            text, plain = (self._theme.theme.colour(name) for name in ("text", "tile"))
            draw_step(painter, tile, step, index.data(Role.SEARCHER), text, plain)
        if worth is not None:
            self._paint_truth(painter, tile, index, ink)
        if option.state & QStyle.StateFlag.State_HasFocus:
            accent = self._theme.theme.colour("accent")
            draw_ring(painter, tile, accent, max(2.0, rect.width() * 0.06))

    def _paint_score(
        self, painter: QPainter, tile: QRectF, index: Index, heat: Heat, beside_truth: bool
    ) -> QColor:
        """Paint a square that was searched; return the ink used on it."""
        ground, ink = heat_colours(self._theme, heat.shade, heat.strength)
        if heat.size < 1:
            draw_tile(painter, tile, self._theme.theme.colour("tile"))
        shown = _scaled(tile, heat.size)
        side = shown.width()
        draw_tile(painter, shown, ground)
        if heat.best:
            draw_ring(painter, shown, ink, max(2.0, side * 0.05))
        elif heat.close and side >= _DASHED_FROM:
            draw_ring(painter, shown, ink, max(1.5, side * 0.025), dashed=True)
        text = self._beside_truth if beside_truth else self._text
        text.write(
            painter,
            side,
            shown,
            Qt.AlignmentFlag.AlignCenter,
            lambda compact: index.data(Role.SHORT_TEXT if compact else Role.SCORE_TEXT),
            ink,
        )
        if heat.proven is not None:
            over, plain = (self._theme.theme.colour(name) for name in ("text", "tile"))
            draw_proof(painter, tile, heat.proven, over, plain)
        return ink

    def _paint_taken(self, painter: QPainter, rect: QRectF, tile: QRectF, index: Index) -> None:
        """Paint a square that has no score: it was taken, or nothing was searched."""
        theme = self._theme.theme
        draw_tile(painter, tile, theme.colour("tile"))
        mark = index.data(Role.SEARCHED_MARK)
        if mark != EMPTY:
            ink = mark_colour(theme, mark)
            ink.setAlphaF(0.6)
            draw_mark(painter, rect, mark, ink)

    def _paint_truth(self, painter: QPainter, tile: QRectF, index: Index, ink: QColor) -> None:
        """Write the exact mean at the top and the move's worth at the bottom."""
        inset = tile.width() * 0.09
        box = tile.adjusted(inset, inset, -inset, -inset)
        side = tile.width()
        top = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
        bottom = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignRight
        exact, worth = index.data(Role.TRUTH_TEXT), WORTH[index.data(Role.WORTH)]
        if exact:
            self._small.write(painter, side, box, top, lambda _compact: f"∞ {exact}", ink)
        self._small.write(painter, side, box, bottom, lambda _compact: worth, ink)
        if index.data(Role.BLIND):
            _draw_warning(painter, tile)


def _scaled(tile: QRectF, share: float) -> QRectF:
    """Return a tile of a share of another one's side, in its middle."""
    inset = tile.width() * (1 - share) / 2
    return tile.adjusted(inset, inset, -inset, -inset)


def _draw_warning(painter: QPainter, tile: QRectF) -> None:
    """Draw a warning sign at the lower left: red with a white edge, on any ground."""
    size = max(9.0, tile.width() * 0.21)
    left, base = tile.left() + size * 0.3, tile.bottom() - size * 0.3
    sign = QPainterPath(QPointF(left, base))
    sign.lineTo(left + size, base)
    sign.lineTo(left + size / 2, base - size * 0.9)
    sign.closeSubpath()
    painter.setPen(QColor("white"))
    painter.setBrush(QColor("#b3202c"))
    painter.drawPath(sign)
    font = QFont(painter.font())
    font.setPixelSize(max(6, round(size * 0.6)))
    font.setBold(True)
    painter.setFont(font)
    painter.drawText(
        QRectF(left, base - size * 0.78, size, size * 0.75), Qt.AlignmentFlag.AlignCenter, "!"
    )
