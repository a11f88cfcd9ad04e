"""How one square of the heat map is painted."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engine import EMPTY, PLAYERX
from ttt_desktop.models.board import Index, Role
from ttt_desktop.theme import ThemeManager
from ttt_desktop.widgets.marks import draw_mark
from ttt_desktop.widgets.square_text import SquareText
from ttt_desktop.widgets.tiles import draw_ring, draw_tile, heat_colours, tile_of


class HeatDelegate(QStyledItemDelegate):
    """Paints the squares of the position that was searched, coloured by score.

    Args:
        theme: colours and fonts.
    """

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme = theme
        self._text = SquareText(theme, 0.28, 0.86, 22, QFont.Weight.DemiBold)

    def paint(  # noqa: D102
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        rect = QRectF(option.rect)
        tile = tile_of(rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        heat = index.data(Role.SHADE)
        if heat is None:
            self._paint_taken(painter, rect, tile, index)
        else:
            self._paint_score(painter, rect, tile, index, heat)
        if option.state & QStyle.StateFlag.State_HasFocus:
            accent = self._theme.theme.colour("accent")
            draw_ring(painter, tile, accent, max(2.0, rect.width() * 0.06))

    def _paint_score(
        self, painter: QPainter, rect: QRectF, tile: QRectF, index: Index, heat: float
    ) -> None:
        """Paint a square that was searched."""
        ground, ink = heat_colours(heat)
        draw_tile(painter, tile, ground)
        if index.data(Role.BEST):
            draw_ring(painter, tile, ink, max(2.0, rect.width() * 0.05))
        middle = Qt.AlignmentFlag.AlignCenter
        self._text.write(painter, tile.width(), tile, middle, index, ink)

    def _paint_taken(self, painter: QPainter, rect: QRectF, tile: QRectF, index: Index) -> None:
        """Paint a square that has no score: it was taken, or nothing was searched."""
        theme = self._theme.theme
        draw_tile(painter, tile, theme.colour("tile"))
        mark = index.data(Role.SEARCHED_MARK)
        if mark != EMPTY:
            ink = theme.colour("x" if mark == PLAYERX else "o")
            ink.setAlphaF(0.6)
            draw_mark(painter, rect, mark, ink)
