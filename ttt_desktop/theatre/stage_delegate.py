"""How one square of the playout theatre's small board is painted."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engine import EMPTY
from ttt_desktop.guard import handler
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.square_text import SquareText
from ttt_desktop.look.table_model import Index
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.tiles import draw_ring, draw_tile, heat_colours, tile_of
from ttt_desktop.play.board_model import Role
from ttt_desktop.play.sheet import score_text
from ttt_desktop.text import with_minus
from ttt_desktop.theatre.stage import FRESH, STAMP

_STAMP_HEAT = 0.9


class StageDelegate(QStyledItemDelegate):
    """Paints a playout: marks that stood before at full strength, its own fainter, and stamps.

    Args:
        theme: colours and fonts.
    """

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme = theme
        self._text = SquareText(theme, 0.24, 0.8, 20, QFont.Weight.Bold)

    @handler
    def paint(  # noqa: D102
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        rect = QRectF(option.rect)
        tile, theme = tile_of(rect), self._theme.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ended = "tile_loss" if index.data(Role.LOSING) else "tile_win"
        draw_tile(painter, tile, theme.colour(ended if index.data(Role.WINNING) else "tile"))
        mark = index.data(Role.MARK)
        if mark != EMPTY:
            ink = mark_colour(theme, mark)
            ink.setAlphaF(0.62 if index.data(FRESH) else 1.0)
            draw_mark(painter, rect, mark, ink)
        if index.data(Role.LAST):
            draw_ring(painter, tile, theme.colour("accent"), max(1.5, rect.width() * 0.04))
        stamp = index.data(STAMP)
        if stamp is not None:
            self._draw_stamp(painter, tile, stamp)
        if option.state & QStyle.StateFlag.State_HasFocus:
            draw_ring(painter, tile, theme.colour("accent"), max(2.0, rect.width() * 0.06))

    def _draw_stamp(self, painter: QPainter, tile: QRectF, value: float) -> None:
        """Stamp what the square earns across its foot: bright for a gain, dark for a loss."""
        sign = (value > 0) - (value < 0)
        ground, ink = heat_colours(self._theme, _STAMP_HEAT * sign)
        strip = QRectF(tile.left(), tile.bottom() - tile.height() * 0.34, tile.width(), 0)
        strip.setHeight(tile.height() * 0.34)
        strip.adjust(tile.width() * 0.12, 0, -tile.width() * 0.12, -tile.height() * 0.06)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(strip, strip.height() / 2, strip.height() / 2)
        text = with_minus(f"{value:+.3g}") if abs(value) < 1000 else score_text(value, False)
        centre = Qt.AlignmentFlag.AlignCenter
        self._text.write(painter, tile.width(), strip, centre, lambda _compact: text, ink)
