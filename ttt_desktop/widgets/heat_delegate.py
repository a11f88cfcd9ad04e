"""How one square of the heat map is painted."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from engine import EMPTY, PLAYERX
from ttt_desktop.colormap import ink_on, shade
from ttt_desktop.models.board import Index, Role
from ttt_desktop.theme import ThemeManager
from ttt_desktop.widgets.board_delegate import MIN_TEXT_CELL, draw_ring, draw_tile, tile_of
from ttt_desktop.widgets.marks import draw_mark


class HeatDelegate(QStyledItemDelegate):
    """Paints the squares of the position that was searched, coloured by score.

    Args:
        theme: colours and fonts.
    """

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme = theme

    def paint(  # noqa: D102
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        rect = QRectF(option.rect)
        theme = self._theme.theme
        tile = tile_of(rect)
        heat = index.data(Role.SHADE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if heat is None:
            draw_tile(painter, tile, theme.colour("tile"))
            mark = index.data(Role.SEARCHED_MARK)
            if mark != EMPTY:
                ink = theme.colour("x" if mark == PLAYERX else "o")
                ink.setAlphaF(0.6)
                draw_mark(painter, rect, mark, ink)
        else:
            ground = shade(heat)
            ink = QColor(*ink_on(ground))
            draw_tile(painter, tile, QColor(*ground))
            if index.data(Role.BEST):
                draw_ring(painter, tile, ink, max(2.0, rect.width() * 0.05))
            self._write(painter, tile, index.data(Role.SCORE_TEXT), ink)
        painter.restore()

    def _write(self, painter: QPainter, tile: QRectF, text: str, ink: QColor) -> None:
        """Write the score in the middle, as large as fits; nothing where it would be unreadable."""
        if tile.width() < MIN_TEXT_CELL:
            return
        font = self._theme.font(weight=QFont.Weight.DemiBold)
        font.setPixelSize(max(8, min(22, round(tile.width() * 0.28))))
        room, width = tile.width() * 0.84, QFontMetricsF(font).horizontalAdvance(text)
        if width > room:
            font.setPixelSize(max(1, int(font.pixelSize() * room / width)))
        if font.pixelSize() >= 8:
            painter.setFont(font)
            painter.setPen(ink)
            painter.drawText(tile, Qt.AlignmentFlag.AlignCenter, text)
